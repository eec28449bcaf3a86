"""Headless game logic for narrative RPGs: config, messages, tags, dialogues, saves.

A game keeps its renderer and hands Talewright its rules. `Project` is what authors wrote, `Game` one running game,
`Script` the one base class of what lives in it. Every name a game needs is here; the packages below have the rest.

Names are imported when they are first asked for: a program that wants only worlds loads no dialogues, and the pytest
plug-in costs a test run nothing.
"""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.config import ConfigTree, IniDocument, LayerPlan, Records
    from talewright.diagnostics import Diagnostic, LoadReport, Report, SaveReport, Span
    from talewright.dialogue import Line, NoOptions, Option, State, advance
    from talewright.errors import (
        AlreadyExists,
        DamagedSave,
        InvalidName,
        Misuse,
        NewerSave,
        NotEnough,
        NotFound,
        ProjectError,
        SaveError,
        TalewrightError,
        UnknownClass,
    )
    from talewright.game import (
        CommandRan,
        Conversation,
        Game,
        GameEvent,
        GPVar,
        GuiScript,
        ItemGained,
        ItemLost,
        PlaceEntered,
        ReloadReport,
        Right,
        Script,
        Told,
        Variables,
        command,
        function,
    )
    from talewright.messaging import (
        Address,
        CollectionFactory,
        CollectionProxy,
        DispatchPolicy,
        Factory,
        Fault,
        GameObject,
        Message,
        Recorder,
        Url,
        World,
        Worlds,
        collection,
        hash64,
        on,
        prototype,
    )
    from talewright.names import OldNames
    from talewright.project import Project, Watcher, tag_source
    from talewright.rpg import Character, Characters, InventoryItem, Item
    from talewright.savegame import (
        FolderStore,
        LastRequest,
        MemoryStore,
        RenameTable,
        SaveDocument,
        SaveHeader,
        SqliteStore,
        Store,
        migration,
    )
    from talewright.tags import Tag, TagContainer, TagCounts, TagGrants, TagQuery, TagRegistry, TagRequirements

__version__ = "0.2.0"

__all__ = [
    "Address",
    "AlreadyExists",
    "Character",
    "Characters",
    "CollectionFactory",
    "CollectionProxy",
    "CommandRan",
    "ConfigTree",
    "Conversation",
    "DamagedSave",
    "Diagnostic",
    "DispatchPolicy",
    "Factory",
    "Fault",
    "FolderStore",
    "GPVar",
    "Game",
    "GameEvent",
    "GameObject",
    "GuiScript",
    "IniDocument",
    "InvalidName",
    "InventoryItem",
    "Item",
    "ItemGained",
    "ItemLost",
    "LastRequest",
    "LayerPlan",
    "Line",
    "LoadReport",
    "MemoryStore",
    "Message",
    "Misuse",
    "NewerSave",
    "NoOptions",
    "NotEnough",
    "NotFound",
    "OldNames",
    "Option",
    "PlaceEntered",
    "Project",
    "ProjectError",
    "Recorder",
    "Records",
    "ReloadReport",
    "RenameTable",
    "Report",
    "Right",
    "SaveDocument",
    "SaveError",
    "SaveHeader",
    "SaveReport",
    "Script",
    "Span",
    "SqliteStore",
    "State",
    "Store",
    "Tag",
    "TagContainer",
    "TagCounts",
    "TagGrants",
    "TagQuery",
    "TagRegistry",
    "TagRequirements",
    "TalewrightError",
    "Told",
    "UnknownClass",
    "Url",
    "Variables",
    "Watcher",
    "World",
    "Worlds",
    "advance",
    "collection",
    "command",
    "function",
    "hash64",
    "migration",
    "on",
    "prototype",
    "tag_source",
]

_HOMES = {
    "talewright.config": "ConfigTree IniDocument LayerPlan Records",
    "talewright.diagnostics": "Diagnostic LoadReport Report SaveReport Span",
    "talewright.dialogue": "Line NoOptions Option State advance",
    "talewright.errors": (
        "AlreadyExists DamagedSave InvalidName Misuse NewerSave NotEnough NotFound ProjectError SaveError "
        "TalewrightError UnknownClass"
    ),
    "talewright.game": (
        "CommandRan Conversation GPVar Game GameEvent GuiScript ItemGained ItemLost PlaceEntered ReloadReport Right "
        "Script Told Variables command function"
    ),
    "talewright.messaging": (
        "Address CollectionFactory CollectionProxy DispatchPolicy Factory Fault GameObject Message "
        "Recorder Url World Worlds collection hash64 on prototype"
    ),
    "talewright.names": "OldNames",
    "talewright.project": "Project Watcher tag_source",
    "talewright.rpg": "Character Characters InventoryItem Item",
    "talewright.savegame": (
        "FolderStore LastRequest MemoryStore RenameTable SaveDocument SaveHeader SqliteStore Store migration"
    ),
    "talewright.tags": "Tag TagContainer TagCounts TagGrants TagQuery TagRegistry TagRequirements",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
