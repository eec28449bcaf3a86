"""What of a dialogue can have a tag: the dialogue, its sub-dialogues, selectors, choices and replies.

Decides the ids of these elements, whose child each is, and that no two of one place are the same when case is ignored,
as tags do (dialogue.md section 4.2): choices hang under the dialogue, wherever their nodes are; replies under their
choice. A collision is an error that names both places; no counter is ever added. It knows ids, not tags: prefixes and
roots are the business of whoever makes tags of these.
"""

from __future__ import annotations

from collections.abc import Iterator

from talewright.diagnostics import Report, Span
from talewright.dialogue import syntax
from talewright.dialogue.codes import finding
from talewright.dialogue.program.program import Dialogue, Element, Node, Offer, OptionContent, Program, Say
from talewright.dialogue.syntax import WAS, clean_id, old_ids, renew_command, reply_id
from talewright.errors import DialogueError
from talewright.names import did_you_mean, fold


def elements_of(program: Program, name: str) -> list[Element]:
    """Return the elements of a dialogue, in the order of the text.

    >>> from talewright.dialogue import compile
    >>> text = "title: Forge\\nselectors: Intro\\n---\\nAnn: Hi\\n-> Go #choice:way #line:go\\n==="
    >>> [(e.kind, e.id, e.parent) for e in compile({"Smith": text}).elements("Smith")]
    ... # doctest: +NORMALIZE_WHITESPACE
    [('dialogue', 'Smith', ''), ('subdialogue', 'Forge', 'Smith'), ('selector', 'Intro', 'Smith'),
     ('choice', 'way', 'Smith'), ('reply', 'go', 'way')]
    """
    dialogue = program.dialogues.get(name)
    if dialogue is None:
        raise DialogueError(f"no dialogue is called {name!r}", hint=did_you_mean(name, program.dialogues))
    return list(_elements(program, dialogue))


def _elements(program: Program, dialogue: Dialogue) -> Iterator[Element]:
    own = clean_id(dialogue.name)
    nodes = [program.nodes[name] for name in dialogue.nodes]
    first = next((text for node in nodes if (text := _first_line(node))), "")
    place = Span(dialogue.path)
    was = tuple(clean_id(tag.removeprefix(WAS)) for tag in dialogue.tags if tag.startswith(WAS))
    yield Element("dialogue", own, "", "", first, place, was, dialogue.tagged("uid"))
    selectors: set[str] = set()
    for node in nodes:
        old = tuple(clean_id(name.rpartition(".")[2]) for name in node.formerly)
        text = _first_line(node)
        yield Element("subdialogue", clean_id(node.subdialogue), own, node.name, text, node.span, old, node.uid)
        for name in (*((node.title,) if node.grouped else ()), *node.selectors):
            if name not in selectors:
                selectors.add(name)
                yield Element("selector", clean_id(name), own, node.name, "", node.span)
        for instruction in node.code:
            if isinstance(instruction, Offer):
                choice = instruction.choice
                source = choice.options[0].source
                former = tuple(old for option in choice.options for old in _old(option, choices=True))
                yield Element("choice", choice.id, own, node.name, source, choice.span, former)
                for option in choice.options:
                    former = tuple(_old(option, choices=False))
                    yield Element("reply", option.reply, choice.id, node.name, option.source, option.span, former)


def _old(option: OptionContent, *, choices: bool) -> Iterator[str]:
    lines, groups = old_ids(syntax.Hashtag(text, option.span) for text in option.tags)
    return iter(groups) if choices else (reply_id(line) for line in lines)


def _first_line(node: Node) -> str:
    for instruction in node.code:
        if isinstance(instruction, Say):
            return instruction.line.source
        if isinstance(instruction, Offer):
            return instruction.choice.options[0].source
    return ""


def check_structure(program: Program) -> Report:
    """Find the elements whose ids meet."""
    report = Report()
    dialogues: dict[str, Dialogue] = {}
    for dialogue in program.dialogues.values():
        first = dialogues.setdefault(fold(clean_id(dialogue.name)), dialogue)
        if first is not dialogue:
            message = f"the dialogues {first.name} ({first.path}) and {dialogue.name} have one id"
            report.append(finding("TW-YARN-11", message, Span(dialogue.path), "rename one of the files"))
        report += _check_dialogue(program, dialogue)
    return report


def _check_dialogue(program: Program, dialogue: Dialogue) -> Report:
    report = Report()
    seen: dict[tuple[str, str, str], Element] = {}
    for element in _elements(program, dialogue):
        parent = element.parent if element.kind == "reply" else ""
        first = seen.setdefault((element.kind, fold(parent), fold(element.id)), element)
        if first is element:
            continue
        where = f"{first.span.file}:{first.span.line}"
        message = f"the {element.kind} {element.id!r} has the id of the {first.kind} at {where}"
        if first.id != element.id:
            message += f" ({first.id!r}; tags ignore case)"
        hint = "write #choice: and an id of its own" if element.kind == "choice" else "give one of them another id"
        hint += f"; of a copy, `{renew_command(element.span.file)}` gives it new ones"
        report.append(finding("TW-YARN-10", message, element.span, hint))
    return report
