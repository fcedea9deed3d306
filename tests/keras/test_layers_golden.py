"""Layers of tf.keras compute what TensorFlow 1.15 computed with the same weights: outputs, gradients, names, configurations."""

import json

import numpy as np
import pytest

import graphlab as tf
from tests.keras.cases import GOLDEN, found

pytestmark = pytest.mark.slow


def test_layers_compute_as_in_tensorflow():
    wanted, got = json.loads(GOLDEN.read_text()), found(tf)
    assert got.keys() == wanted.keys()
    for name, (like, values) in wanted.items():
        assert json.loads(json.dumps(got[name][0])) == like, name
        for mine, theirs in zip(got[name][1], values, strict=True):
            assert mine[2] == theirs[2], name
            np.testing.assert_allclose(mine[:2], theirs[:2], rtol=2e-4, atol=2e-4, err_msg=name)
