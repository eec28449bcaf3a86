"""Headless game logic for narrative RPGs: config, messages, tags, dialogues, saves.

A game keeps its renderer and hands Talewright its rules. `Project` is what authors wrote, `Game` one running game,
`Script` the one base class of what lives in it. Every name a game needs is here; the packages below have the rest.
"""

from talewright.config import ConfigTree, IniDocument, Records
from talewright.diagnostics import Diagnostic, LoadReport, Report, SaveReport, Span
from talewright.dialogue import Line, Option, State, advance
from talewright.errors import TalewrightError
from talewright.game import Conversation, Game, GPVar, GuiScript, Script, Variables, command, function
from talewright.messaging import Address, CollectionProxy, GameObject, Message, Url, World, Worlds, collection, on
from talewright.project import Project, tag_source
from talewright.rpg import Character, Characters, InventoryItem, Item
from talewright.savegame import FolderStore, MemoryStore, SaveDocument, SaveHeader, Store, migration
from talewright.tags import Tag, TagContainer, TagRegistry

__version__ = "0.1.0"

__all__ = [
    "Address",
    "Character",
    "Characters",
    "CollectionProxy",
    "ConfigTree",
    "Conversation",
    "Diagnostic",
    "FolderStore",
    "GPVar",
    "Game",
    "GameObject",
    "GuiScript",
    "IniDocument",
    "InventoryItem",
    "Item",
    "Line",
    "LoadReport",
    "MemoryStore",
    "Message",
    "Option",
    "Project",
    "Records",
    "Report",
    "SaveDocument",
    "SaveHeader",
    "SaveReport",
    "Script",
    "Span",
    "State",
    "Store",
    "Tag",
    "TagContainer",
    "TagRegistry",
    "TalewrightError",
    "Url",
    "Variables",
    "World",
    "Worlds",
    "advance",
    "collection",
    "command",
    "function",
    "migration",
    "on",
    "tag_source",
]
