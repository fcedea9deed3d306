"""tf.saved_model.save and load_v2: objects with variables, functions, tables and assets, there and back."""

import os
from typing import Any

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.function.lifted_variable import UnliftableError
from graphlab._src.io.saved_model.message import parse
from graphlab._src.proto import VariableDef
from tests.io.test_foreign_saved_models import unpacked

load = tf.compat.v2.saved_model.load


class Model(tf.Module):
    def __init__(self, words):
        super().__init__()
        self.scale = tf.Variable(3.0, use_resource=True, name="scale")
        self.parts = [tf.Variable(1, use_resource=True), {"b": tf.Variable(2, use_resource=True, trainable=False)}]
        self.offset = tf.constant(5.0)
        index = tf.lookup.TextFileIndex
        lines = tf.lookup.TextFileInitializer(words, tf.string, index.WHOLE_LINE, tf.int64, index.LINE_NUMBER)
        self.lines = tf.lookup.StaticHashTable(lines, -1)
        self.counts = tf.contrib.lookup.MutableHashTable(tf.string, tf.int64, 0)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def f(self, x):
        return {"y": x * self.scale + self.offset, "total": tf.reduce_sum(x)}

    @tf.function
    def g(self, x, n=2, flag=True):
        if flag:
            self.scale.assign_add(1.0)
        return [x * n, self.scale + 0.0]

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def look(self, words):
        return self.lines.lookup(words), self.counts.lookup(words)


@pytest.fixture
def saved(tmp_path):
    """The folder of a Model whose vocabulary is gone."""
    words = tmp_path / "words.txt"
    words.write_text("a\nb\n")
    with tf.Graph().as_default(), tf.Session() as session:
        model = Model(str(words))
        model.g(tf.constant([1.0, 2.0]))
        model.g(tf.constant(1), 3)
        session.run([tf.global_variables_initializer(), tf.tables_initializer()])
        session.run(model.counts.insert(["b"], tf.constant([7], tf.int64)))
        tf.saved_model.save(model, str(tmp_path / "model"), signatures=model.f)
    words.unlink()
    return str(tmp_path / "model")


def initialized(session):
    session.run([tf.global_variables_initializer(), tf.tables_initializer()])
    return session


def test_objects_come_back_with_their_attributes_functions_and_signatures(saved):
    with tf.Graph().as_default(), tf.Session() as session:
        model = load(saved)
        x = tf.constant([1.0, 2.0])
        y = model.f(x)
        signature = model.signatures["serving_default"]
        gradient = tf.gradients(y["y"], model.scale)
        initialized(session)
        assert session.run(y["y"]).tolist() == session.run(signature(x)["y"]).tolist() == [8.0, 11.0]
        assert session.run(gradient) == [3.0]
        assert session.run([model.parts[0], model.parts[1]["b"]]) == [1, 2]
        assert [model.scale.trainable, model.parts[1]["b"].trainable] == [True, False]
        assert signature.structured_input_signature[1] == {"x": tf.TensorSpec([None], tf.float32, "x")}
        doubled, scale = model.g(x)
        assert [one.tolist() for one in session.run([doubled, scale])] == [[2.0, 4.0], 4.0]
        assert session.run(model.g(tf.constant(1), 3)[0]) == 3
        with pytest.raises(ValueError, match=r"(?s)Could not find matching function to call.*3 total.*Option 2"):
            model.g(tf.constant(1.0), 7)


def test_tables_are_filled_from_the_assets_and_the_checkpoint(saved):
    with tf.Graph().as_default(), tf.Session() as session:
        lines, counts = load(saved).look(tf.constant(["a", "b", "c"]))
        initialized(session)
        assert session.run([lines, counts])[0].tolist() == [0, 1, -1]
        assert session.run(counts).tolist() == [0, 7, 0]


def test_the_loader_of_tensorflow_1_reads_it_too(saved):
    with tf.Graph().as_default(), tf.Session() as session:
        signature = tf.saved_model.loader.load(session, ["serve"], saved).signature_def["serving_default"]
        found = session.run(signature.outputs["y"].name, {signature.inputs["x"].name: [1.0]})
        assert found.tolist() == [8.0]


def test_the_checkpoint_has_the_names_of_the_attributes(saved):
    names = [name for name, _ in tf.train.list_variables(os.path.join(saved, "variables", "variables"))]
    assert {"scale/.ATTRIBUTES/VARIABLE_VALUE", "parts/1/b/.ATTRIBUTES/VARIABLE_VALUE"} < set(names)
    nodes = parse(saved).meta_graphs[0].object_graph_def.nodes
    kinds = {child.local_name: nodes[child.node_id].WhichOneof("kind") for child in nodes[0].children}
    assert kinds == {
        "scale": "variable",
        "parts": "user_object",
        "lines": "resource",
        "counts": "resource",
        "signatures": "user_object",
        **dict.fromkeys(("f", "g", "look"), "function"),
    }


def test_what_was_loaded_can_be_saved_and_loaded_again(saved, tmp_path):
    again = str(tmp_path / "again")
    with tf.Graph().as_default(), tf.Session() as session:
        model = load(saved)
        initialized(session)
        session.run(model.scale.assign(10.0))
        tf.saved_model.save(model, again, signatures=dict(model.signatures))
    with tf.Graph().as_default(), tf.Session() as session:
        model = load(again)
        y, (lines, _) = model.f(tf.constant([1.0])), model.look(tf.constant(["b"]))
        initialized(session)
        assert session.run([y["y"], lines]) == [15.0, 1]


def test_two_loads_share_no_variable(saved):
    with tf.Graph().as_default(), tf.Session() as session:
        one, other = load(saved), load(saved)
        initialized(session)
        session.run(one.scale.assign(7.0))
        assert session.run([one.scale, other.scale]) == [7.0, 3.0]


@pytest.mark.parametrize("name", ["keras", "estimator", "lstm", "module"])
def test_functions_of_what_tensorflow_saved_compute_the_same(name, tmp_path):
    folder, inputs, outputs = unpacked(name, tmp_path)
    with tf.Graph().as_default(), tf.Session() as session:
        signature = load(folder, tags=["serve"]).signatures["serving_default"]
        (value,) = inputs.values()
        found = signature(tf.constant(value))
        initialized(session)
        found = session.run(found)
    for key, value in outputs.items():
        if value.dtype.kind == "f":
            np.testing.assert_allclose(found[key], value, rtol=1e-5, atol=1e-6)
        else:
            assert found[key].tolist() == value.tolist()


def test_gradients_flow_through_the_loop_of_a_loaded_function(tmp_path):
    folder, inputs, _ = unpacked("module", tmp_path)
    with tf.Graph().as_default(), tf.Session() as session:
        model = load(folder)
        x = tf.constant(inputs["x"])
        y = model(x)["y"]
        gradient = tf.gradients(y, x)[0]
        initialized(session)
        found, weights = session.run([gradient, model.weights])
        row = weights.sum(1)  # times how often y was multiplied
        np.testing.assert_allclose(found / row, np.full_like(found, (found / row)[0, 0]), rtol=1e-5)


@pytest.mark.parametrize("resource", [False, True])
def test_a_saved_model_of_tensorflow_1_has_signatures_variables_and_parts(resource, tmp_path):
    folder = str(tmp_path / "model")
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [None], name="x")
        v = tf.get_variable("v", initializer=2.0, use_resource=resource)
        y = tf.add(x * v, 1.0, name="y")
        table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer([1], tf.constant([5], tf.int64)), -1)
        looked = table.lookup(tf.cast(x, tf.int32))
        session.run([v.initializer, v.assign(3.0), tf.tables_initializer()])
        session.run(v.assign(3.0))
        tf.saved_model.simple_save(session, folder, {"x": x}, {"y": y, "looked": looked}, tf.tables_initializer())
    with tf.Graph().as_default(), tf.Session() as session:
        model = load(folder)
        found = model.signatures["serving_default"](tf.constant([1.0, 2.0]))
        part = model.prune("x:0", "y:0")(tf.constant([10.0]))
        gradient = tf.gradients(part, tf.global_variables())
        initialized(session)
        assert session.run(found)["y"].tolist() == [4.0, 7.0]
        assert session.run(found)["looked"].tolist() == [5, -1]
        assert session.run([part, *gradient]) == [31.0, 10.0]
        assert [one.name for one in model.variables] == (["v:0"] if resource else [])  # as in TensorFlow
        assert not tf.trainable_variables()


def test_tables_of_a_saved_model_of_tensorflow_1_are_initialized_where_it_is_saved_again(tmp_path):
    vocabulary = tmp_path / "words.txt"
    vocabulary.write_text("a\nb\nc\n")
    with tf.Graph().as_default(), tf.Session() as session:
        words = tf.placeholder(tf.string, [None])
        table = tf.lookup.StaticHashTable(
            tf.lookup.TextFileInitializer(
                str(vocabulary),
                tf.string,
                tf.lookup.TextFileIndex.WHOLE_LINE,
                tf.int64,
                tf.lookup.TextFileIndex.LINE_NUMBER,
            ),
            -1,
        )
        count = tf.Variable(1, collections=[tf.GraphKeys.LOCAL_VARIABLES], use_resource=True)
        hits = tf.Variable(0, collections=[tf.GraphKeys.LOCAL_VARIABLES], use_resource=False)
        ids = table.lookup(words) * tf.cast(count, tf.int64)
        main_op = tf.group(tf.group(tf.tables_initializer(), count.initializer), hits.initializer)
        session.run(main_op)
        tf.saved_model.simple_save(session, str(tmp_path / "0"), {"words": words}, {"ids": ids}, main_op)
    vocabulary.unlink()
    for number in range(2):
        with tf.Graph().as_default(), tf.Session() as session:
            model = load(str(tmp_path / str(number)))
            session.run([tf.tables_initializer(), tf.global_variables_initializer()])
            tf.saved_model.save(model, str(tmp_path / str(number + 1)), model.signatures)
    for number in range(3):
        with tf.Graph().as_default(), tf.Session() as session:
            found = load(str(tmp_path / str(number))).signatures["serving_default"](tf.constant(["c", "d"]))["ids"]
            session.run([tf.tables_initializer(), tf.global_variables_initializer(), tf.local_variables_initializer()])
            assert session.run(found).tolist() == [2, -1]
    with tf.Graph().as_default(), tf.Session() as session:
        message = tf.saved_model.loader.load(session, [tf.saved_model.tag_constants.SERVING], str(tmp_path / "2"))
        signature = message.signature_def["serving_default"]
        ids = session.run(signature.outputs["ids"].name, {signature.inputs["words"].name: ["b"]})
        assert ids.tolist() == [1]


def _signed(folder, session, inputs, outputs):
    info = tf.saved_model.utils.build_tensor_info
    signature = tf.saved_model.signature_def_utils.build_signature_def(
        {name: info(tensor) for name, tensor in inputs.items()},
        {name: info(tensor) for name, tensor in outputs.items()},
    )
    builder = tf.saved_model.Builder(str(folder))
    builder.add_meta_graph_and_variables(session, [tf.saved_model.tag_constants.SERVING], {"signature": signature})
    builder.save()


def test_signatures_of_tensorflow_1_return_sparse_and_ragged_tensors(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        x, given = tf.placeholder(tf.int64, [None]), tf.sparse_placeholder(tf.float32)
        sparse = tf.SparseTensor(tf.expand_dims(x, 1), x * 2, [10])
        _signed(
            tmp_path / "model", session, {"x": x}, {"sparse": sparse, "lengths": tf.RaggedTensor.from_row_lengths(x, x)}
        )
        _signed(tmp_path / "refused", session, {"given": given}, {"y": tf.sparse.to_dense(given)})
    with tf.Graph().as_default(), tf.Session() as session:
        found = session.run(load(str(tmp_path / "model")).signatures["signature"](tf.constant([0, 2], tf.int64)))
        assert found["sparse"].values.tolist() == [0, 4] and found["sparse"].dense_shape.tolist() == [10]
        assert found["lengths"].to_list() == [[], [0, 2]]
        with pytest.raises(ValueError, match="has sparse or ragged inputs, which its function can't have"):
            load(str(tmp_path / "refused"))


def test_a_signature_with_a_placeholder_that_is_no_input_is_refused(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        x, y = tf.placeholder(tf.float32, [], "x"), tf.placeholder(tf.float32, [], "y")
        _signed(tmp_path / "model", session, {"x": x}, {"product": tf.multiply(x, y, name="product")})
    with pytest.raises(
        UnliftableError, match=r"(?s)'signature' depends on .* e.g.: product \(Mul\) <- y \(Placeholder\)"
    ):
        load(str(tmp_path / "model"))


def test_a_saved_model_before_tensorflow_1_9_lists_the_variables_that_are_trainable(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        for trainable in (True, False):
            tf.Variable(1.0, trainable=trainable, use_resource=True)
        session.run(tf.global_variables_initializer())
        builder = tf.saved_model.Builder(str(tmp_path / "model"))
        builder.add_meta_graph_and_variables(session, [tf.saved_model.tag_constants.SERVING])
        builder.save()
    message = parse(str(tmp_path / "model"))
    message.meta_graphs[0].meta_info_def.tensorflow_version = "1.7.0"
    for collection in message.meta_graphs[0].collection_def.values():
        for i, text in enumerate(collection.bytes_list.value):
            variable = VariableDef.FromString(text)
            variable.ClearField("trainable")
            collection.bytes_list.value[i] = variable.SerializeToString()
    (tmp_path / "model" / "saved_model.pb").write_bytes(message.SerializeToString())
    with tf.Graph().as_default():
        assert [one.trainable for one in load(str(tmp_path / "model")).variables] == [True, False]


@pytest.mark.parametrize("scope", ["", "taken"])
def test_variables_of_a_graph_without_saver_are_restored_by_name(scope, tmp_path):
    folder = tmp_path / "model"
    with tf.Graph().as_default(), tf.Session() as session:
        v = tf.get_variable("v", initializer=2.0)
        parts = tf.get_variable("p", [4], initializer=tf.zeros_initializer(), partitioner=tf.fixed_size_partitioner(2))
        x = tf.placeholder(tf.float32, [])
        session.run(tf.global_variables_initializer())
        session.run([v.assign(3.0), *(one.assign([float(i), 5.0]) for i, one in enumerate(parts))])
        tf.saved_model.simple_save(session, str(folder), {"x": x}, {"y": tf.concat([[x * v], parts], 0)})
    message = parse(str(folder))
    message.meta_graphs[0].ClearField("saver_def")  # as the exports of TensorFlow Hub
    (folder / "saved_model.pb").write_bytes(message.SerializeToString())
    with tf.Graph().as_default(), tf.Session() as session:
        if scope:
            tf.constant(0.0, name="v")
        y = load(str(folder)).signatures["serving_default"](tf.constant(2.0))["y"]
        session.run(tf.global_variables_initializer())
        assert session.run(y).tolist() == [6.0, 0.0, 5.0, 1.0, 5.0]


def test_a_variable_is_saved_below_a_name_that_a_function_has_now(tmp_path):
    """An attribute that was a variable first, as in TF-Agents: TensorFlow goes on saving the variable below it."""
    with tf.Graph().as_default(), tf.Session() as session:
        model: Any = tf.Module()
        model.step = variable = tf.Variable(7, use_resource=True)
        model.step = tf.function(lambda: variable, input_signature=())
        session.run(tf.global_variables_initializer())
        session.run(variable.assign_add(3))
        tf.saved_model.save(model, str(tmp_path))
    with tf.Graph().as_default(), tf.Session() as session:
        loaded = load(str(tmp_path))
        session.run(tf.global_variables_initializer())
        assert session.run(loaded.step()) == 10


def test_mistakes_are_explained(saved, tmp_path):
    class Untracked(tf.Module):
        def __init__(self):
            super().__init__()
            hidden = tf.Variable(1.0, use_resource=True)
            self.f = tf.function(lambda: hidden + 1.0, input_signature=[])

    class Symbolic(tf.Module):
        def __init__(self):
            super().__init__()
            value = tf.placeholder(tf.float32, [])
            self.f = tf.function(lambda: value + 1.0, input_signature=[])

    with tf.Graph().as_default(), tf.Session() as session:
        folder = str(tmp_path / "other")
        one, other = Untracked(), Symbolic()
        session.run(tf.global_variables_initializer())
        with pytest.raises(AssertionError, match="untracked object"):
            tf.saved_model.save(one, folder)
        with pytest.raises(ValueError, match=r"(?s)symbolic Tensor.*pass it to the function"):
            tf.saved_model.save(other, folder)
        with pytest.raises(ValueError, match="Expected a Trackable object for export"):
            tf.saved_model.save(3, folder)
        with pytest.raises(ValueError, match="Only `tf.functions` with an input signature"):
            tf.saved_model.save(tf.Module(), folder, signatures=tf.function(lambda x: x))
        with pytest.raises(ValueError, match="incompatible argument tags"):
            load(saved, tags="train")
        with pytest.raises(OSError, match="SavedModel file does not exist"):
            load(folder)
