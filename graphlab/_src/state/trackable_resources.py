"""Resources that trackable objects own: their handle is made when it is first read."""

import contextlib
import functools
import weakref
from collections.abc import Callable, Iterator
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import Tensor, convert_to_tensor
from graphlab._src.graph.convert import register_tensor_conversion_function
from graphlab._src.graph.scopes import device as device_scope
from graphlab._src.graph.scopes import init_scope
from graphlab._src.state.trackable import Trackable

_trackers: list["ResourceTracker"] = []


class ResourceTracker:
    """The resources that were made inside the block of a resource_tracker_scope."""

    def __init__(self) -> None:
        self._resources: list[Any] = []

    @property
    def resources(self) -> list[Any]:
        """The resources, in the order in which they were made."""
        return self._resources

    def add_resource(self, resource: Any) -> None:
        """Adds a resource."""
        self._resources.append(resource)


@contextlib.contextmanager
def resource_tracker_scope(resource_tracker: ResourceTracker) -> Iterator[None]:
    """A block whose resources a ResourceTracker lists, with those of blocks inside it."""
    _trackers.append(resource_tracker)
    try:
        yield
    finally:
        _trackers.remove(resource_tracker)


class CapturableResource(Trackable):
    """An object with a resource, which a derived class makes in `_create_resource`. device: where it is made."""

    def __init__(self, device: str = "", deleter: Any = None) -> None:
        self._resource_handle: Any = None
        self._resource_device = device
        self._resource_deleter = deleter

    def _create_resource(self) -> Any:
        """Returns the handle."""
        raise NotImplementedError("TrackableResource._create_resource not implemented.")

    def _initialize(self) -> Any:
        """Initializes the resource; what has nothing to initialize does nothing."""

    @property
    def resource_handle(self) -> Any:
        """The handle of the resource."""
        if self._resource_handle is None:
            with device_scope(self._resource_device):
                self._resource_handle = self._create_resource()
        return self._resource_handle


class TrackableResource(CapturableResource):
    """A resource that the resource_tracker_scopes around list."""

    def __init__(self, device: str = "", deleter: Any = None) -> None:
        for tracker in _trackers:
            tracker.add_resource(self)
        super().__init__(device, deleter)


class TrackableAsset(Trackable):
    """A file that an object needs: a SavedModel carries a copy of it. path: its path, a text or a scalar tensor."""

    def __init__(self, path: Any) -> None:
        with init_scope(), device_scope("CPU"):
            self._path = convert_to_tensor(path, dtype=dtypes.string, name="asset_path")

    @property
    def asset_path(self) -> Tensor:
        """The path, as a tensor."""
        return self._path


def _path_of(asset: TrackableAsset, dtype: Any = None, name: str | None = None, as_ref: bool = False) -> Any:
    del as_ref
    return convert_to_tensor(asset.asset_path, dtype=dtype, name=name)


register_tensor_conversion_function(TrackableAsset, _path_of)


def cached_per_instance(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A method without arguments whose value is computed once for each object, and is no attribute of it.

    Two threads may both compute it; the first value stays.
    """
    values: weakref.WeakKeyDictionary[Any, Any] = weakref.WeakKeyDictionary()

    @functools.wraps(f)
    def cached(item: Any) -> Any:
        if item in values:
            return values[item]
        return values.setdefault(item, f(item))

    return cached
