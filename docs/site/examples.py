"""Where a public name is used: the pages and notebooks with code that uses it, and short examples."""

import re
from collections import defaultdict
from pathlib import Path

import nbformat

from docs.site.names import Name, names

_USE = re.compile(r"\b(?:tf|gl|graphlab)((?:\.\w+)+)")
_FENCE = re.compile(r"^(`{3,})(?:python|\{code-cell\}[^\n]*)\n(.*?)^\1", re.MULTILINE | re.DOTALL)
_INDENTED = re.compile(r"(?:^ {4}.*\n?)+", re.MULTILINE)
_MOST = 3


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
                    self._uses[names()[name].described][page] = title

    def aliases(self, name: Name) -> list[Name]:
        """The other names of what `name` describes."""
        return [other for other in self._of_value[name.text] if other.text != name.text]

    def markdown(self, name: Name) -> str:
        """The line that leads to uses of a name; "" where there are none."""
        pages = sorted(self._uses.get(name.text, {}).items(), key=_order)[:_MOST]
        if not pages:
            return ""
        return "Used in " + ", ".join(f"[{title}](../{page})" for page, title in pages) + "."


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
    """The public name that a dotted use begins with: "tf.Session" for `tf.Session.run`; "" for none."""
    parts = use.split(".")
    while len(parts) > 1:
        if "tf" + ".".join(parts) in names():
            return "tf" + ".".join(parts)
        parts.pop()
    return ""
