from talewright import Game, Message, Script, Url, on

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

game = Game()
hero = Hero()
game.world.spawn("hero", controller=hero)
game.world.spawn("enemy", controller=Enemy())
game.step(1 / 60)
game.world.post("/enemy#controller", "punch", power=50)
game.step(1 / 60)
assert game.world.component("/enemy#controller", Enemy).health == 50
