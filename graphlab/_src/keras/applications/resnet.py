"""tf.keras.applications.resnet: residual networks (He et al., 2015)."""

import functools

from graphlab._src.keras.applications.common import model_function
from graphlab._src.keras.applications.imagenet_utils import preprocessing
from graphlab._src.keras.applications.residual import resnet

preprocess_input = preprocessing("caffe")
ResNet50 = model_function(
    "ResNet50", "A residual network of 50 layers", functools.partial(resnet, "resnet50", (3, 4, 6, 3), False)
)
ResNet101 = model_function(
    "ResNet101", "A residual network of 101 layers", functools.partial(resnet, "resnet101", (3, 4, 23, 3), False)
)
ResNet152 = model_function(
    "ResNet152", "A residual network of 152 layers", functools.partial(resnet, "resnet152", (3, 8, 36, 3), False)
)
