"""tf.keras.applications.vgg16: 16 layers with weights (Simonyan and Zisserman, 2014)."""

import functools

from graphlab._src.keras.applications.common import model_function
from graphlab._src.keras.applications.imagenet_utils import preprocessing
from graphlab._src.keras.applications.vgg import vgg

preprocess_input = preprocessing("caffe")
VGG16 = model_function("VGG16", "VGG16", functools.partial(vgg, "vgg16", (2, 2, 3, 3, 3)))
