"""Graders: notebooks with exercises as assignments of nbgrader, and tests for otter.

A notebook has an exercise where a cell makes one, `check = teach.exercise("ex08_reuse")`, and its answer in the next cell that
ends in a call of it, `check(layer)`. Nothing of a student is recorded or sent: the graders run the checks where they run.
"""

import ast
import copy
import json
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from graphlab._src.teach.exercise import Exercise, exercise, source_of

POINTS = 4.0  # of an exercise


class Answer(NamedTuple):
    """The cell of a notebook that answers an exercise.

    cell: its position.  exercise: the Exercise.  arguments: the source of what is checked, "layer" or "x, y=loss".
    call: the whole of it, "check(layer)".  starter: the code before it, which the student completes.
    """

    cell: int
    exercise: Exercise
    arguments: str
    call: str
    starter: str


def answers_in(notebook: dict[str, Any]) -> Iterator[Answer]:
    """The answers to exercises in a notebook, a parsed .ipynb file, in order."""
    names: dict[str, str] = {}  # of variables -> of exercises
    for number, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] != "code":
            continue
        source = "".join(cell["source"])
        body = _parsed(source)
        for statement in body:
            match statement:
                case ast.Assign(
                    targets=[ast.Name(id=variable)],
                    value=ast.Call(
                        func=ast.Attribute(attr="exercise") | ast.Name(id="exercise"),
                        args=[ast.Constant(value=str(name))],
                    ),
                ):
                    names[variable] = name
        match body[-1:]:
            case [ast.Expr(value=ast.Call(func=ast.Name(id=variable)) as call)] if variable in names:
                arguments = [ast.unparse(one) for one in call.args]
                arguments += [f"{one.arg}={ast.unparse(one.value)}" for one in call.keywords]
                starter = "\n".join(source.split("\n")[: body[-1].lineno - 1]).rstrip()
                yield Answer(number, exercise(names.pop(variable)), ", ".join(arguments), ast.unparse(call), starter)


def for_nbgrader(notebook: dict[str, Any], points: float = POINTS) -> dict[str, Any]:
    """Returns the notebook as the source of an nbgrader assignment.

    Each cell that answers an exercise becomes a solution cell: what it has for the student to complete, the solution for the
    instructor's version, and the call that checks it. A locked test cell after it returns `points` for the claims that hold
    (partial credit).
    Raises ValueError for a notebook without exercises.
    """
    made = copy.deepcopy(notebook)
    answers = {answer.cell: answer for answer in _some_answers_in(notebook)}
    made["nbformat"], made["nbformat_minor"] = 4, max(5, made.get("nbformat_minor", 5))
    made["cells"] = []
    for number, cell in enumerate(copy.deepcopy(notebook["cells"])):
        cell.setdefault("id", uuid.uuid4().hex[:8])
        made["cells"].append(cell)
        if number not in answers:
            continue
        found = answers[number]
        name = found.exercise.name
        solution = f"### BEGIN SOLUTION\n{_solution(found)}\n### END SOLUTION"
        cell["source"] = "\n\n".join(part for part in (found.starter, solution, found.call) if part)
        cell["outputs"], cell["execution_count"] = [], None
        cell["metadata"] = cell["metadata"] | {"nbgrader": _nbgrader(f"{name}_answer", solution=True)}
        test = f'from graphlab import teach\n\nteach.exercise("{name}").points({found.arguments}, out_of={points:g})'
        made["cells"].append(
            {
                "cell_type": "code",
                "id": uuid.uuid4().hex[:8],
                "metadata": {"nbgrader": _nbgrader(name, grade=True, locked=True, points=points)},
                "source": test,
                "outputs": [],
                "execution_count": None,
            }
        )
    return made


def for_otter(notebook: dict[str, Any], points: float = POINTS, hidden: bool = True) -> dict[str, str]:
    """Returns {file name: source} of otter's tests of a notebook's exercises, one file each, for a folder `tests`.

    Half of the points are given by a public test, when at least half of the claims hold; the others by a hidden one, when all do.
    hidden: with the hidden tests, which students do not get.
    Raises ValueError for a notebook without exercises, or where what is checked is not a variable.
    """
    return {f"{answer.exercise.name}.py": _otter(answer, points / 2, hidden) for answer in _some_answers_in(notebook)}


def notebook_for_otter(notebook: dict[str, Any]) -> dict[str, Any]:
    """Returns the notebook with the name of its test in the metadata of each answer's cell.

    otter then runs the test right after this cell. Without it, tests run after all cells, where the answers to two exercises
    that have the same name are one.
    """
    made = copy.deepcopy(notebook)
    for answer in _some_answers_in(notebook):
        made["cells"][answer.cell].setdefault("metadata", {})["otter"] = {"tests": [answer.exercise.name]}
    return made


def write_for_nbgrader(notebook: Path, output: Path, points: float = POINTS) -> None:
    """Writes the notebook file as the source of an nbgrader assignment."""
    _write(for_nbgrader(_read(notebook), points), output)


def write_for_otter(notebook: Path, folder: Path, points: float = POINTS) -> list[Path]:
    """Writes otter's files of a notebook into a folder, as `otter assign` does; returns them.

    `student` has the notebook and its public tests, `autograder` the notebook and all of its tests.
    """
    source = _read(notebook)
    made, written = notebook_for_otter(source), list[Path]()
    for version, hidden in (("student", False), ("autograder", True)):
        tests = folder / version / "tests"
        tests.mkdir(parents=True, exist_ok=True)
        written.append(folder / version / notebook.name)
        _write(made, written[-1])
        for name, test in for_otter(source, points, hidden).items():
            written.append(tests / name)
            written[-1].write_text(test, encoding="utf-8")
    return written


def _read(notebook: Path) -> dict[str, Any]:
    return json.loads(notebook.read_text(encoding="utf-8"))


def _write(notebook: dict[str, Any], path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _some_answers_in(notebook: dict[str, Any]) -> list[Answer]:
    """The answers to exercises in a notebook; raises ValueError where there are none."""
    found = list(answers_in(notebook))
    if not found:
        raise ValueError(
            'the notebook has no exercise: a cell `check = teach.exercise("…")`, and one that ends in `check(answer)`'
        )
    return found


def _nbgrader(name: str, **options: Any) -> dict[str, Any]:
    """The metadata of a cell: version 3 of nbgrader's schema."""
    fields = {"grade": False, "solution": False, "locked": False, "task": False, "grade_id": name, "schema_version": 3}
    return fields | options


def _solution(found: Answer) -> str:
    """The code of the solution; it leaves the answer in the variables that the notebook checks."""
    make = found.exercise.solution_maker
    return source_of(make) if make is not None else "..."


_OTTER = """\
OK_FORMAT = False

from otter.test_files import test_case

from graphlab import teach

name = "{name}"


@test_case(points={points:g})
def test_half({parameters}):
    teach.exercise("{name}").require({arguments}, at_least=0.5)
"""

_HIDDEN = """\


@test_case(points={points:g}, hidden=True)
def test_all({parameters}):
    teach.exercise("{name}").require({arguments})
"""


def _otter(found: Answer, points: float, hidden: bool) -> str:
    call = ast.parse(f"check({found.arguments})", mode="eval").body
    assert isinstance(call, ast.Call)
    values = [*call.args, *(one.value for one in call.keywords)]
    variables = [value.id for value in values if isinstance(value, ast.Name)]
    if len(variables) < len(values):
        raise ValueError(f"otter's tests read variables: assign what `check({found.arguments})` checks to variables")
    parameters = ", ".join(dict.fromkeys(variables))
    text = _OTTER + _HIDDEN if hidden else _OTTER
    return text.format(name=found.exercise.name, points=points, parameters=parameters, arguments=found.arguments)


def _parsed(source: str) -> list[ast.stmt]:
    """The statements of a cell; none of one with magics or a mistake."""
    try:
        return ast.parse(source).body
    except SyntaxError:
        return []
