"""The text of a program: its own file, and the modules beside it that it imports."""

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path

_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t(]+([\w, \t]+)|import[ \t]+([\w., \t]+))", re.MULTILINE
)
_MOST = 100  # files


def program_source(path: Path, folder: Path) -> str:
    """The text of the program at `path` and of what it imports from `folder`."""
    found: dict[Path, str] = {}
    waiting = [path]
    while waiting and len(found) < _MOST:
        path = waiting.pop()
        if path in found or not path.is_file():
            continue
        found[path] = path.read_text(encoding="utf-8", errors="replace")
        for name in _imported(found[path]):
            beside = folder.joinpath(*name.split("."))
            waiting += [beside.with_suffix(".py"), beside / "__init__.py"]
    return "\n".join(found.values())


def module_file(name: str, folder: Path) -> Path | None:
    """The file that `python -m name` runs; None where there is none to be found."""
    beside = folder.joinpath(*name.split("."))
    for path in (beside.with_suffix(".py"), beside / "__main__.py"):
        if path.is_file():
            return path
    try:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.submodule_search_locations is not None:
            spec = importlib.util.find_spec(f"{name}.__main__")
    except (ImportError, ValueError):
        return None
    return None if spec is None or spec.origin is None else Path(spec.origin)


def _imported(text: str) -> Iterator[str]:
    """The names of modules in a program's import statements, and of what may be modules."""
    for module, names, modules in _IMPORT.findall(text):
        if module:
            module = module.strip(".")
            yield module
            yield from (f"{module}.{name.split()[0]}".strip(".") for name in names.split(",") if name.strip())
        for name in modules.split(","):
            if name.strip():
                yield name.split()[0]
