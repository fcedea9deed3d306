"""tf.contrib.learn.datasets.mnist: MNIST's handwritten digits, from IDX files in a folder.

TensorFlow's tutorials import it as `tensorflow.examples.tutorials.mnist.input_data`.
"""

from graphlab._src.contrib.learn.datasets.mnist import (
    DataSet,
    dense_to_one_hot,
    extract_images,
    extract_labels,
    load_mnist,
    read_data_sets,
)

__all__ = [
    "DataSet",
    "dense_to_one_hot",
    "extract_images",
    "extract_labels",
    "load_mnist",
    "read_data_sets",
]
