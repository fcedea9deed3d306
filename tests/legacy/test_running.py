"""`graphlab run`: scripts, modules and notebooks that import TensorFlow, unedited."""

import json
import os
import subprocess
import sys

import pytest

from graphlab import compat
from graphlab._src.cli import main as cli
from tests.kernel import REPOSITORY

PROGRAM = """
import sys
import tensorflow as tf

def main(argv):
    x = tf.placeholder(tf.float32, [None])
    with tf.Session() as session:
        print(argv[1:], session.run(2 * x, {x: [1.0, 2.0]}), __name__)
    sys.exit(len(argv))

if __name__ == "__main__":
    main(sys.argv)
"""


@pytest.fixture(autouse=True)
def _as_before():
    yield
    compat.uninstall()


def test_run_gives_a_script_its_arguments_and_hands_on_its_exit_status(tmp_path, capsys):
    (tmp_path / "program.py").write_text(PROGRAM)
    with pytest.raises(SystemExit) as end:
        cli.main(["run", str(tmp_path / "program.py"), "--rate", "0.1"])
    assert end.value.code == 3
    assert capsys.readouterr().out == "['--rate', '0.1'] [2. 4.] __main__\n"
    assert sys.modules["__main__"].__name__ == "__main__" and "program.py" not in sys.argv[0]


def test_run_shows_the_programs_own_lines(tmp_path, capsys):
    program = tmp_path / "program.py"
    program.write_text("import tensorflow as tf\n\ntf.matmul(tf.zeros([2, 3]), tf.zeros([2, 3]))\n")
    assert cli.main(["run", str(program)]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert f'File "{program}", line 3' in lines[1]
    assert not any("running.py" in line for line in lines)


def test_run_says_that_a_program_is_for_python_2(tmp_path, capsys):
    (tmp_path / "old.py").write_text('print "hello"\n')
    assert cli.main(["run", str(tmp_path / "old.py")]) == 1
    assert "2to3 -w" in capsys.readouterr().err


def test_run_runs_a_module_as_python_m_does(tmp_path, capsys, monkeypatch):
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__init__.py").write_text("")
    (tmp_path / "package" / "train.py").write_text(
        "from . import other\nimport sys\nprint(other.tf.VERSION, sys.argv[1:])\n"
    )
    (tmp_path / "package" / "other.py").write_text("import tensorflow as tf\n")
    monkeypatch.chdir(tmp_path)
    assert cli.main(["run", "-m", "package.train", "a", "-b"]) == 0
    assert capsys.readouterr().out == "1.15.0 ['a', '-b']\n"
    assert cli.main(["run", "-m", "package.nothing"]) == 1
    assert "package.nothing" in capsys.readouterr().err


def test_run_leaves_a_tensorflow_that_is_installed_alone(tmp_path, capsys, monkeypatch):
    (tmp_path / "tensorflow.py").write_text("")
    (tmp_path / "program.py").write_text("import tensorflow as tf\nprint(tf.VERSION)\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert cli.main(["run", str(tmp_path / "program.py")]) == 1
    assert "--force" in capsys.readouterr().err
    assert cli.main(["run", "--force", str(tmp_path / "program.py")]) == 0
    assert capsys.readouterr().out == "1.15.0\n"


def test_run_leaves_calls_inside_graphlab_out_of_a_traceback(tmp_path, capsys, monkeypatch):
    monkeypatch.delenv("GRAPHLAB_TRACEBACKS", raising=False)
    (tmp_path / "program.py").write_text("import tensorflow as tf\ntf.matmul(tf.zeros([2, 3]), tf.zeros([2, 3]))\n")
    assert cli.main(["run", "--force", str(tmp_path / "program.py")]) == 1
    said = capsys.readouterr().err
    assert said.count("  File ") == 1 and "program.py" in said and "calls inside graphlab left out" in said


def test_run_says_what_is_not_there(tmp_path, capsys):
    assert cli.main(["run", str(tmp_path / "nothing.py")]) == 1
    assert "there is no file" in capsys.readouterr().err
    (tmp_path / "graph.pb").write_bytes(b"\n\x05\0abc")
    (tmp_path / "empty.ipynb").write_bytes(b"")
    (tmp_path / "list.ipynb").write_bytes(b"[1, 2]")
    for name, says in (
        ("", "is a folder without a __main__.py, which would be its program; it has empty.ipynb, list.ipynb."),
        ("graph.pb", "is no program"),
        ("empty.ipynb", "is empty"),
        ("list.ipynb", "is no notebook"),
    ):
        assert cli.main(["run", str(tmp_path / name)]) == 1
        said = capsys.readouterr().err
        assert says in said and said.count("\n") == 1
    (tmp_path / "__main__.py").write_text("print('main')")
    assert cli.main(["run", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "main\n"
    assert cli.main(["run", "-m", "train.py"]) == 1
    assert "-m is for the name of a module: train." in capsys.readouterr().err


def test_run_says_where_a_notebook_cannot_be_written_before_it_runs(tmp_path, capsys):
    (tmp_path / "one.ipynb").write_text("{}")
    for output, says in (
        (tmp_path, "is a folder: name a file in it"),
        (tmp_path / "none" / "two.ipynb", "there is no folder"),
    ):
        assert cli.main(["run", "--output", str(output), str(tmp_path / "one.ipynb")]) == 1
        assert says in capsys.readouterr().err


@pytest.mark.slow
def test_run_runs_a_notebook_and_writes_its_outputs(tmp_path, capsys):
    cells = [
        "import tensorflow as tf, sys\nprint(sys.argv[1:])",
        "!echo from the shell",
        "int(tf.Session().run(tf.mul(2, 3)))",
        "raise ValueError('mine')",
        "print('never')",
    ]
    notebook = {
        "cells": [
            {
                "cell_type": "code",
                "id": str(i),
                "execution_count": None,
                "metadata": {},
                "outputs": [],
                "source": source,
            }
            for i, source in enumerate(cells)
        ],
        "metadata": {"kernelspec": {"name": "python2", "display_name": "Python 2", "language": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    (tmp_path / "old.ipynb").write_text(json.dumps(notebook))
    output = tmp_path / "new.ipynb"
    assert cli.main(["run", "--legacy", "--output", str(output), str(tmp_path / "old.ipynb"), "one"]) == 1
    printed = capsys.readouterr()
    assert printed.out.split() == ["['one']", "from", "the", "shell", "6"] and "never" not in printed.out
    assert "ValueError" in printed.err and "mine" in printed.err
    assert "from the shell" in output.read_text()


@pytest.mark.slow
def test_a_program_of_tf_app_prints_nothing_of_its_own_accord(tmp_path):
    (tmp_path / "main.py").write_text(
        "import tensorflow as tf\n"
        "def main(_):\n    print(tf.Session().run(tf.constant(2) + 1))\n"
        "if __name__ == '__main__':\n    tf.app.run()\n"
    )
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; from graphlab._src.cli.main import main; sys.exit(main(['run', 'main.py']))",
        ],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert (done.stdout, done.stderr) == ("3\n", "")
