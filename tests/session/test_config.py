"""ConfigProto and RunOptions: each field is honoured, or its having no effect is said."""

import warnings

import pytest

import graphlab as tf
from graphlab._src.proto import ConfigProto, RunOptions
from graphlab._src.session import config as session_config
from graphlab._src.session import config_defaults
from graphlab._src.session.config import CONFIG, RUN, effect_of


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch):
    monkeypatch.setattr(session_config, "_said", set())


def leaves(descriptor, prefix="", above=()):
    for field in descriptor.fields:
        inner = field.message_type
        if inner is None or inner.GetOptions().map_entry or inner in above:
            yield prefix + field.name
        else:
            yield from leaves(inner, f"{prefix}{field.name}.", (*above, inner))


@pytest.mark.parametrize(("message", "table"), [(ConfigProto, CONFIG), (RunOptions, RUN)])
def test_no_field_is_forgotten(message, table):
    paths = list(leaves(message.DESCRIPTOR))
    assert [path for path in paths if effect_of(table, path) is None] == []
    assert [key for key in table if not any(f"{path}.".startswith(f"{key}.") for path in paths)] == []


def test_what_has_no_effect_is_said_once():
    config = tf.ConfigProto(inter_op_parallelism_threads=3)
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    with pytest.warns(UserWarning, match="has no effect") as caught:
        tf.Session(config=config)
    assert [str(item.message).partition(":")[0] for item in caught] == [
        "ConfigProto.inter_op_parallelism_threads has no effect",
        "ConfigProto.graph_options.rewrite_options.disable_meta_optimizer has no effect",
    ]
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tf.Session(config=config)


def test_threads_that_have_started_are_spoken_of():
    with tf.Graph().as_default():
        tf.Session().run(tf.constant(1))
    with pytest.warns(UserWarning, match="intra_op_parallelism_threads has no effect any more") as caught:
        tf.Session(config=tf.ConfigProto(intra_op_parallelism_threads=1))
    assert caught[0].filename == __file__


def test_what_is_always_so_is_not_spoken_of():
    config = tf.ConfigProto(isolate_session_state=True, allow_soft_placement=True)
    config.graph_options.optimizer_options.do_function_inlining = True
    config.graph_options.optimizer_options.global_jit_level = tf.OptimizerOptions.ON_1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tf.Session(config=config)


def test_a_program_runs_without_optimization():
    config = tf.ConfigProto(
        graph_options=tf.GraphOptions(optimizer_options=tf.OptimizerOptions(opt_level=tf.OptimizerOptions.L0))
    )
    with tf.Graph().as_default(), tf.Session(config=config) as sess:
        assert sess.run(tf.constant(2.0) * 3.0) == 6


def test_infer_shapes_writes_shapes_into_the_graph_def():
    with tf.Graph().as_default():
        tf.constant([[1, 2]])
        config = tf.ConfigProto(graph_options=tf.GraphOptions(infer_shapes=True))
        assert "_output_shapes" in tf.Session(config=config).graph_def.node[0].attr
        assert "_output_shapes" not in tf.Session().graph_def.node[0].attr


def test_a_thread_pool_that_is_not_there():
    with (
        tf.Graph().as_default(),
        pytest.warns(UserWarning, match="session_inter_op_thread_pool has no effect"),
        tf.Session(config=tf.ConfigProto(session_inter_op_thread_pool=[{"num_threads": 2}])) as sess,
        pytest.raises(tf.errors.InvalidArgumentError, match="Invalid inter_op_thread_pool: 1"),
    ):
        sess.run(tf.constant(1), options=tf.RunOptions(inter_op_thread_pool=1))


def test_options_of_the_optimizer_are_fields_of_the_default_config(monkeypatch):
    monkeypatch.setattr(config_defaults, "config", ConfigProto())
    optimizer = tf.config.optimizer
    assert optimizer.get_experimental_options() == {"disable_model_pruning": False, "disable_meta_optimizer": False}
    optimizer.set_experimental_options({"constant_folding": False, "remapping": True, "min_graph_nodes": -1})
    optimizer.set_experimental_options({"remapping": None, "of_later_releases": True, "disable_meta_optimizer": True})
    assert optimizer.get_experimental_options() == {
        "constant_folding": False,
        "disable_meta_optimizer": True,
        "disable_model_pruning": False,
        "min_graph_nodes": -1,
        "remapping": True,
    }
    with pytest.warns(UserWarning) as caught:
        tf.Session()
    said = [str(item.message).partition(":")[0] for item in caught]
    assert "ConfigProto.graph_options.rewrite_options.constant_folding has no effect" in said
