"""Where the renderer is: the scripts that `make build` makes of extension/."""

from pathlib import Path

STATIC = Path(__file__).with_name("static")
