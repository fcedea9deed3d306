"""tf.io.decode_proto and encode_proto: fields of messages as tensors and back. Values are those of TensorFlow 1.15."""

import numpy as np
import pytest
from google.protobuf import descriptor_pb2

import graphlab as tf


def run(fetches, feeds=None):
    with tf.Session() as session:
        return session.run(fetches, feeds)


def described():
    """A set of files with a message of a number, a list of messages and an enum, as protoc writes it."""
    field = descriptor_pb2.FieldDescriptorProto
    file = descriptor_pb2.FileDescriptorProto(name="shop.proto", package="shop", syntax="proto2")
    kind = file.enum_type.add(name="Kind")
    kind.value.add(name="NEW", number=3)
    item = file.message_type.add(name="Item")
    item.field.add(name="price", number=1, type=field.TYPE_FLOAT, label=field.LABEL_OPTIONAL, default_value="1.5")
    item.field.add(
        name="kind",
        number=2,
        type=field.TYPE_ENUM,
        label=field.LABEL_OPTIONAL,
        type_name=".shop.Kind",
        default_value="NEW",
    )
    basket = file.message_type.add(name="Basket")
    basket.field.add(
        name="items", number=1, type=field.TYPE_MESSAGE, label=field.LABEL_REPEATED, type_name=".shop.Item"
    )
    return descriptor_pb2.FileDescriptorSet(file=[file]).SerializeToString()


def tensor_proto(**fields):
    return tf.make_tensor_proto(1.0).__class__(**fields).SerializeToString()


def test_fields_are_padded_with_their_defaults():
    batch = [[tensor_proto(dtype=1, float_val=[1, 2], int_val=[3], string_val=[b"x"]), tensor_proto(float_val=[5])]]
    names = ["float_val", "int_val", "string_val", "tensor_shape"]
    sizes, values = tf.io.decode_proto(
        batch, "tensorflow.TensorProto", names, [tf.float64, tf.int64, tf.string, tf.string]
    )
    assert sizes.shape.as_list() == [1, 2, 4] and values[0].shape.as_list() == [1, 2, None]
    counted, found = run([sizes, values])
    assert counted.tolist() == [[[2, 1, 1, 0], [1, 0, 0, 0]]]
    assert [one.tolist() for one in found] == [
        [[[1.0, 2.0], [5.0, 0.0]]],
        [[[3], [0]]],
        [[[b"x"], [b""]]],
        [[[b""], [b""]]],
    ]


def test_messages_in_messages_come_from_a_set_of_files():
    files = b"bytes://" + described()
    items = tf.io.encode_proto(
        [[1, 1], [0, 0]],
        [[[2.5], [0.0]], np.array([[3], [0]], np.int32)],
        ["price", "kind"],
        "shop.Item",
        descriptor_source=files,
    )
    baskets = tf.io.encode_proto([[2]], [tf.expand_dims(items, 0)], ["items"], "shop.Basket", descriptor_source=files)
    _, (inside,) = tf.io.decode_proto(baskets, "shop.Basket", ["items"], [tf.string], descriptor_source=files)
    sizes, (prices, kinds) = tf.io.decode_proto(
        inside, "shop.Item", ["price", "kind"], [tf.float32, tf.int32], descriptor_source=files
    )
    found = run([baskets, sizes, prices, kinds])
    assert found[0].tolist() == [b"\n\x07\r\x00\x00 @\x10\x03\n\x00"]
    assert [one.tolist() for one in found[1:]] == [[[[1, 1], [0, 0]]], [[[2.5], [1.5]]], [[[3], [3]]]]


def test_text_is_parsed():
    text = ["float_val: 2.5 dtype: DT_INT32"]
    _, found = tf.io.decode_proto(text, "tensorflow.TensorProto", ["dtype"], [tf.int32], message_format="text")
    assert run(found[0]).tolist() == [[3]]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("tensorflow.Nope", ["x"], [tf.int32]), "No descriptor found for message type tensorflow.Nope"),
        (
            ("tensorflow.TensorProto", ["nope"], [tf.int32]),
            "Unknown field: nope in message type tensorflow.TensorProto",
        ),
        (
            ("tensorflow.TensorProto", ["float_val"], [tf.int32]),
            "Unexpected output type for tensorflow.TensorProto.float_val",
        ),
        (("tensorflow.TensorProto", ["float_val"], []), "must have the same length"),
    ],
)
def test_what_a_message_has_not_is_refused(arguments, message):
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        run(tf.io.decode_proto([b""], *arguments).sizes)


def test_other_data_and_too_large_sizes_are_refused():
    with pytest.raises(tf.errors.DataLossError):
        run(tf.io.decode_proto([b"\xff\xff"], "tensorflow.TensorProto", ["float_val"], [tf.float32]).sizes)
    with pytest.raises(tf.errors.InvalidArgumentError, match="3 > 2 at message 0 field 0"):
        run(tf.io.encode_proto([[3]], [[[1.0, 2.0]]], ["float_val"], "tensorflow.TensorProto"))
