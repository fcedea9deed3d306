"""BERT's classifier: what it learns with graphlab is what it learns with TensorFlow 1.15, which made these numbers."""

import numpy as np
import pytest

import graphlab as tf
from tests.estimator import bert_program

LOSSES = [0.929414, 0.6516, 0.723789, 0.819237, 0.490293, 0.570159, 0.467275, 0.379914, 0.239665, 0.180199, 0.129362]
LIKELY = [0.92796, 0.12039, 0.93289, 0.10043, 0.92601, 0.9243, 0.9379, 0.81881]


@pytest.mark.slow
def test_a_classifier_in_the_form_of_berts_learns_as_with_tensorflow(tmp_path):
    losses, found, likely, names = bert_program.train(tf, tmp_path)
    np.testing.assert_allclose(losses[:11], LOSSES, atol=1e-5)
    np.testing.assert_allclose([found["eval_accuracy"], found["eval_loss"]], [1.0, 0.10044], atol=1e-5)
    np.testing.assert_allclose(likely[:8], LIKELY, atol=5e-5)
    assert len(names) == 124
    assert {"bert/embeddings/LayerNorm/gamma", "bert/encoder/layer_1/attention/self/key/dense/kernel/adam_m"} <= set(
        names
    )
