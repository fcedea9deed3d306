"""tensorflow.python.training.saving.functional_saver: what saves and restores SaveableObjects without a Saver's graph."""

import uuid
from collections.abc import Iterable
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.function.def_function import function
from graphlab._src.graph import constant
from graphlab._src.graph.scopes import control_dependencies, device
from graphlab._src.graph.type_spec import TensorSpec
from graphlab._src.io.checkpoint.checkpoint_ops import merge_v2_checkpoints, restore_v2, save_v2
from graphlab._src.io.checkpoint.checkpoint_ops import sharded_filename as sharded_filename
from graphlab._src.ops.identity import identity, placeholder
from graphlab._src.ops.string_join import string_join
from graphlab._src.proto import SaverDef
from graphlab._src.state.saveable import SaveableObject
from graphlab._src.train.saving.saveable import on_cpu

_PATH = (TensorSpec(shape=(), dtype=dtypes.string),)


def _checked(saveable_objects: Iterable[SaveableObject]) -> list[SaveableObject]:
    found = list(saveable_objects)
    for one in found:
        if not isinstance(one, SaveableObject):
            raise ValueError(f"Expected a list of SaveableObjects, got {one}.")
    return found


class SingleDeviceSaver:
    """Saves and restores SaveableObjects, in one file."""

    def __init__(self, saveable_objects: Iterable[SaveableObject]) -> None:
        self._saveable_objects = _checked(saveable_objects)

    def save(self, file_prefix: Any) -> Any:
        """An operation that writes a checkpoint."""
        specs = [spec for one in self._saveable_objects for spec in one.specs]
        names, slices = [spec.name for spec in specs], [spec.slice_spec for spec in specs]
        tensors = [spec.tensor for spec in specs]
        with device("cpu:0"):
            return save_v2(file_prefix, names, slices, tensors)

    def restore(self, file_prefix: Any) -> dict[str, Any]:
        """{name of a SaveableObject: operation that restores it}."""
        specs = [spec for one in self._saveable_objects for spec in one.specs]
        names, slices = [spec.name for spec in specs], [spec.slice_spec for spec in specs]
        with device("cpu:0"):
            values = iter(restore_v2(file_prefix, names, slices, dtypes=[spec.dtype.base_dtype for spec in specs]))
        return {one.name: one.restore([next(values) for _ in one.specs], None) for one in self._saveable_objects}


class MultiDeviceSaver:
    """Saves and restores SaveableObjects, with a file for each of their devices."""

    def __init__(self, saveable_objects: Iterable[SaveableObject]) -> None:
        by_device: dict[str, list[SaveableObject]] = {}
        for one in _checked(saveable_objects):
            by_device.setdefault(one.device, []).append(one)
        self._savers = {name: SingleDeviceSaver(by_device[name]) for name in sorted(by_device)}

    def to_proto(self) -> Any:
        """A SaverDef of operations that are added to the default graph."""
        filename = placeholder(dtypes.string, shape=[], name="saver_filename")
        saved, restored = self._traced_save(filename), self._traced_restore(filename)
        return SaverDef(
            filename_tensor_name=filename.name,
            save_tensor_name=saved.name,
            restore_op_name=restored.op.name,
            version=SaverDef.V2,
        )

    @function(input_signature=_PATH, autograph=False)
    def _traced_save(self, file_prefix: Any) -> Any:
        with device("cpu:0"), control_dependencies([self.save(file_prefix)]):
            return identity(file_prefix)

    @function(input_signature=_PATH, autograph=False)
    def _traced_restore(self, file_prefix: Any) -> Any:
        with device("cpu:0"), control_dependencies(list(self.restore(file_prefix).values())):
            return identity(file_prefix)

    def save(self, file_prefix: Any) -> Any:
        """An operation that writes a checkpoint: each device's file in a folder of its own, then all of them joined."""
        with device("cpu:0"):
            parts = string_join([file_prefix, f"_temp_{uuid.uuid4().hex}/part"])
        count = constant(len(self._savers), name="num_shards")
        prefixes: list[Any] = []
        saves: list[Any] = []
        last = ""
        for shard, (last, saver) in enumerate(self._savers.items()):
            with device(on_cpu(last)):
                prefixes.append(sharded_filename(parts, shard, count))
            with device(last):
                saves.append(saver.save(prefixes[-1]))
        with control_dependencies(saves), device(on_cpu(last)):
            return merge_v2_checkpoints(prefixes, file_prefix, delete_old_dirs=True)

    def restore(self, file_prefix: Any) -> dict[str, Any]:
        """{name of a SaveableObject: operation that restores it}."""
        operations: dict[str, Any] = {}
        for name, saver in self._savers.items():
            with device(name):
                operations.update(saver.restore(file_prefix))
        return operations
