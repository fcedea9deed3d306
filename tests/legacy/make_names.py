"""Writes graphlab/_src/compat/names.txt: in which of its Python modules TensorFlow 1.15 keeps what it publishes.

And contrib_modules.txt: which modules tf.contrib has below its packages; contrib_names.txt: which names each of them has.
And imported_names.txt: which of its unpublished functions and classes a module imports from which other one.

    /path/of/tensorflow115/bin/python tests/legacy/make_names.py

runs with TensorFlow 1.15 (Python 3.7). Objects are compared by identity, so that a module which imports a name from another
one has it too. Where a module defines another version of a function that it publishes (reduce_sum with TensorFlow 2's
arguments) its name says. What a module defines for itself under a name that something else is known by is marked, so
that no program uses it for the other.
"""

import importlib
import pkgutil
import sys
import types
from pathlib import Path

import tensorflow as tf
from tensorflow.python.framework import op_def_registry  # pyright: ignore[reportAttributeAccessIssue]

HERE = Path(__file__).resolve().parent
SYMBOLS = HERE.parent / "api" / "symbols.tsv"
NAMES = HERE.parents[1] / "graphlab" / "_src" / "compat" / "names.txt"
CONTRIB = NAMES.with_name("contrib_modules.txt")
CONTRIB_NAMES = NAMES.with_name("contrib_names.txt")
IMPORTED_NAMES = NAMES.with_name("imported_names.txt")
ROOT = "tensorflow.python"
# What is made of C++, and generated copies of the public names.
SKIPPED = ("_pywrap", "keras.api", "kernel_tests")


def public():
    """{identity: the shortest public name}, and the objects, which keep their identities."""
    names, objects = {}, []
    for line in SYMBOLS.read_text().splitlines():
        symbol = line.split("\t")[0]
        if not symbol.startswith("tf.") or symbol.startswith(("tf.compat.v1", "tf.compat.v2")):
            continue
        value = tf
        try:
            for part in symbol.split(".")[1:]:
                value = getattr(value, part)
        except AttributeError:
            continue
        if not isinstance(value, (int, float, str, bytes, type(None), types.ModuleType)):
            objects.append(value)
            names.setdefault(id(value), []).append(symbol[3:])
    return names, objects


def second(module=None, prefix="compat.v2."):
    """{identity: the names in tf.compat.v2} of functions and classes."""
    module = module or tf.compat.v2
    found = {}
    for name in dir(module):
        value = getattr(module, name)
        if isinstance(value, types.ModuleType):
            if value.__name__.startswith(tf.compat.v2.__name__) and not name.startswith(
                ("_", "compat", "keras", "raw_ops")
            ):
                for key, symbols in second(value, prefix + name + ".").items():
                    found.setdefault(key, []).extend(symbols)
        elif isinstance(value, (type, types.FunctionType)):
            found.setdefault(id(value), []).append(prefix + name)
    return found


def keras_names(module=tf.keras, path="keras"):
    """(public name, object) of what tf.keras publishes, which symbols.tsv leaves out."""
    for name in sorted(vars(module)):
        value = getattr(module, name)
        if isinstance(value, types.ModuleType):
            if ".keras.api." in value.__name__:
                yield from keras_names(value, f"{path}.{name}")
        elif isinstance(value, (type, types.FunctionType)):
            yield f"{path}.{name}", value


def modules():
    """TensorFlow's Python modules, by name without the root."""
    found = {}
    package = importlib.import_module(ROOT)
    for entry in pkgutil.walk_packages(package.__path__, ROOT + ".", onerror=lambda name: None):
        name = entry.name[len(ROOT) + 1 :]
        if not name.startswith(SKIPPED):
            try:
                found[name] = importlib.import_module(entry.name)
            except Exception:
                pass
    return found


def contrib_modules():
    """Lines of `folder: module module …`, for all folders below tensorflow.contrib that are some package's own."""
    root = Path(importlib.import_module("tensorflow.contrib").__path__[0])
    found = {}
    for path in sorted(root.glob("*/python/**/*.py")):
        if path.name != "__init__.py" and not path.name.endswith("_test.py"):
            found.setdefault(".".join(path.parent.relative_to(root).parts), []).append(path.stem)
    return ["# Made by tests/legacy/make_names.py. Folder below tensorflow.contrib: module …"] + [
        "{}: {}".format(folder, " ".join(modules)) for folder, modules in sorted(found.items())
    ]


def contrib_names():
    """The names that `from tensorflow.contrib.module import *` brings in, but for modules, of each module that can be imported."""
    lines = ["# Made by tests/legacy/make_names.py. Module below tensorflow.contrib: NAME …"]
    for folder, _, modules in (line.partition(":") for line in contrib_modules()[1:]):
        for module in modules.split():
            name = folder + "." + module
            try:
                value = importlib.import_module("tensorflow.contrib." + name)
            except ImportError:
                continue
            known = getattr(value, "__all__", [known for known in vars(value) if not known.startswith("_")])
            found = {known for known in known if not isinstance(getattr(value, known), types.ModuleType)}
            lines.append(" ".join([name + ":"] + sorted(found - {"absolute_import", "division", "print_function"})))
    return lines


def imported_names(published):
    """Lines of `module defining-module: NAME …`, for functions and classes that no public name means (published: identities)."""
    found = {}
    for module, value in modules().items():
        if module.rpartition(".")[2].startswith("gen_"):
            continue
        value = value.__dict__.get("_tfmw_wrapped_module", value)
        for name, item in value.__dict__.items():
            home = str(getattr(item, "__module__", ""))
            inner = home[len(ROOT) + 1 :]
            if (
                not isinstance(item, (type, types.FunctionType))
                or id(item) in published
                or not home.startswith(ROOT + ".")
            ):
                continue
            if inner != module and ".gen_" not in home and getattr(sys.modules.get(home), name, None) is item:
                found.setdefault((module, inner), []).append(name)
    return ["# Made by tests/legacy/make_names.py. Module below tensorflow.python, the one it imports from: NAME …"] + [
        "{} {}: {}".format(module, home, " ".join(sorted(names))) for (module, home), names in sorted(found.items())
    ]


def written(name, symbols):
    """NAME for tf.NAME, NAME=module. for tf.module.NAME, NAME=symbol otherwise."""
    symbol = min(symbols, key=lambda symbol: (symbol.split(".")[-1] != name, symbol.count("."), symbol))
    if symbol == name:
        return name
    folder, _, last = symbol.rpartition(".")
    return "{}={}".format(name, folder + "." if last == name else symbol)


def plain(name):
    """A name as names of functions and of operation types are compared."""
    return name.replace("_", "").lower()


def main():
    names, objects = public()
    seconds = second()
    called = {}  # (module, name) of what is published: under which names; a gen_ module counts as the one it serves
    for item in objects:
        home = str(getattr(item, "__module__", "")).split(ROOT.split(".")[-1] + ".", 1)[-1].replace("gen_", "")
        for symbol in names[id(item)]:
            symbols = called.setdefault((home, symbol.split(".")[-1]), [])
            if symbol not in symbols:
                symbols.append(symbol)
    published = {}
    for symbol, item in keras_names():
        if id(item) not in names:
            published.setdefault(id(item), []).append(symbol)
    names.update(published)
    known = {plain(name) for _, name in called} | {plain(name) for name in op_def_registry.get_registered_ops()}
    lines = [
        "# Made by tests/legacy/make_names.py. Module below tensorflow.python: NAME[=public name] … !NAME of its own"
    ]
    for module, value in sorted(modules().items()):
        value = value.__dict__.get("_tfmw_wrapped_module", value)
        has, others = [], []
        for name, item in sorted(value.__dict__.items()):
            own = module.startswith(("ops.", "framework.")) and getattr(item, "__module__", "") == value.__name__
            if name[:2] != "__" and (id(item) in names or (own and (module, name) in called)):
                has.append((name, names.get(id(item)) or called[module, name]))
            elif id(item) in seconds and name.endswith(("_v2", "V2")):  # TensorFlow 2's alone: `argmax_v2`
                has.append((name, seconds[id(item)]))
            elif getattr(item, "__module__", "") == value.__name__ and not module.rpartition(".")[2].startswith("gen_"):
                if isinstance(item, (type, types.FunctionType)) and plain(name) in known:
                    others.append("!" + name)
        lines.append(" ".join([module + ":"] + [written(name, symbols) for name, symbols in has] + others))
    NAMES.write_text("\n".join(lines) + "\n")
    CONTRIB.write_text("\n".join(contrib_modules()) + "\n")
    CONTRIB_NAMES.write_text("\n".join(contrib_names()) + "\n")
    IMPORTED_NAMES.write_text("\n".join(imported_names(names)) + "\n")


if __name__ == "__main__":
    main()
