"""The operations of iterators. What flows through a handle is the iterator itself."""

import itertools
import threading
from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import (
    FailedPreconditionError,
    InvalidArgumentError,
    NotFoundError,
    OpError,
    OutOfRangeError,
    explain,
)
from graphlab._src.compiler.control_flow.operation_copies import OperationCopy
from graphlab._src.data.external_state import check_external_state
from graphlab._src.data.position import Position, decoded
from graphlab._src.data.runtime import OUTPUTS, End, Run, asking_for, boxed, handles_among, unboxed
from graphlab._src.io.tf_record import TFRecordWriter
from graphlab._src.ops.define import FUNCTION, HERE, REQUIRED, no_gradient, no_outputs, op, scalar
from graphlab._src.ops.element_checks import check, check_dims, check_types
from graphlab._src.ops.optional import Maybe
from graphlab._src.session.execution.run_context import finish_by
from graphlab._src.state.named_resources import find_or_make

_numbers = itertools.count(1)
_NAMED = {"container": (str, ""), "shared_name": (str, "")}
_NEEDS_NAME = {"shared_name": (str, REQUIRED), "container": (str, REQUIRED)}


_UNINITIALIZED = (
    "{}() failed because the iterator has not been initialized. Ensure that you have run the initializer operation for "
    "this iterator before {}.\n  fix     sess.run(iterator.initializer)"
)


class Iterator:
    """What a session keeps of an iterator: how far it has come in its dataset.

    types, dims: of the tensors of an element, or None when datasets of any are accepted.
    handle: its string handle.  device: the name of the device that it is on, None where a function has made it.
    """

    def __init__(self, name, types, dims, device=None):
        self.name = name
        self.device = device
        self.types = types
        self.dims = dims
        self.handle = f"{name}#{next(_numbers)}".encode()
        self._lock = threading.RLock()
        self._stored: Any = None
        self._elements = None
        self._run: Any = None

    def begin(self, stored, context, position=None):
        """Lets it begin with a dataset, or go on in it at a Position."""
        run = Run(context)
        with asking_for(context):
            elements = stored.iterate(run)
            if position is not None:
                position.restore(elements)
        with self._lock:
            before = self._run
            self._stored, self._elements, self._run = stored, elements, run
            if before is not None:
                before.end()

    def save(self, context):
        """Its Position, as a checkpoint holds it."""
        with self._lock, asking_for(context):
            if self._elements is None:
                raise FailedPreconditionError(None, None, _UNINITIALIZED.format("Save", "saving it"))
            check_external_state(self._stored)
            position = Position({}, self._stored.op)
            position.save(self._elements)
            return position.encode()

    def restore(self, encoded, context):
        """Goes on at the Position that was saved."""
        with self._lock:
            if self._stored is None:
                raise FailedPreconditionError(None, None, _UNINITIALIZED.format("Restore", "restoring it"))
            self.begin(self._stored, context, decoded(encoded, self._stored.op))

    @property
    def begun(self):
        """True when it has been initialized."""
        return self._elements is not None

    def next(self, context):
        """The next element; raises End."""
        with self._lock, asking_for(context):
            if self._elements is None:
                raise FailedPreconditionError(
                    None,
                    None,
                    "GetNext() failed because the iterator has not been initialized. Ensure that you have run the "
                    "initializer operation for this iterator before getting the next element."
                    "\n  fix     sess.run(iterator.initializer)",
                )
            try:
                return self._elements.next()
            finally:
                self._run.end_left()

    def stop(self):
        """Ends its threads, and leaves what they read to be ended."""
        if self._run is not None:
            self._run.stop()

    def check(self, types, dims):
        """Raises InvalidArgumentError unless its elements are of such types and shapes."""
        check_types(types, self.types or types)
        check_dims(dims, self.dims or dims)


def _find(context):
    attrs = context.op.attrs
    found = find_or_make(
        context,
        "iterator",
        lambda name: Iterator(name, attrs["output_types"], attrs["output_shapes"], _device_of(context)),
        lambda other: other.check(attrs["output_types"], attrs["output_shapes"]),
    )
    context.resources.find_or_make("iterator handle", "", found.handle, lambda: found)
    return found


def _device_of(context):
    """The name of the device of an operation; None for those in functions, which have that of what calls them."""
    op = context.op
    if context.devices is None or isinstance(op, OperationCopy) or op.graph.building_function:
        return None
    return context.devices.place(op, on_host=True).name


_HANDLE = {"infer": scalar, "host": True, "stateful": True, "grad": no_gradient}


@op("IteratorV2", "-> handle: resource", attrs={**_NEEDS_NAME, **OUTPUTS}, **_HANDLE)
def iterator(*, context):
    """An iterator, which is initialized by MakeIterator."""
    return _find(context)


@op("Iterator", "-> handle: resource", attrs={**_NEEDS_NAME, **OUTPUTS}, **_HANDLE)
def _old_iterator(*, context):
    """An iterator, which is initialized by MakeIterator."""
    return _find(context)


@op("AnonymousIterator", "-> handle: resource", attrs=OUTPUTS, **_HANDLE)
def anonymous_iterator(*, context):
    """An iterator that exists in one run."""
    attrs = context.op.attrs
    return Iterator(context.op.name, attrs["output_types"], attrs["output_shapes"])


@op(
    "OneShotIterator",
    "-> handle: resource",
    attrs={"dataset_factory": (FUNCTION, REQUIRED), **OUTPUTS, **_NAMED},
    **_HANDLE,
)
def one_shot_iterator(*, context):
    """An iterator that begins by itself with the dataset that a function makes, and can't begin anew."""
    found = _find(context)
    with found._lock:
        if not found.begun:
            try:
                (dataset,) = Run(context).bind(context.op, "dataset_factory")([])
                found.begin(unboxed(dataset), context)
            except OpError as error:
                raise located(error, context.op) from error
    return found


@op("MakeIterator", "dataset: variant, iterator: resource ->", infer=no_outputs, host=True, stateful=True)
def make_iterator(dataset, iterator, *, context):
    """Lets an iterator begin with a dataset."""
    stored, found = unboxed(dataset), unboxed(iterator)
    attrs = stored.op.attrs
    if found.types and "output_types" in attrs:
        check_types(found.types, attrs["output_types"])
    if found.dims and "output_shapes" in attrs:
        check_dims(found.dims, attrs["output_shapes"])
    try:
        found.begin(stored, context)
    except OpError as error:
        raise located(error, context.op) from error


def located(error, op):
    """The same error of an operation in a function, with the one that wanted it."""
    if error.op is None or error.op.graph is op.graph:
        return error
    return type(error)(error.node_def, error.op, f"{error.message}\n\t [[{{{{node {op.name}}}}}]]")


def _stated(op):
    return op.attrs["output_shapes"]


def _next(iterator, context):
    found = unboxed(iterator)
    op = context.op
    if context.deadline is None:
        return _one(found, context, op)
    return finish_by(context.deadline, lambda: _one(found, context, op))


def _one(found, context, op):
    context.op = op
    try:
        return found.next(context)
    except OpError as error:
        raise located(error, op) from error


def _get_next(iterator, context):
    op = context.op
    try:
        element = _next(iterator, context)
    except End:
        raise OutOfRangeError(None, None, "End of sequence") from None
    check(element, op.attrs["output_types"], op.attrs["output_shapes"])
    return element


# How the operations that return the components of an element are registered.
_NEXT: Any = {
    "infer": _stated,
    "attrs": {"output_shapes": OUTPUTS["output_shapes"]},
    "host": True,
    "stateful": True,
    "grad": no_gradient,
}


@op(
    "IteratorGetNext",
    "iterator: resource -> components: *output_types",
    **_NEXT,
)
def iterator_get_next(iterator, *, context):
    """The next element of an iterator; OutOfRangeError when there is none."""
    return _get_next(iterator, context)


@op(
    "IteratorGetNextSync",
    "iterator: resource -> components: *output_types",
    **_NEXT,
)
def _iterator_get_next_sync(iterator, *, context):
    """The next element of an iterator; OutOfRangeError when there is none."""
    return _get_next(iterator, context)


@op("IteratorGetNextAsOptional", "iterator: resource -> optional: variant", attrs=OUTPUTS, **_HANDLE)
def iterator_get_next_as_optional(iterator, *, context):
    """The next element of an iterator, as an Optional: one without a value when there is none."""
    try:
        return Maybe(_next(iterator, context))
    except End:
        return Maybe(None)


@op("IteratorToStringHandle", "resource_handle: resource -> string_handle: string", **_HANDLE)
def iterator_to_string_handle(resource_handle):
    """The string handle of an iterator, to be fed."""
    return boxed(unboxed(resource_handle).handle)


def _from_handle(string_handle, context):
    attrs = context.op.attrs
    handle = string_handle.item()

    def missing():
        text = f"Iterator {handle.decode('utf-8', 'backslashreplace')} is not there: its handle is of another session"
        raise NotFoundError(None, None, text)

    found = context.resources.find_or_make("iterator handle", "", handle, missing)
    device = _device_of(context)
    if None not in (device, found.device) and device != found.device:
        text = f'Attempted create an iterator on device "{device}" from handle defined on device "{found.device}"'
        raise InvalidArgumentError(
            None,
            None,
            explain(text, at=context.op, fix=f"with tf.device({found.device!r}): around from_string_handle()"),
        )
    if attrs["output_types"]:
        found.check(attrs["output_types"], attrs["output_shapes"])
    return found


_ANY = {"output_types": (list[dtypes.DType], []), "output_shapes": (OUTPUTS["output_shapes"][0], [])}


@op("IteratorFromStringHandleV2", "string_handle: string -> resource_handle: resource", attrs=_ANY, **_HANDLE)
def iterator_from_string_handle(string_handle, *, context):
    """The iterator with a string handle."""
    return _from_handle(string_handle, context)


@op("IteratorFromStringHandle", "string_handle: string -> resource_handle: resource", attrs=_ANY, **_HANDLE)
def _old_iterator_from_string_handle(string_handle, *, context):
    """The iterator with a string handle."""
    return _from_handle(string_handle, context)


@op("SerializeIterator", "resource_handle: resource -> serialized: variant", **_HANDLE)
def serialize_iterator(resource_handle, *, context):
    """Where an iterator is in its dataset, to be saved."""
    return boxed(unboxed(resource_handle).save(context))


@op(
    "DeserializeIterator",
    "resource_handle: resource, serialized: variant ->",
    infer=no_outputs,
    host=True,
    stateful=True,
)
def deserialize_iterator(resource_handle, serialized, *, context):
    """Lets an iterator, which was initialized, go on where another one of such a dataset was when it was saved."""
    unboxed(resource_handle).restore(unboxed(serialized), context)


# What consumes a whole dataset within one run.


@op(
    "ReduceDataset",
    "input_dataset: variant, initial_state: *Tstate, other_arguments: *Targuments -> components: *output_types",
    infer=_stated,
    attrs={
        "f": (FUNCTION, REQUIRED),
        "output_types": HERE,
        "output_shapes": OUTPUTS["output_shapes"],
        "use_inter_op_parallelism": (bool, True),
    },
    host=True,
    stateful=True,
    grad=no_gradient,
    minimums={"Tstate": 1},
)
def reduce_dataset(input_dataset, initial_state, other_arguments, *, context):
    """The last state of a function that maps a state and each element to the next state."""
    op = context.op
    run = Run(context)
    try:
        with asking_for(context):
            elements = unboxed(input_dataset).iterate(run)
            groups = "input_dataset", "initial_state", "other_arguments"
            handles = handles_among(op, groups, (input_dataset, initial_state, other_arguments))
            call = run.bind(op, "f", other_arguments, handles["other_arguments"])
            state = list(initial_state)
            while True:
                run.check()
                try:
                    element = elements.next()
                except End:
                    return state
                state = call([*state, *element])
    except OpError as error:
        raise located(error, op) from error
    finally:
        run.end()


@op(
    "DatasetToSingleElement",
    "dataset: variant -> components: *output_types",
    **_NEXT,
)
def dataset_to_single_element(dataset, *, context):
    """The only element of a dataset; InvalidArgumentError when it has none, or several."""
    op = context.op
    run = Run(context)
    try:
        with asking_for(context):
            elements = unboxed(dataset).iterate(run)
            try:
                found = elements.next()
            except End:
                raise InvalidArgumentError(None, None, "Dataset was empty.") from None
            try:
                elements.next()
            except End:
                return found
        raise InvalidArgumentError(None, None, "Dataset had more than one element.")
    except OpError as error:
        raise located(error, op) from error
    finally:
        run.end()


def _cardinality(op_type):
    @op(op_type, "input_dataset: variant -> cardinality: int64", infer=scalar, host=True, grad=no_gradient)
    def dataset_cardinality(input_dataset):
        """The number of elements of a dataset; -1 for one without end, -2 where it is not known."""
        return np.asarray(unboxed(input_dataset).cardinality, np.int64)

    return dataset_cardinality


dataset_cardinality = _cardinality("DatasetCardinality")
_cardinality("ExperimentalDatasetCardinality")


def _to_records(op_type):
    @op(
        op_type,
        "input_dataset: variant, filename: string, compression_type: string ->",
        infer=no_outputs,
        host=True,
        stateful=True,
    )
    def dataset_to_tf_record(input_dataset, filename, compression_type, *, context):
        """Writes the elements of a dataset of strings to a TFRecord file."""
        run = Run(context)
        try:
            with asking_for(context), TFRecordWriter(filename.item(), compression_type.item().decode()) as writer:
                elements = unboxed(input_dataset).iterate(run)
                while True:
                    try:
                        writer.write(elements.next()[0].item())
                    except End:
                        return
        finally:
            run.end()

    return dataset_to_tf_record


dataset_to_tf_record = _to_records("DatasetToTFRecord")
_to_records("ExperimentalDatasetToTFRecord")
