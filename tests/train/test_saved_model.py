"""tf.saved_model: written, read, and what is refused."""

import os

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.io.saved_model.loader import SavedModelLoader
from graphlab.saved_model import signature_constants, tag_constants


@pytest.fixture(autouse=True)
def graph(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with tf.Graph().as_default() as graph:
        yield graph


def model():
    x = tf.placeholder(tf.float32, [None, 2], name="x")
    w = tf.get_variable("w", [2, 1], initializer=tf.ones_initializer())
    b = tf.get_variable("b", initializer=3.0, use_resource=True)
    return x, tf.identity(tf.matmul(x, w) + b, name="y")


def test_a_model_is_saved_and_served(tmp_path):
    (tmp_path / "words.txt").write_text("a\nb\n")
    x, y = model()
    path = tf.constant(str(tmp_path / "words.txt"))
    tf.add_to_collection(tf.GraphKeys.ASSET_FILEPATHS, path)
    words = tf.Variable("", name="words", collections=[tf.GraphKeys.LOCAL_VARIABLES], trainable=False)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        tf.saved_model.simple_save(sess, "m", {"x": x}, {"y": y}, legacy_init_op=tf.assign(words, path).op)
    assert tf.saved_model.contains_saved_model("m")
    assert sorted(os.listdir("m")) == ["assets", "saved_model.pb", "variables"]
    for scope in (None, "twin"):
        with tf.Graph().as_default(), tf.Session() as sess:
            message = tf.saved_model.load(sess, [tag_constants.SERVING], "m", import_scope=scope)
            signature = message.signature_def[signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY]
            assert tf.saved_model.is_valid_signature(signature)
            out = tf.saved_model.get_tensor_from_tensor_info(signature.outputs["y"], import_scope=scope)
            into = tf.saved_model.get_tensor_from_tensor_info(signature.inputs["x"], import_scope=scope)
            np.testing.assert_array_equal(sess.run(out, {into: [[1, 2]]}), [[6]])
            prefix = f"{scope}/" if scope else ""
            assert sess.run(f"{prefix}words:0") == os.path.join("m", "assets", "words.txt").encode()


def test_what_initializes_a_graph_is_found_under_the_scope_that_it_was_loaded_into():
    x, y = model()
    state = tf.Variable(0, name="state", collections=[tf.GraphKeys.LOCAL_VARIABLES], trainable=False)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        tf.saved_model.simple_save(sess, "m", {"x": x}, {"y": y}, legacy_init_op=tf.assign(state, 5).op)
    loader = SavedModelLoader("m")
    with tf.Graph().as_default() as graph, tf.Session() as sess:
        loader.load_graph(graph, [tag_constants.SERVING], import_scope="twin")
        loader.run_init_ops(sess, [tag_constants.SERVING])
        assert sess.run("twin/state:0") == 5
    (meta_graph,) = loader.saved_model.meta_graphs
    meta_graph.signature_def["__saved_model_init_op"].outputs["__saved_model_init_op"].name = "group_deps"
    with tf.Graph().as_default(), tf.Session() as sess:
        with pytest.raises(tf.errors.NotFoundError, match="init op group_deps of the SavedModel is not in the graph"):
            loader.run_init_ops(sess, [tag_constants.SERVING])


def test_several_graphs_share_variables():
    x, y = model()
    signature = tf.saved_model.predict_signature_def({"x": x}, {"y": y})
    builder = tf.saved_model.Builder("m")
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        builder.add_meta_graph_and_variables(sess, ["train"], {"s": signature}, strip_default_attrs=True)
        with pytest.raises(AssertionError, match="has already been saved"):
            builder.add_meta_graph_and_variables(sess, ["train"])
    with tf.Graph().as_default():
        _, y = model()
        tf.identity(y, name="z")
        builder.add_meta_graph(["serve", "gpu"])
    assert builder.save(as_text=True) == b"m/saved_model.pbtxt"
    with tf.Graph().as_default(), tf.Session() as sess:
        tf.saved_model.loader.load(sess, ["gpu", "serve"], "m")
        assert sess.run("z:0", {"x:0": [[0, 0]]}).item() == 3
        with pytest.raises(RuntimeError, match="tags 'serve' could not be found in SavedModel"):
            tf.saved_model.loader.load(sess, ["serve"], "m")


def test_what_is_refused(tmp_path):
    x, y = model()
    with tf.Session() as sess:
        with pytest.raises(OSError, match="SavedModel file does not exist at: nowhere/"):
            tf.saved_model.load(sess, ["serve"], "nowhere")
        builder = tf.saved_model.builder.SavedModelBuilder("m")
        with pytest.raises(AssertionError, match="has not been saved yet"):
            builder.add_meta_graph(["serve"])
        with pytest.raises(TypeError, match="main_op needs to be an Operation"):
            builder.add_meta_graph_and_variables(sess, ["serve"], main_op=y)
        with pytest.raises(AssertionError, match="must have one of the 'encoding' fields"):
            signature = tf.saved_model.build_signature_def({"x": tf.TensorInfo()})
            builder.add_meta_graph_and_variables(sess, ["serve"], {"s": signature})
        sess.run(tf.global_variables_initializer())
        tf.saved_model.simple_save(sess, "n", {"x": x}, {"y": y})
        with pytest.raises(AssertionError, match="Export directory already exists, and isn't empty"):
            tf.saved_model.Builder("n")
    (tmp_path / "n" / "saved_model.pb").write_bytes(b"\xff\xff")
    with tf.Session() as sess, pytest.raises(OSError, match="Cannot parse file n/saved_model.pb"):
        tf.saved_model.load(sess, ["serve"], "n")


def test_signatures():
    text, score = tf.placeholder(tf.string, [None]), tf.placeholder(tf.float32, [None])
    utils = tf.saved_model.signature_def_utils
    assert utils.is_valid_signature(utils.classification_signature_def(text, text, score))
    assert utils.is_valid_signature(utils.classification_signature_def(text, None, score))
    assert utils.is_valid_signature(utils.regression_signature_def(text, score))
    assert not utils.is_valid_signature(utils.build_signature_def(method_name="other"))
    with pytest.raises(ValueError, match=r"Classification scores must be a float Tensor\."):
        utils.classification_signature_def(text, None, text)
    with pytest.raises(ValueError, match=r"Classification classes and scores cannot both be None\."):
        utils.classification_signature_def(text, None, None)
    with pytest.raises(ValueError, match=r"Regression examples must be a string Tensor\."):
        utils.regression_signature_def(score, score)
    with pytest.raises(ValueError, match=r"Prediction inputs cannot be None or empty\."):
        utils.predict_signature_def({}, {"y": score})
