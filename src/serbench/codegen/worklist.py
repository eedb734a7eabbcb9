"""Parts of generated code that are asked for while other parts are written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

Key = TypeVar("Key")
Name = TypeVar("Name")


class Worklist(Generic[Key, Name]):
    """`name` is called once for each part, when it is first asked for."""

    def __init__(self, name: Callable[[Key], Name]) -> None:
        self._name = name
        self._names: dict[Key, Name] = {}

    def __getitem__(self, key: Key) -> Name:
        if key not in self._names:
            self._names[key] = self._name(key)
        return self._names[key]

    def __len__(self) -> int:
        return len(self._names)

    def __iter__(self) -> Iterator[tuple[Key, Name]]:
        """Each part once, in the order of asking: also those that are asked for meanwhile."""
        done = 0
        while done < len(self._names):
            yield list(self._names.items())[done]
            done += 1


class Numbered(Worklist[Key, int]):
    """Parts that are told apart by numbers, from 0."""

    def __init__(self) -> None:
        super().__init__(lambda _: len(self))
