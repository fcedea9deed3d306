"""Finds a Chromium for the browser tests; run as a program, installs one first if there is none.

In this order: the one that GRAPHLAB_CHROMIUM names, Playwright's own, the system's.
"""

import os
import shutil
import sys
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

from tests import machine

SYSTEM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

# The sandbox needs privileges that containers and root lack; the rest keeps Chromium from calling home.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find() -> str | None:
    """The path of a Chromium that starts on this machine, or None."""
    with sync_playwright() as playwright:
        for path in _candidates(playwright.chromium.executable_path):
            try:
                playwright.chromium.launch(executable_path=path, args=FLAGS).close()
            except Error:
                continue
            return path
    return None


def _candidates(playwrights_own: str) -> list[str]:
    named = os.environ.get("GRAPHLAB_CHROMIUM")
    if named:
        return [named]
    system = [shutil.which(name) for name in SYSTEM_NAMES]
    return [path for path in [playwrights_own, *system] if path and Path(path).exists()]


def install() -> None:
    """Fetches Playwright's own Chromium, or the system's package where that cannot be had."""
    before = machine.administrator()
    if machine.run(sys.executable, "-m", "playwright", "install", "chromium").returncode == 0:
        # It comes without the libraries that it needs.
        if not find() and before is not None:
            machine.run(*before, sys.executable, "-m", "playwright", "install-deps", "chromium")
    else:
        machine.install("chromium", "fonts-dejavu-core")


def main() -> None:
    path = find()
    if path is None:
        print("Installing a Chromium for the browser tests", flush=True)
        install()
        path = find()
    if path is None:
        raise SystemExit(
            "The browser tests need a Chromium and none could be installed: "
            "install one (Debian: `apt-get install chromium`) or name one in GRAPHLAB_CHROMIUM."
        )
    print(path)


if __name__ == "__main__":
    main()
