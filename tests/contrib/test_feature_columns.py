"""Feature columns of tf.contrib.layers: the numbers, the ids and the names of variables are TensorFlow 1.15's."""

import numpy as np
import pytest

import graphlab as tf

layers = tf.contrib.layers


class Ramp:
    """0, 0.01, 0.02 …"""

    def __call__(self, shape, dtype=None, partition_info=None):
        return tf.reshape(tf.cast(tf.range(shape[0] * shape[1]), tf.float32) * 0.01, shape)


def columns():
    """A column of each kind, by name."""
    age, vec = layers.real_valued_column("age"), layers.real_valued_column("vec", 2, normalizer=lambda x: x * 2.0)
    found = {
        "age": age,
        "vec": vec,
        "ageb": layers.bucketized_column(age, [18.0, 30.0, 50.0]),
        "occ": layers.sparse_column_with_hash_bucket("occ", 20),
        "edu": layers.sparse_column_with_keys("edu", ["hs", "ba", "ms"], combiner="mean"),
        "num": layers.sparse_column_with_integerized_feature("num", 7, combiner="sqrtn"),
    }
    found["weighted"] = layers.weighted_sparse_column(found["num"], "numw")
    found["x1"] = layers.crossed_column([found["occ"], found["edu"]], 50)
    found["x2"] = layers.crossed_column([found["ageb"], found["x1"]], 40, hash_key=956888297470)
    found["x3"] = layers.crossed_column([found["num"], found["edu"]], 30)
    return found


def features():
    """Three examples."""
    places = [[0, 0], [1, 0], [1, 1]]
    return {
        "age": tf.constant([[17.0], [30.0], [64.0]]),
        "vec": tf.constant([[0.3, -1.0], [0.7, 0.2], [-3.0, 4.0]]),
        "occ": tf.SparseTensor([[0, 0], [0, 1], [2, 0]], ["x", "yy", "zed"], [3, 2]),
        "edu": tf.constant([["hs", "ba"], ["ms", ""], ["phd", "hs"]]),
        "num": tf.SparseTensor(places, tf.constant([3, 12, 4], tf.int64), [3, 2]),
        "numw": tf.SparseTensor(places, [0.5, 2.0, -1.0], [3, 2]),
    }


def test_dense_columns_stand_side_by_side_in_the_order_of_their_keys():
    found = columns()
    parts = [
        *(found["age"], found["vec"], found["ageb"], layers.one_hot_column(found["edu"])),
        layers.one_hot_column(found["weighted"]),
        layers.embedding_column(found["occ"], 3, initializer=Ramp()),
        layers.embedding_column(found["weighted"], 2, combiner="sum", initializer=Ramp()),
    ]
    inputs = layers.input_from_feature_columns(features(), parts)
    with tf.Session() as session:
        session.run([tf.global_variables_initializer(), tf.tables_initializer()])
        first = session.run(inputs)[0]
    expected = [1, 0, 0, 0, 0.405, 0.415, 0.425, 0.03, 0.035, 1, 1, 0, 0, 0, 0, 0.5, 0, 0, 0, 17, 0.6, -2]
    np.testing.assert_allclose(first, expected, atol=1e-6)
    assert [variable.op.name for variable in tf.global_variables()] == [
        "input_from_feature_columns/occ_embedding/weights",
        "input_from_feature_columns/num_weighted_by_numw_embedding/weights",
    ]


def test_crosses_have_the_hashes_of_tensorflow():
    found = columns()
    crossed = layers.transform_features(features(), [found["x1"], found["x2"], found["x3"]])
    with tf.Session() as session:
        session.run(tf.tables_initializer())
        ids = {column.name: value.values.tolist() for column, value in session.run(crossed).items()}
    assert ids == {
        "age_bucketized_X_edu_X_occ": [26, 6, 24, 19, 9, 36],
        "edu_X_num": [25, 15, 13, 19, 7, 29],
        "edu_X_occ": [8, 14, 45, 43, 12, 44],
    }


def test_a_weighted_sum_has_a_weight_for_each_id_and_number():
    found = columns()
    chosen = [found[name] for name in ("age", "ageb", "edu", "num", "weighted")]
    sums, by_column, bias = layers.weighted_sum_from_feature_columns(features(), chosen, 1, scope="linear")
    assert by_column[found["age"]][0].op.name == "linear/age/weight"
    assert bias.op.name == "linear/bias_weight"
    with tf.Session() as session:
        session.run([tf.global_variables_initializer(), tf.tables_initializer()])
        values = {"age": [0.1], "ageb": [1, 2, 3, 4], "edu": [10, 20, 30], "num": range(7), "weighted": range(7)}
        for name, given in values.items():
            by_column[found[name]][0].load(np.asarray(given, np.float32)[:, None], session)
        bias.load(np.array([100], np.float32), session)
        # The ids of num are 3 and (12 mod 7, 4): divided by the roots of 1 and 2, and weights of 0 and less count for nothing.
        expected = [
            100 + 1.7 + 1 + 15 + 3 + 3,
            100 + 3 + 3 + 30 + 9 / 2**0.5 + 5,
            100 + 6.4 + 4 + 10,
        ]
        np.testing.assert_allclose(session.run(sums)[:, 0], expected, rtol=1e-6)


def test_columns_say_what_examples_have():
    found = columns()
    spec = layers.create_feature_spec_for_parsing([found["x1"], found["vec"], found["weighted"]])
    assert {name: type(feature).__name__ for name, feature in spec.items()} == {
        "edu": "VarLenFeature",
        "occ": "VarLenFeature",
        "vec": "FixedLenFeature",
        "num": "VarLenFeature",
        "numw": "VarLenFeature",
    }
    with pytest.raises(ValueError, match="is not supported in DNN"):
        layers.input_from_feature_columns(features(), [found["occ"]])
    with pytest.raises(ValueError, match="sorted list"):
        layers.bucketized_column(found["age"], [2.0, 1.0])
    with pytest.raises(TypeError, match="_SparseColumn, _CrossedColumn, or _BucketizedColumn"):
        layers.crossed_column([found["age"], found["occ"]], 10)
    with pytest.raises(ValueError, match="Duplicate feature column key"):
        layers.check_feature_columns([found["age"], layers.real_valued_column("age")])


def test_columns_work_with_feature_column_too():
    found = columns()
    inputs = tf.feature_column.input_layer(features(), [found["age"], found["vec"]])
    with tf.Session() as session:
        np.testing.assert_allclose(session.run(inputs)[0], [17, 0.6, -2])
