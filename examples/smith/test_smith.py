"""The fixture `story` comes with the package: the project in this folder, seed 0, saves in memory."""
from talewright.testing import Story

def test_the_smith_sells_one_sword(story: Story) -> None:
    story.play("/smith#talk")
    story.expect("Smith: What do you need?")
    assert story.options == ["A sword.", "Your face is soot."]
    story.choose("A sword.")
    story.save_and_load()                           # a fresh game from the text of a save, same place
    story.expect("Smith: That is the last one.")
    assert len(story.game.characters["ann"].inventory) == 1
    assert story.game.variables.gpvar("Smith.Choice_need.Reply_sword").selected == 1

def test_he_remembers(story: Story) -> None:
    story.play("/smith#talk")
    story.choose("Your face is soot.")
    story.expect("Smith: Out!")
    assert story.posted("insulted") == [{}]
    story.play("/smith#talk")
    story.expect("Smith: You again.")
