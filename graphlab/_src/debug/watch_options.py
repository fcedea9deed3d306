"""tensorflow.python.debug.lib.debug_utils: the watches of a graph's tensors in RunOptions messages."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from graphlab._src.graph import Graph, Tensor

_IDENTITY = "DebugIdentity"


def _listed(value: str | Sequence[str] | None) -> list[str]:
    return [value] if isinstance(value, str) else list(value or ())


def add_debug_tensor_watch(
    run_options: Any,
    node_name: str,
    output_slot: int = 0,
    debug_ops: str | Sequence[str] = _IDENTITY,
    debug_urls: str | Sequence[str] | None = None,
    tolerate_debug_op_creation_failures: bool = False,
    global_step: int = -1,
) -> None:
    """Adds the watch of one tensor to the options of a run.

    debug_ops: what is computed of it.  debug_urls: where that goes, as file:///folder.
    """
    run_options.debug_options.global_step = global_step
    run_options.debug_options.debug_tensor_watch_opts.add(
        node_name=node_name,
        output_slot=output_slot,
        debug_ops=_listed(debug_ops),
        debug_urls=_listed(debug_urls),
        tolerate_debug_op_creation_failures=tolerate_debug_op_creation_failures,
    )


def _watch(run_options: Any, graph: Graph, is_watched: Callable[[Tensor], bool], reset: bool, **watch: Any) -> None:
    for op in graph.operations:
        for slot, tensor in enumerate(op.outputs):
            if is_watched(tensor):
                add_debug_tensor_watch(run_options, op.name, slot, **watch)
    run_options.debug_options.reset_disk_byte_usage = reset


def _matches(pattern: str | None, default: bool) -> Callable[[str], bool]:
    """Whether a text begins with what a regular expression matches; `default` where there is none."""
    return (lambda text: default) if not pattern else lambda text: re.match(pattern, text) is not None


def watch_graph(
    run_options: Any,
    graph: Graph,
    debug_ops: str | Sequence[str] = _IDENTITY,
    debug_urls: str | Sequence[str] | None = None,
    node_name_regex_whitelist: str | None = None,
    op_type_regex_whitelist: str | None = None,
    tensor_dtype_regex_whitelist: str | None = None,
    tolerate_debug_op_creation_failures: bool = False,
    global_step: int = -1,
    reset_disk_byte_usage: bool = False,
) -> None:
    """Adds watches of the tensors that match all of some regular expressions, and of all nodes ("*") without any."""
    for name, value in (("debug_ops", debug_ops), ("debug_urls", debug_urls)):
        if not value:
            raise ValueError(f"{name} must not be empty or None.")
    node, kind, dtype = (
        _matches(pattern, True)
        for pattern in (node_name_regex_whitelist, op_type_regex_whitelist, tensor_dtype_regex_whitelist)
    )
    watch: dict[str, Any] = {
        "debug_ops": debug_ops,
        "debug_urls": debug_urls,
        "tolerate_debug_op_creation_failures": tolerate_debug_op_creation_failures,
        "global_step": global_step,
    }
    _watch(
        run_options,
        graph,
        lambda tensor: node(tensor.op.name) and kind(tensor.op.type) and dtype(tensor.dtype.name),
        reset_disk_byte_usage,
        **watch,
    )
    if not (node_name_regex_whitelist or op_type_regex_whitelist or tensor_dtype_regex_whitelist):
        add_debug_tensor_watch(run_options, "*", -1, **watch)


def watch_graph_with_blacklists(
    run_options: Any,
    graph: Graph,
    debug_ops: str | Sequence[str] = _IDENTITY,
    debug_urls: str | Sequence[str] | None = None,
    node_name_regex_blacklist: str | None = None,
    op_type_regex_blacklist: str | None = None,
    tensor_dtype_regex_blacklist: str | None = None,
    tolerate_debug_op_creation_failures: bool = False,
    global_step: int = -1,
    reset_disk_byte_usage: bool = False,
) -> None:
    """Adds watches of the tensors that match none of some regular expressions."""
    node, kind, dtype = (
        _matches(pattern, False)
        for pattern in (node_name_regex_blacklist, op_type_regex_blacklist, tensor_dtype_regex_blacklist)
    )
    _watch(
        run_options,
        graph,
        lambda tensor: not (node(tensor.op.name) or kind(tensor.op.type) or dtype(tensor.dtype.name)),
        reset_disk_byte_usage,
        debug_ops=debug_ops,
        debug_urls=debug_urls,
        tolerate_debug_op_creation_failures=tolerate_debug_op_creation_failures,
        global_step=global_step,
    )
