"""Finds what graphlab has for a name in one of TensorFlow's modules."""

import difflib
import importlib
import importlib.machinery
import importlib.util
import inspect
import sys
import types

import graphlab
from graphlab._src.autodiff.registry import rule_of_type
from graphlab._src.base import former_names, omissions
from graphlab._src.compat import tensorflow_names
from graphlab._src.compat.equivalents import TWINS
from graphlab._src.ops.define import raw_ops

PYTHON = "tensorflow.python"
# Where a module that another one imports is looked for: `math_ops.ops` is tensorflow.python.framework.ops.
_FOLDERS = ("framework", "ops", "eager", "platform", "util", "training", "client", "summary", "layers")


class NotHereError(Exception):
    """There is nothing in graphlab for that name; the text says why, and what comes nearest."""


def public(symbol):
    """The object of a public name, without its "tf."; AttributeError, which explains itself, when there is none."""
    value = graphlab
    for part in symbol.split("."):
        value = getattr(value, part)
        if isinstance(value, types.ModuleType):
            omissions.explain_missing(value)  # which `import graphlab.nn.rnn_cell` did not have explained
    return value


def find(module, name):
    """The object that `name` means in tensorflow.python.`module`. Raises NotHereError."""
    twins = TWINS.get(module, {})
    if name in twins:
        return at(twins[name])
    symbol = tensorflow_names.modules().get(module, {}).get(name)
    if symbol is not None:
        try:
            return public(symbol)
        except AttributeError as error:
            raise NotHereError(f"{PYTHON}.{module}.{name} is tf.{symbol}. {error}") from None
    home = tensorflow_names.imported().get(module, {}).get(name)
    if home is not None:
        value = getattr(importlib.import_module(f"{PYTHON}.{home}"), name, None)
        if value is not None:
            return value
    for place in twins.get("*", ()):
        home = importlib.import_module(f"graphlab.{place}")
        for known in (name, name.lstrip("_")):
            if known in vars(home) or known in dir(home):
                return getattr(home, known)
    if name in sys.stdlib_module_names:
        imported = [
            vars(home)[name] for home in homes_of(module, name) if isinstance(vars(home)[name], types.ModuleType)
        ]
        if imported:
            return imported[0]
    if module.startswith("ops.") and module.endswith("_grad"):
        rule = rule_of_type(name.removeprefix("_").removesuffix("Grad"))  # _TanhGrad is registered for Tanh
        if rule is not None:
            return rule
    if name in tensorflow_names.own().get(module, ()):
        raise NotHereError(_explanation(module, name))  # the module's own: others of that name are something else
    if module.startswith("ops.") or module.endswith("_ops"):
        function = generated(name)
        if function is not None:
            return function
    # The functions of a gen_… module are of operations, and others of their names do something else.
    if module.rpartition(".")[2].startswith("gen_"):
        raise NotHereError(_explanation(module, name))
    return _elsewhere(module, name)


def homes_of(module, name):
    """graphlab's modules that have a name of tensorflow.python.`module`, or a module of Python, as one of their own globals."""
    places = [place for place in TWINS.get(module, {}).get("*", ()) if importlib.util.find_spec(f"graphlab.{place}")]
    homes = [importlib.import_module(f"graphlab.{place}") for place in places]
    if name in sys.stdlib_module_names:
        homes += _defining(module)
    return [home for home in dict.fromkeys(homes) if name in vars(home)]


def _defining(module):
    """graphlab's modules that define what tensorflow.python.`module` publishes: what they import of Python, it imports."""
    values = [find(module, name) for name in _there(module, tensorflow_names.modules(), TWINS)]
    names = dict.fromkeys(value.__module__ for value in values if isinstance(value, (types.FunctionType, type)))
    return [sys.modules[name] for name in names if name.startswith("graphlab._src.") and name in sys.modules]


def _elsewhere(module, name):
    """What the name means in the modules that TensorFlow's module imports, or else anywhere in TensorFlow."""
    for folder in _FOLDERS:
        if f"{folder}.{name}" in tensorflow_names.modules() or f"{folder}.{name}" in TWINS:
            return importlib.import_module(f"{PYTHON}.{folder}.{name}")
    for symbol in _guesses(module, name):
        try:
            return public(symbol)
        except AttributeError:
            pass
    for other in _FOLDERS:
        for known, entries in TWINS.items():
            if known.startswith(f"{other}.") and name in entries:
                return at(entries[name])
    raise NotHereError(_explanation(module, name))


_KERAS = "layers backend models utils losses metrics optimizers callbacks initializers regularizers constraints".split()


def _guesses(module, name):
    """The public names that it may have: in the namespace called like the module, where others have it, or in tf."""
    parts = module.split(".")
    if parts[0] == "keras":
        places = [*parts[1:2], parts[-1], *_KERAS, *(f"utils.{part}" for part in parts[-1:])]
        return [*(f"keras.{place}.{name}" for place in places), f"keras.{name}"]
    found = [f"{parts[-1].removesuffix('_ops')}.{name}", tensorflow_names.homes().get(name, name), name]
    return [f"estimator.{name}", *found] if parts[0] == "estimator" else found


def at(path):
    """The object at a path below graphlab: module:attribute, or a module."""
    place, _, attribute = path.partition(":")
    value = importlib.import_module(f"graphlab.{place}" if place else "graphlab")
    for part in attribute.split(".") if attribute else ():
        value = getattr(value, part)
    return value


def _explanation(module, name):
    text = f"graphlab has nothing for {PYTHON}.{module}.{name}"
    symbol = tensorflow_names.homes().get(name, name)
    reason = omissions.reason_for(symbol)
    if reason:
        return f"{text}: {reason[0]}. Nearest: {reason[1]}."
    since = former_names.renamed(name) or former_names.renamed(f"nn.{name}") or former_names.renamed(f"{module}.{name}")
    if since:
        return f"{text}: {since}."
    known = {**tensorflow_names.modules().get(module, {}), **TWINS.get(module, {})}
    close = difflib.get_close_matches(name, known, 1, 0.6)
    if close:
        symbol = tensorflow_names.modules().get(module, {}).get(close[0])
        return f"{text}, which TensorFlow does not publish. Nearest: {close[0]}" + (
            f", tf.{symbol}." if symbol else "."
        )
    return f"{text}, which TensorFlow does not publish."


# The names of arguments that TensorFlow's generated functions have, and its operations do not.
_RENAMED = {
    "All Any Max Min Sum Mean Prod EuclideanNorm": {"axis": "reduction_indices"},
    "ExpandDims": {"axis": "dim"},
    "Split SplitV": {"axis": "split_dim"},
    "Squeeze": {"axis": "squeeze_dims"},
    "Select": {"x": "t", "y": "e"},
    "Where": {"condition": "input"},
}
_renames = {op_type: renamed for op_types, renamed in _RENAMED.items() for op_type in op_types.split()}


def generated(name):
    """What adds an operation of the type that a function of a gen_… module is named after, or None."""
    key = name.replace("_", "").lower()
    op_type = next((known for known in dir(raw_ops) if known.replace("_", "").lower() == key), None)
    if op_type is None:
        return None
    build = getattr(raw_ops, op_type)
    renamed = _renames.get(op_type)
    if not renamed:
        return build

    def function(*values, **keywords):
        return build(*values, **{renamed.get(key, key): value for key, value in keywords.items()})

    function.__name__ = name
    shown = {argument: key for key, argument in renamed.items()}
    parameters = inspect.signature(build).parameters.values()
    function.__signature__ = inspect.Signature([p.replace(name=shown.get(p.name, p.name)) for p in parameters])
    return function


def exported(module):
    """The names that `from tensorflow.python.module import *` brings in: those that are there."""
    return _there(module, tensorflow_names.modules(), TWINS, tensorflow_names.imported())


def _there(module, *tables):
    """The names that tables have for a module and that are no secret, as far as graphlab has them."""
    found = []
    for name in dict.fromkeys(name for table in tables for name in table.get(module, ())):
        if not name.startswith(("_", "*")):
            try:
                find(module, name)
            except NotHereError:
                continue
            found.append(name)
    return found


def own_module(parts):
    """graphlab._src's module of the same name as one of TensorFlow's (contrib, distributions, python, ops, chi2), or None."""
    path = ".".join(["graphlab", "_src", *(part for part in parts if part not in ("python", "ops"))])
    try:
        found = importlib.util.find_spec(path)
    except ModuleNotFoundError:
        return None
    return None if found is None else importlib.import_module(path)


def module_at(path):
    """The module of graphlab that a public path (`nn.rnn_cell`, `compat.v1.train`) means, or None."""
    value = graphlab
    for part in path.split("."):
        inner = f"{value.__name__}.{part}"
        value = getattr(value, part, None) or _own_submodule(value, inner)
        # Python hangs modules of this importer into graphlab's ones: contrib.slim.python.
        if not isinstance(value, types.ModuleType) or not value.__name__.startswith("graphlab"):
            return None
    return value


def _own_submodule(package, name):
    """A module in a package below graphlab that nothing has imported yet, or None."""
    if package is graphlab:
        return None
    spec = importlib.machinery.PathFinder.find_spec(name, getattr(package, "__path__", ()))
    return None if spec is None else importlib.import_module(name)
