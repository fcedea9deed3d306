"""The importer of `tensorflow` and everything below it: each module means one of graphlab's.

`tensorflow` is the module graphlab itself, and `tensorflow.nn` the module graphlab.nn; both have one state. What
TensorFlow keeps in tensorflow.python and tensorflow.contrib.….python are modules of this kind here, which look every
name up when it is requested (lookup.py).
"""

import importlib
import importlib.abc
import importlib.machinery
import types

import graphlab
from graphlab._src.base import former_names, omissions
from graphlab._src.compat import name_lookup, replaced_names, tensorflow_names
from graphlab._src.compat.equivalents import MODULES, TWINS, module_of

ROOTS = ("tensorflow", "tensorflow_core", "tensorflow_estimator")

# Modules that the one above hides behind a function of the same name.
_HIDDEN = {
    "tensorflow.contrib.framework.python.framework.experimental",
    "tensorflow.contrib.framework.python.ops.arg_scope",
}


class LegacyModule(types.ModuleType):
    """One of TensorFlow's own modules: its names are looked up when they are requested."""

    __path__ = []

    def __getattr__(self, name):
        if name == "__all__":
            return self._names()
        if name.startswith("__") and name.endswith("__") and name not in self._listed():
            raise AttributeError(name)
        try:
            value = self._find(name)
        except name_lookup.NotHereError as error:
            raise AttributeError(str(error), name=name) from None
        self.__dict__[name] = value
        return value

    def __dir__(self):
        return sorted({*super().__dir__(), *self._names()})

    def _find(self, name):
        raise name_lookup.NotHereError(f"graphlab has no {self.__name__}.{name}")

    def _names(self):
        return []

    def _listed(self):
        """The names that the table of equivalents has for this module."""
        return ()


class PythonModule(LegacyModule):
    """tensorflow.python.…

    A name that a program sets is set in graphlab's modules of that name's place too, until it is deleted: mock.patch on a
    module of TensorFlow's replaces what graphlab's functions use. A function or class is set in each of graphlab's modules
    that imported it, since TensorFlow's modules look each other's functions up when they call them.
    """

    def __setattr__(self, name, value):
        if not name.startswith("__") and not isinstance(value, types.ModuleType):
            replaced_names.replace(self._homes(name), name, value)
        super().__setattr__(name, value)

    def __delattr__(self, name):
        replaced_names.restore(self._homes(name), name)
        super().__delattr__(name)

    def _homes(self, name):
        module = self.__name__.removeprefix(name_lookup.PYTHON).lstrip(".")
        homes = name_lookup.homes_of(module, name)
        values = [getattr(self, name, None), *(vars(home)[name] for home in homes)]
        return list(
            dict.fromkeys([*homes, *(user for value in values for user in replaced_names.users_of(name, value))])
        )

    def _find(self, name):
        module = self.__name__.removeprefix(name_lookup.PYTHON).lstrip(".")
        inner = f"{module}.{name}" if module else name
        if inner in tensorflow_names.modules() or inner in TWINS:
            return importlib.import_module(f"{name_lookup.PYTHON}.{inner}")
        return name_lookup.find(module, name)

    def _names(self):
        return name_lookup.exported(self.__name__.removeprefix(name_lookup.PYTHON).lstrip("."))

    def _listed(self):
        return TWINS.get(self.__name__.removeprefix(name_lookup.PYTHON).lstrip("."), ())


class ContribModule(LegacyModule):
    """tensorflow.contrib.NAME.python.…: its names are those of graphlab's module of that name, tf.contrib.NAME's, or else
    those of TensorFlow's own modules."""

    def __setattr__(self, name, value):
        if f"{self.__name__}.{name}" in _HIDDEN and isinstance(value, types.ModuleType):
            return  # importlib notes each module in the one above it
        super().__setattr__(name, value)

    def _find(self, name):
        inner = f"{self.__name__}.{name}"
        if inner.removeprefix("tensorflow.contrib.") in tensorflow_names.contrib_modules() and inner not in _HIDDEN:
            return importlib.import_module(inner)  # before a function of that name
        package, *folders = self.__name__.split(".")[2:]
        left_out = f"contrib.{package}.{folders[-1]}.{name}" if folders else ""
        if left_out in omissions.LEFT_OUT:  # another one of that name is something else
            why, nearest = omissions.LEFT_OUT[left_out]
            raise name_lookup.NotHereError(f"graphlab has no {inner}: {why}. Nearest: {nearest}.")
        own = name_lookup.own_module(["contrib", package, *folders])
        for known in (name, name.lstrip("_")):
            value = getattr(own, known, None)
            if value is not None and not isinstance(value, types.ModuleType):
                return value
        defined = name in self._defined()  # a function or class, also where a module has its name: slim.nets.overfeat
        places = [".".join(folders[i:]) for i in range(len(folders))]  # slim.python.slim.nets.vgg is slim.nets.vgg
        for module in (*reversed(folders), *places, None):
            home = name_lookup.module_at(f"contrib.{package}.{module}" if module else f"contrib.{package}")
            value = getattr(home, name, None)
            if value is not None and not (defined and isinstance(value, types.ModuleType)):
                return value
        module = self.__name__.removeprefix("tensorflow.")
        if module in TWINS:
            return name_lookup.find(module, name)
        try:
            value = name_lookup.find("", name)
        except name_lookup.NotHereError:
            value = None
        if value is None or (defined and isinstance(value, types.ModuleType)):
            raise name_lookup.NotHereError(f"graphlab has no {inner}")
        return value

    def _names(self):
        return [name for name in self._defined() if hasattr(self, name)]

    def _defined(self):
        """The names of TensorFlow's module that are no modules."""
        return tensorflow_names.contrib_names().get(self.__name__.removeprefix("tensorflow.contrib."), ())


class AbsentModule(LegacyModule):
    """tensorflow.contrib.NAME… that graphlab leaves out for a reason: programs that import it and do not use it run."""

    def _find(self, name):
        inner = f"{self.__name__}.{name}"
        if inner.removeprefix("tensorflow.contrib.") in tensorflow_names.contrib_modules():
            return importlib.import_module(inner)
        rest = inner.removeprefix("tensorflow.")
        why, nearest = omissions.reason_for(rest) or ("it is left out", "tf")
        raise name_lookup.NotHereError(f"graphlab has no tf.{rest}: {why}. Nearest: {nearest}.")


class NamespaceModule(LegacyModule):
    """A folder of modules: tensorflow.core.…, tensorflow.examples.…, tensorflow.tools.…"""

    def _find(self, name):
        try:
            return importlib.import_module(f"{self.__name__}.{name}")
        except ImportError as error:
            raise name_lookup.NotHereError(str(error)) from None


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Makes a module for every name below `tensorflow`, or explains in one line why there is none."""

    def find_spec(self, fullname, path=None, target=None):
        root, _, rest = fullname.partition(".")
        if root == "graphlab":
            if _is_absent_package(rest.split(".")):
                return importlib.machinery.ModuleSpec(fullname, self, is_package=True)
            return self._explain(rest, path)
        if root not in ROOTS:
            return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def _explain(self, rest, path):
        """`from tensorflow import NAME` looks for graphlab.NAME in the end: says why there is none."""
        if importlib.machinery.PathFinder.find_spec(f"graphlab.{rest}", path) is not None:
            return
        folder, _, name = rest.rpartition(".")
        if (folder == "contrib" and name not in _contrib()) or omissions.reason_for(rest) or former_names.renamed(rest):
            raise ImportError(_no_module(f"tensorflow.{rest}", rest), name=f"graphlab.{rest}")

    def create_module(self, spec):
        module = module_for(spec.name)
        if not isinstance(module, LegacyModule):
            spec.loader_state = module.__spec__
        return module

    def exec_module(self, module):
        """There is nothing left to do: a module of graphlab gets back what importlib has overwritten."""
        if not isinstance(module, LegacyModule):
            module.__spec__ = getattr(module.__spec__, "loader_state", None)


def submodule(module, name):
    """TensorFlow's module `name` in a public module that is no package here: contrib.predictor.predictor; or None."""
    fullname = f"tensorflow{module.removeprefix('graphlab')}.{name}"
    return None if module_of(fullname) is None else importlib.import_module(fullname)


def module_for(fullname):
    """The module that one of TensorFlow's names means. ImportError, with the reason, when there is none."""
    root, _, rest = fullname.partition(".")
    fullname = ".".join(filter(None, ["tensorflow", rest]))
    if root == "tensorflow_estimator":
        return _estimator(fullname)
    if not rest:
        return graphlab
    twin = module_of(fullname)
    if twin is not None:
        return _imported(fullname, twin)
    parts = rest.split(".")
    if parts[0] == "python":
        return _python(fullname, ".".join(parts[1:]))
    if parts[0] in ("core", "examples") or rest in ("tools", "contrib.tensor_forest.proto"):
        return NamespaceModule(fullname)
    if parts[0] == "_api":
        return module_for(".".join(["tensorflow", *parts[2:]]))
    module = name_lookup.module_at(rest)
    if module is not None:
        omissions.explain_missing(module)  # as an attribute does, by which it may not have been imported
        return module
    if parts[0] == "contrib" and ".".join(parts[1:]) in tensorflow_names.contrib_modules():
        if name_lookup.module_at(f"contrib.{parts[1]}"):
            return ContribModule(fullname)
    if _is_absent_package(parts):
        return AbsentModule(fullname)
    if parts[0] == "contrib" and len(parts) > 2 and ".".join(parts[:2]) in omissions.LEFT_OUT:
        raise ImportError(_no_module(fullname, rest), name=fullname)  # `from … import NAME` looks for a module, too
    raise ModuleNotFoundError(_no_module(fullname, rest), name=fullname)


def _is_absent_package(parts):
    """True for a package of tf.contrib that is left out, and for the modules in it."""
    package = ".".join(parts[:2])
    if parts[0] != "contrib" or len(parts) < 2 or package not in omissions.LEFT_OUT or name_lookup.module_at(package):
        return False
    return len(parts) == 2 or ".".join(parts[1:]) in tensorflow_names.contrib_modules()


def _python(fullname, module):
    if module and module not in tensorflow_names.modules() and module not in TWINS:
        if any(known.startswith(f"{fullname}.") for known in MODULES):
            return NamespaceModule(fullname)  # a folder of unit tests, of which there is what they are written with
        value = None
        if module.count("."):
            try:
                value = name_lookup.find(*module.rsplit(".", 1))
            except name_lookup.NotHereError as error:
                raise ImportError(str(error), name=fullname) from None
        raise ModuleNotFoundError(
            f"{fullname} is no module" if value is not None else _no_module(fullname, module), name=fullname
        )
    return PythonModule(fullname)


def _estimator(fullname):
    """tensorflow_estimator.python.estimator.…: a module of tensorflow.python.estimator."""
    rest = fullname.removeprefix("tensorflow").lstrip(".").removeprefix("python").lstrip(".")
    return PythonModule(f"{name_lookup.PYTHON}.{rest}".rstrip(".")) if rest else NamespaceModule(fullname)


def _imported(fullname, module):
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError:
        raise ModuleNotFoundError(f"graphlab has nothing for {fullname}", name=fullname) from None


def _contrib():
    """The names of tf.contrib's modules."""
    return [name for name in dir(graphlab.contrib) if not name.startswith("_")]


def _no_module(fullname, rest):
    if rest.startswith("contrib."):
        rest = ".".join(rest.split(".")[:2])
        if rest.partition(".")[2] not in _contrib() and not (omissions.reason_for(rest) or former_names.renamed(rest)):
            return f"graphlab has no tf.{rest}; of tf.contrib it has {', '.join(_contrib())}."
    reason = omissions.reason_for(rest)
    if reason:
        return f"graphlab has no tf.{rest}: {reason[0]}. Nearest: {reason[1]}."
    since = former_names.renamed(rest)
    if since:
        return f"graphlab has no tf.{rest}: {since}."
    return f"graphlab has nothing for {fullname}, and TensorFlow 1.15 has no public module of that name."
