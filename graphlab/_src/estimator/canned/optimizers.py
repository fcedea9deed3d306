"""Optimizers as canned estimators are given them: an object, a name, or a function that makes one."""

from graphlab._src.keras.engine import optimizer, optimizer_classes
from graphlab._src.train.optimizers.adagrad import AdagradOptimizer
from graphlab._src.train.optimizers.adam import AdamOptimizer
from graphlab._src.train.optimizers.ftrl import FtrlOptimizer
from graphlab._src.train.optimizers.gradient_descent import GradientDescentOptimizer
from graphlab._src.train.optimizers.optimizer import Optimizer
from graphlab._src.train.optimizers.rmsprop import RMSPropOptimizer

_BY_NAME = {
    "Adagrad": AdagradOptimizer,
    "Adam": AdamOptimizer,
    "Ftrl": FtrlOptimizer,
    "RMSProp": RMSPropOptimizer,
    "SGD": GradientDescentOptimizer,
}
_KERAS_BY_NAME = {
    "Adagrad": optimizer_classes.Adagrad,
    "Adam": optimizer_classes.Adam,
    "Ftrl": optimizer_classes.Ftrl,
    "RMSProp": optimizer_classes.RMSprop,
    "SGD": optimizer_classes.SGD,
}


def get_optimizer_instance(opt, learning_rate=None):
    """The Optimizer.  learning_rate: that of an optimizer given by name.  Raises ValueError for what is none."""
    if isinstance(opt, str):
        if opt not in _BY_NAME:
            raise ValueError(f"Unsupported optimizer name: {opt}. Supported names are: {tuple(sorted(_BY_NAME))}")
        if not learning_rate:
            raise ValueError("learning_rate must be specified when opt is string.")
        return _BY_NAME[opt](learning_rate=learning_rate)
    if callable(opt):
        opt = opt()
    if not isinstance(opt, Optimizer):
        raise ValueError(f"The given object is not an Optimizer instance. Given: {opt}")
    return opt


def get_optimizer_instance_v2(opt, learning_rate=None):
    """The tf.keras.optimizers.Optimizer; one given by name has its own rate where learning_rate is left out or 0."""
    if isinstance(opt, str):
        if opt not in _KERAS_BY_NAME:
            raise ValueError(f"Unsupported optimizer name: {opt}. Supported names are: {tuple(sorted(_KERAS_BY_NAME))}")
        return _KERAS_BY_NAME[opt](**({"learning_rate": learning_rate} if learning_rate else {}))
    if callable(opt):
        opt = opt()
    if not isinstance(opt, optimizer.Optimizer):
        raise ValueError(f"The given object is not a tf.keras.optimizers.Optimizer instance. Given: {opt}")
    return opt
