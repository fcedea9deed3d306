"""Lists and dicts that are attributes of trackable objects, and those of tf.contrib.checkpoint."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.function.signature import encoded
from graphlab._src.state.tracked_structures import DictWrapper, ListWrapper
from graphlab._src.train.tracking.trackable import AutoTrackable


class Stack(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.first = tf.keras.layers.Dense(3)
        self.more = [tf.keras.layers.Dense(4), tf.keras.layers.Dense(2)]
        self.named = {"out": tf.keras.layers.Dense(1)}
        self.unused = tf.contrib.checkpoint.NoDependency([tf.keras.layers.Dense(1)])

    def call(self, x):
        for layer in [self.first, *self.more]:
            x = layer(x)
        return self.named["out"](x)


def test_a_models_weights_have_the_names_that_tensorflow_saves_them_under(tmp_path):
    path, x = str(tmp_path / "weights"), np.ones((4, 3), np.float32)
    first, second = Stack(), Stack()
    for model in (first, second):
        model.compile("adam", "mse")
        model.fit(x, x[:, :1], verbose=0)
    first.save_weights(path)
    names = [name.partition("/.ATTRIBUTES")[0] for name, _ in tf.train.list_variables(path) if "SLOT" not in name]
    layers = ("first", "more/0", "more/1", "named/out")
    weights = [f"{layer}/{weight}" for layer in layers for weight in ("bias", "kernel")]
    hypers = ["beta_1", "beta_2", "decay", "iter", "learning_rate"]
    assert names == ["_CHECKPOINTABLE_OBJECT_GRAPH", *weights, *(f"optimizer/{name}" for name in hypers)]
    second.load_weights(path)
    for ours, theirs in zip(second.get_weights(), first.get_weights(), strict=True):
        np.testing.assert_array_equal(ours, theirs)


def test_a_list_of_contrib_is_made_of_a_list_and_only_grows():
    with tf.Graph().as_default():
        x, y = tf.Variable(1.0, use_resource=True), tf.Variable(2.0, use_resource=True, trainable=False)
        dense = tf.layers.Dense(1)
        structure = tf.contrib.checkpoint.List([x, dense])
        structure.append(y)
        dense(tf.ones([2, 3]))
        assert structure.layers == [dense] and structure.trainable_weights == [dense.kernel, dense.bias, x]
        assert structure.non_trainable_weights == [y] and structure[1:] == [dense, y]
        structure.trainable = False
        assert structure.trainable_weights == [] and structure.weights == [dense.kernel, dense.bias, x, y]
        with pytest.raises(ValueError, match="Only trackable objects"):
            structure.append(3)
        mapping = tf.contrib.checkpoint.Mapping(out=dense)
        mapping["list"] = structure
        assert mapping.layers == [dense] and hash(mapping) != hash(tf.contrib.checkpoint.Mapping())
        with pytest.raises(ValueError, match="append-only"):
            mapping["out"] = tf.layers.Dense(1)


def holder(**attributes) -> Any:
    found = AutoTrackable()
    for name, value in attributes.items():
        setattr(found, name, value)
    return found


def test_wrapped_lists_and_dicts_are_as_what_they_wrap():
    root = holder(numbers=[1, 2], named={"a": [3.0], 4: 5}, plain=tf.contrib.checkpoint.NoDependency([1]))
    assert root.numbers == [1, 2] and [0, *root.numbers] + root.numbers == [0, 1, 2, 1, 2]
    assert [3, *sorted(root.numbers)] == [3, 1, 2] and np.array(root.numbers).sum() == 3
    assert root.named == {"a": [3.0], 4: 5} and dict(root.named) == {**root.named} and isinstance(root.named, dict)
    assert type(root.plain) is list and isinstance(root.named["a"], ListWrapper)
    tf.nest.assert_same_structure([1, {"a": 2}], ListWrapper([1, DictWrapper({"a": 2})]))
    assert encoded(root.numbers) == encoded([1, 2])
    for again in (copy.copy(root.named), copy.deepcopy(root.named), pickle.loads(pickle.dumps(root.named))):
        assert again == root.named and again is not root.named and isinstance(again, DictWrapper)
    with pytest.raises(TypeError, match="unhashable"):
        hash(root.numbers)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda root, given: root.l.insert(0, holder()), "A list element was replaced"),
        (lambda root, given: root.l.__setitem__(0, holder()), "A list element was replaced"),
        (lambda root, given: given.append(holder()), "The wrapped list was modified outside the wrapper"),
        (lambda root, given: root.d.pop("a"), "was modified outside the wrapper"),
        (lambda root, given: root.d.update({1: holder()}), "contains a non-string key"),
    ],
)
def test_a_change_that_restoring_would_not_find_refuses_to_save(change, reason):
    given = [holder()]
    root = holder(l=given, d={"a": holder()})
    root.l.append(holder())
    assert len(tf.contrib.checkpoint.list_objects(root)) == 6
    change(root, given)
    with pytest.raises(ValueError, match=f"Unable to save the object .*{reason}"):
        tf.contrib.checkpoint.list_objects(root)


def test_objects_in_private_attributes_of_a_model_are_saved(tmp_path):
    class Model(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self._holder = holder(weight=tf.Variable(2.0, use_resource=True))

    with tf.Graph().as_default(), tf.Session() as session:
        model = Model()
        session.run(model._holder.weight.initializer)
        checkpoint = tf.train.Checkpoint(model=model)
        path = checkpoint.save(str(tmp_path / "ckpt"), session=session)
        session.run(model._holder.weight.assign(0.0))
        checkpoint.restore(path).assert_consumed().run_restore_ops(session)
        assert session.run(model._holder.weight) == 2.0
    assert "model/_holder/weight/.ATTRIBUTES/VARIABLE_VALUE" in dict(tf.train.list_variables(path))


def test_an_attribute_is_tracked_until_another_object_is_or_it_is_deleted():
    owner: Any = AutoTrackable()
    owner.a, owner.b = AutoTrackable(), AutoTrackable()
    first = owner.a
    owner.a = lambda: 3
    assert owner.a() == 3
    assert dict(owner._checkpoint_dependencies) == {"a": first, "b": owner.b}
    owner.a = other = AutoTrackable()
    assert dict(owner._checkpoint_dependencies)["a"] is other
    owner.a = 5
    del owner.a, owner.b
    assert owner._checkpoint_dependencies == []
