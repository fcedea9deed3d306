"""The readers: {name: Reader}, made when they are requested."""

from tests.fuzz.readers import cached, checkpoints, commands, graphs, media, messages, records

_MODULES = (graphs, checkpoints, records, media, cached, messages, commands)


def names():
    """The names of all readers."""
    return [name for module in _MODULES for name in module.NAMES]


def readers_of(*wanted):
    """{name: Reader} of those whose names are given."""
    return {
        name: reader
        for module in _MODULES
        if set(module.NAMES) & set(wanted)
        for name, reader in module.readers().items()
        if name in wanted
    }
