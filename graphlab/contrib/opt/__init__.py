"""tf.contrib.opt: more optimizers."""

from graphlab._src.contrib.opt.adam_gs import AdamGSOptimizer, LazyAdamGSOptimizer
from graphlab._src.contrib.opt.adamax import AdaMaxOptimizer
from graphlab._src.contrib.opt.center_variables import (
    AGNCustomGetter,
    AGNOptimizer,
    ElasticAverageCustomGetter,
    ElasticAverageOptimizer,
)
from graphlab._src.contrib.opt.external import ExternalOptimizerInterface, ScipyOptimizerInterface
from graphlab._src.contrib.opt.ggt import GGTOptimizer
from graphlab._src.contrib.opt.lars import LARSOptimizer
from graphlab._src.contrib.opt.model_average import ModelAverageCustomGetter, ModelAverageOptimizer
from graphlab._src.contrib.opt.shampoo import ShampooOptimizer, ShampooWOptimizer
from graphlab._src.contrib.opt.sign import AddSignOptimizer, PowerSignOptimizer
from graphlab._src.contrib.opt.wrappers import (
    DropStaleGradientOptimizer,
    MultitaskOptimizerWrapper,
    RegAdagradOptimizer,
    VariableClippingOptimizer,
    clip_gradients_by_global_norm,
)
from graphlab._src.train.optimizers.adam_variants import LazyAdamOptimizer, NadamOptimizer
from graphlab._src.train.optimizers.moving_average import MovingAverageOptimizer
from graphlab._src.train.optimizers.weight_decay import (
    AdamWOptimizer,
    DecoupledWeightDecayExtension,
    MomentumWOptimizer,
    extend_with_decoupled_weight_decay,
)
from graphlab.contrib.opt import matrix_functions as matrix_functions
from graphlab.contrib.opt import sign_decay as sign_decay

__all__ = [
    "AGNCustomGetter",
    "AGNOptimizer",
    "ElasticAverageCustomGetter",
    "ElasticAverageOptimizer",
    "AdaMaxOptimizer",
    "AdamGSOptimizer",
    "AdamWOptimizer",
    "AddSignOptimizer",
    "DecoupledWeightDecayExtension",
    "DropStaleGradientOptimizer",
    "ExternalOptimizerInterface",
    "GGTOptimizer",
    "LARSOptimizer",
    "LazyAdamGSOptimizer",
    "LazyAdamOptimizer",
    "ModelAverageCustomGetter",
    "ModelAverageOptimizer",
    "MomentumWOptimizer",
    "MovingAverageOptimizer",
    "MultitaskOptimizerWrapper",
    "NadamOptimizer",
    "PowerSignOptimizer",
    "RegAdagradOptimizer",
    "ScipyOptimizerInterface",
    "ShampooOptimizer",
    "ShampooWOptimizer",
    "VariableClippingOptimizer",
    "clip_gradients_by_global_norm",
    "extend_with_decoupled_weight_decay",
    "matrix_functions",
    "sign_decay",
]
