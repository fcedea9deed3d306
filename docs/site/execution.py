"""Executes the notebooks of the site, some at a time, into the cache from which MyST-NB reads their outputs."""

import functools
import hashlib
import os
import sys
from importlib import metadata
from pathlib import Path

from jupyter_cache import get_cache
from jupyter_cache.base import JupyterCacheAbstract
from jupyter_cache.executors import load_executor
from myst_nb.core.read import is_myst_markdown_notebook
from myst_nb.core.render import strip_ansi
from nbformat import NotebookNode

from docs.site.sources import REPOSITORY, remove

STATE = REPOSITORY / "build" / "docs_state"

# One notebook. A machine that does other things too is slow.
TIMEOUT = 300  # seconds


@functools.cache  # it reads all of graphlab
def cache_folder(state: Path = STATE) -> Path:
    """The folder of the outputs that this state of graphlab and of what it runs on makes."""
    digest = hashlib.sha256(f"{sys.version} {metadata.version('jax')} {metadata.version('numpy')}".encode())
    for file in sorted((REPOSITORY / "graphlab").rglob("*.py")):
        digest.update(file.read_bytes())
    return state / "executed" / digest.hexdigest()[:16]


def executed(notebook: NotebookNode) -> NotebookNode | None:
    """A notebook with the outputs that it has in the site; None where these have not been made, or not by this graphlab."""
    if not cache_folder().exists():
        return None
    try:
        return get_cache(cache_folder()).merge_match_into_notebook(notebook)[1]
    except KeyError:
        return None


def notebooks(source: Path) -> list[tuple[Path, str]]:
    """(file, the name of the reader that jupyter-cache has for it) of each page with cells."""
    found = [(file, "nbformat") for file in sorted(source.rglob("*.ipynb"))]
    for file in sorted(source.rglob("*.md")):
        if is_myst_markdown_notebook(file.read_text(encoding="utf-8")):
            found.append((file, "myst_nb_md"))
    return found


def execute(source: Path, folder: Path) -> bool:
    """Executes what the cache does not hold yet; False, with a report, when a cell fails."""
    folder.mkdir(parents=True, exist_ok=True)
    remove(folder.parent, but=folder.name)
    cache = get_cache(folder)
    for file, reader in notebooks(source):
        cache.add_nb_to_project(str(file), read_data={"name": reader, "type": "plugin"})
    waiting = cache.list_unexecuted()
    if not waiting:
        return True
    print(f"Executing {len(waiting)} pages", flush=True)
    os.environ["GRAPHLAB_PROGRESS"] = "0"  # a page would show each state of a status line
    # The processes beside each other are the notebooks' kernels; XLA needs no more of them.
    result = load_executor("local-parallel", cache).run_and_cache(timeout=TIMEOUT)
    failed = [*result.excepted, *result.errored]
    for uri in failed:
        print(f"{os.path.relpath(uri, source)} failed:\n{_traceback(cache, uri)}", file=sys.stderr)
    return not failed


def _traceback(cache: JupyterCacheAbstract, uri: str) -> str:
    return strip_ansi(str(cache.get_project_record(uri).traceback))
