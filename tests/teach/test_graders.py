"""Assignments of notebooks with exercises, graded by nbgrader and otter as a teacher would."""

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from graphlab._src.cli import main as cli
from tests.kernel import write_kernel_spec

BIN = Path(sys.executable).parent
ANSWERS = {
    "right": "def layer(x):\n    with tf.variable_scope('s', reuse=tf.AUTO_REUSE):\n        return x @ tf.get_variable('w', [4, 4])",
    "partly": "def layer(x):\n    return tf.matmul(x, tf.Variable(tf.zeros([4, 4])))",
    "absent": "",
}
CELLS = [
    "import graphlab as tf\nfrom graphlab import teach",
    'check = teach.exercise("ex08_reuse")\ncheck',
    "def layer(x):\n    ...\n\n\ncheck(layer)",
]


@pytest.fixture
def notebook(tmp_path) -> Path:
    path = tmp_path / "lesson.ipynb"
    nbformat.write(written(CELLS), path)
    return path


def written(cells: list[str]) -> nbformat.NotebookNode:
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in cells])
    made.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return made


def test_a_notebook_without_exercises_is_refused(tmp_path, capsys):
    path = tmp_path / "plain.ipynb"
    nbformat.write(written(["1 + 1"]), path)
    assert cli.main(["teach", "nbgrader", str(path), str(tmp_path / "out.ipynb")]) == 1
    assert "has no exercise" in capsys.readouterr().err
    path.write_text("nothing")
    assert cli.main(["teach", "otter", str(path), str(tmp_path / "tests")]) == 1
    assert "is not a notebook" in capsys.readouterr().err


def test_a_notebook_is_not_overwritten_by_its_assignment(notebook, tmp_path, capsys):
    before = notebook.read_bytes()
    for output in (notebook, tmp_path / "." / "lesson.ipynb"):
        assert cli.main(["teach", "nbgrader", str(notebook), str(output)]) == 1
        assert "is the notebook itself" in capsys.readouterr().err
    assert notebook.read_bytes() == before


OWN = '''\
from graphlab import teach

@teach.checker("our_double", "Twice", hints=("one", "two", "three"))
def double(trial: teach.Trial, build: teach.Function):
    """Write `build(x)`, which returns twice x."""
    x = trial.placeholder([None])
    trial.value(trial.call(build, x), [2.0], {x: [1.0]})

@double.solved_by
def _():
    def build(x):
        return 2 * x

    return build
'''


def test_exercises_of_a_file_are_found(tmp_path, capsys):
    (tmp_path / "own.py").write_text(OWN)
    path, made = tmp_path / "lesson.ipynb", tmp_path / "made.ipynb"
    nbformat.write(written(['check = teach.exercise("our_double")', "def build(x):\n    ...\n\n\ncheck(build)"]), path)
    assert cli.main(["teach", "nbgrader", str(path), str(made)]) == 1
    assert "there is no exercise 'our_double'" in capsys.readouterr().err
    assert cli.main(["teach", "nbgrader", str(path), str(made), "--exercises", str(tmp_path / "own.py")]) == 0
    answer = nbformat.read(made, as_version=4).cells[1].source
    assert answer == (
        "def build(x):\n    ...\n\n### BEGIN SOLUTION\ndef build(x):\n    return 2 * x\n### END SOLUTION\n\ncheck(build)"
    )


def test_the_exercises_are_listed(capsys):
    assert cli.main(["teach", "list"]) == 0
    assert "ex08_reuse" in capsys.readouterr().out


@pytest.mark.slow
def test_nbgrader_gives_points_for_what_is_right(notebook, tmp_path, monkeypatch):
    course = tmp_path / "course"
    write_kernel_spec(tmp_path / "data", "python3")
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path / "data"))
    assert cli.main(["teach", "nbgrader", str(notebook), str(course / "source/ps1/lesson.ipynb")]) == 0
    nbgrader(course, "generate_assignment", "ps1")
    release = nbformat.read(course / "release/ps1/lesson.ipynb", as_version=4)
    assert "AUTO_REUSE" not in json.dumps(release)
    assert "points(layer, out_of=4)" in release.cells[3].source
    starter, _, rest = release.cells[2].source.partition("# YOUR CODE HERE")
    assert starter.startswith("def layer(x):\n    ...")
    assert rest.endswith("check(layer)")
    for student, answer in ANSWERS.items():
        release.cells[2].source = answer
        folder = course / "submitted" / student / "ps1"
        folder.mkdir(parents=True)
        nbformat.write(release, folder / "lesson.ipynb")
    nbgrader(course, "autograde", "ps1")
    with sqlite3.connect(course / "gradebook.db") as book:
        rows = book.execute(
            "select submitted_assignment.student_id, grade.auto_score from grade"
            " join submitted_notebook on grade.notebook_id = submitted_notebook.id"
            " join submitted_assignment on submitted_notebook.assignment_id = submitted_assignment.id"
        ).fetchall()
    scores = {student: score for student, score in rows if score is not None}
    assert scores["right"] == 4
    assert 0 < scores["partly"] < 4
    assert scores["absent"] == 0


def nbgrader(course: Path, *arguments: str) -> None:
    environment = os.environ | {"PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}  # it calls alembic
    done = subprocess.run(
        [BIN / "nbgrader", *arguments, "--course", str(course)],
        cwd=course, env=environment, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


# A process of its own, since otter's imports warn of what is deprecated.
OTTER = """\
import json, sys
import graphlab as tf
from otter.test_files import ExceptionTestFile

tests = ExceptionTestFile.from_file(sys.argv[1])
passed = {"points": [(case.points, case.hidden) for case in tests.test_cases]}
for student, answer in json.loads(sys.argv[2]).items():
    names = {"tf": tf}
    exec(answer, names)
    tests.run(names)
    passed[student] = [result.passed for result in tests.test_case_results]
print(json.dumps(passed))
"""


@pytest.mark.slow
def test_otter_gives_half_for_the_public_test_and_half_for_the_hidden_one(notebook, tmp_path):
    assert cli.main(["teach", "otter", str(notebook), str(tmp_path / "ps1")]) == 0
    assert "hidden" not in (tmp_path / "ps1/student/tests/ex08_reuse.py").read_text()
    arguments = [tmp_path / "ps1/autograder/tests/ex08_reuse.py", json.dumps(ANSWERS)]
    said = subprocess.check_output([sys.executable, "-c", OTTER, *arguments], text=True)
    assert json.loads(said.splitlines()[-1]) == {
        "points": [[2, False], [2, True]], "right": [True, True], "partly": [True, False], "absent": [False, False],
    }  # fmt: skip


@pytest.mark.slow
def test_otter_check_says_what_is_missing(notebook, tmp_path):
    assert cli.main(["teach", "otter", str(notebook), str(tmp_path / "ps1")]) == 0
    (tmp_path / "absent.py").write_text(CELLS[0])
    done = subprocess.run(
        [BIN / "otter", "check", "absent.py", "-t", "ps1/student/tests", "-q", "ex08_reuse"],
        cwd=tmp_path, capture_output=True, text=True,
    )  # fmt: skip
    assert "There is no answer yet for 'layer'" in done.stdout + done.stderr


@pytest.mark.slow
def test_otter_checks_each_answer_where_it_is(tmp_path, monkeypatch):
    """Two exercises whose answers have the same name: the second definition is not the answer to the first."""
    write_kernel_spec(tmp_path / "data", "python3")
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path / "data"))
    cells = [
        CELLS[0],
        'check = teach.exercise("ex06_derivative")',
        "def build(x):\n    return tf.gradients(x * x * tf.sin(x), x)[0]\n\n\ncheck(build)",
        'check = teach.exercise("ex03_same_start")',
        "def build():\n    start = tf.random_normal([3])\n    return tf.Variable(start), tf.Variable(start)\n\n\ncheck(build)",
    ]
    path = tmp_path / "lesson.ipynb"
    nbformat.write(written(cells), path)
    assert cli.main(["teach", "otter", str(path), str(tmp_path / "ps1")]) == 0
    done = subprocess.run(
        [BIN / "otter", "check", "lesson.ipynb"], cwd=tmp_path / "ps1/autograder", capture_output=True, text=True,
    )  # fmt: skip
    assert "All tests passed!" in done.stdout + done.stderr
