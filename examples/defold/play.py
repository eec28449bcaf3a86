"""A Defold project whose scripts are Python: the files are Defold's, the classes below stand for its Lua.

    python play.py
"""

import sys
from pathlib import Path

from talewright import GuiScript, Message, Script, Url, on
from talewright.defold import RunningProject, load_project, script


@script("/main/hero.script")
class Hero(Script):
    target: Url | None = None               # set by the collection, relative to the hero
    score: int = 0

    def init(self) -> None:
        self.post(".", "acquire_input_focus")

    def on_input(self, action_id: str | None, action: Message) -> bool:
        if action_id == "punch" and action["pressed"] and self.target is not None:
            self.post("#sprite", "play_animation", id="punch")
            self.post(self.target, "hit", power=100)
        return True

    @on("defeated")
    def won(self, message: Message, sender: Url) -> None:
        self.score += message["score"]
        self.post("hud#gui", "show", score=self.score)


@script("/main/rat.script")
class Rat(Script):
    health: int = 50                        # the big one has 150, says main.collection

    @on("hit")
    def hit(self, message: Message, sender: Url) -> None:
        self.health -= message["power"]
        print(f"{self.owner.id} is hit: {self.health}")
        if self.health <= 0:
            self.post(sender, "defeated", score=10)
            self.delete()


@script("/main/hud.gui_script")
class Hud(GuiScript):
    text: str = ""

    @on("show")
    def show(self, message: Message, sender: Url) -> None:
        self.text = f"Score: {message['score']}"
        print(self.text)


def start() -> RunningProject:
    return load_project(Path(__file__).parent, scripts=sys.modules[__name__])


def main() -> None:
    running = start()
    for finding in running.report:
        print(finding)
    for _ in range(2):
        running.press("KEY_SPACE")
        running.step()
        running.release("KEY_SPACE")
        running.step()
    print(*(f"{thing.id} at {thing.world_position}" for thing in running.world), sep="\n")


if __name__ == "__main__":
    main()
