"""The commands about files: `graphlab inspect`, `graphlab view`, `graphlab import`, `graphlab diff`."""

import os
import sys
import tempfile
import webbrowser
from pathlib import Path

import numpy as np

from graphlab._src.base.errors import OpError, printable
from graphlab._src.base.garbage import none_collected
from graphlab._src.base.lazy_imports import on_first_call
from graphlab._src.cli import file_contents, graph_page, report
from graphlab._src.cli.feed_values import feed_values
from graphlab._src.cli.file_contents import UnreadableError
from graphlab._src.viz.outline import count

# These need JAX, or what runs graphs; to inspect or draw a file needs neither, and begins in a third of the time.
_run_graph = on_first_call("graphlab._src.cli.graph_import:run")
_diff_graphs = on_first_call("graphlab._src.viz.diff:diff")


def add_parsers(commands):
    """Adds their options to the command line."""
    parser = commands.add_parser("inspect", help="print what a graph, checkpoint, SavedModel or event file holds")
    parser.add_argument("file", metavar="FILE", help=_FILES)
    parser = commands.add_parser("view", help="open such a file as a page that draws its graph")
    parser.add_argument("file", metavar="FILE", help=_FILES)
    parser.add_argument("--output", metavar="PAGE", help="write the page there, and open nothing")
    parser.add_argument(
        "--shapes", action="store_true", help="infer shapes that the file does not state of large graphs, too"
    )
    parser = commands.add_parser("import", help="run the graph of such a file", description=_IMPORT)
    parser.add_argument("file", metavar="FILE", help=_FILES)
    parser.add_argument("--feed", action="append", default=[], metavar="NAME=VALUE", help="VALUE: FILE.npy, or JSON")
    parser.add_argument("--feeds", metavar="FILE.npz", help="arrays by name")
    parser.add_argument("--fetch", action="append", default=[], metavar="NAME", help="default: the outputs")
    parser.add_argument("--output", metavar="FILE.npz", help="write what comes out there")
    parser = commands.add_parser("diff", help="say what is different between the graphs of two such files")
    parser.add_argument("file", metavar="BEFORE", help=_FILES)
    parser.add_argument("after", metavar="AFTER", help="another one")
    parser.add_argument("--output", metavar="PAGE", help="write a page that draws both there, and open nothing")
    parser.add_argument("--text", action="store_true", help="make no page")


_FILES = (
    "a GraphDef or MetaGraphDef (binary or text), HLO or StableHLO text, an event file, a checkpoint, "
    "or a folder with one or a SavedModel"
)
_IMPORT = "Runs the graph of FILE, with the variables that are saved beside it, and prints what its outputs are."


def execute(options):
    """Runs the command; returns its exit status. UnreadableError, OpErrors and OSErrors say what is wrong with the file."""
    try:
        with none_collected():  # what a file holds stays until the process ends
            return _execute(options)
    except (UnreadableError, OpError, OSError):
        raise
    except (MemoryError, RecursionError) as error:
        what = "memory" if isinstance(error, MemoryError) else "calls inside each other"
        raise UnreadableError(f"{options.file} holds a graph that needs more {what} than there is.") from error
    except Exception as error:  # whatever a file holds: who typed the command reads a sentence
        raise UnreadableError(f"{options.file}: {error or type(error).__name__}") from error
    finally:
        _progress("")


def _execute(options):
    if options.command == "diff":
        _diff(options)
        return 0
    _progress(f"Reading {options.file} …")
    contents = file_contents.read(options.file)
    _progress("" if contents.graph is None else f"Reading {count(contents.operation_count, 'operation')} …")
    if options.command == "inspect":
        text = report.text(contents)
        _progress("")
        print(printable(text))
        return 1 if contents.kind == "checkpoint" and contents.broken else 0
    if options.command == "view":
        _view(contents, options.output, options.shapes or None)
    else:
        _progress("")
        _import(contents, options)
    return 0


def _progress(text):
    """Shows a line about what goes on in the terminal, in place of the one before."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{printable(text)}")
        sys.stderr.flush()


def _view(contents, output, infers):
    text = graph_page.page(contents, infers)
    _open(output, contents.path, lambda path: path.write_text(text, encoding="utf-8"))


def _diff(options):
    found = _diff_graphs(file_contents.read_graph(options.file), file_contents.read_graph(options.after))
    print(printable(repr(found)))
    if not options.text:
        _open(options.output, options.after, found.save_html)


def _open(output, name, write):
    """Writes a page where the reader wants it, else into a folder of its own, and opens it there."""
    _progress("")
    folder = None if output else tempfile.mkdtemp(prefix="graphlab-")
    path = Path(output) if output else Path(folder or ".", f"{os.path.basename(name.rstrip('/'))}.html")
    write(path)
    print(printable(str(path)))
    if not output:
        webbrowser.open(path.resolve().as_uri())


def _import(contents, options):
    feeds = feed_values(options.feed, options.feeds)
    found = _run_graph(contents, feeds, options.fetch)
    found = {name: np.asarray(value, object if isinstance(value, bytes) else None) for name, value in found.items()}
    for name, array in found.items():
        text = np.array2string(array, threshold=100, precision=6)
        print(
            printable(f"{name}: {'string' if array.dtype.hasobject else array.dtype.name} {list(array.shape)}\n{text}")
        )
    if options.output:
        stored = {name: _storable(name, array) for name, array in found.items()}
        with open(options.output, "wb") as file:
            np.savez(file, allow_pickle=False, **stored)


def _storable(name, array):
    """The array as a file can hold it: strings have one length there, with zeros behind those that are shorter."""
    if not array.dtype.hasobject:
        return array
    texts = array.reshape(-1).tolist()
    if not all(isinstance(text, bytes) and not text.endswith(b"\0") for text in texts):
        raise UnreadableError(f"{name} can't be written: its strings end with zero bytes, or it has other values.")
    return np.asarray(texts, bytes).reshape(array.shape)
