"""What the elements of a project are known by, whatever their tags become: one key for each tag, and back.

A save finds its counts by keys. Few starts ask for one, so they are read when the first is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping


class Keys(Mapping[str, str]):
    """What the element of each tag is known by; read when it is first asked for, since few starts ask."""

    def __init__(self, read: Callable[[], Mapping[str, str]]) -> None:
        self._read = read
        self._found: Mapping[str, str] | None = None
        self._tags: dict[str, str] | None = None

    @property
    def _keys(self) -> Mapping[str, str]:
        if self._found is None:
            self._found = self._read()
        return self._found

    def __getitem__(self, tag: str) -> str:
        return self._keys[tag]

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def tag_of(self, key: str) -> str | None:
        """Give the tag of the element with a key."""
        if self._tags is None:
            self._tags = {key: tag for tag, key in self._keys.items()}
        return self._tags.get(key)
