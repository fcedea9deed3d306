"""The command about exercises: `graphlab teach` lists them, and makes assignments of nbgrader and tests for otter."""

import argparse
import json
import runpy
from pathlib import Path

from graphlab._src.base.lazy_imports import on_first_call

_exercises = on_first_call("graphlab._src.teach.exercise:exercises")
_write_for_nbgrader = on_first_call("graphlab._src.teach.graders:write_for_nbgrader")
_write_for_otter = on_first_call("graphlab._src.teach.graders:write_for_otter")


class TeachingError(Exception):
    """A notebook that can't be used, in one sentence."""


def add_parsers(commands: argparse._SubParsersAction) -> None:
    """Adds their options to the command line."""
    parser = commands.add_parser("teach", help="list the exercises, or make assignments of notebooks with exercises")
    actions = parser.add_subparsers(dest="action", metavar="action", required=True)
    actions.add_parser("list", help="print the name and the title of each exercise")
    for action, about, output in (
        ("nbgrader", "make the source of an nbgrader assignment", "the notebook to write: source/ps1/problem.ipynb"),
        ("otter", "make the files of an otter assignment", "the folder to write to: ps1 (ps1/student, ps1/autograder)"),
    ):
        made = actions.add_parser(action, help=about)
        made.add_argument("notebook", metavar="NOTEBOOK", type=Path, help="a notebook with exercises")
        made.add_argument("output", metavar="OUTPUT", type=Path, help=output)
        made.add_argument("--points", type=float, default=4.0, help="for each exercise (default: 4)")
        made.add_argument("--exercises", metavar="FILE", type=Path, help="a Python file with exercises of your own")


def execute(options: argparse.Namespace) -> int:
    """Runs the command; returns its exit status."""
    if options.action == "list":
        print(repr(_exercises()))
        return 0
    try:
        if options.output.exists() and options.output.resolve() == options.notebook.resolve():
            raise TeachingError(
                f"{options.output} is the notebook itself, and would be overwritten: name another file."
            )
        _check_notebook(options.notebook)
        if options.exercises is not None:
            runpy.run_path(str(options.exercises))
        if options.action == "nbgrader":
            _write_for_nbgrader(options.notebook, options.output, options.points)
            print(f"Wrote {options.output}")
        else:
            for path in _write_for_otter(options.notebook, options.output, options.points):
                print(f"Wrote {path}")
    except json.JSONDecodeError:
        raise TeachingError(f"{options.notebook} is not a notebook.") from None
    except (KeyError, ValueError) as error:
        raise TeachingError(f"{options.notebook}: {error.args[0] if error.args else error}.") from error
    return 0


def _check_notebook(path: Path) -> None:
    """TeachingError for a file whose JSON is that of something else."""
    try:
        notebook = json.loads(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        notebook = None
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
        raise TeachingError(f"{path} is not a notebook.")
