"""Boosted trees: quantiles, splits, growing and predicting. The numbers are those of TensorFlow 1.15."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.compat import boosted_trees_ops as trees
from graphlab._src.proto import text_format
from graphlab._src.proto.boosted_trees import SplitTypeWithDefault, TreeEnsemble
from graphlab._src.state.resources import initialize_resources, shared_resources

LEFT, RIGHT = b"INEQUALITY_DEFAULT_LEFT", b"INEQUALITY_DEFAULT_RIGHT"
# Of three nodes and four buckets, a gradient and a Hessian each.
SUMMARY = np.array(
    [
        [[0, 0], [0.08, 0.09], [0, 0], [0, 0]],
        [[0, 0], [-0.15, 0.36], [0.06, 0.07], [0.1, 0.2]],
        [[-0.33, 0.58], [0, 0], [0.3, 0.4], [0, 0]],
    ],
    np.float32,
)
FEATURES = [np.array([0, 0, 1, 1, 2, 2, 2, 1], np.int32), np.array([1, 0, 1, 0, 1, 0, 1, 0], np.int32)]
LABELS = np.array([[1], [2], [-1], [0], [3], [5], [3], [0.2]], np.float32)
NODES = [0, 0, 1, 1]
GRADIENTS, HESSIANS = [[0.1], [0.33], [-0.2], [0.4]], [[0.2], [0.4], [0.3], [0.1]]


@pytest.fixture(autouse=True)
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def made(resource):
    initialize_resources(shared_resources()).run()
    return resource


def close(found, *expected):
    for value, wanted in zip(found, expected, strict=True):
        np.testing.assert_allclose(np.reshape(value, -1), np.reshape(wanted, -1), rtol=1e-5, atol=1e-7)


def test_boundaries_of_buckets_come_from_several_batches(session):
    quantiles = made(trees.QuantileAccumulator(0.1, 2, 5, name="quantiles"))
    first = np.arange(40, dtype=np.float32)
    second = first * 7 % 11
    for weights in ([1.0], np.arange(40, dtype=np.float32) % 3):
        session.run(quantiles.add_summaries([first, second], weights))
    session.run(quantiles.flush())
    boundaries = session.run(quantiles.get_bucket_boundaries())
    close(boundaries, [0, 10, 19, 27, 34, 39], [0, 3, 5, 7, 9, 10])
    values = np.array([-1, 0, 3.5, 39, 50, np.nan], np.float32)
    assert session.run(trees.boosted_trees_bucketize([values], boundaries[:1]))[0].tolist() == [0, 0, 1, 5, 5, 0]
    session.run(quantiles.add_summaries([first, second], [1.0]))
    session.run(trees.quantile_flush(quantiles.resource_handle, 5, generate_quantiles=True))
    close(session.run(quantiles.get_bucket_boundaries()), [0, 8, 21, 31, 39], [0, 2, 5, 8, 10])


def test_a_summary_has_values_weights_and_ranks(session):
    made_of = trees.make_quantile_summaries([[3.0, 1, 1, 2]], [1.0, 2, 0.5, 0], 0.1)
    assert made_of[0].shape.as_list() == [None, 4]
    assert session.run(made_of)[0].tolist() == [[1, 2.5, 0, 2.5], [3, 1, 2.5, 3.5]]
    # As many rows as TensorFlow keeps of so many values, where its limit is compared in double precision.
    long = trees.make_quantile_summaries([np.arange(300, dtype=np.float32)], [1.0], 0.01)
    assert len(session.run(long)[0]) == 134


PENALTIES = [
    (0, 0, 0, 0, [0.15715608, 0.4118403], [0.41666666, 0.56896555], [-0.59259254, -0.75]),
    (0.1, 0, 0, 0, [0.020277778, 0.19120692], [0.1388889, 0.39655176], [-0.2222222, -0.50000006]),
    (0, 0.1, 0.05, 0, [0.067965254, 0.28931373], [0.32608697, 0.48529413], [-0.4324324, -0.6]),
]


@pytest.mark.parametrize(("l1", "l2", "complexity", "least", "gains", "left", "right"), PENALTIES)
def test_the_best_split_of_each_node_by_one_feature(session, l1, l2, complexity, least, gains, left, right):
    best = trees.calculate_best_gains_per_feature([1, 3], [SUMMARY, SUMMARY[:, ::-1]], l1, l2, complexity, least, 3)
    assert [len(output) for output in best] == [2] * 5
    assert best.left_node_contribs_list[0].shape.as_list() == [None, 1]
    found = session.run(best)
    close([output[0] for output in found], [1, 2], gains, [1, 0], left, right)
    close([output[1] for output in found], [1, 2], gains, [1, 1], right, left)


def test_a_node_that_is_too_light_is_not_split(session):
    best = trees.calculate_best_gains_per_feature([0, 3], [SUMMARY], 0.0, 0.0, 0.0, 0.7, 3)
    assert session.run(best.node_ids_list)[0].tolist() == [2]


@pytest.mark.parametrize(
    ("split_type", "kinds"), [("inequality", [RIGHT, LEFT]), ("equality", [b"EQUALITY_DEFAULT_RIGHT"] * 2)]
)
def test_the_best_split_by_a_feature_that_examples_may_lack(session, split_type, kinds):
    two = np.stack([SUMMARY, SUMMARY[:, [2, 0, 3, 1]]], axis=1)
    found = session.run(trees.calculate_best_feature_split([1, 3], two, 0.0, 0.1, 0.0, 0.0, 1, split_type=split_type))
    left, right = [0.32608697, 0.48529413], [-0.43243244, -0.59999996]
    close(found[:6], [1, 2], [0.11796525, 0.33931375], [0, 0], [1, 0], left, right)
    assert found.split_with_default_directions.tolist() == kinds


def test_the_best_split_with_several_logits(session):
    random = np.random.RandomState(0)
    full, diagonal = random.rand(2, 1, 4, 6).astype(np.float32), np.random.RandomState(0).rand(2, 1, 4, 4)
    found = session.run(trees.calculate_best_feature_split([0, 2], full, 0.0, 0.1, 0.0, 0.0, 2))
    left, right = [0.2074329, -1.3795, 0.4425995, -1.913276], [-3.239653, -0.689807, -4.269018, 12.24298]
    close(found[:6], [0, 1], [1.4815, 4.47943], [0, 0], [1, 2], left, right)
    diagonal = diagonal.astype(np.float32)
    found = session.run(trees.calculate_best_feature_split([0, 2], diagonal, 0.0, 0.1, 0.0, 0.0, 2))
    left, right = [-1.0020989, -0.8445809, -0.02302367, -0.85836023], [-3.3211977, -4.946294, -1.6698583, -0.7131334]
    close(found[:6], [0, 1], [3.4359303, 1.1230383], [0, 0], [2, 0], left, right)
    assert found.split_with_default_directions.tolist() == [RIGHT, RIGHT]


def test_gradients_are_summed_up_by_node_and_bucket(session):
    sums = trees.make_stats_summary(NODES, GRADIENTS, HESSIANS, [[1, 0, 1, 1]], 2, 2)
    dense = trees.boosted_trees_aggregate_stats(NODES, GRADIENTS, HESSIANS, [[1, 0], [2, -1], [0, 1], [1, 1]], 2, 3)
    assert (sums.shape.as_list(), dense.shape.as_list()) == ([1, 2, 2, 2], [2, 2, 4, 2])
    sums, dense = session.run([sums, dense])
    close([sums], [0.33, 0.4, 0.1, 0.2, 0, 0, 0.2, 0.4])
    close([dense[0, 1]], [0.1, 0.2, 0, 0, 0, 0, 0.33, 0.4])  # the last bucket is that of what is missing


def test_gradients_of_a_sparse_feature(session):
    entries = [[0, 0], [1, 1], [2, 0], [3, 1]], [1, 2, 0, 1], [4, 2]
    sparse = session.run(trees.boosted_trees_sparse_aggregate_stats(NODES, GRADIENTS, HESSIANS, *entries, 2, 3))
    assert sparse.stats_summary_shape.tolist() == [2, 2, 4, 2]
    places = [[0, 0, 1], [0, 0, 3], [0, 1, 2], [0, 1, 3], [1, 0, 0], [1, 0, 3], [1, 1, 1], [1, 1, 3]]
    assert sparse.stats_summary_indices.tolist() == [[*place, i] for place in places for i in (0, 1)]
    values = [0.1, 0.2, 0.33, 0.4, 0.33, 0.4, 0.1, 0.2, -0.2, 0.3, 0.4, 0.1, 0.4, 0.1, -0.2, 0.3]
    close([sparse.stats_summary_values], values)
    found = session.run(trees.sparse_calculate_best_feature_split([0, 2], *sparse, 0.0, 0.1, 0.0, 0.0, 1))
    left, right = [-0.6142857, 0.5], [7.450579e-08, -2.0000002]
    close(found[:6], [0, 1], [0, 0.8200002], [0, 0], [1, 0], left, right)
    assert found.split_with_default_directions.tolist() == [LEFT, RIGHT]


def leaves_and_splits(tree):
    """The value of each leaf, and (feature, bucket, left, right) of each split."""
    return [
        round(node.leaf.scalar, 6)
        if node.HasField("leaf")
        else (
            node.bucketized_split.feature_id,
            node.bucketized_split.threshold,
            node.bucketized_split.left_id,
            node.bucketized_split.right_id,
        )
        for node in tree.nodes
    ]


LEFT_HALF = [(0, 1, 1, 2), (0, 0, 3, 4)]
GROWN = {
    "none": (
        [*LEFT_HALF, (1, 0, 5, 6), 0.743827, -0.003813, 2.82563, 2.193627],
        [0.8108442, 0.8108442, 0.063204385, 0.063204385, 2.750556, 3.3825588, 2.750556, 0.063204385],
    ),
    "pre": (
        [*LEFT_HALF, 1.617647, 0.743827, -0.003813],
        [0.8108442, 0.8108442, 0.063204385, 0.063204385, 2.5216262, 2.5216262, 2.5216262, 0.063204385],
    ),
}
GROWN["post"] = GROWN["pre"]


@pytest.mark.parametrize("mode", GROWN)
def test_trees_grow_by_layers_and_are_pruned(session, mode):
    ensemble = made(trees.TreeEnsemble("trees"))
    handle, states = ensemble.resource_handle, ensemble.get_states()
    placed = [tf.placeholder(tf.int32, [8]) for _ in range(2)]
    further = trees.training_predict(handle, *placed, FEATURES, 1)
    tree, node = np.zeros(8, np.int32), np.full(8, -1, np.int32)
    logits = np.zeros((8, 1), np.float32)
    sums = tf.placeholder(tf.float32, [2, 3, 3, 2])
    best = trees.calculate_best_gains_per_feature(states[4], tf.unstack(sums), 0.0, 0.1, 0.5, 0.0, 3)
    grow = trees.update_ensemble(
        handle, [0, 1], *best, max_depth=2, learning_rate=0.5, pruning_mode=trees.PruningMode.from_str(mode)
    )
    for _ in range(3):
        more, tree, node = session.run(further, dict(zip(placed, (tree, node), strict=True)))
        logits += more
        found = np.zeros((2, 3, 3, 2), np.float32)
        for feature, buckets in enumerate(FEATURES):
            np.add.at(found[feature], (node, buckets), np.hstack([(logits - LABELS) / 4, np.full((8, 1), 0.25)]))
        session.run(grow, {sums: found})
    more, tree, node = session.run(further, dict(zip(placed, (tree, node), strict=True)))
    # What was cached before a tree was pruned still adds up to what the ensemble predicts.
    np.testing.assert_allclose(logits + more, session.run(trees.predict(handle, FEATURES, 1)), rtol=1e-6)
    assert [value.tolist() for value in session.run(states)] == [3, 2, 1, 3, [1, 3]]
    message = parsed(session.run(ensemble.serialize()))
    assert leaves_and_splits(message.trees[0]) == GROWN[mode][0]
    assert leaves_and_splits(message.trees[1])[0] == (0, 1, 1, 2)
    close([session.run(trees.predict(handle, FEATURES, 1))], GROWN[mode][1])


def parsed(serialized):
    return TreeEnsemble.FromString(serialized.tree_ensemble_serialized)


def test_a_split_may_be_of_one_category(session):
    ensemble = made(trees.TreeEnsemble("trees"))
    kinds = np.array([b"EQUALITY_DEFAULT_RIGHT"], object)
    weights = [[0.5]], [[-0.5]]
    columns = [[[value]] for value in (1, 0, 2.0, 1)]  # dimensions, nodes, gains, categories
    weights = [[[[weight]]] for weight in (0.5, -0.5)]
    session.run(
        trees.update_ensemble_v2(
            ensemble.resource_handle, [0], *columns, *weights, [kinds], max_depth=2, learning_rate=0.5, pruning_mode=0
        )
    )
    assert parsed(session.run(ensemble.serialize())).trees[0].nodes[0].categorical_split.value == 1
    close([session.run(trees.predict(ensemble.resource_handle, [[0, 1, 2]], 1))], [-0.25, 0.25, -0.25])


def test_the_bias_is_centered_until_it_changes_little(session):
    ensemble = made(trees.TreeEnsemble("trees"))
    center = [trees.center_bias(ensemble.resource_handle, [[gradient]], [[2.0]], 0.0, 0.0) for gradient in (1.0, 0.002)]
    assert [session.run(center[0]), session.run(center[0]), session.run(center[1])] == [True, True, False]
    close([session.run(trees.predict(ensemble.resource_handle, [[0]], 1))], [-1.001])


def test_a_saver_keeps_trees_and_boundaries(session, tmp_path):
    ensemble = trees.TreeEnsemble("trees", stamp_token=7)
    quantiles = made(trees.QuantileAccumulator(0.1, 1, 3, name="quantiles"))
    session.run(trees.center_bias(ensemble.resource_handle, [[1.0]], [[2.0]], 0.0, 0.0))
    session.run(quantiles.add_summaries([[1.0, 2, 3]], [1.0]))
    session.run(quantiles.flush())
    saver = tf.train.Saver()
    path = saver.save(session, str(tmp_path / "model"))
    assert sorted(name for name, _ in tf.train.list_variables(path)) == [
        "quantiles:0_bucket_boundaries_0",
        "trees:0_serialized",
        "trees:0_stamp",
    ]
    with tf.Session() as other:
        saver.restore(other, path)
        close([other.run(trees.predict(ensemble.resource_handle, [[0]], 1))], [-0.5])
        close(other.run(quantiles.get_bucket_boundaries()), [1, 3])
        assert other.run(ensemble.get_stamp_token()) == 8


def test_the_messages_are_tensorflows(session):
    """An ensemble that lacks metadata is saved as it came, and predicts."""
    text = "trees { nodes { leaf { scalar: 1.5 } } } tree_weights: 2"
    serialized = text_format.Parse(text, TreeEnsemble()).SerializeToString()
    ensemble = made(trees.TreeEnsemble("trees", 3, serialized_proto=serialized))
    close([session.run(trees.predict(ensemble.resource_handle, [[0]], 1))], [3])
    assert [value.tolist() for value in session.run(ensemble.get_states())] == [3, 1, 0, 0, [0, 1]]
    assert session.run(ensemble.serialize()).tree_ensemble_serialized == serialized
    assert SplitTypeWithDefault.Name(1).encode() == RIGHT


def test_what_is_beyond_the_buckets_counts_as_in_tensorflow(session):
    sums = trees.make_stats_summary([0, 1], [[1.0], [2.0]], [[1.0], [1.0]], [[3, 3]], 2, 3)
    assert session.run(sums)[0, :, :, 0].tolist() == [[0, 0, 0], [1, 0, 0]]


def test_what_is_wrong_is_said(session):
    ensemble = trees.TreeEnsemble("trees")
    with pytest.raises(tf.errors.NotFoundError, match="Could not find resource: localhost/trees"):
        session.run(ensemble.get_states())
    assert not session.run(ensemble.is_initialized())
    made(ensemble)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Unable to parse tree ensemble proto"):
        session.run(ensemble.deserialize(1, "no trees"))
    with pytest.raises(tf.errors.InvalidArgumentError, match="An epsilon value of zero is not allowed"):
        session.run(trees.QuantileAccumulator(0.0, 1, 3).initializer)
    with pytest.raises(tf.errors.InvalidArgumentError, match="below max_splits=1, got: 5"):
        session.run(trees.make_stats_summary([5], [[1.0]], [[1.0]], [[0]], 1, 2))
    with pytest.raises(ValueError, match="Dimensions must be equal, but are 1 and 2"):
        trees.make_stats_summary([0], [[1.0], [2.0]], [[1.0]], [[0]], 1, 2)
    with pytest.raises(ValueError, match="pruning_mode mode must be one of: none, post, pre"):
        trees.PruningMode.from_str("some")
