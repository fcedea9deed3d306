"""wrap_function: code of TensorFlow 1 as a function, of which parts can be taken; functions of GraphDefs."""

from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any

from graphlab._src.function import lifted_variable
from graphlab._src.function.body import FunctionBody, argument
from graphlab._src.function.concrete import ConcreteFunction
from graphlab._src.function.lifted_variable import UnliftableError
from graphlab._src.function.tracing import trace
from graphlab._src.graph import Operation, Tensor, nest
from graphlab._src.graph.traversal import ancestors, is_placeholder, path_up
from graphlab._src.io.graphdef import import_graph_def
from graphlab._src.state.variable_creators import variable_creator_scope


class VariableHolder:
    """The variables that a wrapped function makes, by name. share_variables: one that exists is used again."""

    def __init__(self, fn: Callable[..., Any] | None = None, share_variables: bool = False) -> None:
        self._fn = fn
        self._share = share_variables
        self.variables: dict[str, Any] = {}

    def variable_creator_scope(self, next_creator: Any, **kwargs: Any) -> Any:
        """Makes a variable in the graph around the function."""
        name = kwargs.get("name")
        if self._share and name in self.variables:
            return self.variables[name]
        variable = lifted_variable.create(**kwargs, train=True)
        self.variables[variable.op.name] = variable
        return variable

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        assert self._fn is not None
        return self.call_with_variable_creator_scope(self._fn)(*args, **kwargs)

    def call_with_variable_creator_scope(self, fn: Callable[..., Any]) -> Callable[..., Any]:
        """A function like fn, whose variables it holds."""

        def wrapped(*args: Any, **kwargs: Any) -> Any:
            with variable_creator_scope(self.variable_creator_scope):
                return fn(*args, **kwargs)

        return wrapped


class WrappedFunction(ConcreteFunction):
    """What wrap_function makes: a function whose effects run only where its results need them."""

    def __init__(
        self,
        fn_graph: FunctionBody,
        variable_holder: VariableHolder,
        attrs: dict[str, Any] | None = None,
        signature: Any = None,
        always: Sequence[Operation] = (),
    ) -> None:
        self._variable_holder = variable_holder
        super().__init__(fn_graph, attrs, signature)
        self._function.control_outputs = list(always)

    @property
    def variables(self) -> Any:
        """The variables that it holds and reads."""
        return list(dict.fromkeys([*self._variable_holder.variables.values(), *super().variables]))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """A call. args: those of the signature, or the tensors among them."""
        if self._arg_keywords is None:
            args = tuple(leaf for leaf in nest.flatten(args, True) if self._is_tensor(leaf))
        return super().__call__(*args, **kwargs)

    @staticmethod
    def _is_tensor(leaf: Any) -> bool:
        return not isinstance(leaf, (bool, str, type(None)))

    def prune(
        self, feeds: Any, fetches: Any, name: str | None = None, input_signature: Any = None
    ) -> "WrappedFunction":
        """The part of the graph from feeds to fetches as a function of its own.

        feeds: tensors of the graph, or their names.  fetches: a structure of tensors, operations, which the function runs,
        and names.  Raises ValueError for what is of another graph.
        """
        graph = self._func_graph
        captured = set(graph.captures.values())
        given = [graph.as_graph_element(one) for one in nest.flatten(feeds, True)]
        if not all(isinstance(one, Tensor) for one in given):
            raise ValueError("Feeds must be tensors.")
        given = [one for one in given if one not in captured]

        def element(one: Any) -> Any:
            return (
                one if nest.is_composite(one) or isinstance(one, (Tensor, Operation)) else graph.as_graph_element(one)
            )

        wanted = nest.map_structure(element, fetches)
        flat = nest.flatten(wanted, True)
        for one in (*given, *flat):
            if one.graph is not graph:
                raise ValueError(
                    f"Can only prune function whose feeds and fetches are from this graph ({graph}). Input {one} is from "
                    f"graph {one.graph}"
                )
        body, place = _part(graph, given, flat, name or "pruned")
        body.structured_outputs = nest.map_structure(
            lambda one: None if isinstance(one, Operation) else place[one], wanted, expand_composites=True
        )
        body.outputs = [place[one] for one in flat if isinstance(one, Tensor)]
        body.variables = list(graph.variables)
        body.structured_input_signature = input_signature
        always = [place[one] for one in flat if isinstance(one, Operation)]
        made = WrappedFunction(body, self._variable_holder, always=always)
        made._arg_keywords = [one.op.name for one in given]
        made._num_positional_args = len(given)
        return made


def _check_fed(fetches: list[Any], ops: set[Operation], fed: Container[Tensor]) -> None:
    """Raises UnliftableError where a fetch needs a placeholder that is not fed, with one way that leads to it."""
    if not any(is_placeholder(op) and op.outputs[0] not in fed for op in ops):
        return

    def above(op: Operation) -> Iterable[Operation]:
        before = [*(tensor.op for tensor in op.inputs if tensor not in fed), *op.control_inputs]
        return [one for one in before if one in ops]

    for fetch in fetches:
        path = [] if fetch in fed else path_up(fetch.op if isinstance(fetch, Tensor) else fetch, is_placeholder, above)
        if path:
            raise UnliftableError.of(fetch, path)


def _part(
    graph: FunctionBody, feeds: list[Tensor], fetches: list[Any], label: str
) -> tuple[FunctionBody, dict[Any, Any]]:
    """A body with copies of what leads from feeds to fetches, and {tensor or operation: its copy}."""
    body = FunctionBody(label, graph.outer, "pruned")
    place: dict[Any, Any] = {}
    for tensor in feeds:
        place[tensor] = argument(body, tensor.dtype.base_dtype, tensor.dims, tensor.op.name)
    inputs = list(body.inputs)
    ends = {*place, *graph.captures.values()}
    ops = ancestors({one.op if isinstance(one, Tensor) else one for one in fetches}, ends)
    _check_fed(fetches, ops, ends)
    used = {tensor for op in ops for tensor in op.inputs}.union(fetches)
    for outside, inside in graph.captures.items():
        if inside in used or not outside.dtype.is_ref_dtype:  # TensorFlow has no captured references
            place[inside] = body.capture(outside)
    later: list[tuple[Operation, int, Tensor]] = []
    for op in _inputs_first(ops):
        if op.outputs and all(tensor in place for tensor in op.outputs):
            continue
        before = [place.get(tensor) for tensor in op.inputs]
        stand_in: Any = next(
            (tensor for tensor in before if tensor is not None), None
        )  # a loop's Merge has a later input
        with body.lock:
            taken = [stand_in if tensor is None else tensor for tensor in before]
            types = [tensor.dtype for tensor in op.outputs]
            copy = body.new_operation(
                op.type, body.unique_name(op.name), taken, dict(op.attrs), types, apply_device=False
            )
        copy.device_name = op.device
        later += [(copy, i, op.inputs[i]) for i, tensor in enumerate(before) if tensor is None]
        place[op] = copy
        for tensor, made in zip(op.outputs, copy.outputs, strict=True):
            made.dims = tensor.dims
            place.setdefault(tensor, made)
    for copy, i, tensor in later:
        copy.update_input(i, place[tensor])
    for op in ops & place.keys():
        place[op].add_control_inputs(place[control] for control in op.control_inputs if control in place)
    body.inputs = [*inputs, *body.internal_captures]
    return body, place


def _inputs_first(operations: set[Operation]) -> list[Operation]:
    """The operations, each behind what it needs, but for a loop's Merge, which comes before what an iteration passes on.

    Of two that need nothing of one another the older one is first. What brings a tensor into a branch is newer than its consumer.
    """
    found: dict[Operation, None] = {}
    for operation in sorted(operations, key=lambda one: one.id):
        waiting = [operation]
        while waiting:
            op = waiting[-1]
            before = [tensor.op for tensor in op.inputs if tensor.op in operations and tensor.op not in found]
            missing = [one for one in before if one.definition is None or one.definition.control_flow != _NEXT]
            if missing:
                waiting += missing
            else:
                found[waiting.pop()] = None
    return list(found)


_NEXT = "next_iteration"


class WrappedGraph:
    """Functions that share a graph's variables. functions: by name.  variables: by name."""

    def __init__(self, variable_holder: VariableHolder | None = None, name: str = "wrapped_function_graph") -> None:
        self._variable_holder = variable_holder or VariableHolder(share_variables=True)
        self._name = name
        self.functions: dict[str, WrappedFunction] = {}

    @property
    def variables(self) -> dict[str, Any]:
        """The variables of its functions, by name."""
        return self._variable_holder.variables

    def wrap_function(self, fn: Callable[..., Any], signature: Any, name: str | None = None) -> WrappedFunction:
        """As tf.compat.v1.wrap_function; an operation that fn returns runs at each call, and None is returned for it."""
        returned: list[Operation] = []

        def without_operations(*args: Any, **kwargs: Any) -> Any:
            def keep(leaf: Any) -> Any:
                if isinstance(leaf, Operation):
                    returned.append(leaf)
                    return None
                return leaf

            return nest.map_structure(keep, self._variable_holder.call_with_variable_creator_scope(fn)(*args, **kwargs))

        name = name or fn.__name__
        body = trace(name, without_operations, signature, {}, add_control_dependencies=False)
        made = WrappedFunction(body, self._variable_holder, signature=signature, always=returned)
        self.functions[name] = made
        return made


def wrap_function(fn: Callable[..., Any], signature: Any, name: str | None = None) -> WrappedFunction:
    """A function of a graph's library, made of a function fn that adds operations to a graph, which is called once.

    signature: TensorSpecs, and Python values for other arguments.  name: part of the function's name.
    Variables that fn makes belong to the function, which is called with tensors. Nothing runs that its results do not need.
    """
    holder = VariableHolder(fn)
    label = "wrapped_function" if name is None else f"wrapped_function_{name}"
    body = trace(label, holder, list(signature), {}, add_control_dependencies=False)
    return WrappedFunction(body, holder, signature=signature)


def function_from_graph_def(graph_def: Any, inputs: Any, outputs: Any) -> WrappedFunction:
    """A function of a GraphDef. inputs, outputs: names of tensors in it, or structures of names."""

    def imported() -> None:
        import_graph_def(graph_def, name="")

    whole = wrap_function(imported, [])
    return whole.prune(inputs, outputs)
