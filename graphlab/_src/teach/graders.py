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
    """

    cell: int
    exercise: Exercise
    arguments: str


def answers_in(notebook: dict[str, Any]) -> Iterator[Answer]:
    """The answers to exercises in a notebook, a parsed .ipynb file, in order."""
    names: dict[str, str] = {}  # of variables -> of exercises
    for number, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] != "code":
            continue
        body = _parsed("".join(cell["source"]))
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
                yield Answer(number, exercise(names.pop(variable)), ", ".join(arguments))


def for_nbgrader(notebook: dict[str, Any], points: float = POINTS) -> dict[str, Any]:
    """Returns the notebook as the source of an nbgrader assignment.

    Each cell that answers an exercise becomes a solution cell, with the solution for the instructor's version, and a locked test
    cell after it returns `points` for the claims that hold (partial credit).
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
        cell["source"] = f"### BEGIN SOLUTION\n{_solution(found)}\n### END SOLUTION"
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


def for_otter(notebook: dict[str, Any], points: float = POINTS) -> dict[str, str]:
    """Returns {file name: source} of otter's tests of a notebook's exercises, one file each, for a folder `tests`.

    Half of the points are given by a public test, when at least half of the claims hold; the others by a hidden one, when all do.
    Raises ValueError for a notebook without exercises, or where what is checked is not a variable.
    """
    return {f"{answer.exercise.name}.py": _otter(answer, points / 2) for answer in _some_answers_in(notebook)}


def write_for_nbgrader(notebook: Path, output: Path, points: float = POINTS) -> None:
    """Writes the notebook file as the source of an nbgrader assignment."""
    text = json.dumps(
        for_nbgrader(json.loads(notebook.read_text(encoding="utf-8")), points), indent=1, ensure_ascii=False
    )
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(text + "\n", encoding="utf-8")


def write_for_otter(notebook: Path, folder: Path, points: float = POINTS) -> list[Path]:
    """Writes otter's tests of a notebook file's exercises into a folder; returns the files."""
    tests = for_otter(json.loads(notebook.read_text(encoding="utf-8")), points)
    folder.mkdir(parents=True, exist_ok=True)
    for name, source in tests.items():
        (folder / name).write_text(source, encoding="utf-8")
    return [folder / name for name in tests]


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


@test_case(points={points:g}, hidden=True)
def test_all({parameters}):
    teach.exercise("{name}").require({arguments})
"""


def _otter(found: Answer, points: float) -> str:
    call = ast.parse(f"check({found.arguments})", mode="eval").body
    assert isinstance(call, ast.Call)
    values = [*call.args, *(one.value for one in call.keywords)]
    variables = [value.id for value in values if isinstance(value, ast.Name)]
    if len(variables) < len(values):
        raise ValueError(f"otter's tests read variables: assign what `check({found.arguments})` checks to variables")
    parameters = ", ".join(dict.fromkeys(variables))
    return _OTTER.format(name=found.exercise.name, points=points, parameters=parameters, arguments=found.arguments)


def _parsed(source: str) -> list[ast.stmt]:
    """The statements of a cell; none of one with magics or a mistake."""
    try:
        return ast.parse(source).body
    except SyntaxError:
        return []
