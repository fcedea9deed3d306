"""The `graphlab` command: `lab` opens JupyterLab, `run` runs a program that was written for TensorFlow 1, and
`inspect`, `view`, `import` and `diff` open TensorFlow's files, `cluster` reports on a cluster, and `teach` makes assignments of
exercises.
"""

import argparse
import importlib
import importlib.util
import os
import shutil
import sys
from pathlib import Path
from urllib.parse import quote

from graphlab._src.base.errors import OpError, printable
from graphlab._src.base.lazy_imports import on_first_call
from graphlab._src.base.package import EXAMPLES, FIRST_EXAMPLE
from graphlab._src.base.version import RELEASE
from graphlab._src.cli import cluster_run, cluster_status, commands, teaching
from graphlab._src.cli.cluster_run import run_cluster
from graphlab._src.cli.file_contents import UnreadableError
from graphlab._src.cli.teaching import TeachingError
from graphlab._src.cluster.lifeline import end_with_caller
from graphlab._src.compat import notebooks
from graphlab._src.compat.no_program import NoProgramError

# What a program needs is imported when one is run: the other commands begin sooner.
_make_tensorflow = on_first_call("graphlab._src.compat.script:make_tensorflow")
_run_module = on_first_call("graphlab._src.compat.script:run_module")
_run_script = on_first_call("graphlab._src.compat.script:run_script")


def main(argv: list[str] | None = None) -> int:
    """Runs the command line `argv` and returns its exit status."""
    parser = _parser()
    options, for_jupyter = parser.parse_known_args(argv)
    if options.command is None:
        if for_jupyter:
            parser.error(f"unrecognized arguments: {' '.join(for_jupyter)}")
        parser.print_help()
        return 0
    if for_jupyter and options.command != "lab":
        parser.error(f"unrecognized arguments: {' '.join(for_jupyter)}")
    try:
        if options.command == "run":
            return run(options)
        if options.command == "cluster":
            return cluster_status.execute(options)
        if options.command == "teach":
            return teaching.execute(options)
        if options.command != "lab":
            return commands.execute(options)
        notebook = find_notebook(options.notebook, Path.cwd())
        serve(notebook, options.browser, options.port, for_jupyter)
    except BrokenPipeError:  # `graphlab inspect g.pb | head` reads no further
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), sys.stdout.fileno())  # for what Python flushes at its end
        return 1
    except (CommandError, TeachingError, NoProgramError, UnreadableError, OpError, OSError) as error:
        print(printable(f"graphlab {options.command}: {_text(error)}"), file=sys.stderr)
        return 1
    return 0


def _text(error: Exception) -> str:
    """`no/page.html: No such file or directory`: what an OSError says, without its number."""
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        return f"{os.fsdecode(error.filename)}: {error.strerror}"
    return str(error)


class CommandError(Exception):
    """Something that the person at the prompt can mend, said in one sentence."""


def find_notebook(name: str | None, folder: Path) -> Path:
    """The notebook to open: the file `name`, or a copy in `folder` of the example called so.

    An example is copied once; a file that is already there is opened as it is and never overwritten.
    """
    if name is None and EXAMPLES == folder / "examples":
        return EXAMPLES / FIRST_EXAMPLE
    path = folder / (name or FIRST_EXAMPLE)
    if path.exists():
        return path
    examples = {example.name: example for example in sorted(EXAMPLES.glob("**/*.ipynb"))}
    example = examples.get(path.name)
    if path.parent != folder or example is None:
        known = ", ".join(examples)
        raise CommandError(f"there is no notebook {path}, and no example of that name ({known}).")
    shutil.copyfile(example, path)
    print(f"Copied the example to {path}")
    return path


def serve(notebook: Path, browser: bool, port: int | None, for_jupyter: list[str]) -> None:
    """Runs JupyterLab on `notebook` until it is stopped; the user's own Jupyter settings stay as they are."""
    if importlib.util.find_spec("jupyterlab") is None:
        raise CommandError("JupyterLab is not installed: run `pip install 'graphlab[lab]'` first.")
    folder = Path.cwd() if notebook.is_relative_to(Path.cwd()) else notebook.parent
    arguments = [
        f"--ServerApp.root_dir={folder}",
        f"--LabApp.default_url=/lab/tree/{quote(notebook.relative_to(folder).as_posix())}",
        # Of JupyterLab's long log, the URL and the warnings are what one wants to read.
        "--Application.log_level=WARN",
    ]
    if not browser:
        arguments.append("--no-browser")
    if port is not None:
        arguments.append(f"--port={port}")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--allow-root")
    # Other defaults for this run: neither a question about news nor a look for updates. The user's settings still count.
    paths = [str(Path(__file__).with_name("jupyter")), os.environ.get("JUPYTER_CONFIG_PATH", "")]
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(filter(None, paths))
    # By name, because everything but this command works without JupyterLab.
    importlib.import_module("jupyterlab.labapp").LabApp.launch_instance(argv=[*arguments, *for_jupyter])


def run(options: argparse.Namespace) -> int:
    """Runs a script, module or notebook in which `import tensorflow` means graphlab; returns its exit status."""
    end_with_caller()
    program, arguments = options.program, options.arguments
    if options.cluster is not None:
        return run_cluster(options)
    if program.endswith(".ipynb") and not options.module:
        return notebooks.run_notebook(program, arguments, options.output, options.force, options.legacy)
    if options.output is not None:
        raise CommandError("--output is for notebooks.")
    _make_tensorflow(options.force, options.legacy)
    return (_run_module if options.module else _run_script)(program, arguments)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="graphlab", description="TensorFlow-1 graphs, drawn live, run through JAX.")
    parser.add_argument("--version", action="version", version=f"graphlab {RELEASE}")
    names = parser.add_subparsers(dest="command", metavar="command")
    lab = names.add_parser(
        "lab",
        help="open JupyterLab on an example or on a notebook of yours",
        description="Opens JupyterLab on NOTEBOOK. Options that are not listed here go to JupyterLab as they are.",
    )
    lab.add_argument("notebook", nargs="?", help=f"a notebook, or an example's name (default: {FIRST_EXAMPLE})")
    lab.add_argument("--no-browser", dest="browser", action="store_false", help="print the URL, open nothing")
    lab.add_argument("--port", type=int, help="port to serve on (default: 8888, or the next free one)")
    run = names.add_parser(
        "run",
        help="run a program or notebook that was written for TensorFlow 1",
        description="Runs PROGRAM, a Python file or a notebook, with `import tensorflow` meaning graphlab.",
    )
    run.add_argument("--force", action="store_true", help="even where TensorFlow itself is installed")
    run.add_argument(
        "--legacy", action="store_true", help="with the names and orders of arguments that TensorFlow had before 1.0"
    )
    run.add_argument("--output", metavar="FILE", help="write the notebook with its outputs to FILE")
    run.add_argument("-m", dest="module", action="store_true", help="PROGRAM is a module, as for `python -m`")
    cluster_run.add_options(run)
    run.add_argument("program", metavar="PROGRAM", help="script.py or notebook.ipynb")
    run.add_argument("arguments", nargs=argparse.REMAINDER, metavar="…", help="what the program gets in sys.argv")
    commands.add_parsers(names)
    cluster_status.add_parser(names)
    teaching.add_parsers(names)
    return parser
