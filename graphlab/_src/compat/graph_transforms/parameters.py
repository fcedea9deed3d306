"""What the strings of TransformGraph say: names of transforms, with parameters that may be given more than once."""

import dataclasses
import re
from collections.abc import Iterator
from typing import Any, TypeAlias

from graphlab._src.base.errors import invalid

GraphMessage: TypeAlias = Any  # a GraphDef
NodeMessage: TypeAlias = Any  # a NodeDef

_TOKEN = re.compile(r'\s*(?:([(),=])|"([^"]*)"|([^\s(),="]+))')


@dataclasses.dataclass(frozen=True)
class Transform:
    """One transform to apply: its name, and the values of each of its parameters."""

    name: str
    values: dict[str, list[str]]

    def all(self, key: str) -> list[str]:
        """The values of a parameter, none when it is left out."""
        return self.values.get(key, [])

    def one(self, key: str, default: str = "") -> str:
        """The value of a parameter that may be given once."""
        found = self.all(key)
        if len(found) > 1:
            raise invalid(f"{self.name} expects a single {key} argument, found {len(found)}")
        return found[0] if found else default

    def number(self, key: str, default: int) -> int:
        """The value of a parameter that is an integer."""
        text = self.one(key, str(default))
        try:
            return int(text)
        except ValueError:
            raise invalid(f"Couldn't interpret the {key} argument as a number:{text}") from None

    def flag(self, key: str, default: bool) -> bool:
        """The value of a parameter that is true or false."""
        text = self.one(key, str(default).lower())
        if text not in ("true", "1", "false", "0"):
            raise invalid(f"{key} should be true or false, found {text}")
        return text in ("true", "1")

    def needed(self, keys: list[str], example: str) -> list[str]:
        """The values of parameters of which each has to be given once."""
        if any(len(self.all(key)) != 1 for key in keys):
            names = " and ".join(f"'{key}'" for key in keys)
            raise invalid(f"{self.name} expects exactly one {names} argument, e.g. {self.name}({example})")
        return [self.all(key)[0] for key in keys]


def parse(text: str) -> list[Transform]:
    """The transforms that a text like "strip_unused_nodes(type=float) remove_device" names."""
    found: list[Transform] = []
    tokens = list(_tokens(text))
    i = 0
    while i < len(tokens):
        name, i = _word(tokens, i, "transform name")
        values: dict[str, list[str]] = {}
        if i < len(tokens) and tokens[i] == ("mark", "("):
            i += 1
            while i < len(tokens) and tokens[i] != ("mark", ")"):
                key, i = _word(tokens, i, "parameter name")
                _, i = _mark(tokens, i, "=")
                value, i = _word(tokens, i, "parameter value")
                values.setdefault(key, []).append(value)
                if i < len(tokens) and tokens[i] == ("mark", ","):
                    i += 1
            _, i = _mark(tokens, i, ")")
        found.append(Transform(name, values))
    return found


Token = tuple[str, str]


def _tokens(text: str) -> Iterator[Token]:
    at = 0
    while match := _TOKEN.match(text, at):
        at = match.end()
        mark, quoted, word = match.groups()
        yield ("mark", mark) if mark else ("word", word or quoted)
    if text[at:].strip():
        raise invalid(f'Looking for a closing ", but found {text[at:]}')


def _word(tokens: list[Token], i: int, what: str) -> tuple[str, int]:
    if i == len(tokens) or tokens[i][0] != "word":
        raise invalid(f"Looking for {what}, but found {_rest(tokens, i)}")
    return tokens[i][1], i + 1


def _mark(tokens: list[Token], i: int, mark: str) -> tuple[str, int]:
    if i == len(tokens) or tokens[i] != ("mark", mark):
        raise invalid(f"Looking for {mark}, but found {_rest(tokens, i)}")
    return mark, i + 1


def _rest(tokens: list[Token], i: int) -> str:
    return tokens[i][1] if i < len(tokens) else "the end"
