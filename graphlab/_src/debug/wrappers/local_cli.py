"""LocalCLIDebugWrapperSession: a session that stops before and after runs, and reads commands about them."""

import argparse
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from typing import Any

from graphlab._src.debug.cli import screens
from graphlab._src.debug.cli.analyzer import create_analyzer_ui
from graphlab._src.debug.cli.command_parser import get_print_tensor_argparser, parse_tensor_name_with_slicing
from graphlab._src.debug.cli.config import CLIConfig
from graphlab._src.debug.cli.menus import MenuItem
from graphlab._src.debug.cli.profile_analyzer import create_profiler_ui
from graphlab._src.debug.cli.rich_text import (
    EXPLICIT_USER_EXIT,
    MAIN_MENU_KEY,
    CommandLineExit,
    RichTextLines,
    get_tensorflow_version_lines,
)
from graphlab._src.debug.cli.ui_factory import get_ui
from graphlab._src.debug.dumps.datum import has_inf_or_nan
from graphlab._src.debug.dumps.dump_dir import DebugDumpDir
from graphlab._src.debug.wrappers.base import BaseDebugWrapperSession
from graphlab._src.debug.wrappers.requests import (
    OnRunEndRequest,
    OnRunEndResponse,
    OnRunStartAction,
    OnRunStartRequest,
    OnRunStartResponse,
    OnSessionInitAction,
    OnSessionInitRequest,
    OnSessionInitResponse,
)


def _run_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description="Go on with the run, and stop again as requested.", usage=argparse.SUPPRESS
    )
    add = parser.add_argument
    add("-t", "--times", dest="times", type=int, default=1, help="make this many runs before the next stop")
    add("-n", "--no_debug", dest="no_debug", action="store_true", help="make the run without watching tensors")
    add(
        "-f", "--till_filter_pass", type=str, default="", help="make runs until a tensor passes the filter of this name"
    )
    exclude = "with -f: leave out nodes whose names match this regular expression"
    add("-fenn", "--filter_exclude_node_names", type=str, default="", help=exclude)
    add("--node_name_filter", type=str, default="", help="watch only nodes whose names match this regular expression")
    add(
        "--op_type_filter", type=str, default="", help="watch only operations whose types match this regular expression"
    )
    add(
        "--tensor_dtype_filter",
        type=str,
        default="",
        help="watch only tensors whose dtypes match this regular expression",
    )
    add(
        "-p",
        "--profile",
        dest="profile",
        action="store_true",
        help="trace the run, and show how long its operations last",
    )
    return parser


class LocalCLIDebugWrapperSession(BaseDebugWrapperSession):
    """A session that reads commands before and after its runs, from a terminal or standard input.

    dump_root: a folder for the dumps, empty or new; a temporary one when left out.  ui_type: "readline" or "curses", which is
    the same.  config_file_path: of the settings, ~/.tfdbg_config when left out.  log_usage: has no effect.
    """

    def __init__(
        self,
        sess: Any,
        dump_root: str | None = None,
        log_usage: bool = True,
        ui_type: str = "curses",
        thread_name_filter: str | None = None,
        config_file_path: Any = False,
    ) -> None:
        super().__init__(sess, thread_name_filter=thread_name_filter)
        if not dump_root:
            self._dump_root = tempfile.mkdtemp(prefix="tfdbg_")
        else:
            self._dump_root = os.path.expanduser(dump_root)
            if os.path.isfile(self._dump_root):
                raise ValueError(f"dump_root path points to a file: {self._dump_root}")
            if os.path.isdir(self._dump_root) and os.listdir(self._dump_root):
                raise ValueError(f"dump_root path points to a non-empty directory: {self._dump_root}")
        self._argparsers: dict[str, argparse.ArgumentParser] = {}
        self._initialize_argparsers()
        self._tensor_filters: dict[str, Callable[..., Any]] = {}
        self.add_tensor_filter("has_inf_or_nan", has_inf_or_nan)
        self._active_tensor_filter: str | None = None
        self._active_filter_exclude_node_names: str | None = None
        self._active_tensor_filter_run_start_response: OnRunStartResponse | None = None
        self._run_through_times = 1
        self._skip_debug = False
        self._run_start_response: Any = None
        self._is_run_start = True
        self._ui_type = ui_type
        self._config_file_path = config_file_path or None
        self._is_callable_runner = False
        self._tf_error: Any = None
        self._init_command = "run_info"
        self._fetches: Any = None
        self._feed_dict: Any = None
        self._title = ""
        self._run_description = ""
        self._run_cli: Any = None

    def _initialize_argparsers(self) -> None:
        self._argparsers["run"] = _run_parser()
        description = "Show the run that is under way."
        self._argparsers["run_info"] = argparse.ArgumentParser(description=description, usage=argparse.SUPPRESS)
        self._argparsers["print_feed"] = get_print_tensor_argparser("Print the value of a feed of the run.")

    def _is_disk_usage_reset_each_run(self) -> bool:
        """Each run's dump is removed after it."""
        return True

    def add_tensor_filter(self, filter_name: str, tensor_filter: Callable[..., Any]) -> None:
        """Adds tensor_filter(datum, value) -> bool, for `run -f` and `list_tensors -f`; has_inf_or_nan is there."""
        self._tensor_filters[filter_name] = tensor_filter

    def on_session_init(self, request: OnSessionInitRequest) -> OnSessionInitResponse:
        """Goes on."""
        return OnSessionInitResponse(OnSessionInitAction.PROCEED)

    def on_run_start(self, request: OnRunStartRequest) -> OnRunStartResponse:
        """Reads commands, unless a former one says how the run is made."""
        self._is_run_start = True
        self._update_run_calls_state(
            request.run_call_count, request.fetches, request.feed_dict, is_callable_runner=request.is_callable_runner
        )
        if self._active_tensor_filter:  # runs go on until it finds something
            assert self._active_tensor_filter_run_start_response is not None
            return self._active_tensor_filter_run_start_response
        self._exit_if_requested_by_user()
        if self._run_call_count > 1 and not self._skip_debug:
            if self._run_through_times > 0:
                return OnRunStartResponse(OnRunStartAction.NON_DEBUG_RUN, [])
            if self._run_through_times == 0:  # after this run commands are read again
                return self._run_start_response or OnRunStartResponse(
                    OnRunStartAction.DEBUG_RUN, self._get_run_debug_urls()
                )
        if self._run_start_response is None:
            self._prep_cli_for_run_start()
            self._run_start_response = self._launch_cli()
            if self._active_tensor_filter:
                self._active_tensor_filter_run_start_response = self._run_start_response
            if self._run_through_times > 1:
                self._run_through_times -= 1
        self._exit_if_requested_by_user()
        return self._run_start_response

    def _exit_if_requested_by_user(self) -> None:
        if self._run_start_response == EXPLICIT_USER_EXIT:
            print("Note: user exited from debugger CLI: Calling sys.exit(1).", file=sys.stderr)
            sys.exit(1)

    def _prep_cli_for_run_start(self) -> None:
        """Makes the user interface of the beginning of a run."""
        self._run_cli = get_ui(self._ui_type, config=self._make_config())
        self._init_command = "run_info"
        self._title = "run-start: " + self._run_description

    def _make_config(self) -> CLIConfig:
        return CLIConfig(config_file_path=self._config_file_path)

    def on_run_end(self, request: OnRunEndRequest) -> OnRunEndResponse:
        """Reads commands about what the run has dumped, unless a filter is active that finds nothing in it."""
        self._is_run_start = False
        self._tf_error = request.tf_error
        if request.performed_action == OnRunStartAction.DEBUG_RUN:
            if request.tf_error is not None and not os.path.isdir(self._dump_root):
                raise ValueError(request.tf_error)
            metadata = request.run_metadata
            graphs = list(metadata.partition_graphs) if metadata is not None else []
            dump = DebugDumpDir(self._dump_root, partition_graphs=graphs or None)
            dump.set_python_graph(self._sess.graph)
            passed = excluded = None
            if self._active_tensor_filter:
                function = self._tensor_filters[self._active_tensor_filter]
                excluded = self._active_filter_exclude_node_names
                if not dump.find(function, first_n=1, exclude_node_names=excluded) and request.tf_error is None:
                    self._remove_dump_root()
                    return OnRunEndResponse()
                passed, self._active_tensor_filter = self._active_tensor_filter, None
                self._active_filter_exclude_node_names = None
            self._prep_debug_cli_for_run_end(dump, request.tf_error, passed, excluded)
            self._run_start_response = self._launch_cli()
            self._remove_dump_root()
        elif request.performed_action == OnRunStartAction.PROFILE_RUN:
            self._prep_profile_cli_for_run_end(self._sess.graph, request.run_metadata)
            self._run_start_response = self._launch_cli()
        else:
            self._run_start_response = None
        return OnRunEndResponse()

    def _remove_dump_root(self) -> None:
        if os.path.isdir(self._dump_root):
            shutil.rmtree(self._dump_root)

    def _prep_debug_cli_for_run_end(
        self,
        debug_dump: DebugDumpDir,
        tf_error: Any,
        passed_filter: str | None,
        passed_filter_exclude_node_names: str | None,
    ) -> None:
        """Makes the user interface of the end of a watched run."""
        if tf_error is not None:
            self._init_command = "help"
        else:
            self._init_command = "lt"
            if passed_filter is not None:
                self._init_command = f"lt -f {passed_filter}"
                if passed_filter_exclude_node_names:
                    self._init_command += f" --filter_exclude_node_names {passed_filter_exclude_node_names}"
        self._run_cli = create_analyzer_ui(
            debug_dump,
            self._tensor_filters,
            ui_type=self._ui_type,
            on_ui_exit=self._remove_dump_root,
            config=self._make_config(),
        )
        if tf_error is not None:
            self._run_cli.set_help_intro(screens.get_error_intro(tf_error))
        self._title = "run-end: " + self._run_description

    def _prep_profile_cli_for_run_end(self, py_graph: Any, run_metadata: Any) -> None:
        """Makes the user interface of the end of a traced run."""
        self._init_command = "lp"
        self._run_cli = create_profiler_ui(py_graph, run_metadata, ui_type=self._ui_type, config=self._make_config())
        self._title = "run-end (profiler mode): " + self._run_description

    def _launch_cli(self) -> Any:
        """Reads commands; returns how the next run is made."""
        cli = self._run_cli
        self._register_this_run_info(cli)
        return cli.run_ui(init_command=self._init_command, title=self._title)

    def _register_this_run_info(self, cli: Any) -> None:
        for command, method, aliases in (
            ("run", self._run_handler, ["r"]),
            ("run_info", self._run_info_handler, ["ri"]),
            ("print_feed", self._print_feed_handler, ["pf"]),
        ):
            cli.register_command_handler(
                command, method, self._argparsers[command].format_help(), prefix_aliases=aliases
            )
        filters = list(self._tensor_filters)
        cli.register_tab_comp_context(["run", "r"], filters)
        if self._feed_dict:
            names = [key if isinstance(key, str) else getattr(key, "name", str(key)) for key in self._feed_dict]
            cli.register_tab_comp_context(["print_feed", "pf"], names)

    def _run_info_handler(self, args: list[str], screen_info: Any = None) -> RichTextLines:
        """What is known of the run."""
        output = RichTextLines([])
        if self._run_call_count == 1:
            output.extend(screens.get_tfdbg_logo())
            output.extend(get_tensorflow_version_lines())
        if self._tf_error is not None and not self._is_run_start:
            output.extend(screens.get_error_intro(self._tf_error))
            return output
        output.extend(
            screens.get_run_start_intro(
                self._run_call_count, self._fetches, self._feed_dict, self._tensor_filters, self._is_callable_runner
            )
        )
        if not self._is_run_start:
            output.annotations[MAIN_MENU_KEY].insert(0, MenuItem("list_tensors", "list_tensors"))
        return output

    def _print_feed_handler(self, args: list[str], screen_info: Any = None) -> RichTextLines:
        """The value of a feed."""
        options = screens.numpy_printoptions_from_screen_info(screen_info)
        if not self._feed_dict:
            return screens.error("The feed_dict of the current run is None or empty.")
        parsed = self._argparsers["print_feed"].parse_args(args)
        wanted, slicing = parse_tensor_name_with_slicing(parsed.tensor_name)
        for key, value in self._feed_dict.items():
            name = key if isinstance(key, str) else getattr(key, "name", str(key))
            if name == wanted:
                return screens.format_tensor(
                    value,
                    f"{name} (feed)",
                    options,
                    print_all=parsed.print_all,
                    tensor_slicing=slicing,
                    highlight_options=screens.parse_ranges_highlight(parsed.ranges),
                    include_numeric_summary=parsed.numeric_summary,
                    write_path=parsed.write_path,
                )
        return screens.error(f"The feed_dict of the current run does not contain the key {wanted}")

    def _run_handler(self, args: list[str], screen_info: Any = None) -> RichTextLines:
        """Ends the reading of commands: the run goes on. Raises CommandLineExit."""
        parsed = self._argparsers["run"].parse_args(args)
        watch: dict[str, Any] = {
            "node_name_regex_whitelist": parsed.node_name_filter or None,
            "op_type_regex_whitelist": parsed.op_type_filter or None,
            "tensor_dtype_regex_whitelist": parsed.tensor_dtype_filter or None,
        }
        if parsed.filter_exclude_node_names and not parsed.till_filter_pass:
            message = "The --filter_exclude_node_names (or -feon) flag is valid only if the --till_filter_pass (or -f) is used."
            raise ValueError(message)
        for pattern in (*watch.values(), parsed.filter_exclude_node_names):
            re.compile(pattern or "")
        if parsed.profile:
            raise CommandLineExit(exit_token=OnRunStartResponse(OnRunStartAction.PROFILE_RUN, []))
        self._skip_debug = parsed.no_debug
        self._run_through_times = parsed.times
        if parsed.times > 1 or parsed.no_debug:
            action, urls = OnRunStartAction.NON_DEBUG_RUN, list[str]()
        else:
            action, urls = OnRunStartAction.DEBUG_RUN, self._get_run_debug_urls()
        response = OnRunStartResponse(action, urls, **watch)
        if parsed.till_filter_pass:
            if parsed.till_filter_pass not in self._tensor_filters:
                return screens.error(
                    f'tensor filter "{parsed.till_filter_pass}" does not exist, which can be one of '
                    f"{', '.join(self._tensor_filters)}"
                )
            response = OnRunStartResponse(OnRunStartAction.DEBUG_RUN, self._get_run_debug_urls(), **watch)
            self._active_tensor_filter = parsed.till_filter_pass
            self._active_filter_exclude_node_names = parsed.filter_exclude_node_names or None
            self._active_tensor_filter_run_start_response = response
        raise CommandLineExit(exit_token=response)

    def _get_run_debug_urls(self) -> list[str]:
        return [f"file://{self._dump_root}"]

    def _update_run_calls_state(
        self, run_call_count: int, fetches: Any, feed_dict: Any, is_callable_runner: bool = False
    ) -> None:
        """Notes the run that begins."""
        self._run_call_count = run_call_count
        self._fetches, self._feed_dict = fetches, feed_dict
        self._is_callable_runner = is_callable_runner
        self._run_description = screens.get_run_short_description(
            run_call_count, fetches, feed_dict, is_callable_runner=is_callable_runner
        )
        self._run_through_times -= 1
        self._init_command = "run_info"
