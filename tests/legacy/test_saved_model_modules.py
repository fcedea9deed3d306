"""Modules of tensorflow.python.saved_model that TensorFlow keeps to itself. What they return is TensorFlow 1.15's."""

import collections
from importlib import import_module

import pytest

import graphlab as tf

pytestmark = pytest.mark.usefixtures("tensorflow")


def _outputs():
    value, update = tf.metrics.mean(tf.constant(1.0))
    x = tf.constant(1.0, name="x")
    return {"loss": {"my_loss": x, ("a", "b"): x}, "predictions": x, "metrics": {"acc": (value, update.op)}}


def test_outputs_of_training_are_named_by_their_kind():
    export_output = import_module("tensorflow.python.saved_model.model_utils.export_output")
    signature = export_output.TrainOutput(**_outputs()).as_signature_def({"input": tf.placeholder(tf.string)})
    assert signature.method_name == "tensorflow/supervised/training"
    assert sorted(signature.outputs) == [
        "loss/a/b",
        "loss/my_loss",
        "metrics/acc/update_op",
        "metrics/acc/value",
        "predictions",
    ]
    with pytest.raises(ValueError, match="loss output value must be a Tensor"):
        export_output.EvalOutput(loss=3.0)


def test_a_mode_says_what_is_exported():
    model_utils = import_module("tensorflow.python.saved_model.model_utils")
    x = tf.constant(1.0)
    found = {
        mode: [(key, type(one).__name__) for key, one in model_utils.export_outputs_for_mode(mode, None, x, x).items()]
        for mode in ("train", "eval", "infer")
    }
    assert found == {
        "train": [("train", "TrainOutput")],
        "eval": [("eval", "EvalOutput")],
        "infer": [("serving_default", "PredictOutput")],
    }
    assert model_utils.EXPORT_TAG_MAP["test"] == model_utils.EXPORT_TAG_MAP["eval"] == ["eval"]
    with pytest.raises(ValueError, match="Invalid mode key: x"):
        model_utils.export_outputs_for_mode("x")


def test_signatures_that_cannot_be_served_are_built_on_request():
    model_utils = import_module("tensorflow.python.saved_model.model_utils")
    outputs = {"train": model_utils.TrainOutput(tf.constant(1.0))}
    receiver = tf.placeholder(tf.string)
    assert not model_utils.build_all_signature_defs(receiver, outputs)
    assert list(model_utils.build_all_signature_defs(receiver, outputs, serving_only=False)) == ["train"]


_Pair = collections.namedtuple("_Pair", "b a")


@pytest.mark.parametrize(
    "value",
    [
        [1, 2.5, "s", None, True, False, 0, ""],
        (1, (2,), ()),
        {"a": [1], "b": {}},
        _Pair(1, [2]),
        tf.float32,
        tf.TensorSpec([1, None], tf.int64, "n"),
        tf.TensorSpec(None, tf.int64),
        tf.SparseTensorSpec([None, 3], tf.string),
        tf.RaggedTensorSpec([2, None], tf.int32),
        tf.TensorArraySpec([2], tf.float32, True, False),
    ],
    ids=repr,
)
def test_a_structure_is_read_as_it_was_written(value):
    coder = import_module("tensorflow.python.saved_model.nested_structure_coder").StructureCoder()
    found = coder.decode_proto(coder.encode_structure(value))
    assert found == value and type(found).__name__ == type(value).__name__


def test_a_dataset_spec_is_written_as_tensorflow_writes_it():
    module = import_module("tensorflow.python.saved_model.nested_structure_coder")
    message = module.StructureCoder().encode_structure(tf.data.DatasetSpec(tf.TensorSpec([], tf.int32)))
    spec = message.type_spec_value
    assert (spec.type_spec_class, spec.type_spec_class_name) == (5, "DatasetSpec")
    assert [one.WhichOneof("kind") for one in spec.type_state.tuple_value.values] == [
        "tensor_spec_value",
        "tensor_shape_value",
    ]
    with pytest.raises(module.NotEncodableError, match="No encoder for object"):
        module.StructureCoder().encode_structure([object()])


def test_files_of_one_name_are_saved_under_several(tmp_path):
    builder_impl = import_module("tensorflow.python.saved_model.builder_impl")
    paths = [tmp_path / "a" / "words", tmp_path / "b" / "words"]
    for number, path in enumerate(paths):
        path.parent.mkdir()
        path.write_text(str(number))
    constants = [tf.constant(str(path)) for path in paths]
    written = []
    found = builder_impl._maybe_save_assets(lambda name, tensor: written.append((name, tensor.name)), constants)
    assert found == {b"words": str(paths[0]).encode(), b"words_1": str(paths[1]).encode()}
    assert written == [(b"words", constants[0].name), (b"words_1", constants[1].name)]
    with pytest.raises(TypeError, match="dtype string"):
        builder_impl._asset_path_from_tensor(tf.constant(1.0))
