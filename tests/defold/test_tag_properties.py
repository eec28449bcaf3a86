"""Properties of a Defold file that a script declares as tags (faults §3 A2)."""

from __future__ import annotations

from pathlib import Path

import pytest

from talewright.defold import load_collection
from talewright.messaging import Script, Worlds
from talewright.tags import Tag, TagContainer, TagRegistry

RAT = (
    'name: "main"\nembedded_instances {\n  id: "rat"\n  data: "components {\\n  id: \\"script\\"\\n'
    '  component: \\"/rat.script\\"\\n'
    '  properties {\\n id: \\"mood\\"\\n value: \\"TAG\\"\\n type: PROPERTY_TYPE_HASH\\n }\\n'
    '  properties {\\n id: \\"about\\"\\n value: \\"TAG\\"\\n type: PROPERTY_TYPE_HASH\\n }\\n}\\n"\n}\n'
)


class Rat(Script):
    """A script with tags."""

    mood: Tag | None = None
    about: TagContainer = TagContainer()


@pytest.mark.parametrize("text", ["A.B", "Old", "a.b"])
def test_a_hash_property_becomes_a_tag(tmp_path: Path, text: str) -> None:
    tags = TagRegistry()
    tags.register("A.B")
    tags.redirect("Old", "A.B")
    tags.close()
    (tmp_path / "game.project").write_text("[bootstrap]\nmain_collection = /main.collectionc\n")
    (tmp_path / "main.collection").write_text(RAT.replace("TAG", text))
    world = Worlds(references=tags.references()).create("main")
    load_collection(world, "/main.collection", root=tmp_path, scripts={"/rat.script": Rat})
    rat = world.component("/rat#script", Rat)
    assert rat.mood == tags.tag("A.B")
    assert list(rat.about) == [tags.tag("A.B")]
