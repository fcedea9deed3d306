"""The commands of a command line, what completes them, and those that were entered."""

import os
import traceback
from collections.abc import Callable
from typing import Any

from graphlab._src.debug.cli.rich_text import (
    HELP_INDENT,
    CommandLineExit,
    RichTextLines,
    get_tensorflow_version_lines,
)


class CommandHandlerRegistry:
    """The functions that answer commands: handler(arguments, screen_info=None) -> RichTextLines, or None."""

    HELP_COMMAND = "help"
    HELP_COMMAND_ALIASES = ("h",)
    VERSION_COMMAND = "version"
    VERSION_COMMAND_ALIASES = ("ver",)

    def __init__(self) -> None:
        self._handlers: dict[str, Callable[..., Any]] = {}
        self._aliases: dict[str, str] = {}  # alias -> command
        self._help: dict[str, str] = {}
        self._help_intro: RichTextLines | None = None
        self.register_command_handler(
            self.HELP_COMMAND, self._help_handler, "Print this help message.", list(self.HELP_COMMAND_ALIASES)
        )
        self.register_command_handler(
            self.VERSION_COMMAND,
            self._version_handler,
            "Print the versions of TensorFlow and its key dependencies.",
            list(self.VERSION_COMMAND_ALIASES),
        )

    def register_command_handler(
        self, prefix: str, handler: Callable[..., Any], help_info: str, prefix_aliases: list[str] | None = None
    ) -> None:
        """Adds a command. Raises ValueError for a name that is taken, or for what can't be called."""
        if not prefix:
            raise ValueError("Empty command prefix")
        if prefix in self._handlers:
            raise ValueError(f'A handler is already registered for command prefix "{prefix}"')
        if not callable(handler):
            raise ValueError("handler is not callable")
        if not isinstance(help_info, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ValueError("help_info is not a str")
        for alias in prefix_aliases or ():
            if self._resolve_prefix(alias):
                raise ValueError(f'The prefix alias "{alias}" clashes with existing prefixes or aliases.')
        self._aliases.update(dict.fromkeys(prefix_aliases or (), prefix))
        self._handlers[prefix] = handler
        self._help[prefix] = help_info

    def dispatch_command(self, prefix: str, argv: list[str], screen_info: Any = None) -> Any:
        """What a command answers; an error of its function is lines that say so."""
        if not prefix:
            raise ValueError("Prefix is empty")
        resolved = self._resolve_prefix(prefix)
        if not resolved:
            raise ValueError(f'No handler is registered for command prefix "{prefix}"')
        try:
            output = self._handlers[resolved](argv, screen_info=screen_info)
        except CommandLineExit:
            raise
        except SystemExit:  # of an argument parser
            return RichTextLines([f"Syntax error for command: {prefix}", f'For help, do "help {prefix}"'])
        except BaseException as error:
            lines = [f"Error occurred during handling of command: {resolved} {' '.join(argv)}:"]
            lines += [f"{type(error)}: {error}", "", traceback.format_exc()]
            return RichTextLines(lines)
        if not isinstance(output, RichTextLines) and output is not None:
            raise ValueError(
                f"Return value from command handler {self._handlers[resolved]} is not None or a RichTextLines instance"
            )
        return output

    def is_registered(self, prefix: str) -> bool:
        """Whether there is such a command or alias."""
        return self._resolve_prefix(prefix) is not None

    def get_help(self, cmd_prefix: str | None = None) -> RichTextLines:
        """The help of a command, or of all."""
        if cmd_prefix:
            return RichTextLines(self._get_help_for_command_prefix(cmd_prefix))
        info = RichTextLines([])
        if self._help_intro is not None:
            info.extend(self._help_intro)
        for prefix in sorted(self._handlers):
            info.extend(RichTextLines([*self._get_help_for_command_prefix(prefix), "", ""]))
        return info

    def set_help_intro(self, help_intro: RichTextLines) -> None:
        """Sets what precedes the help of all commands."""
        self._help_intro = help_intro

    def _help_handler(self, args: list[str], screen_info: Any = None) -> RichTextLines:
        if not args:
            return self.get_help()
        if len(args) == 1:
            return self.get_help(args[0])
        return RichTextLines(["ERROR: help has 0 or 1 input argument."])

    def _version_handler(self, args: list[str], screen_info: Any = None) -> RichTextLines:
        return get_tensorflow_version_lines(include_dependency_versions=True)

    def _resolve_prefix(self, token: str) -> str | None:
        return token if token in self._handlers else self._aliases.get(token)

    def _get_help_for_command_prefix(self, cmd_prefix: str) -> list[str]:
        resolved = self._resolve_prefix(cmd_prefix)
        if not resolved:
            return [f'Invalid command prefix: "{cmd_prefix}"']
        lines = [resolved]
        aliases = [alias for alias, prefix in self._aliases.items() if prefix == resolved]
        if aliases:
            lines.append(f"{HELP_INDENT}Aliases: {', '.join(aliases)}")
        return [*lines, "", *(HELP_INDENT + line for line in self._help[resolved].split("\n"))]


class TabCompletionRegistry:
    """What completes the words of commands, by the word before: [""] for the first."""

    def __init__(self) -> None:
        self._items: dict[str, list[str]] = {}

    def register_tab_comp_context(self, context_words: list[str], comp_items: list[str]) -> None:
        """Adds words and what may follow them."""
        for name, value in (("context_list", context_words), ("comp_items", comp_items)):
            if not isinstance(value, list):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise TypeError(f"Incorrect type in {name}: Expected list, got {type(value)}")
        items = sorted(comp_items)  # which all these words share
        self._items.update(dict.fromkeys(context_words, items))

    def deregister_context(self, context_words: list[str]) -> None:
        """Removes words. Raises KeyError for one that is not there."""
        for word in context_words:
            if word not in self._items:
                raise KeyError(f'Cannot deregister unregistered context word "{word}"')
        for word in context_words:
            del self._items[word]

    def _of(self, word: str) -> list[str]:
        if word not in self._items:
            raise KeyError(f'Context word "{word}" has not been registered')
        return self._items[word]

    def extend_comp_items(self, context_word: str, new_comp_items: list[str]) -> None:
        """Adds what may follow a word."""
        items = self._of(context_word)
        items.extend(new_comp_items)
        items.sort()

    def remove_comp_items(self, context_word: str, comp_items: list[str]) -> None:
        """Removes what may follow a word. Raises ValueError for what does not."""
        items = self._of(context_word)
        for item in comp_items:
            items.remove(item)

    def get_completions(self, context_word: str, prefix: str) -> tuple[list[str] | None, str | None]:
        """(what follows a word and begins with `prefix`, the longest text that all of that begins with)."""
        if context_word not in self._items:
            return None, None
        found = sorted(item for item in self._items[context_word] if item.startswith(prefix))
        return found, os.path.commonprefix(found)


class CommandHistory:
    """The commands that were entered, in memory and in a file. limit: the number of those that it retains."""

    _HISTORY_FILE_NAME = ".tfdbg_history"

    def __init__(self, limit: int = 100, history_file_path: str | None = None) -> None:
        self._commands: list[str] = []
        self._limit = limit
        self._history_file_path = history_file_path or self._get_default_history_file_path()
        self._load_history_from_file()

    @classmethod
    def _get_default_history_file_path(cls) -> str:
        return os.path.join(os.path.expanduser("~"), cls._HISTORY_FILE_NAME)

    def _load_history_from_file(self) -> None:
        try:
            with open(self._history_file_path) as file:
                commands = [line.strip() for line in file if line.strip()]
            if len(commands) > self._limit:
                commands = commands[-self._limit :]
                with open(self._history_file_path, "w") as file:
                    file.writelines(f"{command}\n" for command in commands)
            self._commands = commands
        except OSError:  # there is none, or it can't be read
            return

    def _add_command_to_history_file(self, command: str) -> None:
        try:
            with open(self._history_file_path, "a") as file:
                file.write(f"{command}\n")
        except OSError:  # a folder that can't be written to
            return

    def add_command(self, command: str) -> None:
        """Adds a command, unless it is the last one again."""
        if self._commands and command == self._commands[-1]:
            return
        if not isinstance(command, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError("Attempt to enter non-str entry to command history")
        self._commands.append(command)
        del self._commands[: -self._limit]
        self._add_command_to_history_file(command)

    def most_recent_n(self, n: int) -> list[str]:
        """The last n commands, oldest first."""
        return self._commands[-n:]

    def lookup_prefix(self, prefix: str, n: int) -> list[str]:
        """The last n commands that begin with a text, oldest first."""
        return [command for command in self._commands if command.startswith(prefix)][-n:]
