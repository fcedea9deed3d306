"""Installs the programs that the tests need and that neither pip nor npm brings; run as a program, what is missing.

They come as Debian's packages; where there is no apt-get, or no right to use it, a message says what to install.
"""

import os
import shutil
import subprocess
import sys


def main() -> None:
    missing = [package for package, is_there in NEEDED.items() if not is_there()]
    if not missing:
        return
    print(f"Installing {' and '.join(missing)} for the tests", flush=True)
    said = install(*missing)
    missing = [package for package in missing if not NEEDED[package]()]
    if missing:
        names = " ".join(missing)
        raise SystemExit(
            f"{said}\nThe tests need {names} and could not install it (Debian: `apt-get install {names}`)."
        )


def playwright_starts() -> bool:
    """Whether the Node that Playwright brings runs here: it links to GCC's library of atomic operations."""
    return run(sys.executable, "-m", "playwright", "--version").returncode == 0


def has_font(name: str) -> bool:
    """Whether this machine has letters of that name; others are wider or narrower."""
    return shutil.which("fc-match") is not None and name in run("fc-match", name).stdout


# Debian's package, and whether what the tests need of it is there.
NEEDED = {
    "graphviz": lambda: shutil.which("dot") is not None,
    "libatomic1": playwright_starts,
    "fontconfig": lambda: shutil.which("fc-match") is not None,
    "fonts-dejavu-core": lambda: has_font("DejaVu Sans"),
}


def install(*packages: str) -> str:
    """Installs Debian packages where that can be done without a question, and returns what was said about it."""
    before = administrator()
    if before is None or not shutil.which("apt-get"):
        return "There is no apt-get here that may be used."
    run(*before, "apt-get", "update")
    return run(*before, "apt-get", "install", "-y", "--no-install-recommends", *packages).stdout


def administrator() -> list[str] | None:
    """What to put before a command that needs root: nothing for root, sudo where it needs no password."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return []
    if shutil.which("sudo") and run("sudo", "-n", "true").returncode == 0:
        return ["sudo", "-n"]
    return None


def run(*command: str) -> subprocess.CompletedProcess[str]:
    """A command at its end, with what it said."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    )


if __name__ == "__main__":
    main()
