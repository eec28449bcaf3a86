"""Public attributes whose value is kept by what runs behind them."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class Kept(Generic[T]):
    """An attribute that stands for one of another object.

    Args:
        holder: the way to that object from the one that has the attribute, "_lives.shared".
        name: its name there; left out, the same.

    >>> class Engine:
    ...     speed = 3
    >>> class Car:
    ...     speed: Kept[int] = Kept("engine")
    ...     engine = Engine()
    >>> car = Car()
    >>> car.speed = 5
    >>> car.speed, car.engine.speed
    (5, 5)
    """

    def __init__(self, holder: str, name: str = "") -> None:
        self._holder = attrgetter(holder)
        self._name = name

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = self._name or name

    @overload
    def __get__(self, instance: None, owner: type) -> Kept[T]: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: Any, owner: type) -> T | Kept[T]:
        if instance is None:
            return self
        found: T = getattr(self._holder(instance), self._name)
        return found

    def __set__(self, instance: Any, value: T) -> None:
        setattr(self._holder(instance), self._name, value)
