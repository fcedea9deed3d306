"""nondifferentiable_batch_function: a function that TensorFlow calls once for the inputs of several runs, here for each run."""

from collections.abc import Callable, Sequence
from typing import Any

from graphlab._src.function.def_function import function
from graphlab._src.graph import Tensor, name_scope
from graphlab._src.graph.type_spec import TensorSpec
from graphlab._src.ops.define import raw_ops


def nondifferentiable_batch_function(
    num_batch_threads: int,
    max_batch_size: int,
    batch_timeout_micros: int,
    allowed_batch_sizes: Sequence[int] | None = None,
    max_enqueued_batches: int = 10,
    autograph: bool = True,
) -> Callable[[Callable[..., Any]], Callable[..., list[Tensor]]]:
    """A decorator of a function of tensors, whose calls are BatchFunction operations; they return lists of tensors.

    The first axis of each tensor is the batch. In TensorFlow the batches of runs that wait at a time are joined; here each
    run computes its own, and the arguments, the sizes of batches among them, are noted in the graph alone.
    """
    options: dict[str, Any] = {
        "num_batch_threads": num_batch_threads,
        "max_batch_size": max_batch_size,
        "batch_timeout_micros": batch_timeout_micros,
        "allowed_batch_sizes": list(allowed_batch_sizes or ()),
        "max_enqueued_batches": max_enqueued_batches,
    }

    def decorator(fn: Callable[..., Any]) -> Callable[..., list[Tensor]]:
        def decorated(*args: Any) -> list[Tensor]:
            for arg in args:
                if not isinstance(arg, Tensor):
                    raise ValueError(
                        f"All arguments to functions decorated with `batch_function`  are supposed to be Tensors; found {arg!r}"
                    )
            traced = function(lambda *tensors: fn(*tensors), autograph=autograph)
            specs = [TensorSpec(arg.shape, arg.dtype, str(i)) for i, arg in enumerate(args)]
            concrete = traced.get_concrete_function(*specs)
            with name_scope("batch") as name:
                return raw_ops.BatchFunction(
                    list(args),
                    concrete.captured_inputs,
                    f=concrete,
                    Tout=[tensor.dtype for tensor in concrete.outputs],
                    shared_name=name,
                    **options,
                )

        return decorated

    return decorator
