"""The test kit: stories that are played and checked headless, and the pytest fixture ``story``."""

from talewright.testing.story import Story

__all__ = ["Story"]
