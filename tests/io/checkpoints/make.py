"""Makes the checkpoints beside this file with TensorFlow 1.15: v1 (the V1 format) and v2.index, v2.data-00000-of-00001.

python3.7 -m venv scratch && scratch/bin/pip install tensorflow-cpu==1.15.0 'protobuf<3.21' 'numpy<1.19'
scratch/bin/python tests/io/checkpoints/make.py
"""

import pathlib

import numpy as np
import tensorflow as tf

HERE = pathlib.Path(__file__).parent
NUMBERS = ["float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "complex64", "complex128"]


def variable(name, value, dtype=None):
    return tf.get_variable(name, initializer=tf.constant(value, dtype), use_resource=False)


if __name__ == "__main__":
    assert tf.__version__.startswith("1.15"), "the files are TensorFlow 1.15's"
    for dtype in NUMBERS:
        variable(dtype, np.arange(6).reshape(2, 3), dtype)
    variable("flags", [True, False, True])
    variable("words", [b"", b"one", b"two" * 100])
    variable("word", b"scalar")
    variable("brain", [1.5, -2.0], tf.bfloat16)
    variable("nothing", np.zeros([0, 3], np.float32))
    variable("number", 7.5)
    variable("zeros", np.zeros(2000, np.float32))
    tf.get_variable("parts", [5, 4], initializer=tf.ones_initializer(), partitioner=tf.fixed_size_partitioner(2))
    tf.get_variable("columns", [2, 6], initializer=tf.ones_initializer(), partitioner=tf.fixed_size_partitioner(3, 1))
    every = tf.global_variables()
    in_v1 = [one for one in every if one.op.name != "brain"]  # which it can't save
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for number, part in enumerate(v for v in every if "part_" in v.name):
            part.load(np.arange(int(np.prod(part.shape))).reshape(part.shape) + 100 * number, session)
        for name, version, saved in (("v1", tf.train.SaverDef.V1, in_v1), ("v2", tf.train.SaverDef.V2, every)):
            saver = tf.train.Saver(saved, write_version=version)
            saver.save(session, str(HERE / name), write_meta_graph=False, write_state=False)
