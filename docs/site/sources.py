"""Collects what the site is made of, in build/docs_source: pages, notebooks, and pages that are generated."""

import os
import re
import shutil
from pathlib import Path

import nbformat

from docs.site import api, errors

REPOSITORY = Path(__file__).parents[2]
DOCS = REPOSITORY / "docs"
EXAMPLES = REPOSITORY / "examples"

# Files from elsewhere in the repository that are pages of the site.
ELSEWHERE = {
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
    "examples/cpp/README.md": "cpp.md",
}
_LINK = re.compile(r"(?<!!)\[([^\[\]]*)\]\((?!\w+:|#)([^()\s#]+)(#[^()\s]*)?\)")
_ADDRESS = re.compile(r"\.(md|ipynb)$")


def pages() -> dict[Path, str]:
    """{file in the repository: its place in the site} of every page and notebook that a person wrote."""
    found = {REPOSITORY / name: page for name, page in ELSEWHERE.items()}
    for file in sorted(DOCS.rglob("*.md")):
        if DOCS / "site" not in file.parents:
            found[file] = str(file.relative_to(DOCS))
    for file in sorted(EXAMPLES.rglob("*.ipynb")):
        if ".ipynb_checkpoints" not in file.parts:
            inside = file.relative_to(EXAMPLES)
            found[file] = str(inside if inside.parts[0] == "course" else Path("examples") / inside)
    return found


def collect(folder: Path) -> None:
    """Writes the sources of the site to `folder`; files that are the same stay as they are, so that Sphinx reads less."""
    wanted: dict[str, bytes] = {}
    places = pages()
    for file, page in places.items():
        text = file.read_text(encoding="utf-8")
        if file.suffix == ".ipynb":
            notebook = nbformat.reads(text, as_version=4)
            for cell in notebook.cells:
                if cell.cell_type == "markdown":
                    cell.source = with_links(file, cell.source, places)
            text = nbformat.writes(notebook)
        else:
            text = with_links(file, text, places)
        wanted[page] = text.encode()
    for file in EXAMPLES.glob("course/**/*"):  # what the notebooks read
        if file.is_file() and file.suffix != ".ipynb" and not {"__pycache__", ".ipynb_checkpoints"} & set(file.parts):
            wanted[str(file.relative_to(EXAMPLES))] = file.read_bytes()
    wanted |= {name: text.encode() for name, text in generated(places).items()}
    for old in [path for path in folder.rglob("*") if path.is_file()]:
        if str(old.relative_to(folder)) not in wanted:
            old.unlink()
    for old in sorted((path for path in folder.rglob("*") if path.is_dir()), reverse=True):
        if not any(old.iterdir()):  # notebooks wrote it
            old.rmdir()
    for name, content in wanted.items():
        target = folder / name
        if not target.exists() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)


def generated(places: dict[Path, str]) -> dict[str, str]:
    """{place in the site: text} of the pages that nobody wrote."""
    return {**api.pages(places), "errors.md": errors.page(), **_indexes(places)}


def _indexes(places: dict[Path, str]) -> dict[str, str]:
    """The lists of notebooks."""
    course = [page for page in places.values() if page.startswith("course/")]
    lists = {
        "examples/index.md": _index("Examples", _EXAMPLES, [p for p in places.values() if p.startswith("examples/")])
    }
    lists["course/index.md"] = _index("The course", _COURSE if course else _NO_COURSE, course)
    return lists


_EXAMPLES = """Three notebooks to start with. `make lab`, or `graphlab lab`, opens the first one in JupyterLab; what you see here are their
outputs, and the diagrams in them are live."""
_COURSE = """Notebooks of 15 to 30 minutes each, with exercises that check themselves. Here they are as they look when all cells have run;
open them in JupyterLab to do them."""
_NO_COURSE = "There are no notebooks of it here yet: the [examples](../examples/index.md) are where to begin."


def _index(title: str, about: str, found: list[str]) -> str:
    names = "\n".join(Path(page).stem for page in found)
    return f"# {title}\n\n{about}\n\n```{{toctree}}\n:maxdepth: 1\n\n{names}\n```\n"


def with_links(file: Path, text: str, places: dict[Path, str]) -> str:
    """The text of a page with its links to files of the repository led to their pages; what has none is named only."""
    page = Path(places[file])

    def replaced(link: re.Match[str]) -> str:
        target = (file.parent / link[2]).resolve()
        if target in places:
            return f"[{link[1]}]({os.path.relpath(places[target], page.parent)}{link[3] or ''})"
        if not target.exists():  # generated: leave it to Sphinx to find it
            return link[0]
        return f"`{target.relative_to(REPOSITORY)}`"

    return _LINK.sub(replaced, text)


def remove(folder: Path, but: str = "") -> None:
    """Removes what is in a folder, apart from one name."""
    for entry in folder.glob("*"):
        if entry.name != but:
            shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
