"""tf.keras.applications: well-known networks, with random weights or those of a file."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab.keras.applications import densenet as densenet
    from graphlab.keras.applications import imagenet_utils as imagenet_utils
    from graphlab.keras.applications import inception_resnet_v2 as inception_resnet_v2
    from graphlab.keras.applications import inception_v3 as inception_v3
    from graphlab.keras.applications import mobilenet as mobilenet
    from graphlab.keras.applications import mobilenet_v2 as mobilenet_v2
    from graphlab.keras.applications import nasnet as nasnet
    from graphlab.keras.applications import resnet as resnet
    from graphlab.keras.applications import resnet50 as resnet50
    from graphlab.keras.applications import resnet_v2 as resnet_v2
    from graphlab.keras.applications import vgg16 as vgg16
    from graphlab.keras.applications import vgg19 as vgg19
    from graphlab.keras.applications import xception as xception
    from graphlab.keras.applications.densenet import DenseNet121, DenseNet169, DenseNet201
    from graphlab.keras.applications.inception_resnet_v2 import InceptionResNetV2
    from graphlab.keras.applications.inception_v3 import InceptionV3
    from graphlab.keras.applications.mobilenet import MobileNet
    from graphlab.keras.applications.mobilenet_v2 import MobileNetV2
    from graphlab.keras.applications.nasnet import NASNetLarge, NASNetMobile
    from graphlab.keras.applications.resnet import ResNet50, ResNet101, ResNet152
    from graphlab.keras.applications.resnet_v2 import ResNet50V2, ResNet101V2, ResNet152V2
    from graphlab.keras.applications.vgg16 import VGG16
    from graphlab.keras.applications.vgg19 import VGG19
    from graphlab.keras.applications.xception import Xception
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "DenseNet121",
    "DenseNet169",
    "DenseNet201",
    "InceptionResNetV2",
    "InceptionV3",
    "MobileNet",
    "MobileNetV2",
    "NASNetLarge",
    "NASNetMobile",
    "ResNet101",
    "ResNet101V2",
    "ResNet152",
    "ResNet152V2",
    "ResNet50",
    "ResNet50V2",
    "VGG16",
    "VGG19",
    "Xception",
    "densenet",
    "imagenet_utils",
    "inception_resnet_v2",
    "inception_v3",
    "mobilenet",
    "mobilenet_v2",
    "nasnet",
    "resnet",
    "resnet50",
    "resnet_v2",
    "vgg16",
    "vgg19",
    "xception",
]
