"""tf.contrib.eager: what of it graphs have. Nothing runs eagerly."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.autodiff.custom_gradient import custom_gradient
    from graphlab._src.autodiff.gradient_tape import GradientTape
    from graphlab._src.base.app import run
    from graphlab._src.base.behavior import executing_eagerly
    from graphlab._src.base.eager_mode import (
        ASYNC,
        DEVICE_PLACEMENT_EXPLICIT,
        DEVICE_PLACEMENT_SILENT,
        DEVICE_PLACEMENT_WARN,
        SYNC,
        EagerVariableStore,
        enable_eager_execution,
        num_gpus,
    )
    from graphlab._src.contrib.eager import Iterator_ as Iterator
    from graphlab._src.contrib.eager import (
        Saver,
        get_optimizer_variables,
        gradients_function,
        implicit_gradients,
        implicit_value_and_gradients,
        in_eager_mode,
        list_devices,
        restore_variables_on_create,
        value_and_gradients_function,
    )
    from graphlab._src.function.def_function import defun, function
    from graphlab._src.graph.type_spec import TensorSpec
    from graphlab._src.keras.engine.model import Model as Network
    from graphlab._src.keras.engine.sequential import Sequential
    from graphlab._src.ops.py_function import py_function as py_func
    from graphlab._src.state.resource_variable import ResourceVariable as Variable
    from graphlab._src.state.template import make_template
    from graphlab._src.testing.modes import run_in_graph_and_eager_modes as run_test_in_graph_and_eager_modes
    from graphlab._src.train.tracking.checkpoint import Checkpoint
    from graphlab._src.train.tracking.trackable import Checkpointable
    from graphlab.contrib.eager import metrics as metrics
else:
    __getattr__, __dir__ = attach(__name__)
