"""Two players at one keyboard: the chat bot without a chat. Uses the project in ../smith."""

import asyncio
from pathlib import Path

from bot import Table
from talewright import FolderStore, Project


async def main() -> None:
    project = Project.open(Path(__file__).parent.parent / "smith")
    saves = FolderStore(Path(__file__).parent / "Saved")
    tables = [Table(project, saves, user) for user in (1, 2)]
    for user, table in enumerate(tables, 1):
        if table.game.conversation is None:
            table.game.world.post("/smith", "interact")
            table.game.step()
        print(f"-- player {user}")
        while (talk := table.game.conversation) is not None:
            print(talk.line.text if talk.line else "", *(o.text for o in talk.options), sep="\n  ")
            try:
                answer = input("number of the answer, from 0 (Enter goes on): ")
            except EOFError:
                return
            await table.answer(int(answer) if answer.isdigit() else 0)


if __name__ == "__main__":
    asyncio.run(main())
