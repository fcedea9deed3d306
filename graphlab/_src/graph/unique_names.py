"""The names of a graph's operations: unique in it, and under the name scope that is open."""

# Values of programs have any type, which checks here narrow: to lists of unknown items, and to types that TensorFlow refuses.
# pyright: reportUnnecessaryIsInstance=false

import contextlib
import re
from collections.abc import Generator
from typing import Any

from graphlab._src.base.errors import explain
from graphlab._src.graph.operation import VALID_OP_NAME
from graphlab._src.graph.scope_stacks import Stacks

VALID_SCOPE_NAME = re.compile(r"^[A-Za-z0-9_.\-/]*\Z")


class Naming:
    """The methods of Graph for names and name scopes."""

    stacks: Stacks
    lock: Any
    names_in_use: dict[str, int]

    @property
    def _name_stack(self) -> str:
        return self.stacks.name_stack

    @_name_stack.setter
    def _name_stack(self, value: str) -> None:
        self.stacks.name_stack = value

    def unique_name(self, name: str, mark_as_used: bool = True) -> str:
        """name under the current scope, with _1, _2 … at its end if it is taken; names that differ only in case count as equal."""
        stack = self.stacks.name_stack
        if stack:
            name = f"{stack}/{name}"
        key = name.lower()
        with self.lock:
            in_use = self.names_in_use
            i = in_use.get(key, 0)
            if mark_as_used:
                in_use[key] = i + 1
            if i > 0:
                base = key
                while key in in_use:
                    key = f"{base}_{i}"
                    i += 1
                if mark_as_used:
                    in_use[key] = 1
                name = f"{name}_{i - 1}"
        return name

    @contextlib.contextmanager
    def name_scope(self, name: str | bytes | None) -> Generator[str]:
        """Names made inside begin with `name/`; yields that prefix.

        name: made unique, unless it ends in "/" (then it is re-entered); None or "" goes back to the top.
        """
        if name:
            if isinstance(name, bytes):
                name = name.decode()
            if not isinstance(name, str):
                raise TypeError(f"Expected a scope name, got {name!r} of type '{type(name).__name__}'")
            valid = VALID_SCOPE_NAME if self._name_stack else VALID_OP_NAME
            if not valid.match(name):
                raise ValueError(
                    explain(f"'{name}' is not a valid scope name", fix="use letters, digits, and . _ - / only")
                )
        old = self._name_stack
        if not name:
            new = ""
        elif name[-1] == "/":
            new = name[:-1]
        else:
            new = self.unique_name(name)
        self._name_stack = new
        try:
            yield f"{new}/" if name else ""
        finally:
            self._name_stack = old

    def get_name_scope(self) -> str:
        """The current name scope, without a "/" at its end."""
        return self._name_stack

    def name_in_use(self, name: str) -> bool:
        """True when an operation or scope of that name was made."""
        return name.lower() in self.names_in_use
