"""Pipelines have TensorFlow's elements, shapes and errors."""

from pathlib import Path

import pytest

import graphlab as tf
from tests.datasets.pipelines import CASES, make_files, outcome

EXPECTED = dict(
    line.split(" = ", 1) for line in Path(__file__).with_name("expected.txt").read_text(encoding="utf-8").splitlines()
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = str(tmp_path_factory.mktemp("files"))
    make_files(tf, path)
    return path


@pytest.mark.parametrize("name", CASES)
def test_a_pipeline_gives_what_tensorflow_gives(name, folder):
    assert outcome(tf, CASES[name], folder) == EXPECTED[name]
