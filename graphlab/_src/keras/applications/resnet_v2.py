"""tf.keras.applications.resnet_v2: residual networks, normalized before the convolutions (He et al., 2016)."""

import functools

from graphlab._src.keras.applications.common import model_function
from graphlab._src.keras.applications.imagenet_utils import preprocessing
from graphlab._src.keras.applications.residual import resnet

preprocess_input = preprocessing("tf")
ResNet50V2 = model_function(
    "ResNet50V2", "A residual network of 50 layers", functools.partial(resnet, "resnet50v2", (3, 4, 6, 3), True)
)
ResNet101V2 = model_function(
    "ResNet101V2", "A residual network of 101 layers", functools.partial(resnet, "resnet101v2", (3, 4, 23, 3), True)
)
ResNet152V2 = model_function(
    "ResNet152V2", "A residual network of 152 layers", functools.partial(resnet, "resnet152v2", (3, 8, 36, 3), True)
)
