"""Where a public name is used: the pages and notebooks with code that uses it, and short examples."""

import ast
import builtins
import inspect
import math
import os
import re
import textwrap
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import nbformat

from docs.site import calls
from docs.site.names import Name, names

_TESTS = Path(__file__).parents[2] / "tests"
_USE = re.compile(r"\b(?:tf|gl|graphlab)((?:\.\w+)+)")
_FENCE = re.compile(r"^(`{3,})(?:python|\{code-cell\}[^\n]*)\n(.*?)^\1", re.MULTILINE | re.DOTALL)
_INDENTED = re.compile(r"(?:^ {4}.*\n?)+", re.MULTILINE)
_MOST = 3  # pages
_ENOUGH = 0.75  # of nearness
_WIDE = 72  # signs of a line with its result
_SHORT = 16  # lines of a test
# What a reader knows without the rest of the test's file.
_KNOWN = frozenset(dir(builtins)) | {"tf", "gl", "np", "math", "pytest"}
_FIXTURES = {"sess", "session", "graph", "tmp_path"}


class Examples:
    """The uses and examples of all public names."""

    def __init__(self, places: dict[Path, str]) -> None:
        self._of_value: dict[str, list[Name]] = defaultdict(list)
        for name in names().values():
            self._of_value[name.described].append(name)
        self._uses: dict[str, dict[str, str]] = defaultdict(dict)
        for file, page in places.items():
            title, code = read(file)
            for use in set(_USE.findall(code)):
                name = _longest(use)
                if name:
                    self._uses[name][page] = title
        self._calls = calls.read()
        self._tests = _tests()
        self._shown = [name for name in names().values() if name.described == name.text and self.has_own(name)]
        self._common = Counter(word for name in self._shown for word in _words(name))
        self._sharing: dict[str, list[Name]] = defaultdict(list)  # a word, or a module, of these names
        for name in self._shown:
            for key in (*_words(name), name.module):
                self._sharing[key].append(name)

    def aliases(self, name: Name) -> list[Name]:
        """The other names of what `name` describes."""
        return [other for other in self._of_value[name.text] if other.text != name.text]

    def has_own(self, name: Name) -> bool:
        """Whether there is an example of this very thing, or a page that uses it."""
        return any(name.text in found for found in (self._uses, self._calls, self._tests)) or "\n    " in (
            inspect.getdoc(name.value) or "" if callable(name.value) else ""
        )

    def markdown(self, name: Name) -> str:
        """An example of what `name` describes, the pages that use it, or the nearest name that has one."""
        parts = []
        pages = sorted(self._uses.get(name.text, {}).items(), key=_order)[:_MOST]
        if name.text in self._calls:
            code, result = self._calls[name.text]
            gap = "  " if len(code.rpartition("\n")[2]) + len(result) < _WIDE else "\n"
            shown = "" if result == "None" else f"{gap}# {result}"
            parts.append(f"```python\n{code}{shown}\n```")
        elif name.text in self._tests and not pages:
            parts.append(f"```python\n{self._tests[name.text]}\n```")
        if pages:
            parts.append("Used in " + ", ".join(f"[{title}](../{page})" for page, title in pages) + ".")
        if not parts and callable(name.value) and not self.has_own(name):
            parts.append(self._nearest(name))
        return "\n\n".join(parts)

    def _nearest(self, name: Name) -> str:
        """The name with which `name` has most in common; where that is little, one of the same module, and it says so."""
        near = {
            other.text: self._nearness(name, other)
            for word in (*_words(name), *_mentioned(name), *_bases(name.value))
            for other in self._sharing.get(word, [])
        }
        best = max(near, key=lambda text: near[text], default="")
        if best and near[best] >= _ENOUGH:
            return f"The nearest example is that of {{py:obj}}`{best}`."
        module = name.module
        while module not in self._sharing and "." in module:
            module = module.rpartition(".")[0]
        other = max(self._sharing[module], key=lambda other: self._nearness(name, other))
        return f"No example is near; one of `{module}` is that of {{py:obj}}`{other.text}`."

    def _nearness(self, name: Name, other: Name) -> float:
        """What two names have in common: what one says of the other, a base class, rare words, the module."""
        near = 1.0 if other.text.rpartition(".")[2].lower() in _mentioned(name) else 0.0
        if inspect.isclass(name.value) and inspect.isclass(other.value):
            related = issubclass(name.value, other.value) or issubclass(other.value, name.value)
            near += 0.8 if related else 0.5 if _bases(name.value) & _bases(other.value) else 0
        else:
            near -= 0.2 * (inspect.isclass(name.value) != inspect.isclass(other.value))
        mine, theirs = _words(name), _words(other)
        total = sum(map(self._weight, mine)) + sum(map(self._weight, theirs))
        near += 2 * sum(map(self._weight, mine & theirs)) / total if total else 0
        one, two = name.module.split("."), other.module.split(".")
        return near + 0.4 * len(os.path.commonprefix([one, two])) / max(len(one), len(two))

    def _weight(self, word: str) -> float:
        """How much a word says: less, the more names have it."""
        return 1 / (1 + math.log(1 + self._common[word]))


@cache
def _bases(value: Any) -> frozenset[str]:
    """The names of the classes of graphlab that a class is or derives from, in small letters."""
    classes = (
        [cls for cls in value.__mro__ if str(cls.__module__).startswith("graphlab")] if inspect.isclass(value) else []
    )
    return frozenset(cls.__name__.lower() for cls in classes if not cls.__name__.startswith("_"))


@cache
def _words(name: Name) -> frozenset[str]:
    """The words of a name's last part, and that itself: {"gru", "cell", "grucell"}."""
    last = name.text.rpartition(".")[2]
    found = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\dd", last)
    return frozenset(word.lower() for word in [*found, last] if len(word) > 1)


@cache
def _mentioned(name: Name) -> frozenset[str]:
    """The names that a docstring mentions, in small letters: what no word of prose looks like."""
    doc = inspect.getdoc(name.value) or ""
    return frozenset(word.lower() for word in re.findall(r"\w+", doc) if "_" in word or word[1:] != word[1:].lower())


def _tests() -> dict[str, str]:
    """{name: the body of the shortest test that uses it and can be read by itself}."""
    found: dict[str, str] = {}
    for file in sorted(_TESTS.rglob("test_*.py")):
        source = file.read_text(encoding="utf-8")
        lines = source.splitlines()
        for one in ast.parse(source).body:
            if not isinstance(one, ast.FunctionDef) or not one.name.startswith("test_") or one.end_lineno is None:
                continue
            body = [
                part for part in one.body if not (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant))
            ]
            if not body or one.end_lineno - body[0].lineno >= _SHORT or _free(one) - _KNOWN:
                continue
            text = textwrap.dedent("\n".join(lines[body[0].lineno - 1 : one.end_lineno]))
            for use in {name for use in _USE.findall(text) if (name := _longest(use))}:
                if use not in found or len(text) < len(found[use]):
                    found[use] = text
    return found


def _free(function: ast.FunctionDef) -> set[str]:
    """The names that a function reads and does not define, and its arguments other than the best known fixtures."""
    nodes = list(ast.walk(function))
    bound = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    bound |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    bound |= {node.name for node in nodes if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    bound |= {node.name for node in nodes if isinstance(node, ast.ExceptHandler) and node.name}
    read = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    return (read - bound) | ({argument.arg for argument in function.args.args} - _FIXTURES)


def _order(item: tuple[str, str]) -> tuple[bool, str]:
    """The start and lessons come before lists of changes."""
    page = item[0]
    return page in ("changelog.md", "performance.md", "architecture.md", "differences.md"), page


def read(file: Path) -> tuple[str, str]:
    """(title, code) of a page or notebook."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".ipynb":
        cells = nbformat.reads(text, as_version=4).cells
        prose = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
        code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
    else:
        prose = text
        code = "\n".join([block[1] for block in _FENCE.findall(text)] + _INDENTED.findall(text))
    title = re.search(r"^# (.+)$", prose, re.MULTILINE)
    return (title[1].strip() if title else file.stem), code


def _longest(use: str) -> str:
    """The name under which the thing is described that a dotted use begins with; "" for none: `.Session.run` is tf.Session."""
    parts = use.split(".")
    while len(parts) > 1:
        name = names().get("tf" + ".".join(parts))
        if name:
            return name.described
        parts.pop()
    return ""
