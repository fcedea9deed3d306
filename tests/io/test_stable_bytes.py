"""The same program exports to the same bytes, again and in another process."""

import os
import pathlib
import subprocess
import sys

import pytest

from graphlab._src.proto import GraphDef

pytestmark = pytest.mark.slow


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_the_same_program_exports_to_the_same_bytes(tmp_path):
    folders = [tmp_path / name for name in ("first", "again", "other")]
    for folder in folders:
        folder.mkdir()
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.io.exported", *map(str, made)],
            cwd=pathlib.Path(__file__).parents[2],
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        for seed, made in (("1", folders[:2]), ("2", folders[2:]))
    ]
    assert [process.wait() for process in processes] == [0, 0]
    first = contents(folders[0])
    assert {"graph.pb", "graph.pbtxt", "meta", "meta.txt", "frozen.pb", "saved/saved_model.pb"} <= set(first)
    for folder in folders[1:]:
        other = contents(folder)
        assert [name for name in first if other[name] != first[name]] == []
    assert len(GraphDef.FromString(first["graph.pb"]).node) > 100
