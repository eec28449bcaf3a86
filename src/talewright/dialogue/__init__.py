"""Reads dialogues written as Yarn text and plays them, one step at a time."""
