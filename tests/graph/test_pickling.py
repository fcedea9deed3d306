"""What is part of a graph refuses to be pickled, and says what to do instead."""

import copy
import pickle

import pytest

import graphlab as tf


@pytest.fixture
def things(tmp_path):
    x = tf.constant(1.0, name="x")
    sess = tf.Session()
    return {
        "Graph": x.graph,
        "Operation": x.op,
        "Tensor": x,
        "RefVariable": tf.Variable(1.0, use_resource=False),
        "ResourceVariable": tf.Variable(1.0, use_resource=True),
        "Session": sess,
        "FileWriter": tf.summary.FileWriter(str(tmp_path)),
    }


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("Graph", "as_graph_def()"),
        ("Operation", "get_operation_by_name"),
        ("Tensor", "sess.run(tensor)"),
        ("RefVariable", "tf.train.Saver().save"),
        ("ResourceVariable", "tf.train.Saver().save"),
        ("Session", "tf.train.Saver().save"),
        ("FileWriter", "of the same folder"),
    ],
)
def test_the_error_says_how_to_save_instead(things, name, instead):
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        with pytest.raises(TypeError, match=f"can't pickle {name} objects") as caught:
            pickle.dumps([things[name]], protocol)
        assert instead in str(caught.value)


def test_what_holds_one_of_them_says_the_same(things):
    for holder in (tf.train.Saver(), tf.IndexedSlices(things["Tensor"], things["Tensor"]), {"loss": things["Tensor"]}):
        with pytest.raises(TypeError, match="can't pickle .* objects: they are part"):
            pickle.dumps(holder)
    with pytest.raises(TypeError, match="can't pickle Graph objects"):
        copy.deepcopy(things["Graph"])


def test_a_shallow_copy_shares_what_it_holds(things):
    for name, thing in things.items():
        if name not in ("FileWriter", "Session"):
            copied = copy.copy(thing)
            assert type(copied) is type(thing)
    assert copy.copy(things["Graph"]).get_operations() == things["Graph"].get_operations()
    assert copy.copy(things["Operation"]).name == "x"
    assert copy.copy(things["RefVariable"]).name == things["RefVariable"].name
