"""What each field of a ConfigProto and of RunOptions does here, and the devices that a config requests.

Every field is either honoured, or true of every session anyway, or has no effect, which is then said once.
"""

import os
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

import jax
from jax._src import xla_bridge

from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.compiler.executables.xla_options import DETERMINISTIC
from graphlab._src.compiler.placement import LOCAL, Devices
from graphlab._src.proto import OptimizerOptions

HONOURED = "honoured"
ALWAYS = "true of every session"

_XLA_DOES = "XLA optimizes a compiled program as a whole"
_XLA_SCHEDULES = "XLA decides what runs at the same time; the segments of a run follow one another"
_ALLOCATOR = "the memory is XLA's to manage"
_RAY_CALLS = "Ray calls the tasks of other processes"

# Field -> what it does, or why it has no effect. A message that is named covers everything in it that is not.
CONFIG = {
    "device_count": HONOURED,
    "intra_op_parallelism_threads": HONOURED,
    "inter_op_parallelism_threads": _XLA_SCHEDULES,
    "use_per_session_threads": _XLA_SCHEDULES,
    "session_inter_op_thread_pool": _XLA_SCHEDULES,
    "placement_period": "operations are placed when a plan is made",
    "device_filters": HONOURED,
    "gpu_options": _ALLOCATOR,
    "gpu_options.per_process_gpu_memory_fraction": HONOURED,
    "gpu_options.allow_growth": HONOURED,
    "gpu_options.visible_device_list": HONOURED,
    "pluggable_device_options": "JAX's own options configure its plugins",
    "allow_soft_placement": HONOURED,
    "log_device_placement": HONOURED,
    "graph_options.enable_recv_scheduling": _XLA_SCHEDULES,
    "graph_options.optimizer_options.do_common_subexpression_elimination": ALWAYS,
    "graph_options.optimizer_options.do_constant_folding": ALWAYS,
    "graph_options.optimizer_options.max_folded_constant_in_bytes": _XLA_DOES,
    "graph_options.optimizer_options.do_function_inlining": ALWAYS,
    "graph_options.optimizer_options.opt_level": HONOURED,
    "graph_options.optimizer_options.global_jit_level": HONOURED,
    "graph_options.optimizer_options.cpu_global_jit": ALWAYS,
    "graph_options.build_cost_model": HONOURED,
    "graph_options.build_cost_model_after": HONOURED,
    "graph_options.infer_shapes": HONOURED,
    "graph_options.place_pruned_graph": HONOURED,
    "graph_options.enable_bfloat16_sendrecv": "tensors go between devices as they are",
    "graph_options.timeline_step": "request a timeline with RunOptions(trace_level=RunOptions.FULL_TRACE)",
    "graph_options.rewrite_options": _XLA_DOES,
    "graph_options.rewrite_options.meta_optimizer_iterations": ALWAYS,
    "operation_timeout_in_ms": HONOURED,
    "rpc_options": _RAY_CALLS,
    "cluster_def": HONOURED,
    "isolate_session_state": ALWAYS,
    "share_cluster_devices_in_session": "sessions are made anew for each config",
    "experimental": "it concerns TensorFlow's own runtime",
    "experimental.share_session_state_in_clusterspec_propagation": HONOURED,
}
RUN = {
    "trace_level": HONOURED,
    "timeout_in_ms": HONOURED,
    "inter_op_thread_pool": HONOURED,
    "output_partition_graphs": HONOURED,
    "debug_options": HONOURED,
    "report_tensor_allocations_upon_oom": _ALLOCATOR,
    "experimental": "it concerns TensorFlow's own runtime",
}
_said: set[str] = set()
_in_force: dict[
    str, str
] = {}  # the variables of the environment with which JAX's backends were started, where a config said so


def effect_of(table: dict[str, str], path: str) -> str | None:
    """What the table says of a field, or of the message that it is in; None when that was forgotten."""
    while path:
        if path in table:
            return table[path]
        path = path.rpartition(".")[0]
    return None


def warn_of_no_effect(message: Any, table: dict[str, str]) -> None:
    """Warns, once in a process, of each field that is set and has no effect."""
    for path in _set_fields(message):
        reason = effect_of(table, path)
        if reason not in (HONOURED, ALWAYS):
            _say_once(f"{type(message).__name__}.{path} has no effect: {reason}")
    if table is CONFIG and message.graph_options.optimizer_options.global_jit_level == OptimizerOptions.OFF:
        _say_once(
            "ConfigProto.graph_options.optimizer_options.global_jit_level=OFF has no effect: XLA compiles what runs often"
        )


def _say_once(text: str, depth: int = 0) -> None:
    """depth: calls between this one and warn_of_no_effect's level, below the session's constructor."""
    if text not in _said:
        _said.add(text)
        warnings.warn(text, stacklevel=5 + depth)


def _set_fields(message: Any, prefix: str = "") -> Iterator[str]:
    for field, value in message.ListFields():
        path = prefix + field.name
        inner = field.message_type
        if inner is None or inner.GetOptions().map_entry:
            yield path
        elif hasattr(value, "ListFields"):
            yield from _set_fields(value, f"{path}.")
        else:
            yield path


def check_run_options(options: Any, config: Any) -> None:
    """Raises InvalidArgumentError for a thread pool that the session does not have; warns of what has no effect."""
    pools = len(config.session_inter_op_thread_pool) or 1
    if not -1 <= options.inter_op_thread_pool < pools:
        raise InvalidArgumentError(None, None, f"Invalid inter_op_thread_pool: {options.inter_op_thread_pool}")
    warn_of_no_effect(options, RUN)


def open_devices(config: Any, tasks: Sequence[tuple[str, int]] = LOCAL) -> Devices:
    """Returns the Devices of a session with this config, on these tasks. JAX's backends are configured before they start."""
    _start_backends(config)
    options: dict[str, Any] = {}
    if config.graph_options.optimizer_options.opt_level == OptimizerOptions.L0:
        options["xla_backend_optimization_level"] = 0
    if _is_deterministic() and jax.default_backend() == "gpu":
        options[DETERMINISTIC] = True
    return Devices(
        soft=config.allow_soft_placement,
        log=config.log_device_placement,
        counts=dict(config.device_count),
        visible=[int(part) for part in config.gpu_options.visible_device_list.split(",") if part.strip()],
        compiler_options=options,
        compiles_first=_compiles_first(config),
        tasks=tasks,
    )


def _compiles_first(config: Any) -> bool:
    """Whether nothing may run before it is compiled: XLA was switched on, or TensorFlow's variable requires determinism."""
    level = config.graph_options.optimizer_options.global_jit_level
    return _is_deterministic() or level in (OptimizerOptions.ON_1, OptimizerOptions.ON_2)


def _is_deterministic() -> bool:
    """Whether TensorFlow's variable requires that every run of a program returns the same bits."""
    return os.environ.get("TF_DETERMINISTIC_OPS", "").lower() in ("1", "true")


def _start_backends(config: Any) -> None:
    wanted = _environment(config)
    if xla_bridge.backends_are_initialized():
        has_gpu = jax.default_backend() == "gpu"
        for name, (value, field) in wanted.items():
            if _in_force.get(name) != value and (has_gpu or not field.startswith("gpu_options")):
                _say_once(
                    f"ConfigProto.{field} has no effect any more: JAX's devices were in use before this session was "
                    "made. Make the session first, or restart the process",
                    depth=1,
                )
        return
    count = config.device_count.get("CPU", 0)
    emulated = "xla_force_host_platform_device_count" in os.environ.get("XLA_FLAGS", "")
    if count > 1 and not emulated and jax.config.values.get("jax_num_cpu_devices", -1) == -1:
        jax.config.update("jax_num_cpu_devices", count)
    _in_force.update((name, value) for name, (value, _) in wanted.items())
    before = {name: os.environ.get(name) for name in wanted}
    os.environ.update(_in_force)
    try:
        jax.devices()
    finally:
        for name, value in before.items():
            del os.environ[name]
            if value is not None:
                os.environ[name] = value


def _environment(config: Any) -> dict[str, tuple[str, str]]:
    """Variables that XLA reads when its backends start: {name: (value, the field that requests it)}."""
    wanted: dict[str, tuple[str, str]] = {}
    gpu = config.gpu_options
    if gpu.allow_growth:
        wanted["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false", "gpu_options.allow_growth"
    if gpu.per_process_gpu_memory_fraction:
        fraction = str(gpu.per_process_gpu_memory_fraction)
        wanted["XLA_PYTHON_CLIENT_MEM_FRACTION"] = fraction, "gpu_options.per_process_gpu_memory_fraction"
    if config.intra_op_parallelism_threads > 0:
        wanted["NPROC"] = str(config.intra_op_parallelism_threads), "intra_op_parallelism_threads"
    return wanted
