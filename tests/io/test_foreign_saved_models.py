"""SavedModels that TensorFlow 1.15 and 2.21 wrote, in tests/golden/saved_models: they load and compute the same numbers."""

import zipfile

import numpy as np
import pytest

import graphlab as tf
from tests.kernel import REPOSITORY

FOLDER = REPOSITORY / "tests" / "golden" / "saved_models"


def unpacked(name, folder):
    """(the folder of the model, its inputs and its outputs by name)."""
    with zipfile.ZipFile(FOLDER / f"{name}.zip") as archive:
        archive.extractall(folder)
    with np.load(folder / "values.npz") as values:
        stored = {kind: {} for kind in ("input", "output")}
        for key in values.files:
            kind, _, name = key.partition("/")
            stored[kind][name] = values[key]
    return str(folder / "model"), stored["input"], stored["output"]


@pytest.mark.parametrize("name", ["keras", "estimator", "lstm", "module"])
def test_it_gives_what_tensorflow_gave(name, tmp_path):
    folder, inputs, outputs = unpacked(name, tmp_path)
    predictor = tf.contrib.predictor.from_saved_model(folder)
    (first,) = predictor.feed_tensors
    found = predictor({first if name == "" else name: value for name, value in inputs.items()})
    assert found.keys() == outputs.keys()
    for key, value in outputs.items():
        if value.dtype.kind == "f":
            np.testing.assert_allclose(found[key], value, rtol=1e-5, atol=1e-6)
        else:
            assert found[key].tolist() == value.tolist()
    predictor.session.close()


def test_a_predictor_says_what_it_takes(tmp_path):
    folder, inputs, outputs = unpacked("module", tmp_path)
    from_saved_model = tf.contrib.predictor.from_saved_model
    names = {name: tensor.name for name, tensor in from_saved_model(folder).feed_tensors.items()}
    results = {"result": from_saved_model(folder).fetch_tensors["y"].name}
    by_names = from_saved_model(folder, input_names=names, output_names=results)
    np.testing.assert_allclose(by_names(inputs)["result"], outputs["y"], rtol=1e-6)
    with pytest.raises(ValueError, match=r"Got unexpected keys in input_dict: \['z'\]\nexpected: \['x'\]"):
        by_names({"z": 1})
    with pytest.raises(ValueError, match=r'Got signature_def_key "other". Available signatures are'):
        from_saved_model(folder, signature_def_key="other")
    with pytest.raises(ValueError, match="at most one of signature_def_key OR signature_def"):
        from_saved_model(folder, signature_def_key="other", input_names=names, output_names=results)
    with pytest.raises(ValueError, match="must both be specified or both be unspecified"):
        from_saved_model(folder, input_names=names)


def test_gradients_flow_through_the_loop_of_an_lstm(tmp_path):
    folder, inputs, _ = unpacked("lstm", tmp_path)
    predictor = tf.contrib.predictor.from_saved_model(folder)
    ((first, x),) = predictor.feed_tensors.items()
    (y,) = predictor.fetch_tensors.values()
    ((_, value),) = inputs.items()
    random = np.random.RandomState(3)
    direction = random.uniform(-1, 1, value.shape).astype(np.float32)
    weights = random.uniform(-1, 1, predictor({first: value}).popitem()[1].shape).astype(np.float32)
    with predictor.graph.as_default():
        (gradient,) = tf.gradients(y, x, [weights])
    along = np.sum(predictor.session.run(gradient, {x: value}) * direction, dtype=np.float64)
    ends = [predictor({first: value + step * direction}).popitem()[1] for step in (1e-2, -1e-2)]
    np.testing.assert_allclose(along, np.sum((ends[0] - ends[1]) * weights, dtype=np.float64) / 2e-2, rtol=1e-2)
    predictor.session.close()
