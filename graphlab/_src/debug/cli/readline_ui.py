"""ReadlineUI: the user interface that reads lines of a terminal or a file, and prints lines."""

from collections.abc import Callable
from typing import Any

from graphlab._src.debug.cli.base_ui import BaseUI
from graphlab._src.debug.cli.config import CLIConfig
from graphlab._src.debug.cli.rich_text import CommandLineExit, RichTextLines

try:
    import readline
except ImportError:  # on Windows
    readline = None


class ReadlineUI(BaseUI):
    """A user interface of lines."""

    def __init__(self, on_ui_exit: Callable[[], object] | None = None, config: CLIConfig | None = None) -> None:
        super().__init__(on_ui_exit=on_ui_exit, config=config)
        self._candidates: list[str] = []
        self._init_input()

    def _init_input(self) -> None:
        if readline is not None:
            readline.parse_and_bind("set editing-mode emacs")
            readline.set_completer_delims("\n")
            readline.set_completer(self._readline_complete)
            readline.parse_and_bind("tab: complete")

    def _readline_complete(self, text: str, state: int) -> str | None:
        context, prefix, before = self._analyze_tab_complete_input(text)
        found, _ = self._tab_completion_registry.get_completions(context, prefix)
        candidates = [before + item for item in found or ()]
        return candidates[state] if state < len(candidates) else None

    def run_ui(
        self,
        init_command: str | None = None,
        title: str | None = None,
        title_color: str | None = None,
        enable_mouse_on_start: bool = True,
    ) -> Any:
        """Reads commands until one ends the loop, or there are no more; returns what that hands on."""
        if title:
            print(title)
        token = self._dispatch_command(init_command) if init_command is not None else None
        return self._ui_loop() if token is None else token

    def _ui_loop(self) -> Any:
        while True:
            try:
                token = self._dispatch_command(self._get_user_command())
            except (EOFError, KeyboardInterrupt):
                return self._leave()
            if token is not None:
                return token

    def _get_user_command(self) -> str:
        print()
        return input(self.CLI_PROMPT).strip()

    def _dispatch_command(self, command: str) -> Any:
        """Answers a command; returns what ends the loop, or None."""
        if command in self.CLI_EXIT_COMMANDS:
            return self._leave()
        try:
            prefix, args, path = self._parse_command(command)
        except SyntaxError as error:
            self._display_output(RichTextLines(f"{self.ERROR_MESSAGE_PREFIX}{error}"))
            return None
        if not self._command_handler_registry.is_registered(prefix):
            self._display_output(RichTextLines(f'{self.ERROR_MESSAGE_PREFIX}Invalid command prefix "{prefix}"'))
            return None
        try:
            output = self._command_handler_registry.dispatch_command(prefix, args, screen_info=None)
        except CommandLineExit as error:
            return error.exit_token
        if output is not None:
            self._display_output(output)
            if path:
                try:
                    output.write_to_file(path)
                    print(f"{self.INFO_MESSAGE_PREFIX}Wrote output to {path}")
                except OSError as error:
                    print(f"{self.ERROR_MESSAGE_PREFIX}Failed to write output to {path}: {error}")
        return None

    def _display_output(self, screen_output: RichTextLines) -> None:
        for line in screen_output.lines:
            print(line)
