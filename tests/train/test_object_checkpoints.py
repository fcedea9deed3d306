"""tf.train.Checkpoint: variables are saved and restored by their place below an object."""

import os
from typing import Any

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.state.trackable import Trackable
from graphlab._src.train.tracking.trackable import no_automatic_dependency_tracking_scope


class Block(tf.Module):
    def __init__(self, value, name):
        super().__init__()
        self.w = tf.Variable(value * np.ones(2, np.float32), name=name, use_resource=True)
        self.parts = [tf.Variable(value + 1.0, use_resource=True)]
        self.named = {"a": tf.Variable(value + 2.0)}


def program(value, name):
    block, other = Block(value, name), tf.Variable(value + 3.0, name=f"other_{name}")
    optimizer = tf.train.AdamOptimizer(0.1)
    step = optimizer.minimize(tf.reduce_sum(block.w * other), var_list=[block.w, other])
    return tf.train.Checkpoint(block=block, other=other, optimizer=optimizer), step


def values(checkpoint):
    block, optimizer = checkpoint.block, checkpoint.optimizer
    powers = [variable for variable in optimizer.variables() if "power" in variable.name]
    return [block.w, block.parts, block.named, checkpoint.other, optimizer.get_slot(block.w, "m"), powers]


def test_objects_are_restored_whatever_their_variables_are_called(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        checkpoint, step = program(1.0, "w")
        session.run(tf.global_variables_initializer())
        session.run(step)
        path = checkpoint.save(str(tmp_path / "ckpt"), session=session)
        saved = session.run(values(checkpoint))
    assert path == str(tmp_path / "ckpt-1") == tf.train.latest_checkpoint(str(tmp_path))
    names = [name for name, _ in tf.train.list_variables(path)]
    assert names[:3] == [
        "_CHECKPOINTABLE_OBJECT_GRAPH",
        "block/named/a/.ATTRIBUTES/VARIABLE_VALUE",
        "block/parts/0/.ATTRIBUTES/VARIABLE_VALUE",
    ]
    assert "block/w/.OPTIMIZER_SLOT/optimizer/m/.ATTRIBUTES/VARIABLE_VALUE" in names
    with tf.Graph().as_default(), tf.Session() as session:
        checkpoint, _ = program(0.0, "another_name")
        session.run(tf.global_variables_initializer())
        checkpoint.restore(path).assert_consumed().run_restore_ops()
        restored = session.run(values(checkpoint))
        assert session.run(checkpoint.save_counter) == 1
    for one, other in zip(tf.nest.flatten(saved), tf.nest.flatten(restored), strict=True):
        np.testing.assert_array_equal(one, other)


def test_what_does_not_match_is_said(tmp_path):
    with tf.Session() as session:
        v = tf.Variable(1.0, name="v")
        session.run(v.initializer)
        path = tf.train.Checkpoint(v=v).save(str(tmp_path / "ckpt"), session=session)
        w = tf.Variable(2.0, name="w")
        status = tf.train.Checkpoint(v=v, w=w).restore(path)
        with pytest.raises(AssertionError, match="Some Python objects were not bound to checkpointed values.*'w:0'"):
            status.assert_existing_objects_matched()
        with pytest.raises(AssertionError, match="Some Python objects were not bound"):
            tf.train.Checkpoint(v=v, other=tf.Module()).restore(path).assert_consumed()
        with pytest.raises(AssertionError, match=r"Unresolved object in checkpoint \(root\).v: v"):
            tf.train.Checkpoint().restore(path).assert_consumed()
        status.initialize_or_restore(session)
        assert session.run([v, w]) == [1.0, 2.0]
        tf.train.Checkpoint(v=v).restore(None).initialize_or_restore(session)
        with pytest.raises(ValueError, match="expecting a trackable object"):
            tf.train.Checkpoint(v=3)


def test_a_checkpoint_of_a_saver_is_restored_by_names(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        v = tf.Variable(4.0, name="v")
        session.run(v.initializer)
        path = tf.train.Saver([v]).save(session, str(tmp_path / "named"))
        session.run(v.assign(0.0))
        tf.train.Checkpoint(x=v).restore(path).run_restore_ops(session)
        assert session.run(v) == 4.0


def test_a_manager_keeps_the_newest(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        v = tf.Variable(1.0, name="v")
        session.run(v.initializer)
        manager = tf.train.CheckpointManager(tf.train.Checkpoint(v=v), str(tmp_path), max_to_keep=2)
        paths = [manager.save() for _ in range(3)]
        assert [os.path.basename(path) for path in paths] == ["ckpt-1", "ckpt-2", "ckpt-3"]
        assert manager.checkpoints == paths[1:] and manager.latest_checkpoint == paths[2]
        assert sorted(path.name for path in tmp_path.glob("*.index")) == ["ckpt-2.index", "ckpt-3.index"]
        again = tf.train.CheckpointManager(tf.train.Checkpoint(v=v), str(tmp_path), max_to_keep=2)
        assert [os.path.basename(path) for path in again.checkpoints] == ["ckpt-2", "ckpt-3"]
        assert again.save(np.int64(7)).endswith("ckpt-7")  # as a run returns the global step


def test_a_manager_leaves_checkpoints_alone_that_no_manager_wrote(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        v = tf.Variable(1.0, name="v")
        checkpoint = tf.train.Checkpoint(v=v)
        session.run(v.initializer)
        own = checkpoint.save(str(tmp_path / "own"), session=session)
        manager = tf.train.CheckpointManager(checkpoint, str(tmp_path), max_to_keep=1)
        assert manager.latest_checkpoint == own and manager.checkpoints == []
        paths = [manager.save() for _ in range(2)]
    assert manager.checkpoints == paths[1:]
    assert [tf.train.checkpoint_exists(path) for path in (own, *paths)] == [True, False, True]


def test_a_manager_warns_of_a_clock_that_was_set_back(tmp_path, caplog):
    path = str(tmp_path / "ckpt-1")
    tf.train.update_checkpoint_state(
        str(tmp_path), path, [path], all_model_checkpoint_timestamps=[4e10], last_preserved_timestamp=4e10
    )
    with tf.Graph().as_default():
        manager = tf.train.CheckpointManager(tf.train.Checkpoint(), str(tmp_path), max_to_keep=1)
    assert manager.latest_checkpoint == path and manager.checkpoints == []  # it may have been preserved
    assert "seconds behind the last preserved checkpoint timestamp" in caplog.text


def test_a_model_of_keras_is_saved_with_layers_in_private_attributes(tmp_path):
    class Model(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self._first = tf.keras.layers.Dense(2)
            self.more = [tf.keras.layers.Dense(1)]

        def call(self, x):
            return self.more[0](self._first(x))

    with tf.Graph().as_default(), tf.Session() as session:
        model = Model()
        model(tf.ones([1, 3]))
        session.run(tf.global_variables_initializer())
        path = tf.train.Checkpoint(model=model).save(str(tmp_path / "ckpt"), session=session)
    names = [name.partition("/.ATTRIBUTES")[0] for name, _ in tf.train.list_variables(path)]
    assert set(names) >= {"model/_first/kernel", "model/_first/bias", "model/more/0/kernel", "model/more/0/bias"}


def test_a_module_knows_its_variables_and_modules():
    with tf.Graph().as_default():
        outer, inner = Block(1.0, "x"), Block(2.0, "y")
        outer.inner = inner  # pyright: ignore[reportAttributeAccessIssue]
        assert outer.name == "block" and outer.submodules == (inner,)
        assert [variable.op.name for variable in outer.variables[:2]] == ["Variable_1", "Variable"]
        with outer.name_scope:
            assert tf.constant(1.0).op.name == "block/Const"
        with pytest.raises(ValueError, match="is not a valid module name"):
            tf.Module("a b")


def test_states_in_python_are_saved_and_restored_at_once(tmp_path):
    class Words(tf.train.experimental.PythonState):
        def __init__(self, words):
            self.words = words

        def serialize(self):
            return " ".join(self.words).encode()

        def deserialize(self, string_value):
            self.words = string_value.decode().split()

    class Owner(Trackable):
        """Makes the states that a checkpoint has when they are looked up."""

        def _lookup_dependency(self, name):
            found = super()._lookup_dependency(name)
            if found is None:
                found = self._unconditional_dependency_names[name] = Words([])
            return found

    with tf.Graph().as_default(), tf.Session() as session:
        words, owner = Words(["a", "b"]), Trackable()
        owner._track_trackable(Words(["c"]), "more")
        with pytest.raises(ValueError, match="Trackable with this name is already declared"):
            owner._track_trackable(Words([]), "more")
        checkpoint = tf.train.Checkpoint(words=words, owner=owner)
        first = checkpoint.save(str(tmp_path / "ckpt"), session=session)
        words.words = ["d"]
        checkpoint.save(str(tmp_path / "ckpt"), session=session)
        assert "words/.ATTRIBUTES/py_state" in dict(tf.train.list_variables(first))
        checkpoint.restore(first).assert_consumed()
        assert words.words == ["a", "b"]
        new = Owner()
        tf.train.Checkpoint(owner=new).restore(tf.train.latest_checkpoint(str(tmp_path)))
        assert new._lookup_dependency("more").words == ["c"]


def test_attributes_that_are_not_tracked():
    with tf.Graph().as_default():
        module: Any = tf.Module()
        module.a = module._no_dependency(tf.Variable(1.0))
        with no_automatic_dependency_tracking_scope(module):
            module.b = tf.Variable(2.0)
        module.c = tf.Variable(3.0)
        assert list(module._tracked_children()) == ["c"] and module.a.shape == []


def test_a_property_may_be_set_to_what_it_is():
    class Shaped(tf.Module):
        tensor: Any
        shape = property(lambda self: self.tensor.shape)

    with tf.Graph().as_default():
        module: Any = Shaped()
        module.tensor = tf.constant([1.0])
        module.shape = module.tensor.shape  # one object, as long as no more is known
        with pytest.raises(AttributeError):
            module.shape = 3


def test_tables_are_saved_and_restored(tmp_path):
    def table():
        return tf.contrib.lookup.MutableHashTable(tf.string, tf.int64, -1, name="words")

    with tf.Graph().as_default(), tf.Session() as session:
        words = table()
        session.run(words.insert(["a", "b"], [1, 2]))
        by_place = tf.train.Checkpoint(words=words).save(str(tmp_path / "place"), session=session)
        by_name = tf.train.Saver().save(session, str(tmp_path / "name"))
    assert {"words/.ATTRIBUTES/table-keys", "words/.ATTRIBUTES/table-values"} <= dict(
        tf.train.list_variables(by_place)
    ).keys()
    for path in (by_place, by_name):
        with tf.Graph().as_default(), tf.Session() as session:
            words = table()
            tf.train.Checkpoint(words=words).restore(path).initialize_or_restore(session)
            assert session.run(words.lookup(tf.constant(["b", "c"]))).tolist() == [2, -1]


def test_a_model_is_warm_started_from_objects(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        w = tf.get_variable("w", initializer=[1.0, 2.0])
        session.run(w.initializer)
        path = tf.train.Checkpoint(weights=w).save(str(tmp_path / "ckpt"), session=session)
    with tf.Graph().as_default(), tf.Session() as session:
        w = tf.get_variable("w", [2])
        tf.train.warm_start(path)
        session.run(w.initializer)
        assert session.run(w).tolist() == [1, 2]
        tf.get_variable("b", [2])
        with pytest.raises(ValueError, match="variables were missing: {'b'}"):
            tf.train.warm_start(path)


def test_a_module_says_where_each_of_its_variables_is():
    class Inner(tf.Module):
        def __init__(self):
            super().__init__()
            self.a = [tf.Variable(1.0, name="x"), {"k": tf.Variable(2.0, name="y")}]

    class Outer(tf.Module):
        def __init__(self):
            super().__init__()
            self.m, self.v = [Inner()], tf.Variable(0.0, name="v")
            self.z, self.itself = self.m[0], self

    with tf.Graph().as_default():
        module = Outer()
        found = module._flatten(predicate=lambda item: isinstance(item, tf.Variable), with_path=True)
        assert [(path, item.op.name) for path, item in found] == [
            (("v",), "v"),
            (("m", 0, "a", 0), "x"),
            (("m", 0, "a", 1, "k"), "y"),
            (("z", "a", 0), "x"),
            (("z", "a", 1, "k"), "y"),
        ]
        assert [item.op.name for item in module.variables] == ["v", "x", "y"]


def test_a_table_that_is_filled_once_is_an_object_with_its_initializer_and_its_file(tmp_path):
    (tmp_path / "words").write_text("a\n")
    with tf.Graph().as_default(), tf.Session() as session:
        index = tf.lookup.TextFileIndex
        lines = tf.lookup.TextFileInitializer(
            str(tmp_path / "words"), tf.string, index.WHOLE_LINE, tf.int64, index.LINE_NUMBER
        )
        checkpoint = tf.train.Checkpoint(table=tf.lookup.StaticHashTable(lines, -1))
        path = checkpoint.write(str(tmp_path / "ckpt"), session=session)
    nodes = tf.contrib.checkpoint.object_metadata(path).nodes
    below = [[child.local_name for child in node.children] for node in nodes]
    assert below == [["table"], ["_initializer"], ["_filename"], []]


def test_a_module_finds_layers_and_their_variables():
    module: Any = tf.Module("m")
    module.dense = tf.keras.layers.Dense(1)
    module.model = tf.keras.Sequential([tf.keras.layers.Dense(2, trainable=False)])
    assert not module.variables and [one.name for one in module.submodules] == ["dense", "sequential", "dense_1"]
    inputs = tf.keras.Input((1,))
    module.dense(inputs), module.model(inputs)
    names = ["dense/kernel:0", "dense/bias:0", "sequential/dense_1/kernel:0", "sequential/dense_1/bias:0"]
    assert [v.name for v in module.variables] == names
    assert module._flatten(with_path=True, predicate=lambda item: item is module.dense.bias).__next__()[0] == (
        "dense",
        "_trainable_weights",
        1,
    )


class Around(tf.train.Optimizer):
    """An optimizer of a program, which passes everything on to another one."""

    def __init__(self, inner):
        super().__init__(False, "Around")
        self._inner = self._track_trackable(inner, "base_optimizer")

    def apply_gradients(self, grads_and_vars, global_step=None, name=None):
        return self._inner.apply_gradients(grads_and_vars, global_step, name)


def test_what_an_optimizer_of_a_program_tracks_is_in_checkpoints(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        v = tf.Variable([1.0, 2.0], use_resource=True)
        optimizer = Around(tf.train.AdamOptimizer())
        optimizer.minimize(tf.reduce_sum(v * v))
        session.run(tf.global_variables_initializer())
        path = tf.train.Checkpoint(o=optimizer, v=v).save(str(tmp_path / "c"), session=session)
    names = {name.partition("/.ATTR")[0] for name, _ in tf.train.list_variables(path)}
    below = {"o/base_optimizer/beta1_power", "o/base_optimizer/beta2_power"}
    assert below < names
    assert {f"v/.OPTIMIZER_SLOT/o/base_optimizer/{slot}" for slot in "mv"} < names
