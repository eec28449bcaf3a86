"""The file that Unreal Engine 3 makes from a chain of layers (config-savegame.md sections 2.2 and 2.3).

All sections and keys in the order in which the layers bring them, one plain line a value, without operators, comments
and quotes that nothing needs; at the end the stamps of the files. Of ``[Configuration]`` the header alone is left. Also
what `talewright ini merge` prints.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from talewright.config.layers.chain import CONFIGURATION
from talewright.config.layers.expansion import expand
from talewright.config.layers.merge import ConfigMap
from talewright.config.text import SECTION, IniDocument
from talewright.config.values import NATIVE, Style, as_raw
from talewright.names import fold


def generate(
    values: ConfigMap, style: Style = NATIVE, words: Mapping[str, str] | None = None, times: Iterable[float] = ()
) -> IniDocument:
    """Put layers into one file.

    Args:
        values: the layers.
        style: the dialect to write.
        words: what is put between percent signs.
        times: when the files were changed, for ``[IniVersion]``; without any there is no such section.

    >>> base = IniDocument.parse(b"[A]\\nk=1\\nk=2\\n+k=2\\n-k=1\\n")
    >>> from talewright.config.values.kinds import PlainRule
    >>> generate(ConfigMap([(base, PlainRule.ROOT)])).to_text()
    '[A]\\nk=2\\n\\n'
    """
    newline = style.newline
    lines: list[str] = []
    known = words or {}
    for section in values.section_names():
        if fold(section) == fold(SECTION):
            continue
        lines.append(f"[{section}]")
        for key in () if fold(section) == fold(CONFIGURATION) else values.keys(section):
            entries = values.entries(section, key) or ()
            lines += [f"{key}={as_raw(expand(entry.value, known), style)}" for entry in entries]
        lines.append("")
    stamps = [f"{number}={time:.6f}" for number, time in enumerate(times)]
    if stamps:
        lines += [f"[{SECTION}]", *stamps, ""]
    return IniDocument.from_text("".join(line + newline for line in lines), style=style)
