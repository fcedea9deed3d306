"""tf.keras.applications.densenet: each layer sees all before it (Huang et al., 2016)."""

import functools

from graphlab._src.keras.applications.common import model_function
from graphlab._src.keras.applications.dense_blocks import densenet
from graphlab._src.keras.applications.imagenet_utils import preprocessing

preprocess_input = preprocessing("torch")
DenseNet121 = model_function(
    "DenseNet121",
    "A densely connected network of 121 layers",
    functools.partial(densenet, "densenet121", (6, 12, 24, 16)),
)
DenseNet169 = model_function(
    "DenseNet169",
    "A densely connected network of 169 layers",
    functools.partial(densenet, "densenet169", (6, 12, 32, 32)),
)
DenseNet201 = model_function(
    "DenseNet201",
    "A densely connected network of 201 layers",
    functools.partial(densenet, "densenet201", (6, 12, 48, 32)),
)
