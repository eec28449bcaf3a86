import asyncio
from talewright import Game, Project, Store

class Table:
    """One player of a chat bot: no loop, no thread; a project is read once for all of them."""
    def __init__(self, project: Project, saves: Store, user: int) -> None:
        self.game, self.slot = Game(project, saves=saves), f"user{user}"
        if self.slot in saves.slots():
            self.game.load(self.slot)
        else:
            self.game.start()

    async def answer(self, number: int) -> str:
        if talk := self.game.conversation:
            talk.choose(number) if talk.options else talk.advance()
        self.game.step()                            # deliver what was posted; no time passes
        document = self.game.snapshot()             # immutable text, so a thread may write it
        await asyncio.to_thread(self.game.saves.write, self.slot, document)
        now = self.game.conversation
        return "\n".join([now.line.text if now.line else "", *(o.text for o in now.options)]) if now else "..."
