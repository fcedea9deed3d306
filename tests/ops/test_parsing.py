"""Records of data: lines of comma-separated values, and examples, as tensors."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.ops.string_numbers import decode_raw_v2


def run(fetches, feeds=None):
    with tf.Session() as session:
        return session.run(fetches, feeds)


def integers(*values):
    return tf.train.Feature(int64_list=tf.train.Int64List(value=values))


def words(*values):
    return tf.train.Feature(bytes_list=tf.train.BytesList(value=[value.encode() for value in values]))


def numbers(*values):
    return tf.train.Feature(float_list=tf.train.FloatList(value=values))


def example(**features):
    return tf.train.Example(features=tf.train.Features(feature=features)).SerializeToString(deterministic=True)


ONE = example(a=integers(1, 2), b=words("x", "y"), c=numbers(1.5))
OTHER = example(a=integers(3, 4), b=words("z"))


def test_columns_have_the_types_of_their_defaults():
    first, second, third = run(tf.decode_csv(["1,2.5,a", ",,"], [[7], [0.5], ["none"]]))
    assert first.tolist() == [1, 7]
    assert second.tolist() == [2.5, 0.5]
    assert third.tolist() == [b"a", b"none"]
    assert first.dtype == np.int32


def test_quotes_delimiters_and_missing_values():
    assert [c.tolist() for c in run(tf.decode_csv(['"a, ""b""",NA'], [["x"], ["y"]], na_value="NA"))] == [
        [b'a, "b"'],
        [b"y"],
    ]
    assert run(tf.decode_csv("1 2 3", [[0], [0]], field_delim=" ", select_cols=[0, 2])) == [1, 3]
    assert run(tf.decode_csv('a"b', [["x"]], use_quote_delim=False)) == [b'a"b']


BAD_LINES = [
    ("1,2,3", "Expect 2 fields but have 3 in record 0"),
    ("x,2", "Field 0 in record 0 is not a valid int32: x"),
    (",2", "Field 0 is required but missing in record 0!"),
    ('1"1,2', "Unquoted fields cannot have quotes/CRLFs inside"),
    ('"1,2', "Quoted field has to end with quote followed by delim or end"),
]


@pytest.mark.parametrize(("line", "message"), BAD_LINES)
def test_lines_that_do_not_fit(line, message):
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        run(tf.decode_csv([line], [tf.constant([], tf.int32), [0]]))


def test_examples_are_written_as_tensorflow_writes_them():
    assert example(a=integers(1, 2), b=words("x")) == (
        b"\n\x19\n\x0b\n\x01a\x12\x06\x1a\x04\n\x02\x01\x02\n\n\n\x01b\x12\x05\n\x03\n\x01x"
    )


def test_a_batch_of_examples_is_a_dictionary_of_tensors():
    features = {
        "a": tf.FixedLenFeature([2], tf.int64),
        "b": tf.VarLenFeature(tf.string),
        "c": tf.FixedLenFeature([], tf.float32, default_value=-1.0),
    }
    serialized = tf.placeholder(tf.string, [None])
    tensors = tf.parse_example(serialized, features)
    assert tensors["a"].shape.as_list() == [None, 2]
    values = run(tensors, {serialized: [ONE, OTHER]})
    assert values["a"].tolist() == [[1, 2], [3, 4]]
    assert values["b"].values.tolist() == [b"x", b"y", b"z"]
    assert values["b"].indices.tolist() == [[0, 0], [0, 1], [1, 0]]
    assert values["c"].tolist() == [1.5, -1.0]
    assert run(tf.sparse_tensor_to_dense(tensors["b"], ""), {serialized: [ONE, OTHER]}).tolist() == [
        [b"x", b"y"],
        [b"z", b""],
    ]


def test_one_example_has_no_batch():
    features = {"a": tf.FixedLenFeature([2], tf.int64), "b": tf.VarLenFeature(tf.string)}
    values = run(tf.parse_single_example(ONE, features))
    assert values["a"].tolist() == [1, 2]
    assert values["b"].indices.tolist() == [[0], [1]]
    with pytest.raises(ValueError, match="Shape must be rank 0 but is rank 1"):
        tf.parse_single_example([ONE], features)


def test_rows_of_any_number_are_filled_up():
    features = {"b": tf.FixedLenSequenceFeature([], tf.string, allow_missing=True, default_value="-")}
    assert run(tf.parse_example([ONE, OTHER], features))["b"].tolist() == [[b"x", b"y"], [b"z", b"-"]]


def test_places_and_values_make_a_sparse_feature():
    serialized = [example(i=integers(5, 0), v=numbers(3.0, 4.0)), example(i=integers(1), v=numbers(7.0))]
    value = run(tf.parse_example(serialized, {"s": tf.SparseFeature("i", "v", tf.float32, 10)}))["s"]
    assert value.indices.tolist() == [[0, 0], [0, 5], [1, 1]]
    assert value.values.tolist() == [4.0, 3.0, 7.0]
    assert value.dense_shape.tolist() == [2, 10]


BAD_EXAMPLES = [
    (tf.FixedLenFeature([3], tf.int64), "Key: a, Index: 0.  Number of int64 values != expected.  Values size: 2"),
    (tf.FixedLenFeature([2], tf.float32), "Data types don't match. Data type: int64 but expected type: float"),
    (tf.VarLenFeature(tf.string), "Data types don't match. Expected type: string, Actual type: int64"),
]


@pytest.mark.parametrize(("feature", "message"), BAD_EXAMPLES)
def test_examples_that_do_not_fit(feature, message):
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        run(tf.parse_example([ONE], {"a": feature}))


def test_what_is_missing_or_no_example():
    needed = {"zz": tf.FixedLenFeature([1], tf.string)}
    with pytest.raises(
        tf.errors.InvalidArgumentError, match=r"Feature: zz \(data type: string\) is required but could not"
    ):
        run(tf.parse_example([ONE], needed))
    with pytest.raises(tf.errors.InvalidArgumentError, match="Could not parse example input, value: "):
        run(tf.parse_example([b"\x0a\xff"], needed))
    with pytest.raises(ValueError, match="First dimension of shape for feature a unknown"):
        tf.parse_example([ONE], {"a": tf.FixedLenFeature([None], tf.int64)})
    with pytest.raises(ValueError, match="Missing: features was"):
        tf.parse_example([ONE], {})


def test_a_sequence_example_has_a_context_and_steps():
    lists = {
        "x": tf.train.FeatureList(feature=[integers(1, 2), integers(3, 4)]),
        "y": tf.train.FeatureList(feature=[words("a"), words(), words("b", "c")]),
    }
    serialized = tf.train.SequenceExample(
        context=tf.train.Features(feature={"n": integers(7)}),
        feature_lists=tf.train.FeatureLists(feature_list=lists),
    ).SerializeToString()
    context, steps = tf.parse_single_sequence_example(
        serialized,
        {"n": tf.FixedLenFeature([], tf.int64)},
        {
            "x": tf.FixedLenSequenceFeature([2], tf.int64),
            "y": tf.VarLenFeature(tf.string),
            "none": tf.FixedLenSequenceFeature([], tf.int64, allow_missing=True),
        },
    )
    values = run([context, steps])
    assert values[0]["n"] == 7
    assert values[1]["x"].tolist() == [[1, 2], [3, 4]]
    assert values[1]["y"].dense_shape.tolist() == [3, 2]
    assert values[1]["none"].shape == (0,)
    _, missing = tf.parse_single_sequence_example(
        serialized, None, {"none": tf.FixedLenSequenceFeature([], tf.int64)}, example_name="first"
    )
    with pytest.raises(tf.errors.InvalidArgumentError, match="Name: first, Feature list 'none' is required"):
        run(missing)


def sequence_example(context, **lists):
    features = {key: tf.train.FeatureList(feature=steps) for key, steps in lists.items()}
    return tf.train.SequenceExample(
        context=tf.train.Features(feature=context), feature_lists=tf.train.FeatureLists(feature_list=features)
    ).SerializeToString()


def test_a_batch_of_sequence_examples_is_filled_up_to_the_longest():
    batch = [
        sequence_example(
            {"n": integers(1), "s": integers(7, 8)}, v=[integers(1, 2), integers(3)], d=[numbers(1.0, 2.0)] * 2
        ),
        sequence_example({}, v=[integers(5), integers(), integers(6, 7)], d=[numbers(5.0, 6.0)]),
    ]
    context, steps, lengths = tf.io.parse_sequence_example(
        batch,
        {"n": tf.FixedLenFeature([], tf.int64, default_value=9), "s": tf.VarLenFeature(tf.int64)},
        {"v": tf.VarLenFeature(tf.int64), "d": tf.FixedLenSequenceFeature([2], tf.float32)},
    )
    assert steps["d"].shape.as_list() == [2, None, 2]
    context, steps, lengths = run([context, steps, lengths])
    assert context["n"].tolist() == [1, 9]
    assert context["s"].indices.tolist() == [[0, 0], [0, 1]] and context["s"].dense_shape.tolist() == [2, 2]
    assert steps["d"].tolist() == [[[1.0, 2.0], [1.0, 2.0]], [[5.0, 6.0], [0.0, 0.0]]]
    assert lengths["d"].tolist() == [2, 1] and list(lengths) == ["d"]
    assert steps["v"].indices.tolist() == [[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0], [1, 2, 0], [1, 2, 1]]
    assert steps["v"].dense_shape.tolist() == [2, 3, 2]
    missing = tf.io.parse_sequence_example(batch, None, {"x": tf.FixedLenSequenceFeature([], tf.int64)}, ["one", "two"])
    with pytest.raises(tf.errors.InvalidArgumentError, match="Missing feature x in example one"):
        run(missing)


def test_examples_in_json_become_serialized_ones():
    text = (
        '{"features": {"feature": {"a": {"int64_list": {"value": ["1", 2]}}, "b": {"bytesList": {"value": ["YWI="]}}}}}'
    )
    found = tf.train.Example.FromString(run(tf.io.decode_json_example([[text]]))[0][0])
    assert list(found.features.feature["a"].int64_list.value) == [1, 2]
    assert list(found.features.feature["b"].bytes_list.value) == [b"ab"]
    with pytest.raises(tf.errors.InvalidArgumentError, match="Error while parsing JSON"):
        run(tf.io.decode_json_example("{"))


def test_sparse_places_are_checked():
    assert run(tf.sparse_to_dense([1, 3], [5], 1.0)).tolist() == [0.0, 1.0, 0.0, 1.0, 0.0]
    assert run(tf.sparse_to_dense([3, 1], [4], [1, 2], validate_indices=False)).tolist() == [0, 2, 0, 1]
    for places, what in (([3, 1], "out of order"), ([3, 3], "repeated"), ([3, 7], "out of bounds")):
        with pytest.raises(tf.errors.InvalidArgumentError, match=rf"indices\[1\] = \[{places[1]}\] is {what}"):
            run(tf.sparse_to_dense(places, [5], 1.0))


def test_scalar_strings_are_bytes_in_the_batch():
    example = tf.train.Example()
    example.features.feature["name"].bytes_list.value.append(b"Ada")
    features = {
        "name": tf.FixedLenFeature([], tf.string),
        "title": tf.FixedLenFeature([], tf.string, default_value="none"),
    }
    with tf.Graph().as_default(), tf.Session() as session:
        found = session.run(tf.parse_example([example.SerializeToString()], features))
    assert [type(found[key][0]) for key in features] == [bytes, bytes]
    assert found["name"].tolist() == [b"Ada"] and found["title"].tolist() == [b"none"]


def test_the_first_bytes_of_strings_are_numbers():
    numbers = decode_raw_v2(["ABCD", "EF", "GHIJKL"], tf.uint16, fixed_length=4)
    assert numbers.shape.as_list() == [3, 2] and numbers.op.type == "DecodePaddedRaw"
    with tf.Session() as session:
        assert session.run(numbers).tolist() == [[16961, 17475], [17989, 0], [18503, 19017]]
        with pytest.raises(tf.errors.InvalidArgumentError, match="must be a multiple of the size of out_type"):
            session.run(decode_raw_v2(["ABCD"], tf.uint16, fixed_length=3))


def test_the_keys_of_a_sequence_example_are_constants_of_the_operation():
    tf.parse_single_sequence_example("", {"id": tf.FixedLenFeature([], tf.int64)}, {"t": tf.VarLenFeature(tf.int64)})
    nodes = {op.name.rpartition("/")[2]: op for op in tf.get_default_graph().get_operations()}
    assert nodes["Const"].outputs[0].dtype is tf.int64  # the default value, which is empty
    assert nodes["feature_list_dense_missing_assumed_empty"].outputs[0].shape == [0]
