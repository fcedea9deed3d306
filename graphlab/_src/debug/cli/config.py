"""CLIConfig: the settings of the command line, saved in ~/.tfdbg_config."""

import json
import os
from collections.abc import Callable
from typing import Any

from graphlab._src.debug.cli.rich_text import RichLine, RichTextLines, rich_text_lines_from_rich_line_list


class CLIConfig:
    """Settings with their defaults. config_file_path: the file, ~/.tfdbg_config when left out."""

    _CONFIG_FILE_NAME = ".tfdbg_config"
    _DEFAULT_CONFIG = (("graph_recursion_depth", 20), ("mouse_mode", True))

    def __init__(self, config_file_path: str | None = None) -> None:
        self._config_file_path = config_file_path or self._default_config_file_path()
        self._config: dict[str, Any] = dict(self._DEFAULT_CONFIG)
        self._set_callbacks: dict[str, Callable[[dict[str, Any]], object]] = {}
        self._load_from_file()
        self._save_to_file()

    def get(self, property_name: str) -> Any:
        """A setting. Raises KeyError for one that is not there."""
        if property_name not in self._config:
            raise KeyError(f"{property_name} is not a valid property name.")
        return self._config[property_name]

    def set(self, property_name: str, property_val: Any) -> None:
        """Changes a setting, to a value or to what a text says."""
        before = self.get(property_name)
        if isinstance(before, bool):
            property_val = _bool(property_val)
        elif isinstance(before, int):
            property_val = int(property_val)
        self._config[property_name] = property_val
        self._save_to_file()
        if property_name in self._set_callbacks:
            self._set_callbacks[property_name](self._config)

    def set_callback(self, property_name: str, callback: Callable[[dict[str, Any]], object]) -> None:
        """Sets the function of all settings that is called when one of them has changed."""
        self.get(property_name)
        if not callable(callback):
            raise TypeError(f"The callback object provided is not callable: {callback}")
        self._set_callbacks[property_name] = callback

    def _default_config_file_path(self) -> str:
        return os.path.join(os.path.expanduser("~"), self._CONFIG_FILE_NAME)

    def _save_to_file(self) -> None:
        try:
            with open(self._config_file_path, "w") as file:
                json.dump(self._config, file)
        except OSError:  # a folder that can't be written to
            return

    def _load_from_file(self) -> None:
        try:
            with open(self._config_file_path) as file:
                found = json.load(file)
        except (OSError, ValueError):
            return
        self._config.update({name: value for name, value in found.items() if name in self._config})

    def summarize(self, highlight: str | None = None) -> RichTextLines:
        """The lines of all settings. highlight: the one in bold type."""
        lines: list[Any] = [RichLine("Command-line configuration:", "bold"), ""]
        for name, value in self._config.items():
            font = "bold" if name == highlight else None
            lines.append(RichLine("  ") + RichLine(name, ["underline", font]) + ": " + RichLine(str(value), font))
        return rich_text_lines_from_rich_line_list(lines)


def _bool(value: Any) -> bool:
    if isinstance(value, str):
        known = {"true": True, "1": True, "t": True, "false": False, "0": False, "f": False}
        if value.lower() not in known:
            raise ValueError(f"Invalid string value for bool type: {value}")
        return known[value.lower()]
    return bool(value)
