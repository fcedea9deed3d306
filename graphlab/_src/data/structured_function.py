"""StructuredFunction: Python code as a function of the graph's library, from elements to elements."""

import functools
import warnings

from graphlab._src.autograph.conversion import call_as_enabled
from graphlab._src.base.errors import explain
from graphlab._src.data import nest, structure
from graphlab._src.graph import convert_to_tensor, get_default_graph
from graphlab._src.graph.func_graph import FuncGraph
from graphlab._src.graph.sparse_tensor import SparseTensor, SparseTensorValue
from graphlab._src.ops.control_flow.automatic_dependencies import AutomaticControlDependencies


class StructuredFunction:
    """What a transformation calls for each element.

    function: called with the components of an element, or with the element when it is no tuple.
    transformation: as messages call it, "Dataset.map()".  spec: of its argument.
    ordered: effects happen in the order in which the function's operations are made.
    output_spec: of what it returns.  captured: the tensors of the outer graph that it uses.
    """

    def __init__(self, function, transformation, spec, ordered=True):
        outer = get_default_graph()
        body = FuncGraph(f"{_readable(transformation)}_{_name_of(function)}", outer)
        body.adds_control_dependencies = ordered
        types, dims = structure.flat_types(spec), structure.flat_dims(spec)
        with body.as_default(), AutomaticControlDependencies(ordered) as control:
            arguments = [body.add_argument(t, d, f"args_{i}") for i, (t, d) in enumerate(zip(types, dims, strict=True))]
            element = structure.from_tensors(spec, arguments)
            result = call_as_enabled(function, *(element if type(element) is tuple else (element,)))
            if isinstance(result, list):
                result = tuple(result)
            result = nest.map_structure(_as_sparse, result)
            try:
                self.output_spec = structure.spec_of(result)
            except (TypeError, ValueError):
                raise TypeError(
                    explain(
                        f"Unsupported return value from function passed to {transformation}: {result}.",
                        fix="return tensors, or tuples and dicts of these",
                    )
                ) from None
            tensors = structure.to_tensors(self.output_spec, result)
            outputs = [control.mark_as_return(convert_to_tensor(tensor)) for tensor in tensors]
        if len(body.get_collection("table_initializer")) > len(outer.get_collection("table_initializer")):
            warnings.warn(
                f"Creating resources inside a function passed to {transformation} is not supported. Create each "
                "resource outside the function, and capture it inside the function to use it.",
                stacklevel=4,
            )
        if outer.seed is not None and body.seed == outer.seed and body.seed_used:
            warnings.warn(
                f"Seed {outer.seed} from outer graph might be getting used by function {body.name}, if the random op has not "
                "been provided any seed. Explicitly set the seed in the function if this is not the intended behavior.",
                stacklevel=4,
            )
        body.define(outputs)
        self.body = body
        self.name = body.name
        self.captured = list(body.captures)

    @property
    def output_types(self):
        """The structure of the DTypes that it returns."""
        return structure.types_of(self.output_spec)

    @property
    def output_shapes(self):
        """The structure of the TensorShapes that it returns."""
        return structure.shapes_of(self.output_spec)

    @property
    def output_classes(self):
        """The structure of the classes that it returns."""
        return structure.classes_of(self.output_spec)


def _as_sparse(leaf):
    return SparseTensor.from_value(leaf) if isinstance(leaf, SparseTensorValue) else leaf


def _readable(transformation):
    return transformation.removesuffix("()").replace(".", "_")


def _name_of(function):
    while isinstance(function, functools.partial):
        function = function.func
    return getattr(function, "__name__", None) or type(function).__name__
