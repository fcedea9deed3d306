"""Saver: saves variables to checkpoints and restores them."""

import numbers
import os
import time
from typing import Any

import numpy as np

from graphlab._src.base import errors, logging
from graphlab._src.base.errors import explain
from graphlab._src.graph import GraphKeys, get_default_graph
from graphlab._src.graph.scope_names import prepend_name_scope, strip_name_scope
from graphlab._src.io import file_system
from graphlab._src.io.export_meta_graph import export_meta_graph
from graphlab._src.io.proto_functions import register_proto_function
from graphlab._src.proto import SaverDef
from graphlab._src.session.session import BaseSession
from graphlab._src.train.global_step import global_step as value_of_step
from graphlab._src.train.saving.checkpoint_state import (
    checkpoint_exists,
    get_checkpoint_mtimes,
    meta_graph_filename,
    record_state,
    remove_checkpoint,
)
from graphlab._src.train.saving.object_based import object_graph_key_mapping, saveables_by_keys
from graphlab._src.train.saving.path_mistakes import of_an_instance, path_fix
from graphlab._src.train.saving.saver_builder import BulkSaverBuilder


class Saver:
    """Adds operations that save and restore variables, runs them, and keeps count of the checkpoints.

    var_list: variables, or a dict of them by the names to save them under; all that can be saved when left out.
    reshape: lets a variable be restored from one of another shape with as many elements.
    sharded: a data file for each device.  max_to_keep: how many checkpoints to keep; None or 0: all.
    keep_checkpoint_every_n_hours: keeps one more of each so many hours.  name: the scope of the operations; "save".
    restore_sequentially: has no effect.  saver_def: a SaverDef whose operations the graph has.
    builder: what builds the operations.  defer_build: leaves that to build().
    allow_empty: lets there be no variables; then it does nothing.  write_version: has no effect: V2 is written.
    pad_step_number: writes steps with 8 digits.  save_relative_paths: lets the folder be moved.
    filename: what is saved to where none is fed.
    """

    def __init__(
        self,
        var_list=None,
        reshape=False,
        sharded=False,
        max_to_keep=5,
        keep_checkpoint_every_n_hours=10000.0,
        name=None,
        restore_sequentially=False,
        saver_def=None,
        builder=None,
        defer_build=False,
        allow_empty=False,
        write_version=SaverDef.V2,
        pad_step_number=False,
        save_relative_paths=False,
        filename=None,
    ):
        if defer_build and var_list:
            raise ValueError(
                "If `var_list` is provided then build cannot be deferred. Either set defer_build=False or var_list=None."
            )
        self._var_list = var_list
        self._building = {
            "reshape": reshape,
            "sharded": sharded,
            "max_to_keep": max_to_keep,
            "keep_checkpoint_every_n_hours": keep_checkpoint_every_n_hours,
            "name": name,
            "restore_sequentially": restore_sequentially,
            "filename": filename,
        }
        self._sharded = sharded
        self._name = name
        self.saver_def: Any = saver_def
        self._builder = builder
        self._is_built = False
        self._allow_empty = allow_empty
        self._is_empty = None
        self._object_savers = []  # [({name: key}, a Saver)]: for checkpoints of objects that it has restored
        self._write_version = write_version
        self._pad_step_number = pad_step_number
        self._save_relative_paths = save_relative_paths
        self._last_checkpoints = []  # (path, time of saving), oldest first
        self._next_checkpoint_time = float("inf")
        if not defer_build:
            self.build()
        if self.saver_def:
            self._check_saver_def()

    def build(self):
        """Adds the operations, where defer_build had put that off."""
        if self._is_built:
            return
        self._is_built = True
        if self.saver_def:
            if self._name:
                for field in ("filename_tensor_name", "save_tensor_name", "restore_op_name"):
                    setattr(self.saver_def, field, prepend_name_scope(getattr(self.saver_def, field), self._name))
        else:
            if self._var_list is None:
                self._var_list = saveable_in_graph()
            self._is_empty = not self._var_list
            if self._is_empty:
                if self._allow_empty:
                    return
                raise ValueError(explain("No variables to save", fix="make the Saver after the variables"))
            builder = self._builder or BulkSaverBuilder(self._write_version)
            self.saver_def = builder.build(self._var_list, **self._building)
        self._check_saver_def()
        self._next_checkpoint_time = time.time() + self.saver_def.keep_checkpoint_every_n_hours * 3600

    def _check_saver_def(self):
        if not isinstance(self.saver_def, SaverDef):
            raise ValueError(f"saver_def must be a saver_pb2.SaverDef: {self.saver_def}")
        for field in ("save_tensor_name", "restore_op_name"):
            if not getattr(self.saver_def, field):
                raise ValueError(f"saver_def must specify the {field}: {self.saver_def}")

    # As a message

    def as_saver_def(self):
        """The SaverDef that names its operations."""
        return self.saver_def

    def to_proto(self, export_scope=None):
        """The SaverDef; without the scope export_scope in its names, or None when they are outside of that."""
        if export_scope is None:
            return self.saver_def
        fields = ("filename_tensor_name", "save_tensor_name", "restore_op_name")
        if not all(getattr(self.saver_def, field).startswith(export_scope) for field in fields):
            return None
        message = SaverDef()
        message.CopyFrom(self.saver_def)
        for field in fields:
            setattr(message, field, strip_name_scope(getattr(message, field), export_scope))
        return message

    @staticmethod
    def from_proto(saver_def, import_scope=None):
        """The Saver whose operations a SaverDef names, in the default graph."""
        return Saver(saver_def=saver_def, name=import_scope)

    # Which checkpoints there are

    @property
    def last_checkpoints(self):
        """The paths of the checkpoints that are retained, oldest first."""
        return [path for path, _ in self._last_checkpoints]

    def set_last_checkpoints(self, last_checkpoints):
        """Sets the paths of the checkpoints that are retained; they are old to keep_checkpoint_every_n_hours."""
        assert isinstance(last_checkpoints, list)
        self._last_checkpoints = [(path, np.inf) for path in last_checkpoints]

    def set_last_checkpoints_with_time(self, last_checkpoints_with_time):
        """Sets the checkpoints that are retained: a list of (path, seconds since 1970)."""
        assert isinstance(last_checkpoints_with_time, list)
        self._last_checkpoints = last_checkpoints_with_time

    def recover_last_checkpoints(self, checkpoint_paths):
        """Resumes the list of an earlier process' checkpoints, as far as the files exist."""
        found = [(path, get_checkpoint_mtimes([path])) for path in checkpoint_paths]
        self.set_last_checkpoints_with_time([(path, times[0]) for path, times in found if times])

    def _record(self, path):
        """Notes a new checkpoint; returns the one that is too many by that, or None."""
        if not self.saver_def.max_to_keep:
            return None
        self._last_checkpoints = [item for item in self._last_checkpoints if item[0] != path]
        self._last_checkpoints.append((path, time.time()))
        if len(self._last_checkpoints) > self.saver_def.max_to_keep:
            return self._last_checkpoints.pop(0)
        return None

    def _remove(self, old, meta_graph_suffix):
        path, saved = old
        if saved > self._next_checkpoint_time:
            self._next_checkpoint_time += self.saver_def.keep_checkpoint_every_n_hours * 3600
            return
        try:
            remove_checkpoint(path, self.saver_def.version, meta_graph_suffix)
        except Exception as error:
            logging.warning("Ignoring: %s", error)

    # Saving and restoring

    @of_an_instance("saver = tf.train.Saver(), then saver.save(sess, path)")
    def save(
        self,
        sess,
        save_path,
        global_step=None,
        latest_filename=None,
        meta_graph_suffix="meta",
        write_meta_graph=True,
        write_state=True,
        strip_default_attrs=False,
        save_debug_info=False,
    ):
        """Saves the variables of a session; returns the path that restore() accepts.

        save_path: the beginning of the files' names.  global_step: a number, or a tensor or its name, added to the path.
        latest_filename: the file that lists the checkpoints of the folder; "checkpoint".
        write_meta_graph: also saves the graph, to `path.meta`.  write_state: lists it, and removes what is too old.
        strip_default_attrs: leaves attributes out of the graph that have their default values.
        Raises ValueError when the folder is not there, FailedPreconditionError when a variable has no value.
        """
        if not self._is_built:
            raise RuntimeError("`build()` should be called before save if defer_build==True")
        latest_filename = latest_filename or "checkpoint"
        save_path = os.fspath(save_path)
        if self._write_version != SaverDef.V2:
            logging.warning(
                "TensorFlow's V1 checkpoint format has been deprecated: the checkpoint is written in the V2 format."
            )
        if os.path.split(latest_filename)[0]:
            raise ValueError("'latest_filename' must not contain path components")
        path = self._path(sess, save_path, global_step, latest_filename)
        if not isinstance(sess, BaseSession):
            raise TypeError(f"'sess' must be a Session; {sess}")
        saved = (
            None
            if self._is_empty
            else self._save(sess, save_path, path, latest_filename, write_state, meta_graph_suffix)
        )
        if write_meta_graph:
            with sess.graph.as_default():
                self.export_meta_graph(
                    meta_graph_filename(path, meta_graph_suffix),
                    strip_default_attrs=strip_default_attrs,
                    save_debug_info=save_debug_info,
                )
        return saved

    def _path(self, sess, save_path, step, latest_filename):
        if step is not None:
            if not isinstance(step, numbers.Integral):
                step = value_of_step(sess, step)
            return f"{save_path}-{step:08d}" if self._pad_step_number else f"{save_path}-{step:d}"
        if os.path.basename(save_path) == latest_filename and not self._sharded:
            raise ValueError(f"'latest_filename' collides with 'save_path': '{latest_filename}' and '{save_path}'")
        return save_path

    def _save(self, sess, save_path, path, latest_filename, write_state, meta_graph_suffix):
        folder = os.path.dirname(save_path)
        try:
            saved = sess.run(self.saver_def.save_tensor_name, {self.saver_def.filename_tensor_name: path}).decode()
            if write_state:
                old = self._record(saved)
                record_state(folder, saved, self.last_checkpoints, latest_filename, self._save_relative_paths)
                if old:
                    self._remove(old, meta_graph_suffix)
        except (errors.FailedPreconditionError, errors.NotFoundError) as error:
            if folder and not file_system.isdir(folder):
                raise ValueError(f"Parent directory of {save_path} doesn't exist, can't save.") from error
            raise
        return saved

    @of_an_instance("saver = tf.train.Saver(), then saver.restore(sess, path)")
    def restore(self, sess, save_path):
        """Restores the variables of a session, which need not have been initialized.

        save_path: what save() or latest_checkpoint() returned.
        Raises ValueError when there is no checkpoint, NotFoundError when it does not hold a variable,
        InvalidArgumentError when it holds one of another shape or type, DataLossError when it is damaged.
        """
        if self._is_empty:
            return
        if save_path is None:
            fix = "is there a checkpoint? save() returns its path, and tf.train.latest_checkpoint(folder) None where there is none"
            raise ValueError(explain("Can't load save_path when it is None.", fix=fix))
        if isinstance(save_path, BaseSession):
            raise TypeError(explain("save_path is a Session", fix="saver.restore(sess, path)"))
        save_path = os.fsdecode(save_path)
        if not checkpoint_exists(save_path):
            raise ValueError(
                explain(f"The passed save_path is not a valid checkpoint: {save_path}", fix=path_fix(save_path))
            )
        logging.info("Restoring parameters from %s", save_path)
        try:
            sess.run(self.saver_def.restore_op_name, {self.saver_def.filename_tensor_name: save_path})
        except (errors.NotFoundError, errors.DataLossError) as error:
            fix = path_fix(save_path, is_there=True)
            if fix is not None:
                message = f"The passed save_path is not a valid checkpoint: {save_path}\n\n{error.message}"
                raise type(error)(error.node_def, None, explain(message, fix=fix)) from None
            if isinstance(error, errors.DataLossError):
                raise
            keys = _object_graph_keys(save_path)
            if keys is not None:
                self._restore_objects(sess, save_path, keys)
                return
            raise _explained(error, "a Variable name or other graph key that is missing") from None
        except errors.InvalidArgumentError as error:
            raise _explained(error, "a mismatch between the current graph and the graph") from None

    def _restore_objects(self, sess, save_path, keys):
        """Restores from a checkpoint of objects, by the names that variables had when it was written."""
        logging.warning(
            "Restoring an object-based checkpoint using a name-based saver, which adds operations to the graph. "
            "tf.train.Checkpoint() reads such checkpoints whatever the names of variables are."
        )
        saver = next((saver for known, saver in self._object_savers if known == keys), None)
        with sess.graph.as_default():
            if saver is None:
                saver = saver_from_object_based_checkpoint(save_path, self._var_list, self._builder, names_to_keys=keys)
                self._object_savers.append((keys, saver))
            saver.restore(sess, save_path)

    def export_meta_graph(
        self,
        filename=None,
        collection_list=None,
        as_text=False,
        export_scope=None,
        clear_devices=False,
        clear_extraneous_savers=False,
        strip_default_attrs=False,
        save_debug_info=False,
    ):
        """The MetaGraphDef of the default graph with this Saver, also written to a file when one is named.

        The parameters are those of tf.train.export_meta_graph.
        """
        return export_meta_graph(
            filename=filename,
            graph_def=get_default_graph().as_graph_def(add_shapes=True),
            saver_def=self.saver_def,
            collection_list=collection_list,
            as_text=as_text,
            export_scope=export_scope,
            clear_devices=clear_devices,
            clear_extraneous_savers=clear_extraneous_savers,
            strip_default_attrs=strip_default_attrs,
            save_debug_info=save_debug_info,
        )


register_proto_function(GraphKeys.SAVERS, SaverDef, Saver.to_proto, Saver.from_proto)


def saveable_in_graph(scope=None):
    """What a Saver saves when nothing is said: the global variables, and what else is in SAVEABLE_OBJECTS."""
    graph = get_default_graph()
    return graph.get_collection(GraphKeys.GLOBAL_VARIABLES, scope) + graph.get_collection(
        GraphKeys.SAVEABLE_OBJECTS, scope
    )


def saver_from_object_based_checkpoint(
    checkpoint_path, var_list=None, builder=None, names_to_keys=None, cached_saver=None
):
    """A Saver that restores variables from a checkpoint of tf.train.Checkpoint or Keras, by the names they had then.

    var_list, builder: as a Saver has them.  names_to_keys: object_graph_key_mapping(checkpoint_path).
    cached_saver: one that was made for such a checkpoint, which is returned.
    Raises ValueError for a checkpoint of a Saver, NotFoundError when it does not hold a variable.
    """
    if names_to_keys is None:
        names_to_keys = _object_graph_keys(checkpoint_path)
        if names_to_keys is None:
            raise ValueError(f"Checkpoint in {checkpoint_path} not an object-based checkpoint.")
    saveables = saveables_by_keys(saveable_in_graph() if var_list is None else var_list, names_to_keys)
    return Saver(saveables, builder=builder) if cached_saver is None else cached_saver


def _object_graph_keys(path):
    try:
        return object_graph_key_mapping(path)
    except errors.NotFoundError:
        return None


def _explained(error, reason):
    """An error of restoring, with what TensorFlow says before it."""
    message = (
        f"Restoring from checkpoint failed. This is most likely due to {reason} from the checkpoint. Please ensure that "
        f"you have not altered the graph expected based on the checkpoint. Original error:\n\n{error.message}"
    )
    return type(error)(error.node_def, error.op, message)
