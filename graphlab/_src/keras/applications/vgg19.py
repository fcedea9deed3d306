"""tf.keras.applications.vgg19: 19 layers with weights (Simonyan and Zisserman, 2014)."""

import functools

from graphlab._src.keras.applications.common import model_function
from graphlab._src.keras.applications.imagenet_utils import preprocessing
from graphlab._src.keras.applications.vgg import vgg

preprocess_input = preprocessing("caffe")
VGG19 = model_function("VGG19", "VGG19", functools.partial(vgg, "vgg19", (2, 2, 4, 4, 4)))
