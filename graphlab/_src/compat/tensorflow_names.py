"""Which of TensorFlow's Python modules has which public names: names.txt, which TensorFlow 1.15 itself wrote."""

import functools
from pathlib import Path


@functools.cache
def modules():
    """{module below tensorflow.python: {name: public name}}; every module that TensorFlow 1.15 has is there.

    What TensorFlow 2 alone publishes has a public name in compat.v2: math_ops.argmax_v2 is tf.compat.v2.argmax.
    """
    found = {}
    for module, entries in _lines("names.txt"):
        found.setdefault(module, {}).update(_entry(entry) for entry in entries if not entry.startswith("!"))
        folder = module.rpartition(".")[0]
        while folder:
            found.setdefault(folder, {})
            folder = folder.rpartition(".")[0]
    return found


@functools.cache
def own():
    """{module: the names that it does not publish and that something else is known by, too}."""
    found = {
        module: frozenset(entry[1:] for entry in entries if entry[0] == "!") for module, entries in _lines("names.txt")
    }
    return {module: names for module, names in found.items() if names}


@functools.cache
def imported():
    """{module: {name: the module it imports that from}} of functions and classes that have no public name."""
    found = {}
    for modules, names in _lines("imported_names.txt"):
        module, home = modules.split()
        found.setdefault(module, {}).update(dict.fromkeys(names, home))
    return found


@functools.cache
def contrib_modules():
    """The modules and folders below tensorflow.contrib that are some package's own, by name."""
    found = set()
    for folder, modules in _lines("contrib_modules.txt"):
        found.update(f"{folder}.{module}" for module in modules)
        while folder:
            found.add(folder)
            folder = folder.rpartition(".")[0]
    return found


@functools.cache
def contrib_names():
    """{module below tensorflow.contrib: what `from … import *` brings in of it, but for modules}."""
    return {module: tuple(names) for module, names in _lines("contrib_names.txt")}


def _lines(file):
    """(what is before the colon, the words after it) for each line of a file beside this one, but for comments."""
    for line in Path(__file__).with_name(file).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            module, _, entries = line.partition(":")
            yield module, entries.split()


def _entry(text):
    name, _, symbol = text.partition("=")
    return name, symbol + name if symbol.endswith(".") else symbol or name


@functools.cache
def homes():
    """{name: public name} of whatever name any module has: the one with the fewest dots. None where several have as few."""
    known = {}
    for entries in modules().values():
        for name, symbol in entries.items():
            known.setdefault(name, {}).setdefault(symbol.count("."), set()).add(symbol)
    shortest = {name: symbols[min(symbols)] for name, symbols in known.items()}
    return {name: next(iter(symbols)) for name, symbols in shortest.items() if len(symbols) == 1}


@functools.cache
def by_last_part():
    """{last part of a module's name: the modules below tensorflow.python that are called so}."""
    found = {}
    for module in modules():
        found.setdefault(module.rpartition(".")[2], []).append(module)
    return found
