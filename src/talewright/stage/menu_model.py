"""What a menu is to the stage, and what the stage is to a menu.

The stage moves the focus and hands on what the player does; what rows there are, and what Enter does, is the menu's.
The room `menus` has those that there are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from talewright.game import Game, Right
from talewright.stage.backlog import Backlog, LogRow
from talewright.stage.keys import Keys
from talewright.stage.scene import MenuRow, Scene
from talewright.stage.settings import StageSettings


class MenuModel(Protocol):
    """A menu.

    Attributes:
        name: as in `Menu`: "save", "settings", ...
        title: as it is displayed.
        focus: which row has the focus; -1: none. The stage sets it, within the rows.
        typing: whether it takes text.
        typed: what is typed so far.
    """

    name: str
    title: str
    focus: int
    typing: bool
    typed: str

    def rows(self) -> Sequence[MenuRow]:
        """Return the rows as they are now; asked for after every action."""
        ...

    def enter(self) -> None:
        """Do what the row with the focus is for."""
        ...

    def change(self, by: int) -> None:
        """Set the value of the row with the focus one step (-1 or 1) on."""
        ...

    def cancel(self) -> bool:
        """Go a step back inside the menu; False: there is none, and the stage closes it."""
        ...

    def type(self, text: str) -> None:
        """Take typed text; a backspace (``"\\b"``) takes the last letter away."""
        ...

    def key(self, name: str) -> bool:
        """Take a key by its name before it is looked up, as a menu does that waits for one; False: not wanted."""
        ...


class MenuHost(Protocol):
    """What a menu may ask of the stage.

    Attributes:
        game: the game on the stage.
        right: of the player.
        texts: the stage's own texts, in the player's language.
        settings: as they are; `keep` changes them.
        keys: likewise.
        backlog: what was shown so far.
    """

    game: Game
    right: Right
    texts: Mapping[str, str]
    settings: StageSettings
    keys: Keys
    backlog: Backlog

    @property
    def behind(self) -> Scene:
        """What the player sees below all menus."""
        ...

    def open_menu(self, name: str) -> None:
        """Put a menu on top."""
        ...

    def put_menu(self, menu: MenuModel) -> None:
        """Put a menu on top that is made already: a question."""
        ...

    def close_menu(self, *, every: bool = False) -> None:
        """Take the top menu away, or all of them."""
        ...

    def toast(self, text: str, kind: str = "told") -> None:
        """Show a short notice; it goes into the backlog, too."""
        ...

    def keep(self, settings: StageSettings | Keys) -> None:
        """Put changed settings in place of those that are there, and write them to the player's own file."""
        ...

    def save_slot(self, slot: str) -> bool:
        """Save into a slot and say so, or why not; says whether it did."""
        ...

    def load_slot(self, slot: str, *, backup: bool = False) -> bool:
        """Load a slot, or its newest backup that is whole; all menus close. Says whether it did."""
        ...

    def ways_back(self) -> Mapping[int, int]:
        """Return the rows of the backlog that can be gone back to, by number, and how many steps it is."""
        ...

    def back_to(self, row: LogRow) -> bool:
        """Go back to where a row was on show; all menus close. Says whether it did."""
        ...

    def say_again(self, row: LogRow) -> None:
        """Say a row of the backlog again."""
        ...

    def run(self, line: str) -> str:
        """Run a console line with the player's right and return what it says; what is wrong with it, too."""
        ...

    def new_game(self) -> None:
        """Begin anew; all menus close."""
        ...

    def act(self, name: str, *args: object) -> bool:
        """Do an action of the player."""
        ...
