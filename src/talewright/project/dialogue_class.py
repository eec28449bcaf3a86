"""Dialogue classes: the five settings of the tag layout, and which class a dialogue file has.

Libretto declares the settings on its dialogue class and lets every base class override them; here a class is a record,
``[Bark DialogueClass]``, in any ini of the project. A file chooses its class by the file hashtag ``#class:Bark``, or
the class chooses its files by ``Folder=``; else it has the default class.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from talewright.errors import NotFound
from talewright.names import did_you_mean


@dataclass(frozen=True)
class DialogueClass:
    """One record ``[Name DialogueClass]``; the defaults are Libretto's.

    Attributes:
        name: the record's name; empty for the default class.
        TagRoot: the root under which every tag of the dialogue is placed.
        AssetPrefix: begins the names of the files, and is no part of the dialogue's name.
        ChoiceTagPrefix: begins the segment of a choice, before its id.
        ReplyTagPrefix: begins the segment of a reply, before its id.
        SelectorsTagRoot: the segment under which group selectors are placed.
        Folder: files below this folder, relative to the project, have this class.

    >>> DialogueClass().TagRoot
    'Libretto.Dialogues'
    """

    name: str = ""
    TagRoot: str = "Libretto.Dialogues"
    AssetPrefix: str = "D_"
    ChoiceTagPrefix: str = "Choice_"
    ReplyTagPrefix: str = "Reply_"
    SelectorsTagRoot: str = "SubdialogueSelectors"
    Folder: str = ""


def class_of(path: str, file_tags: Iterable[str], classes: Mapping[str, DialogueClass]) -> DialogueClass:
    """Choose the class of a dialogue file.

    Args:
        path: the file, relative to the project, with forward slashes.
        file_tags: its file hashtags without the ``#``.
        classes: the project's records.

    Raises:
        NotFound: the file asks for a class that no ini declares.

    >>> bark = DialogueClass("Bark", Folder="Dialogues/Barks")
    >>> class_of("Dialogues/Barks/D_Cat.yarn", (), {"Bark": bark}).name
    'Bark'
    """
    for tag in file_tags:
        if tag.startswith("class:"):
            wanted = tag[len("class:") :]
            if wanted not in classes:
                near = did_you_mean(wanted, classes)
                raise NotFound(
                    f"no ini declares the dialogue class {wanted!r}",
                    hint=near or f"add [{wanted} DialogueClass] to an ini",
                )
            return classes[wanted]
    # The nearest folder wins, so that a class for Barks/ can stand inside one for all of Dialogues/.
    best, depth = DialogueClass(), 0
    for candidate in classes.values():
        folder = PurePosixPath(candidate.Folder)
        if candidate.Folder and PurePosixPath(path).is_relative_to(folder) and len(folder.parts) > depth:
            best, depth = candidate, len(folder.parts)
    return best
