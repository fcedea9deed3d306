"""DebugAnalyzer: the commands that analyze the dump of a run."""

from collections.abc import Callable, Mapping
from typing import Any

from graphlab._src.debug.cli import node_commands, screens, source_commands, tensor_commands
from graphlab._src.debug.cli.analyzer_arguments import parsers
from graphlab._src.debug.cli.config import CLIConfig
from graphlab._src.debug.cli.evaluator import ExpressionEvaluator
from graphlab._src.debug.cli.rich_text import RichTextLines
from graphlab._src.debug.cli.ui_factory import get_ui
from graphlab._src.debug.dumps.dump_dir import DebugDumpDir

_COMMANDS = (
    ("list_tensors", "list_tensors", ["lt"]),
    ("node_info", "node_info", ["ni"]),
    ("list_inputs", "list_inputs", ["li"]),
    ("list_outputs", "list_outputs", ["lo"]),
    ("print_tensor", "print_tensor", ["pt"]),
    ("print_source", "print_source", ["ps"]),
    ("list_source", "list_source", ["ls"]),
    ("eval", "evaluate_expression", ["ev"]),
)


class DebugAnalyzer:
    """The commands that analyze a dump: each has a list of words and returns RichTextLines.

    debug_dump: the DebugDumpDir.  config: a CLIConfig.
    """

    def __init__(self, debug_dump: DebugDumpDir, config: CLIConfig) -> None:
        self._debug_dump = debug_dump
        self._evaluator = ExpressionEvaluator(debug_dump)
        self._tensor_filters: dict[str, Callable[..., Any]] = {}
        self._config = config
        self._build_argument_parsers()
        config.set_callback("graph_recursion_depth", lambda _: self._build_argument_parsers())

    def _build_argument_parsers(self) -> None:
        self._arg_parsers = parsers(self._config)

    def add_tensor_filter(self, filter_name: str, filter_callable: Callable[..., Any]) -> None:
        """Adds filter_callable(datum, value) -> bool, for `list_tensors -f`."""
        if not isinstance(filter_name, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError("Input argument filter_name is expected to be str, but is not.")
        if not filter_name:
            raise ValueError("Input argument filter_name cannot be empty.")
        if not callable(filter_callable):
            raise TypeError("Input argument filter_callable is expected to be callable, but is not.")
        self._tensor_filters[filter_name] = filter_callable

    def get_tensor_filter(self, filter_name: str) -> Callable[..., Any]:
        """The filter of a name. Raises ValueError where there is none."""
        if filter_name not in self._tensor_filters:
            raise ValueError(f'There is no tensor filter named "{filter_name}".')
        return self._tensor_filters[filter_name]

    def get_help(self, handler_name: str) -> str:
        """The help of a command."""
        return self._arg_parsers[handler_name].format_help()

    def list_tensors(self, args: list[str], screen_info: Any = None) -> RichTextLines:
        """The table of dumped tensors."""
        parsed = self._arg_parsers["list_tensors"].parse_args(args)
        if parsed.filter_exclude_node_names and not parsed.tensor_filter:
            raise ValueError(
                "The flag --filter_exclude_node_names is valid only when the flag -f or --tensor_filter is used."
            )
        tensor_filter = None
        if parsed.tensor_filter:
            try:
                tensor_filter = self.get_tensor_filter(parsed.tensor_filter)
            except ValueError as error:
                return screens.error(str(error))
        return tensor_commands.list_tensors(self._debug_dump, parsed, tensor_filter)

    def node_info(self, args: list[str], screen_info: Any = None) -> RichTextLines:
        """What is known of a node."""
        return node_commands.node_info(self._debug_dump, self._arg_parsers["node_info"].parse_args(args))

    def list_inputs(self, args: list[str], screen_info: Any = None) -> RichTextLines:
        """The inputs of a node."""
        parsed = self._arg_parsers["list_inputs"].parse_args(args)
        return node_commands.NeighbourTree(self._debug_dump, parsed, outputs=False).output()

    def list_outputs(self, args: list[str], screen_info: Any = None) -> RichTextLines:
        """The consumers of a node."""
        parsed = self._arg_parsers["list_outputs"].parse_args(args)
        return node_commands.NeighbourTree(self._debug_dump, parsed, outputs=True).output()

    def print_tensor(self, args: list[str], screen_info: Any = None) -> RichTextLines:
        """The value of a tensor."""
        parsed = self._arg_parsers["print_tensor"].parse_args(args)
        return tensor_commands.print_tensor(self._debug_dump, parsed, screen_info)

    def evaluate_expression(self, args: list[str], screen_info: Any = None) -> RichTextLines:
        """The value of an expression of dumped tensors."""
        parsed = self._arg_parsers["eval"].parse_args(args)
        return screens.format_tensor(
            self._evaluator.evaluate(parsed.expression),
            f"from eval of expression '{parsed.expression}'",
            screens.numpy_printoptions_from_screen_info(screen_info),
            print_all=parsed.print_all,
            include_numeric_summary=True,
            write_path=parsed.write_path,
        )

    def print_source(self, args: list[str], screen_info: Any = None) -> RichTextLines:
        """A Python file with the nodes or tensors that its lines have created."""
        return source_commands.print_source(self._debug_dump, self._arg_parsers["print_source"].parse_args(args))

    def list_source(self, args: list[str], screen_info: Any = None) -> RichTextLines:
        """The Python files that have created nodes of the run."""
        return source_commands.list_source(self._debug_dump, self._arg_parsers["list_source"].parse_args(args))


def create_analyzer_ui(
    debug_dump: DebugDumpDir,
    tensor_filters: Mapping[str, Callable[..., Any]] | None = None,
    ui_type: str = "curses",
    on_ui_exit: Callable[[], object] | None = None,
    config: CLIConfig | None = None,
) -> Any:
    """The user interface of the analysis of a dump."""
    config = config or CLIConfig()
    analyzer = DebugAnalyzer(debug_dump, config)
    for name, function in (tensor_filters or {}).items():
        analyzer.add_tensor_filter(name, function)
    ui = get_ui(ui_type, on_ui_exit=on_ui_exit, config=config)
    for command, method, aliases in _COMMANDS:
        parser = "eval" if command == "eval" else method
        ui.register_command_handler(
            command, getattr(analyzer, method), analyzer.get_help(parser), prefix_aliases=aliases
        )
    words: dict[str, None] = {}
    for datum in debug_dump.dumped_tensor_data:
        words[datum.tensor_name] = None
    nodes = debug_dump.nodes() if debug_dump.loaded_partition_graphs() else []
    ui.register_tab_comp_context(["node_info", "ni", "list_inputs", "li", "list_outputs", "lo"], list(nodes))
    ui.register_tab_comp_context(["print_tensor", "pt"], list(words))
    ui.register_tab_comp_context(["eval", "ev"], [f"`{name}`" for name in words])
    return ui
