"""Where the names of TensorFlow's debugger, tensorflow.python.debug, are: {its module: modules below graphlab}."""

_DATA = "_src.debug.dumps.datum _src.debug.dumps.dump_dir"
_DUMPING = "_src.debug.wrappers.dumping _src.debug.wrappers.dumping_hook"
_GRPC = "_src.debug.wrappers.grpc"
_LOCAL = "_src.train.sessions.tensor_filters"
_WATCH = "_src.debug.watch_options"

MODULES = {
    "debug": f"{_DATA} _src.debug.dumps.debug_graph {_WATCH} _src.debug.wrappers.non_interactive {_DUMPING} {_GRPC} {_LOCAL}",
    "debug.lib.debug_data": _DATA,
    "debug.lib.debug_graphs": "_src.debug.dumps.debug_graph",
    "debug.lib.debug_utils": _WATCH,
    "debug.wrappers.framework": (
        "_src.debug.wrappers.requests _src.debug.wrappers.base _src.debug.wrappers.non_interactive"
    ),
    "debug.wrappers.dumping_wrapper": _DUMPING,
    "debug.wrappers.grpc_wrapper": _GRPC,
    "debug.wrappers.hooks": f"_src.debug.wrappers.dumping_hook {_GRPC} {_LOCAL}",
    "debug.wrappers.local_cli_wrapper": _LOCAL,
}
