"""profile: parameters, floating point operations, time and memory of a graph, summed by scope or by operation type."""

import math
import re
import sys
from dataclasses import dataclass, field, fields
from typing import Any

from graphlab._src.base import errors
from graphlab._src.graph import GraphKeys, Operation, get_default_graph
from graphlab._src.graph.references import is_variable
from graphlab._src.ops.float_operations import float_operations
from graphlab._src.session.profiling.options import TRAINABLE_VARIABLES, ProfileOptionBuilder

_COUNTS = {  # what options select by that name: (the count, its unit)
    "micros": ("exec_micros", "us"),
    "bytes": ("requested_bytes", "B"),
    "params": ("parameters", "params"),
    "float_ops": ("float_ops", "flops"),
}


@dataclass
class ProfileNode:
    """A scope with its operation, or an operation type, in a profile. total_…: with what is below."""

    name: str
    exec_micros: int = 0
    requested_bytes: int = 0
    parameters: int = 0
    float_ops: int = 0
    total_exec_micros: int = 0
    total_requested_bytes: int = 0
    total_parameters: int = 0
    total_float_ops: int = 0
    total_definition_count: int = 0
    shape: tuple[int, ...] | None = None
    children: list["ProfileNode"] = field(default_factory=list, repr=False)
    shown: bool = field(default=False, repr=False)

    @property
    def graph_nodes(self) -> list["ProfileNode"]:
        """The operations of a type."""
        return self.children


def _measured(graph: Any, run_meta: Any) -> dict[str, tuple[int, int]]:
    """{name: (microseconds, bytes)} of RunMetadata."""
    found: dict[str, tuple[int, int]] = {}
    for device in run_meta.step_stats.dev_stats if run_meta is not None else ():
        for node in device.node_stats:
            micros, requested = found.get(node.node_name, (0, 0))
            size = sum(output.tensor_description.allocation_description.requested_bytes for output in node.output)
            found[node.node_name] = micros + node.all_end_rel_micros, requested + size
    return found


def _add_shapes(graph: Any, run_meta: Any) -> None:
    """Sets the shapes that tensors had in a traced run where they are not fully defined, as TensorFlow does."""
    for device in run_meta.step_stats.dev_stats:
        for node in device.node_stats:
            try:
                outputs = graph.get_operation_by_name(node.node_name).outputs
            except (KeyError, ValueError):
                continue  # of a graph that is not this one, or no operation
            if len(outputs) != len(node.output):
                continue
            for tensor, seen in zip(outputs, node.output, strict=True):
                if not tensor.shape.is_fully_defined():
                    try:
                        tensor.set_shape([dim.size for dim in seen.tensor_description.shape.dim])
                    except ValueError as error:
                        sys.stderr.write(f"Node {node.node_name} incompatible shapes: {error}.\n")


def _matches(patterns: Any, text: str) -> bool:
    return any(re.fullmatch(pattern, text) for pattern in patterns)


class _Account:
    """What each operation counts for, by the options."""

    def __init__(self, graph: Any, run_meta: Any, options: dict[str, Any]) -> None:
        self._options = ProfileOptionBuilder().build() | options
        self._measured = _measured(graph, run_meta)
        variables = graph.get_collection(GraphKeys.TRAINABLE_VARIABLES)
        self._trained = {variable.op for variable in variables}
        self.unknown = 0  # operations whose floating point operations depend on unknown sizes

    def shows(self, node: ProfileNode) -> bool:
        """Whether a node's own counts and its name are among those that the options select."""
        options = self._options
        return (
            all(getattr(node, count) >= options[f"min_{key}"] for key, (count, _) in _COUNTS.items())
            and _matches(options["show_name_regexes"], node.name)
            and not _matches(options["hide_name_regexes"], node.name)
        )

    def node(self, op: Operation, name: str) -> ProfileNode:
        """A node for an operation: zeros where its type is not accounted."""
        options, node = self._options, ProfileNode(name)
        kinds = [op.type, *([TRAINABLE_VARIABLES] if op in self._trained else [])]
        if not any(_matches(options["account_type_regexes"], kind) for kind in kinds):
            return node
        try:
            node.float_ops = float_operations(op)
        except ValueError:
            self.unknown += 1
        if is_variable(op) and isinstance(op.attrs.get("shape"), tuple) and None not in op.attrs["shape"]:
            node.shape = op.attrs["shape"]
            node.parameters = math.prod(op.attrs["shape"])
        node.exec_micros, node.requested_bytes = self._measured.get(op.name, (0, 0))
        node.shown = self.shows(node)
        if options["account_displayed_op_only"] and not node.shown:
            return ProfileNode(name)
        node.total_definition_count = 1
        return node


def _add_up(node: ProfileNode, order: str) -> None:
    for child in node.children:
        _add_up(child, order)
    for one in fields(node):
        if one.name.startswith("total_") and one.name != "total_definition_count":
            own = getattr(node, one.name.removeprefix("total_"))
            setattr(node, one.name, own + sum(getattr(child, one.name) for child in node.children))
    node.total_definition_count += sum(child.total_definition_count for child in node.children)
    if order in _COUNTS:
        node.children.sort(key=lambda child: -getattr(child, f"total_{_COUNTS[order][0]}"))
    else:
        node.children.sort(key=lambda child: child.name)


def _lifted(node: ProfileNode, account: _Account) -> list[ProfileNode]:
    """The node with the children that are shown, or these alone where it is not shown itself."""
    node.children = [shown for child in node.children for shown in _lifted(child, account)]
    is_scope = bool(node.children) and account.shows(node)
    return [node] if node.shown or is_scope else node.children


def _by_scope(graph: Any, account: _Account) -> ProfileNode:
    root = ProfileNode("_TFProfRoot")
    nodes: dict[str, ProfileNode] = {"": root}
    for op in graph.get_operations():
        node = account.node(op, op.name)
        before = nodes.get(op.name)
        if before is not None:  # a scope of that name
            node.children = before.children
            vars(before).update(vars(node))
            continue
        nodes[op.name] = node
        name = op.name
        while name:
            child, name = nodes[name], name.rpartition("/")[0]
            known = name in nodes
            nodes.setdefault(name, ProfileNode(name)).children.append(child)
            if known:
                break
    root.children = [shown for child in root.children for shown in _lifted(child, account)]
    return root


def _by_type(graph: Any, account: _Account) -> ProfileNode:
    root = ProfileNode("_TFProfRoot")
    types: dict[str, ProfileNode] = {}
    for op in graph.get_operations():
        if op.type not in types:
            types[op.type] = ProfileNode(op.type)
            root.children.append(types[op.type])
        types[op.type].children.append(account.node(op, op.name))
    return root


def _amount(count: int, unit: str) -> str:
    for limit, prefix in ((1e9, "b"), (1e6, "m"), (1e3, "k")):
        if count >= limit:
            return f"{count / limit:.2f}{prefix}{unit if unit in ('B', 'us') else ''}"
    return f"{count}{unit if unit in ('B', 'us') else ''}"


def _report(root: ProfileNode, options: dict[str, Any], depth: int) -> str:
    selected = [_COUNTS[key] for key in options["select"] if key in _COUNTS]
    lines = ["==================Model Analysis Report======================"]
    lines.append("node name | " + " | ".join(f"# {count}" for count, _ in selected))

    def add(node: ProfileNode, level: int) -> None:
        if level > depth or not (node.shown or any(getattr(node, f"total_{count}") for count, _ in selected)):
            return
        amounts = [
            f"{_amount(getattr(node, count), unit) if getattr(node, count) else '--'}/"
            f"{_amount(getattr(node, f'total_{count}'), unit)} {unit}"
            for count, unit in selected
        ]
        if node.shape is not None and "params" in options["select"]:
            amounts.insert(0, "x".join(map(str, node.shape)))
        lines.append(f"{'  ' * level}{node.name} ({', '.join(amounts)})")
        for child in node.children:
            add(child, level + 1)

    add(root, 0)
    return "\n".join([*lines, "======================End of Report==========================", ""])


def profile(
    graph: Any = None, run_meta: Any = None, op_log: Any = None, cmd: str = "scope", options: Any = 0
) -> ProfileNode:
    """Counts what the operations of a graph cost, prints it, and returns the root: total_parameters, total_float_ops, ….

    run_meta: RunMetadata of a traced run, for time, memory and the shapes that the graph does not know.  cmd: "scope" or "graph" sums by scope, "op" by operation
    type.  options: what ProfileOptionBuilder makes; the parameters of trainable variables when left out.
    op_log: not used: what it would say is read from the graph.
    """
    graph = get_default_graph() if graph is None else graph
    options = ProfileOptionBuilder.trainable_variables_parameter() if options == 0 else options
    options = ProfileOptionBuilder().build() | options
    if cmd == "code":
        raise errors.InvalidArgumentError(
            None, None, "profiles by lines of code are not made; cmd='scope' and cmd='op' are"
        )
    if cmd not in ("scope", "graph", "op"):
        raise errors.InvalidArgumentError(None, None, f"unknown cmd: {cmd}\n")
    target, _, outfile = options["output"].partition(":outfile=")
    if target not in ("none", "stdout", "file"):
        raise errors.InvalidArgumentError(
            None, None, f"no profile is written for {target}; tensorflow.python.client.timeline draws RunMetadata"
        )
    if run_meta is not None:
        _add_shapes(graph, run_meta)
    account = _Account(graph, run_meta, options)
    root = (_by_type if cmd == "op" else _by_scope)(graph, account)
    _add_up(root, options["order_by"])
    if account.unknown and run_meta is None:
        sys.stderr.write(f"{account.unknown} ops no flops stats due to incomplete shapes.\n")
    report = _report(root, options, options["max_depth"])
    if target == "stdout":
        print(report)
    elif target == "file":
        with open(outfile, "w", encoding="utf-8") as file:
            file.write(report)
    return root


class Profiler:
    """Profiles of several steps of one graph."""

    def __init__(self, graph: Any = None, op_log: Any = None) -> None:
        self._graph = get_default_graph() if graph is None else graph
        self._steps: dict[int, Any] = {}

    def add_step(self, step: int, run_meta: Any) -> None:
        """Adds the RunMetadata of a traced step."""
        self._steps[step] = run_meta

    def _profile(self, cmd: str, options: dict[str, Any]) -> ProfileNode:
        step = options.get("step", -1)
        if step >= 0 and step not in self._steps:
            raise errors.InvalidArgumentError(
                None, None, f"there is no step {step}: add_step() has {sorted(self._steps)}"
            )
        chosen = step if step >= 0 else max(self._steps, default=None)
        return profile(self._graph, None if chosen is None else self._steps[chosen], None, cmd, options)

    def profile_name_scope(self, options: dict[str, Any]) -> ProfileNode:
        """A profile summed by scope, of the step that the options name or the last one."""
        return self._profile("scope", options)

    def profile_graph(self, options: dict[str, Any]) -> ProfileNode:
        """The same."""
        return self._profile("graph", options)

    def profile_operations(self, options: dict[str, Any]) -> ProfileNode:
        """A profile summed by operation type."""
        return self._profile("op", options)

    def profile_python(self, options: dict[str, Any]) -> ProfileNode:
        """InvalidArgumentError: profiles by lines of code are not made."""
        return self._profile("code", options)
