"""The layout of generated tags: from the elements of a dialogue to their names.

The layout is the third source document's, to the letter (Libretto, "Comment les tags sont générés"):

    <TagRoot>.<Dialogue>
    <TagRoot>.<Dialogue>.<Subdialogue>                     also the sub-dialogue's unique selector
    <TagRoot>.<Dialogue>.<SelectorsTagRoot>.<Name>         a group selector, shared by several sub-dialogues
    <TagRoot>.<Dialogue>.<ChoiceTagPrefix><id>
    <TagRoot>.<Dialogue>.<ChoiceTagPrefix><id>.<ReplyTagPrefix><id>

A choice hangs under its dialogue, not under its sub-dialogue, so that it can move between sub-dialogues and keep its
tag. Knows names alone: no files, no registry, no counts.
"""

from __future__ import annotations

from dataclasses import dataclass

from talewright.project.scan.dialogue_class import DialogueClass


@dataclass(frozen=True, slots=True)
class TagLayout:
    """The tags of one dialogue.

    >>> layout = TagLayout("Smith", DialogueClass())
    >>> layout.root
    'Libretto.Dialogues.Smith'
    >>> layout.reply("need", "sword")
    'Libretto.Dialogues.Smith.Choice_need.Reply_sword'
    """

    dialogue: str
    cls: DialogueClass

    @property
    def root(self) -> str:
        """The tag of the dialogue."""
        return f"{self.cls.TagRoot}.{self.dialogue}"

    def subdialogue(self, name: str) -> str:
        """The tag of a sub-dialogue."""
        return f"{self.root}.{name}"

    def selector(self, name: str) -> str:
        """The tag of a group selector."""
        return f"{self.root}.{self.cls.SelectorsTagRoot}.{name}"

    def choice(self, choice_id: str) -> str:
        """The tag of a choice."""
        return f"{self.root}.{self.cls.ChoiceTagPrefix}{choice_id}"

    def reply(self, choice_id: str, reply_id: str) -> str:
        """The tag of a reply."""
        return f"{self.choice(choice_id)}.{self.cls.ReplyTagPrefix}{reply_id}"
