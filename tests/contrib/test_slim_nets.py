"""tf.contrib.slim.nets: graphs as TensorFlow 1.15 builds them, node by node, and what goes wrong."""

import zlib

import numpy as np
import pytest

import graphlab as tf

slim = tf.contrib.slim
nets = slim.nets

_V3 = nets.inception.inception_v3, nets.inception.inception_v3_arg_scope

# A net, its arg_scope, the images' size, arguments; then, from TensorFlow 1.15: how many nodes there are, a checksum of
# their names, types, inputs and shapes, and one of the end points.
CASES = [
    (nets.alexnet.alexnet_v2, nets.alexnet.alexnet_v2_arg_scope, 224, {}, (203, 2802654966, 3617182943)),
    (nets.overfeat.overfeat, nets.overfeat.overfeat_arg_scope, 231, {}, (207, 3919470974, 354473343)),
    (nets.vgg.vgg_16, nets.vgg.vgg_arg_scope, 224, {"is_training": False}, (350, 2895904323, 1819215391)),
    (
        nets.resnet_v1.resnet_v1_101,
        nets.resnet_v1.resnet_arg_scope,
        64,
        {"is_training": False, "global_pool": False, "output_stride": 8},
        (3978, 4182328266, 3034236208),
    ),
    (
        nets.resnet_v2.resnet_v2_50,
        nets.resnet_v2.resnet_arg_scope,
        64,
        {"num_classes": 7, "output_stride": 16},
        (2545, 2319615973, 4156563811),
    ),
    (nets.inception.inception_v1, nets.inception.inception_v1_arg_scope, 224, {}, (2470, 401176982, 4005782324)),
    (
        nets.inception.inception_v2,
        nets.inception.inception_v2_arg_scope,
        224,
        {"depth_multiplier": 0.5},
        (2961, 1982890192, 1083135892),
    ),
    (*_V3, 150, {"is_training": False}, (2976, 1865968587, 2109089870)),
]


def checksum(rows):
    return zlib.crc32(repr(rows).encode())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("net", "scope", "size", "arguments", "known"), CASES, ids=[case[0].__name__ for case in CASES]
)
def test_graphs_are_those_of_tensorflow(net, scope, size, arguments, known):
    with tf.Graph().as_default() as graph:
        images = tf.placeholder(tf.float32, [2, size, size, 3])
        with slim.arg_scope(scope()):
            _, end_points = net(images, **arguments)
        nodes = [
            (op.name, op.type, [i.name for i in op.inputs], [str(output.shape) for output in op.outputs])
            for op in graph.get_operations()
        ]
    ends = [(name, tensor.name) for name, tensor in end_points.items()]
    assert (len(nodes), checksum(nodes), checksum(ends)) == known


@pytest.mark.slow
def test_nets_stop_at_the_chosen_layer_and_run():
    with tf.Graph().as_default(), tf.Session() as session:
        images = tf.ones([1, 32, 32, 3])
        net, end_points = nets.inception.inception_v1_base(images, final_endpoint="MaxPool_2a_3x3")
        assert list(end_points) == ["Conv2d_1a_7x7", "MaxPool_2a_3x3"]
        with slim.arg_scope(nets.resnet_v2.resnet_arg_scope()):
            blocks = [nets.resnet_v2.resnet_v2_block("block1", base_depth=1, num_units=2, stride=2)]
            logits, _ = nets.resnet_v2.resnet_v2(images, blocks, num_classes=3, is_training=False, scope="small")
        session.run(tf.global_variables_initializer())
        found = session.run([net, logits])
    assert [value.shape for value in found] == [(1, 8, 8, 64), (1, 1, 1, 3)]
    assert all(np.isfinite(value).all() for value in found)


def test_nets_say_what_cannot_be():
    with tf.Graph().as_default():
        images = tf.ones([1, 32, 32, 3])
        with pytest.raises(ValueError, match="Unknown final endpoint Mixed_9z"):
            nets.inception.inception_v1_base(images, final_endpoint="Mixed_9z")
        with pytest.raises(ValueError, match="depth_multiplier is not greater than zero"):
            nets.inception.inception_v3(images, depth_multiplier=0)
        with pytest.raises(ValueError, match="needs to be a multiple of 4"):
            nets.resnet_v1.resnet_v1_50(images, output_stride=6)


def test_a_residual_net_names_the_module_of_its_argument_scope():
    assert nets.resnet_v1.resnet_utils is nets.resnet_v2.resnet_utils is nets.resnet_utils
