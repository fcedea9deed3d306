"""The operations that a Saver adds to the graph: save/SaveV2, save/RestoreV2, save/restore_all."""

import hashlib

from graphlab._src.graph import constant, get_default_graph, name_scope
from graphlab._src.graph.device import canonical_name
from graphlab._src.graph.scopes import control_dependencies, device
from graphlab._src.io.checkpoint.checkpoint_ops import merge_v2_checkpoints, restore_v2, save_v2, sharded_filename
from graphlab._src.ops.control_flow import group, with_dependencies
from graphlab._src.ops.identity import identity, placeholder_with_default
from graphlab._src.ops.shape import shape as shape_of
from graphlab._src.ops.string_join import string_join
from graphlab._src.proto import SaverDef
from graphlab._src.state.partitioned_variable import PartitionedVariable
from graphlab._src.train.saving.saveable import (
    ReferenceVariableSaveable,
    ResourceVariableSaveable,
    SaveableObject,
    SaveSpec,
    on_cpu,
    saveable_objects,
)


class BaseSaverBuilder:
    """Builds the operations, with one RestoreV2 for each variable. Derived classes may build others.

    write_version: recorded in the SaverDef; what is written is always the V2 format.
    """

    SaveSpec = SaveSpec
    SaveableObject = SaveableObject
    VariableSaveable = ReferenceVariableSaveable
    ResourceVariableSaveable = ResourceVariableSaveable

    def __init__(self, write_version=SaverDef.V2):
        self._write_version = write_version

    def save_op(self, filename_tensor, saveables):
        """An operation that saves SaveableObjects."""
        specs = [(spec.name, spec.slice_spec, spec.tensor) for saveable in saveables for spec in saveable.specs]
        names, parts, tensors = zip(*specs, strict=True)
        return save_v2(filename_tensor, list(names), list(parts), list(tensors))

    def restore_op(self, filename_tensor, saveable, preferred_shard):
        """The tensors of one SaveableObject, as they are read."""
        del preferred_shard
        return [
            restore_v2(filename_tensor, [spec.name], [spec.slice_spec], dtypes=[spec.dtype.base_dtype])[0]
            for spec in saveable.specs
        ]

    def bulk_restore(self, filename_tensor, saveables, preferred_shard, restore_sequentially):
        """The tensors of all SaveableObjects, as they are read."""
        del restore_sequentially
        found = []
        for saveable in saveables:
            with device(on_cpu(saveable.device) if saveable.device else None):
                found += self.restore_op(filename_tensor, saveable, preferred_shard)
        return found

    def sharded_filename(self, filename_tensor, shard, num_shards):
        """The name of one part of several: a string tensor."""
        return sharded_filename(filename_tensor, shard, num_shards)

    def build(
        self,
        names_to_saveables,
        reshape=False,
        sharded=False,
        max_to_keep=5,
        keep_checkpoint_every_n_hours=10000.0,
        name=None,
        restore_sequentially=False,
        filename="model",
    ):
        """Adds the operations, and returns the SaverDef that names them.

        names_to_saveables: a list of variables, or a dict of them by name.  The rest: as Saver has it.
        """
        saveables = saveable_objects(names_to_saveables)
        with name_scope(name, "save", [saveable.op for saveable in saveables]):
            filename_tensor = placeholder_with_default(filename or "model", shape=(), name="filename")
            filename_tensor = placeholder_with_default(filename_tensor, shape=(), name="Const")
            if sharded:
                groups = _by_device(saveables)
                save = self._save_sharded(filename_tensor, groups)
                restore = self._restore_sharded(filename_tensor, groups, restore_sequentially, reshape)
            else:
                save = self._save(filename_tensor, saveables)
                restore = self._restore(filename_tensor, saveables, restore_sequentially, reshape, -1, "restore_all")
        _concatenate_parts(get_default_graph())
        return SaverDef(
            filename_tensor_name=filename_tensor.name,
            save_tensor_name=save.name,
            restore_op_name=restore.name,
            max_to_keep=max_to_keep or 0,
            sharded=sharded,
            keep_checkpoint_every_n_hours=keep_checkpoint_every_n_hours,
            version=self._write_version,
        )

    def _save(self, filename_tensor, saveables):
        return with_dependencies([self.save_op(filename_tensor, saveables)], filename_tensor)

    def _save_sharded(self, prefix, groups):
        """Saves the variables of each device on its own, in a temporary folder, and then merges these files."""
        # Not drawn at random, so that the same program exports to the same bytes and what a killed save left is replaced.
        saved = "\n".join(saveable.name for _, saveables in groups for saveable in saveables)
        temporary = string_join([prefix, f"_temp_{hashlib.sha256(saved.encode()).hexdigest()[:32]}/part"])
        count = constant(len(groups), name="num_shards")
        names, saves = [], []
        for shard, (name, saveables) in enumerate(groups):
            with device(on_cpu(name)):
                names.append(self.sharded_filename(temporary, shard, count))
                saves.append(self._save(names[-1], saveables))
        with control_dependencies([save.op for save in saves]), device(on_cpu(groups[-1][0])):
            merge = merge_v2_checkpoints(names, prefix, delete_old_dirs=True)
            with control_dependencies([merge]):
                return identity(prefix)

    def _restore(self, filename_tensor, saveables, restore_sequentially, reshape, shard, name):
        tensors = iter(self.bulk_restore(filename_tensor, saveables, shard, restore_sequentially))
        assigned = []
        for saveable in saveables:
            shapes = [_target_shape(spec.tensor) for spec in saveable.specs] if reshape else None
            assigned.append(saveable.restore([next(tensors) for _ in saveable.specs], shapes))
        return group(*assigned, name=name)

    def _restore_sharded(self, filename_tensor, groups, restore_sequentially, reshape):
        restored = []
        for shard, (name, saveables) in enumerate(groups):
            with device(name):
                restored.append(
                    self._restore(filename_tensor, saveables, restore_sequentially, reshape, shard, "restore_shard")
                )
        return group(*restored, name="restore_all")


class BulkSaverBuilder(BaseSaverBuilder):
    """Builds one RestoreV2 for all variables."""

    def bulk_restore(self, filename_tensor, saveables, preferred_shard, restore_sequentially):
        """The tensors of all SaveableObjects, as they are read."""
        specs = [spec for saveable in saveables for spec in saveable.specs]
        with device("cpu:0"):
            return restore_v2(
                filename_tensor,
                [spec.name for spec in specs],
                [spec.slice_spec for spec in specs],
                dtypes=[spec.dtype.base_dtype for spec in specs],
            )


def _target_shape(variable):
    shape = variable.get_shape()
    return shape if shape.is_fully_defined() else shape_of(variable)


def _by_device(saveables):
    """[(device, its SaveableObjects)], in order."""
    groups = {}
    for saveable in saveables:
        devices = {canonical_name(spec.tensor.device) for spec in saveable.specs}
        if len(devices) != 1:
            raise ValueError(f"All tensors of a saveable object must be on the same device: {saveable.name}")
        groups.setdefault(devices.pop(), []).append(saveable)
    return sorted(groups.items())


def _concatenate_parts(graph):
    """Makes the tensor of each variable in parts that a collection names, so that who imports the graph finds it."""
    for key in graph.get_all_collection_keys():
        for item in graph.get_collection(key):
            if isinstance(item, PartitionedVariable) and item.name not in graph.operations_by_name:
                item.as_tensor()
