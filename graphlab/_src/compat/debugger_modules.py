"""Where the names of TensorFlow's debugger, tensorflow.python.debug, are: {its module: modules below graphlab}."""

_DATA = "_src.debug.dumps.datum _src.debug.dumps.dump_dir"
_DUMPING = "_src.debug.wrappers.dumping _src.debug.wrappers.dumping_hook"
_GRPC = "_src.debug.wrappers.grpc"
_LOCAL = "_src.debug.wrappers.local_cli _src.debug.wrappers.local_cli_hook"
_WATCH = "_src.debug.watch_options"

MODULES = {
    "debug": f"{_DATA} _src.debug.dumps.debug_graph {_WATCH} _src.debug.wrappers.non_interactive {_DUMPING} {_GRPC} {_LOCAL} _src.debug.gradients",
    "debug.lib.debug_data": _DATA,
    "debug.lib.debug_graphs": "_src.debug.dumps.debug_graph",
    "debug.lib.debug_utils": _WATCH,
    "debug.cli.debugger_cli_common": "_src.debug.cli.rich_text _src.debug.cli.registries _src.debug.cli.menus",
    "debug.cli.command_parser": "_src.debug.cli.command_parser",
    "debug.cli.tensor_format": "_src.debug.cli.tensor_format",
    "debug.cli.cli_shared": "_src.debug.cli.screens",
    "debug.cli.cli_config": "_src.debug.cli.config",
    "debug.cli.evaluator": "_src.debug.cli.evaluator",
    "debug.cli.analyzer_cli": "_src.debug.cli.analyzer _src.debug.cli.analyzer_arguments",
    "debug.cli.cli_test_utils": "_src.debug.cli.line_assertions",
    "debug.cli.base_ui": "_src.debug.cli.base_ui",
    "debug.cli.readline_ui": "_src.debug.cli.readline_ui",
    "debug.cli.ui_factory": "_src.debug.cli.ui_factory",
    "debug.cli.profile_analyzer_cli": "_src.debug.cli.profile_analyzer",
    "debug.lib.debug_gradients": "_src.debug.gradients",
    "debug.lib.profiling": "_src.debug.profiling",
    "debug.lib.source_utils": "_src.debug.source_files _src.debug.profiling",
    "debug.wrappers.framework": (
        "_src.debug.wrappers.requests _src.debug.wrappers.base _src.debug.wrappers.non_interactive"
    ),
    "debug.wrappers.dumping_wrapper": _DUMPING,
    "debug.wrappers.grpc_wrapper": _GRPC,
    "debug.wrappers.hooks": f"_src.debug.wrappers.dumping_hook {_GRPC} {_LOCAL}",
    "debug.wrappers.local_cli_wrapper": _LOCAL,
}
