"""Which of TensorFlow's Python modules has which public names: names.txt, which TensorFlow 1.15 itself wrote."""

import functools
from pathlib import Path


@functools.cache
def modules():
    """{module below tensorflow.python: {name: public name}}; every module that TensorFlow 1.15 has is there."""
    found = {}
    for line in Path(__file__).with_name("names.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        module, _, entries = line.partition(":")
        found[module] = dict(_entry(entry) for entry in entries.split() if not entry.startswith("!"))
        folder = module.rpartition(".")[0]
        while folder:
            found.setdefault(folder, {})
            folder = folder.rpartition(".")[0]
    return found


@functools.cache
def own():
    """{module: the names that it does not publish and that something else is known by, too}."""
    found = {}
    for line in Path(__file__).with_name("names.txt").read_text(encoding="utf-8").splitlines():
        module, _, entries = line.partition(":")
        if not line.startswith("#") and "!" in entries:
            found[module] = frozenset(entry[1:] for entry in entries.split() if entry.startswith("!"))
    return found


@functools.cache
def contrib_modules():
    """The modules and folders below tensorflow.contrib that are some package's own, by name."""
    found = set()
    for line in Path(__file__).with_name("contrib_modules.txt").read_text(encoding="utf-8").splitlines():
        folder, _, modules = line.partition(":")
        found.update(f"{folder}.{module}" for module in modules.split())
        while folder:
            found.add(folder)
            folder = folder.rpartition(".")[0]
    return found


def _entry(text):
    name, _, symbol = text.partition("=")
    return name, symbol + name if symbol.endswith(".") else symbol or name


@functools.cache
def homes():
    """{name: public name} of whatever name any module has: the one with the fewest dots."""
    found = {}
    for entries in modules().values():
        for name, symbol in entries.items():
            if name not in found or symbol.count(".") < found[name].count("."):
                found[name] = symbol
    return found


@functools.cache
def by_last_part():
    """{last part of a module's name: the modules below tensorflow.python that are called so}."""
    found = {}
    for module in modules():
        found.setdefault(module.rpartition(".")[2], []).append(module)
    return found
