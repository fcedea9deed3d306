"""ConcreteFunction: a traced function for arguments of certain shapes and types."""

from collections.abc import Callable
from typing import Any

from graphlab._src.base.errors import explain
from graphlab._src.function.body import FunctionBody, GraphFunction
from graphlab._src.function.calls import call
from graphlab._src.function.signature import flatten
from graphlab._src.graph import Tensor, convert_to_tensor, get_default_graph, nest
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.state.resource_variable import HandledVariable
from graphlab._src.state.variable_watch import accessed


class ConcreteFunction:
    """A function of tensors, which each call adds to the default graph as one operation.

    graph: the FunctionBody.  inputs, outputs: its tensors there, captured ones among the inputs.
    captured_inputs: the tensors that it uses beside its arguments.
    """

    def __init__(
        self,
        func_graph: FunctionBody,
        attrs: dict[str, Any] | None = None,
        signature: Any = None,
        retrace: Callable[[FunctionBody], Any] | None = None,
    ) -> None:
        self._func_graph = func_graph
        self._function = GraphFunction(
            func_graph.name, func_graph, func_graph.inputs, func_graph.outputs, attrs, retrace
        )
        self._captured_inputs = func_graph.external_captures
        self._signature = signature
        self._arg_keywords: list[str] | None = None
        self._num_positional_args: int | None = None
        func_graph.finalize()

    # What it is

    @property
    def name(self) -> str:
        """The name of the function in the library."""
        return self._function.name

    @property
    def graph(self) -> FunctionBody:
        """The graph of the body."""
        return self._func_graph

    @property
    def inputs(self) -> list[Tensor]:
        """The arguments in the body, captured tensors last."""
        return self._func_graph.inputs

    @property
    def outputs(self) -> list[Tensor]:
        """What the body returns."""
        return self._func_graph.outputs

    @property
    def captured_inputs(self) -> list[Tensor]:
        """The tensors of other graphs that it uses, in the order of the last inputs."""
        return list(self._captured_inputs)

    @property
    def variables(self) -> list[Any]:
        """The variables that it reads."""
        return list(self._func_graph.variables)

    @property
    def trainable_variables(self) -> list[Any]:
        """Those of its variables that are trained."""
        return self._func_graph.trainable_variables

    @property
    def structured_input_signature(self) -> Any:
        """(args, kwargs), with TensorSpecs for tensors."""
        return self._func_graph.structured_input_signature

    @property
    def structured_outputs(self) -> Any:
        """What it returns, as tensors of the body."""
        return self._func_graph.structured_outputs

    @property
    def output_dtypes(self) -> Any:
        """The types of what it returns, in its structure."""
        return nest.map_structure(lambda x: x.dtype if x is not None else None, self.structured_outputs)

    @property
    def output_shapes(self) -> Any:
        """The shapes of what it returns, in its structure."""
        return nest.map_structure(lambda x: x.shape if x is not None else None, self.structured_outputs)

    @property
    def function_def(self) -> Any:
        """The FunctionDef."""
        return self._function.definition

    @property
    def _inference_function(self) -> GraphFunction:
        return self._function

    def add_to_graph(self, g: Any = None) -> None:
        """Adds it to the library of a graph."""
        self._function.add_to(get_default_graph() if g is None else g)

    def bind(self, captured: list[Tensor], inner: list[Tensor], variables: list[Any]) -> None:
        """Has it capture tensors, whose arguments in the body are `inner`. variables: those among them."""
        self._captured_inputs = list(captured)
        self._func_graph.bind(dict(zip(captured, inner, strict=True)))
        self._func_graph.variables = variables

    # Calls

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """A call with a tensor for each of its arguments, by position or by the name of the Placeholder."""
        if self._arg_keywords is None or self._num_positional_args is None:
            if self._signature is not None and len(args) > len(self._signature):
                raise TypeError(f"Got {len(args)} arguments, but the signature has {len(self._signature)}")
            return self._call_flat([*args, *(kwargs[key] for key in sorted(kwargs))])
        if len(args) > self._num_positional_args:
            raise TypeError(
                f"Expected at most {self._num_positional_args} positional arguments (and the rest keywords, of "
                f"{self._arg_keywords}), got {len(args)}"
            )
        values = list(args)
        for keyword in self._arg_keywords[len(args) :]:
            if keyword not in kwargs:
                expected = [*self._arg_keywords[: self._num_positional_args][len(args) :]]
                missing = sorted(set(expected) - set(kwargs))
                raise TypeError(
                    f"Expected argument names {sorted(expected)} but got values for {sorted(kwargs)}. Missing: {missing}."
                )
            values.append(kwargs.pop(keyword))
        if kwargs:
            twice = sorted(set(kwargs) & set(self._arg_keywords))
            if twice:
                raise TypeError(f"Got two values for keyword '{twice[0]}'.")
            raise TypeError(
                f"Keyword arguments {sorted(kwargs)} unknown. Expected {self._arg_keywords[: self._num_positional_args]}."
            )
        return self._call_flat(values)

    def _filtered_call(self, args: Any, kwargs: dict[str, Any]) -> Any:
        """A call with the arguments of the Python function, of which Python values are left out."""
        leaves = [leaf for leaf in flatten((tuple(args), kwargs)) if isinstance(leaf, (Tensor, HandledVariable))]
        seen = dict.fromkeys(leaf for leaf in leaves if isinstance(leaf, HandledVariable))
        return self._call_flat(
            [leaf for leaf in leaves if not isinstance(leaf, HandledVariable) or seen.pop(leaf, 0) is None]
        )

    def _call_flat(self, args: list[Any], captured_inputs: list[Any] | None = None) -> Any:
        """A call. captured_inputs: tensors in place of those that it captures, where the call is in another graph."""
        arguments = self.inputs[: len(self.inputs) - len(self._captured_inputs)]
        if len(args) != len(arguments):
            raise ValueError(
                f"The function {self.name} accepts {len(arguments)} tensors, not {len(args)}: pass one for each of its inputs"
            )
        tensors = [self._checked(value, inner) for value, inner in zip(args, arguments, strict=True)]
        if captured_inputs is not None:
            captured = [self._checked(*one) for one in zip(captured_inputs, self.inputs[len(args) :], strict=True)]
            return self._structured(call(self._function, [*tensors, *captured]))
        for variable in self._func_graph.variables:
            accessed(variable)
        with control_dependencies(self._func_graph.control_captures):
            op = call(self._function, [*tensors, *self._captured_inputs])
        return self._structured(op)

    def _checked(self, value: Any, inner: Tensor) -> Tensor:
        if isinstance(value, HandledVariable) and inner.dtype.name == "resource":
            return value.handle
        tensor = convert_to_tensor(value, None if isinstance(value, Tensor) else inner.dtype)
        if tensor.dtype.base_dtype is not inner.dtype:
            raise ValueError(
                explain(
                    f"The argument '{inner.op.name}' (value {value}) is not compatible with the type {inner.dtype.name} that "
                    f"{self.name} was traced with",
                    at=tensor,
                )
            )
        return tensor

    def _structured(self, op: Any) -> Any:
        structure = self.structured_outputs
        if structure is None:
            return op
        remaining = iter(op.outputs)
        leaves = [None if leaf is None else next(remaining) for leaf in nest.flatten(structure, True)]
        return nest.pack_sequence_as(structure, leaves, True)
