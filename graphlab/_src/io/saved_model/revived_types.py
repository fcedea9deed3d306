"""tensorflow.python.saved_model.revived_types: kinds of objects that a SavedModel names, so that loading makes them again."""

from collections.abc import Callable, KeysView, Sequence
from typing import Any

from graphlab._src.proto import VersionDef
from graphlab._src.proto.saved_objects import SavedUserObject


class VersionedTypeRegistration:
    """One version of a kind of object.

    object_factory: makes an object of a SavedUserObject.  setter(object, name, child): adds what is below it.
    version: of what is written.  min_producer_version: the oldest version that is read.
    min_consumer_version, bad_consumers: which readers must not read what is written.
    """

    def __init__(
        self,
        object_factory: Callable[[Any], Any],
        version: int,
        min_producer_version: int,
        min_consumer_version: int,
        bad_consumers: Sequence[int] | None = None,
        setter: Callable[[Any, str, Any], Any] = setattr,
    ) -> None:
        self.setter = setter
        self.identifier: str | None = None
        self.version = version
        self._object_factory = object_factory
        self._min_producer_version = min_producer_version
        self._min_consumer_version = min_consumer_version
        self._bad_consumers = list(bad_consumers or ())

    def to_proto(self) -> Any:
        """The SavedUserObject of an object of this kind."""
        version = VersionDef(
            producer=self.version, min_consumer=self._min_consumer_version, bad_consumers=self._bad_consumers
        )
        return SavedUserObject(identifier=self.identifier, version=version)

    def from_proto(self, proto: Any) -> Any:
        """A new object."""
        return self._object_factory(proto)

    def should_load(self, proto: Any) -> bool:
        """True where this version can read what a SavedUserObject describes."""
        return (
            proto.identifier == self.identifier
            and self.version >= proto.version.min_consumer
            and proto.version.producer >= self._min_producer_version
            and self.version not in proto.version.bad_consumers
        )


_kinds: dict[str, tuple[Callable[[Any], bool], list[VersionedTypeRegistration]]] = {}


def register_revived_type(
    identifier: str, predicate: Callable[[Any], bool], versions: Sequence[VersionedTypeRegistration]
) -> None:
    """Makes a kind of object known. predicate: whether an object is of it.  versions: at least one, each with its number."""
    if not versions:
        raise AssertionError("Need at least one version of a registered type.")
    if identifier in _kinds:
        raise AssertionError(f"Duplicate registrations for type {identifier}")
    newest_first = sorted(versions, key=lambda one: one.version, reverse=True)
    for one, older in zip(newest_first, newest_first[1:], strict=False):
        if one.version == older.version:
            raise AssertionError(f"Got multiple registrations with version {one.version} for type {identifier}")
    for one in newest_first:
        one.identifier = identifier
    _kinds[identifier] = predicate, newest_first


def serialize(obj: Any) -> Any:
    """The SavedUserObject of an object, or None for one of no known kind."""
    for predicate, versions in _kinds.values():
        if predicate(obj):
            return versions[0].to_proto()
    return None


def deserialize(proto: Any) -> tuple[Any, Callable[[Any, str, Any], Any]] | None:
    """(the object, what adds a child to it) of a SavedUserObject, or None for one of no known kind."""
    _, versions = _kinds.get(proto.identifier, (None, []))
    for one in versions:
        if one.should_load(proto):
            return one.from_proto(proto), one.setter
    return None


def registered_identifiers() -> KeysView[str]:
    """The names of the kinds."""
    return _kinds.keys()
