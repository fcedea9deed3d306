"""HParams: the numbers and names that a model is made with, which a command line may change."""

import json
import numbers
import re
from typing import TYPE_CHECKING, Any

from graphlab._src.io.proto_functions import register_proto_function
from graphlab._src.proto.hparams import HParamDef

_CLAUSE = re.compile(
    r"""
    (?P<name>[a-zA-Z][\w.]*)      # a name
    (\[\s*(?P<index>\d+)\s*\])?   # perhaps an index
    \s*=\s*
    ((?P<val>[^,\[]*)             # one value
    |
    \[(?P<vals>[^\]]*)\])         # or a list of them
    ($|,\s*)
    """,
    re.VERBOSE,
)


class HParams:
    """Values under names, as attributes, each of the type that it began with.

    HParams(rate=0.1, layers=[3, 4]).parse("rate=0.2,layers=[5]")
    hparam_def: a HParamDef message to begin with.  model_structure: any object, which is stored with them.
    """

    def __init__(self, hparam_def=None, model_structure=None, **kwargs):
        self._hparam_types = {}
        self._model_structure = model_structure
        if hparam_def:
            if kwargs:
                raise ValueError("hparam_def and initialization values are mutually exclusive")
            kwargs = _values_of(hparam_def)
        for name, value in kwargs.items():
            self.add_hparam(name, value)

    if TYPE_CHECKING:  # each hyperparameter is an attribute

        def __getattr__(self, name) -> Any: ...

    def add_hparam(self, name, value):
        """Adds a value, whose type it has from now on."""
        if getattr(self, name, None) is not None:
            raise ValueError(f"Hyperparameter name is reserved: {name}")
        several = isinstance(value, (list, tuple))
        if several and not value:
            raise ValueError(f"Multi-valued hyperparameters cannot be empty: {name}")
        self._hparam_types[name] = (type(value[0]), True) if several else (type(value), False)
        setattr(self, name, value)

    def set_hparam(self, name, value):
        """Changes a value; ValueError when it is of another type."""
        kind, several = self._hparam_types[name]
        if isinstance(value, list):
            if not several:
                raise ValueError(f"Must not pass a list for single-valued parameter: {name}")
            setattr(self, name, [_as(kind, name, item) for item in value])
        elif several:
            raise ValueError(f"Must pass a list for multi-valued parameter: {name}.")
        else:
            setattr(self, name, _as(kind, name, value))

    def del_hparam(self, name):
        """Removes a value."""
        if hasattr(self, name):
            delattr(self, name)
            del self._hparam_types[name]

    def parse(self, values):
        """Changes values as a text says: "rate=0.2,layers=[5,6]"."""
        return self.override_from_dict(parse_values(values, {name: t for name, (t, _) in self._hparam_types.items()}))

    def override_from_dict(self, values_dict):
        """Changes values."""
        for name, value in values_dict.items():
            self.set_hparam(name, value)
        return self

    def set_from_map(self, values_map):
        """The old name of override_from_dict."""
        return self.override_from_dict(values_map)

    def set_model_structure(self, model_structure):
        """Keeps whatever describes the model."""
        self._model_structure = model_structure

    def get_model_structure(self):
        """The saved values."""
        return self._model_structure

    def to_json(self, indent=None, separators=None, sort_keys=False):
        """The values as JSON."""
        return json.dumps(self.values(), indent=indent, separators=separators, sort_keys=sort_keys)

    def parse_json(self, values_json):
        """Changes values as JSON says."""
        return self.override_from_dict(json.loads(values_json))

    def to_proto(self, export_scope=None):
        """The HParamDef of the values; ValueError for one that is no number, text or bool."""
        message = HParamDef()
        for name, value in self.values().items():
            kind, several = self._hparam_types[name]
            field, items = _field(kind), value if several else [value]
            if field == "bytes":
                items = [item.encode() if isinstance(item, str) else item for item in items]
            if several:
                getattr(message.hparam[name], f"{field}_list").value.extend(items)
            else:
                setattr(message.hparam[name], f"{field}_value", items[0])
        return message

    @staticmethod
    def from_proto(hparam_def, import_scope=None):
        """The HParams of an HParamDef."""
        return HParams(hparam_def=hparam_def)

    def values(self):
        """{name: value}."""
        return {name: getattr(self, name) for name in self._hparam_types}

    def get(self, key, default=None):
        """The value of that name, or default, which must be of its type."""
        if key not in self._hparam_types:
            return default
        if default is not None:
            self._check_default(key, default)
        return getattr(self, key)

    def _check_default(self, key, default):
        kind, several = self._hparam_types[key]
        described = f"list<{kind}>" if several else str(kind)
        wrong = f"Hparam '{key}' of type '{described}' is incompatible with default={default}"
        if several != isinstance(default, list):
            raise ValueError(wrong)
        try:
            for item in default if several else [default]:
                _as(kind, key, item)
        except ValueError as error:
            raise ValueError(f"{wrong}. {error}") from None

    def __contains__(self, key):
        return key in self._hparam_types

    def __str__(self):
        return ",".join(f"{name}={value}" for name, value in self.values().items())

    def __repr__(self):
        return f"{type(self).__name__}({sorted(self.values().items())})"


register_proto_function("hparams", HParamDef, HParams.to_proto, HParams.from_proto)


def _field(kind: type):
    """The name of a field of HParamDef without what follows it."""
    for field, kinds in (("bool", bool), ("int64", numbers.Integral), ("bytes", (str, bytes)), ("float", float)):
        if issubclass(kind, kinds):
            return field
    raise ValueError(f"Unsupported parameter type: {kind}")


def _values_of(hparam_def):
    """{name: value} of an HParamDef, bytes as texts."""
    found = {}
    for name, one in hparam_def.hparam.items():
        field = one.WhichOneof("kind")
        several = field.endswith("_list")
        items = getattr(one, field).value if several else [getattr(one, field)]
        items = [item.decode() if isinstance(item, bytes) else item for item in items]
        found[name] = items if several else items[0]
    return found


def _as(kind: Any, name, value: Any):
    """The value as that type; ValueError when it is of quite another."""
    if type(value) is kind or kind is type(None):
        return value
    texts = (str, bytes)
    if (
        (issubclass(kind, texts) and not isinstance(value, texts))
        or issubclass(kind, bool) != isinstance(value, bool)
        or (issubclass(kind, numbers.Integral) and not isinstance(value, numbers.Integral))
        or (issubclass(kind, numbers.Number) and not isinstance(value, numbers.Number))
    ):
        raise ValueError(f"Could not cast hparam '{name}' of type '{kind}' from value {value!r}")
    made: Any = kind
    return made(value)


def parse_values(values, type_map, ignore_unknown=False):
    """{name: value, list, or {index: value}} of a text like "a=1,b=[2,3],c[1]=4".

    type_map: {name: type}.  ignore_unknown: True leaves out names that are not in it.
    """
    found = {}
    position = 0
    while position < len(values):
        clause = _CLAUSE.match(values, position)
        if not clause:
            raise ValueError(f"Malformed hyperparameter value: {values[position:]}")
        position = clause.end()
        name = clause["name"]
        if name not in type_map:
            if ignore_unknown:
                continue
            raise ValueError(f"Unknown hyperparameter type for {name}")
        _add(found, clause, name, type_map[name], values)
    return found


def _add(found, clause, name, kind, values):
    index = clause["index"]
    if clause["val"] is None:
        if index is not None:
            raise ValueError("Assignment of a list to a list index.")
        items = [_parsed(item, name, kind, values) for item in re.split("[ ,]", clause["vals"]) if item]
        where, key = found, name
    else:
        items = _parsed(clause["val"], name, kind, values)
        where, key = found, name
        if index is not None:
            where, key = found.setdefault(name, {}), int(index)
    if not isinstance(where, dict) or key in where:
        raise ValueError(f"Multiple assignments to variable '{name}' in {values}")
    where[key] = items


def _parsed(text, name, kind, values):
    try:
        if kind is bool:
            return text == "true" or text == "True" or (text not in ("false", "False") and bool(int(text)))
        return kind(text)
    except ValueError:
        raise ValueError(
            f"Could not parse hparam '{name}' of type '{kind.__name__}' with value '{text}' in {values}"
        ) from None
