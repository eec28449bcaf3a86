"""The smallest program of the design, with worlds alone: no game, no project."""

from __future__ import annotations

from talewright.messaging import Message, Script, Url, Worlds, on


class Enemy(Script):
    health: int = 200

    @on("punch")
    def punched(self, message: Message, sender: Url) -> None:
        self.health -= message.get("power", 100)
        if self.health <= 0:
            self.post(sender, "defeated", score=100)
            self.delete()


class Hero(Script):
    score: int = 0

    def init(self) -> None:
        self.post("enemy#controller", "punch")

    @on("defeated")
    def won(self, message: Message, sender: Url) -> None:
        self.score += message["score"]


def test_the_smallest_program() -> None:
    worlds = Worlds()
    world = worlds.create("main")
    hero = Hero()
    world.spawn("hero", controller=hero)
    world.spawn("enemy", controller=Enemy())
    worlds.step(1 / 60)
    world.post("/enemy#controller", "punch", power=50)
    worlds.step(1 / 60)
    assert world.component("/enemy#controller", Enemy).health == 50
    hero.post("enemy", "punch", power=50)
    worlds.step(1 / 60)
    assert hero.score == 100
    assert "/enemy" not in world
    assert worlds.faults == []
