"""Objects by name: the activations, initializers, regularizers and constraints given as strings and dicts."""

import contextlib
import inspect

CUSTOM = {}  # {name: class or function} that a program has made known


@contextlib.contextmanager
def custom_objects(*known):
    """Inside, names mean also what these dicts say."""
    before = dict(CUSTOM)
    for names in known:
        CUSTOM.update(names)
    try:
        yield
    finally:
        CUSTOM.clear()
        CUSTOM.update(before)


def deserialize_object(what, known, identifier, custom=None):
    """The object that a name or a {"class_name": …, "config": …} means.

    what: the kind of object, for the error.  known, custom: {name: class or function}.
    """
    if identifier is None:
        return None
    names = {**known, **CUSTOM, **(custom or {})}
    if isinstance(identifier, str):
        found = _named(what, names, identifier)
        return found() if inspect.isclass(found) else found
    if not isinstance(identifier, dict) or not {"class_name", "config"} <= identifier.keys():
        raise ValueError(f"Improper config format: {identifier}")
    name, config = identifier["class_name"], identifier["config"]
    if not isinstance(name, str) or not isinstance(config, (dict, list)):
        raise ValueError(f"Improper config format: {identifier}")
    found = _named(what, names, name)
    if isinstance(config, list) and not hasattr(found, "layers"):  # a model of layers may have a list of them
        raise ValueError(f"Improper config format: {identifier}")
    if isinstance(config, dict) and not hasattr(found, "from_config"):
        return found(**config)
    with custom_objects(custom or {}):
        return found.from_config(config)


def _named(what, names, name):
    if name not in names:
        raise ValueError(f"Unknown {what}: {name}")
    return names[name]


def get_object(what, known, identifier):
    """The object that an identifier means: a name or dict as above, None, or the object itself."""
    if identifier is None:
        return None
    if isinstance(identifier, (str, dict)):
        return deserialize_object(what, known, identifier)
    if callable(identifier):
        return identifier
    raise ValueError(f"Could not interpret {what} identifier: {identifier}")


def serialize_object(found):
    """The name of an object, or its class and config: what get_object makes an equal object of."""
    if found is None:
        return None
    if hasattr(found, "get_config"):
        return {"class_name": type(found).__name__, "config": found.get_config()}
    if hasattr(found, "__name__"):
        return found.__name__
    raise ValueError(f"Cannot serialize {found}")
