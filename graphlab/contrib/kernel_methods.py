"""tf.contrib.kernel_methods: linear classifiers of features whose products approximate a kernel."""

from graphlab._src.contrib.kernel_methods.classifier import KernelLinearClassifier
from graphlab._src.contrib.kernel_methods.hinge_loss import sparse_multiclass_hinge_loss
from graphlab._src.contrib.kernel_methods.random_features import RandomFourierFeatureMapper

__all__ = ["KernelLinearClassifier", "RandomFourierFeatureMapper", "sparse_multiclass_hinge_loss"]
