"""tensorflow.python.keras.engine.base_layer_utils: what a layer knows of its calls and its tensors."""

from typing import Any

from graphlab._src.graph import get_default_graph, nest
from graphlab._src.keras.engine.metric import Mean
from graphlab._src.keras.layers.backend_config import floatx
from graphlab._src.keras.layers.call_context import calls
from graphlab._src.keras.layers.dtype_policy import (
    disable_v2_dtype_behavior,
    enable_v2_dtype_behavior,
    v2_dtype_behavior_enabled,
)
from graphlab._src.keras.layers.layer import default, make_variable, wrap_operations
from graphlab._src.keras.layers.nodes import has_history
from graphlab._src.ops.identity import placeholder

__all__ = [
    "default",
    "disable_v2_dtype_behavior",
    "enable_v2_dtype_behavior",
    "make_variable",
    "v2_dtype_behavior_enabled",
]


def autocast_context_manager(dtype: Any) -> Any:
    """Inside, AutoCastVariables are read as a floating type, or as what they are for None."""
    return calls.computing(dtype)


class CallContext:
    """What is being called now: layer, inputs, training; whether a layer is called, and whether one isn't trained."""

    in_keras_graph = False  # the graph of a program is the default graph

    layer = property(lambda self: calls.layer)
    inputs = property(lambda self: calls.inputs if calls.nested else None)
    training = property(lambda self: calls.training)
    frozen = property(lambda self: calls.frozen)
    in_call = property(lambda self: calls.nested)

    def enter(self, layer: Any, inputs: Any, build_graph: bool, training: Any) -> Any:
        """Inside, `layer` is being called."""
        return calls.entered(layer, inputs, training)


_CALL_CONTEXT = CallContext()


def call_context() -> CallContext:
    """What is being called now."""
    return _CALL_CONTEXT


def create_mean_metric(value: Any, name: str | None = None) -> tuple[Any, Any]:
    """(a Mean, its result after the value)."""
    metric = Mean(name=name) if name else Mean()
    return metric, metric(value)


def collect_previous_mask(input_tensors: Any) -> Any:
    """The masks of tensors, in their structure; None for one without."""
    return nest.map_structure(lambda tensor: getattr(tensor, "_keras_mask", None), input_tensors)


def have_all_keras_metadata(tensors: Any) -> bool:
    """Whether all tensors are known to come from Inputs."""
    return all(has_history(tensor) for tensor in nest.flatten(tensors))


def uses_keras_history(tensors: Any) -> bool:
    """Whether a tensor comes from an Input, by whatever operations."""
    seen, waiting = set(), list(nest.flatten(tensors))
    while waiting:
        tensor = waiting.pop()
        if has_history(tensor):
            return True
        if hasattr(tensor, "op") and tensor.op not in seen:
            seen.add(tensor.op)
            waiting.extend(tensor.op.inputs)
    return False


def needs_keras_history(tensors: Any) -> bool:
    """Whether operations between tensors and the Inputs that they come from are no layers yet."""
    return not have_all_keras_metadata(tensors) and uses_keras_history(tensors)


def create_keras_history(tensors: Any) -> None:
    """Makes layers of the operations that lead from Inputs to tensors."""
    wrap_operations([tensor for tensor in nest.flatten(tensors) if not has_history(tensor)])


def generate_placeholders_from_shape(shape: Any) -> Any:
    """A placeholder of that shape, of Keras' default type."""
    return placeholder(floatx(), shape)


def is_in_keras_graph() -> bool:
    """False: layers add to the default graph, there is none of Keras' own."""
    return False


def is_in_tf_function() -> bool:
    """Whether the body of a tf.function is being built."""
    return bool(getattr(get_default_graph(), "building_function", False))


is_in_eager_or_tf_function = is_in_tf_function


def training_arg_passed_to_call(argspec: Any, args: Any, kwargs: Any) -> bool:
    """Whether `training` is among the arguments of a call, with a value."""
    return dict(zip(argspec.args[2:], args, strict=False), **kwargs).get("training") is not None


def is_subclassed(layer: Any) -> bool:
    """Whether a layer's class is one of a program's own."""
    return not type(layer).__module__.startswith(("graphlab.", "tensorflow.python.keras."))


def from_saved_model(layer: Any) -> bool:
    """False: Keras' objects are not made of SavedModels."""
    del layer
    return False


def mark_as_return(outputs: Any, acd: Any) -> Any:
    """What a function returns, with whatever the AutomaticControlDependencies add."""
    return nest.map_structure(acd.mark_as_return, outputs)
