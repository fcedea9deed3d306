"""BaseUI: the loop that reads commands, whatever the screen is."""

import argparse
from collections.abc import Callable
from typing import Any

from graphlab._src.debug.cli import command_parser
from graphlab._src.debug.cli.config import CLIConfig
from graphlab._src.debug.cli.registries import CommandHandlerRegistry, TabCompletionRegistry
from graphlab._src.debug.cli.rich_text import EXPLICIT_USER_EXIT, RichTextLines


class BaseUI:
    """A user interface. on_ui_exit: called when the user leaves it.  config: a CLIConfig."""

    CLI_PROMPT = "tfdbg> "
    CLI_EXIT_COMMANDS = ("exit", "quit")
    ERROR_MESSAGE_PREFIX = "ERROR: "
    INFO_MESSAGE_PREFIX = "INFO: "

    def __init__(self, on_ui_exit: Callable[[], object] | None = None, config: CLIConfig | None = None) -> None:
        self._on_ui_exit = on_ui_exit
        self._command_handler_registry = CommandHandlerRegistry()
        self._tab_completion_registry = TabCompletionRegistry()
        names = [
            *self.CLI_EXIT_COMMANDS,
            CommandHandlerRegistry.HELP_COMMAND,
            *CommandHandlerRegistry.HELP_COMMAND_ALIASES,
        ]
        self._tab_completion_registry.register_tab_comp_context([""], names)
        self._config = config or CLIConfig()
        parser = argparse.ArgumentParser(description="Show or change the settings.", usage=argparse.SUPPRESS)
        kinds = parser.add_subparsers(dest="command")
        kinds.add_parser("show")
        change = kinds.add_parser("set")
        change.add_argument("property_name", type=str, help="the setting")
        change.add_argument("property_value", type=str, help="its value")
        self._config_argparser = parser
        self.register_command_handler(
            "config", self._config_command_handler, parser.format_help(), prefix_aliases=["cfg"]
        )

    @property
    def config(self) -> CLIConfig:
        """The settings."""
        return self._config

    def set_help_intro(self, help_intro: RichTextLines) -> None:
        """Sets what precedes the help of all commands."""
        self._command_handler_registry.set_help_intro(help_intro)

    def register_command_handler(
        self, prefix: str, handler: Callable[..., Any], help_info: str, prefix_aliases: list[str] | None = None
    ) -> None:
        """Adds a command: handler(arguments, screen_info=None) -> RichTextLines, or None."""
        self._command_handler_registry.register_command_handler(prefix, handler, help_info, prefix_aliases)
        self._tab_completion_registry.extend_comp_items("", [prefix, *(prefix_aliases or ())])

    def register_tab_comp_context(self, *args: Any, **kwargs: Any) -> None:
        """Adds what completes the word after a command."""
        self._tab_completion_registry.register_tab_comp_context(*args, **kwargs)

    def run_ui(
        self,
        init_command: str | None = None,
        title: str | None = None,
        title_color: str | None = None,
        enable_mouse_on_start: bool = True,
    ) -> Any:
        """Reads commands until one ends the loop; returns what that hands on."""
        raise NotImplementedError("run_ui() is not implemented in BaseUI")

    def _parse_command(self, command: str) -> tuple[str, list[str], str | None]:
        """(the command, its arguments, the file that its output goes to or None)."""
        words = command_parser.parse_command(command.strip())
        if not words:
            return "", [], None
        words, path = command_parser.extract_output_file_path(words)
        return words[0], words[1:], path

    def _analyze_tab_complete_input(self, text: str) -> tuple[str, str, str]:
        """(the word whose followers are looked for, what was typed of the next one, what precedes it)."""
        text = text.lstrip()
        if not text:
            return "", "", ""
        words = text.split(" ")
        prefix = words[-1]
        context = words[0] if len(words) > 1 else ""
        return context, prefix, text[: len(text) - len(prefix)]

    def _config_command_handler(self, args: list[str], screen_info: Any = None) -> RichTextLines:
        parsed = self._config_argparser.parse_args(args)
        if parsed.command == "set":
            self._config.set(parsed.property_name, parsed.property_value)
            return self._config.summarize(highlight=parsed.property_name)
        return self._config.summarize()

    def _is_exit(self, prefix: str) -> bool:
        return prefix in self.CLI_EXIT_COMMANDS

    def _leave(self) -> str:
        if self._on_ui_exit is not None:
            self._on_ui_exit()
        return EXPLICIT_USER_EXIT
