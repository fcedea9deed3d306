"""Datasets while they run: a Stored is the value of the variant tensor; its Elements are one iteration over it.

    MakeIterator ─▶ Stored.iterate(run) ─▶ Elements.next() ─▶ … ─▶ IteratorGetNext

An element is a list of NumPy arrays. Elements are read by one thread at a time.
"""

import functools
import threading
import warnings
import weakref
from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import CancelledError, NotFoundError, UnimplementedError
from graphlab._src.data.element_function import BoundFunction, ElementFunction
from graphlab._src.data.function_state import OwnStore
from graphlab._src.graph.references import owner_of
from graphlab._src.ops.define import FUNCTION, REQUIRED, SHAPES, no_gradient, op, scalar
from graphlab._src.ops.rules import with_rank

INFINITE, UNKNOWN = -1, -2  # in place of a number of elements

_asking = threading.local()  # the RunContext of the run for which this thread is reading an element


class End(Exception):  # noqa: N818  a signal, not a failure
    """There are no more elements."""


class Run:
    """One iterator at work: what its Elements share.

    resources: the session's.  cancellation: set when it is closed.  workers: threads that fetch ahead.
    fuses: what is shuffled and repeated counts as one.  fuses_batches: so does what is mapped and batched.
    sloppy: elements may come in another order, when they are made.
    The random operations of a function go on from epoch to epoch, and are one for all datasets that call it.
    """

    def __init__(self, context):
        self.resources = context.resources
        self.cancellation = context.cancellation
        self.workers = weakref.WeakSet()
        self.fuses = False
        self.fuses_batches = False
        self.sloppy = False
        self._begun = weakref.WeakSet()
        self._lock = threading.Lock()  # of `_begun`
        self._states = {}  # of each ElementFunction

    def begin(self, elements):
        """Notes Elements that begin what has to be ended, such as a generator: by their leave()."""
        with self._lock:
            self._begun.add(elements)

    def leave(self, end):
        """Lets what was begun be ended by end(): not here, which may be anywhere in any thread."""
        self.resources.left.append(functools.partial(_warn_of, end))

    def end_left(self):
        """Ends what was begun and left, in this iterator and in others of the session."""
        if self.resources.left:
            self.resources.end_left()

    def stop(self):
        """Ends the threads; those who are not done see it soon. What was begun is left."""
        for worker in list(self.workers):
            worker.stop()
        with self._lock:
            begun = list(self._begun)
        for elements in begun:
            elements.leave()

    def end(self):
        """Ends the threads, and what was begun."""
        self.stop()
        self.end_left()

    def bind(self, op, attr, captured=(), handles=()):
        """A BoundFunction: called with the components of an element it returns those of another.

        op: the operation that has it as an attribute.  attr: which.
        captured: the values of its last arguments.  handles: for each of them the handle of a variable, or None.
        """
        function = _function(op, attr)
        owners = [None if handle is None else owner_of(handle) for handle in handles]
        first = len(function.inputs) - len(captured)
        named = {first + i: handle for i, handle in enumerate(handles) if handle is not None}
        make = functools.partial(ElementFunction, function, op, attr, named)
        shared = self.resources.find_or_make("function", "", (function, tuple(owners)), make)
        state = self._states.setdefault(shared, OwnStore(self.resources, self.cancellation))
        return BoundFunction(shared, captured, owners, state)

    def check(self):
        """Raises CancelledError when the session is closed, DeadlineExceededError when the time of the run is over.

        What skips elements calls it for each, since there may be infinitely many.
        """
        (getattr(_asking, "context", None) or self.cancellation).check()

    def wait(self, condition, ready):
        """Returns when ready() is true; the caller holds `condition`.

        Raises CancelledError when the session is closed, DeadlineExceededError when the time of the run is over that
        this thread works for.
        """
        context = getattr(_asking, "context", None)
        if context is not None:
            context.wait(condition, ready)
            return
        with self.cancellation.watching(condition):
            while not ready():
                if self.cancellation.cancelled:
                    raise CancelledError(None, None, "Operation was cancelled")
                condition.wait()


def _warn_of(end):
    try:
        end()
    except Exception as error:
        warnings.warn(f"Error occurred when finalizing GeneratorDataset iterator: {error}", stacklevel=2)


class asking_for:  # noqa: N801  used as `with asking_for(context):`
    """Inside the block this thread works for a run."""

    def __init__(self, context):
        self._context = context

    def __enter__(self):
        self._before = getattr(_asking, "context", None)
        self._op = self._context.op
        self._context.may_wait = True
        _asking.context = self._context

    def __exit__(self, *_):
        _asking.context = self._before
        self._context.op = self._op


class Stored:
    """The value of a dataset's tensor: which Elements to make, of what."""

    def __init__(self, kind, op, inputs, handles, functions):
        self.kind = kind
        self.op = op
        self.inputs = inputs
        self.handles = handles  # {name of an input: its tensors that are handles of variables, None for the others}
        self.functions = functions
        self.shared: Any = None  # what the Elements of one dataset have in common, a cache say
        self.lock = threading.Lock()
        kind.check(self)

    def iterate(self, run):
        """The Elements, from the first on."""
        return self.kind(self, run)

    @property
    def cardinality(self):
        """The number of elements, INFINITE or UNKNOWN."""
        return self.kind.cardinality(self)

    def __getattr__(self, name):
        try:
            return self.inputs[name]
        except KeyError:
            raise AttributeError(name) from None

    def number(self, name):
        """The value of an input that is an integer or bool."""
        return self.inputs[name].item()

    def text(self, name):
        """The value of an input that is a string."""
        return self.inputs[name].item()

    def bind(self, run, attr="f", arguments="other_arguments"):
        """The function that an attribute names, ready to be called, with the captured values of that input."""
        return run.bind(self.op, attr, self.inputs[arguments], self.handles[arguments])


class Elements:
    """Returns the elements of a dataset, one after the other; subclasses are kinds of datasets.

    is_stateful: TensorFlow calls the operation so; it does where a dataset is made of no other.
    title: what TensorFlow calls them in the keys of a saved position.
    """

    is_stateful = False
    title = ""
    build: Any = None  # what adds such an operation to the graph

    def __init__(self, stored, run):
        self.stored = stored
        self.run = run
        self.start(stored, run)

    @staticmethod
    def check(stored):
        """Raises an error for inputs that no such dataset can have."""

    @staticmethod
    def cardinality(stored):
        """The number of elements, INFINITE or UNKNOWN."""
        return UNKNOWN

    def start(self, stored, run):
        """Prepares the first element."""

    def next(self):
        """The next element; raises End when there is none."""
        raise NotImplementedError

    @property
    def path(self):
        """What they add to the keys of a position."""
        return f"::{self.title}"

    def save(self, to):
        """Adds where they are to a Position."""
        raise UnimplementedError(None, None, f"The position in a {self.stored.op.type} can't be saved")

    def restore(self, saved):
        """Goes on, having just begun, from the Position that save() made."""
        raise UnimplementedError(None, None, f"The position in a {self.stored.op.type} can't be restored")

    def several(self, count):
        """Up to so many elements, a list or Rows; empty when there are no more."""
        elements = []
        try:
            for _ in range(count):
                elements.append(self.next())
        except End:
            pass
        return elements


class Unary(Elements):
    """The Elements of a dataset that is made of another, which is `source`.

    ended_key: says in a position of TensorFlow's that the source has ended.
    """

    ended_key = "input_impl_empty"

    def start(self, stored, run):
        self.source: Any = unboxed(stored.inputs["input_dataset"]).iterate(run)

    def save(self, to):
        if isinstance(self.source, Ended):
            to.mark(self.ended_key)
        else:
            to.save(self.source)

    def restore(self, saved):
        if self.ended_key in saved:
            self.source = Ended(self.stored, self.run)
        else:
            saved.restore(self.source)


class Ended(Elements):
    """In place of the elements of a dataset that has ended."""

    def next(self):
        raise End


OUTPUTS = {"output_types": (list[dtypes.DType], REQUIRED), "output_shapes": (SHAPES, REQUIRED)}


def dataset(op_type, signature, attrs=None, functions=("f",), outputs=OUTPUTS, types=None, **capabilities):
    """Registers a class of Elements as the implementation of an operation type, whose output is such a dataset.

    signature: its inputs.  attrs: attributes beside output_types and output_shapes.
    functions: the attributes that name functions, which are among `attrs`, or `f`.
    outputs: the attributes that say what an element is.  types: {type attribute: allowed DTypes}.
    capabilities: as for @op.
    """
    groups = [part.split(":")[0].strip() for part in signature.split(",") if part.strip()]
    found = {**(attrs or {}), **outputs}
    named = tuple(name for name in functions if name in found and found[name][0] is FUNCTION)

    def decorate(kind):
        if "title" not in vars(kind):
            kind.title = op_type.removeprefix("Experimental").replace("Dataset", "")

        def kernel(*inputs, context):
            made = context.op
            values = dict(zip(groups, inputs, strict=True))
            bodies = {name: _function(made, name) for name in named}
            return Stored(kind, made, values, handles_among(made, groups, inputs), bodies)

        kernel.__doc__ = kind.__doc__
        options: dict[str, Any] = {
            "infer": _of_scalars,
            "host": True,
            "stateful": kind.is_stateful,
            "accepts_uninitialized": True,  # a variable that it captures is read when an element is made
            "grad": no_gradient,
        }
        kind.build = staticmethod(
            op(op_type, f"{signature} -> handle: variant", attrs=found, types=types, **options, **capabilities)(kernel)
        )
        return kind

    return decorate


def _function(op, attr):
    """The function that an attribute of an operation names."""
    name = op.attrs[attr].name
    found = op.graph.functions.get(name)
    if found is None:
        raise NotFoundError(op.node_def, op, f"Function {name} is not defined.\n\t [[{{{{node {op.name}}}}}]]")
    return found


# Inputs of datasets that are not checked before a run, or that may be vectors; the others are scalars.
_ANY_RANK = frozenset(
    """
        block_length buffer_output_elements cycle_length dense_shape filenames indices num_parallel_calls optimizations
        patterns prefetch_input_elements row_shape select_cols sloppy transformations values
    """.split()
)


def _of_scalars(op):
    """The shape of a dataset's tensor; ShapeError for a batch size or the like that is no scalar."""
    at = 0
    for arg in op.definition.inputs:
        if not arg.is_list and arg.name not in _ANY_RANK:
            with_rank(op.inputs[at].dims, 0, f"make {arg.name} a single value")
        at += arg.count(op.attrs)
    return scalar(op)


def handles_among(op, groups, inputs):
    """For each input that is a list, of `groups`: its tensors that are handles of variables, None for the others."""
    found, start = {}, 0
    for name, value in zip(groups, inputs, strict=True):
        count = len(value) if isinstance(value, list) else 1
        if isinstance(value, list):
            tensors = op.inputs[start : start + count]
            found[name] = [tensor if _names_variable(tensor) else None for tensor in tensors]
        start += count
    return found


def _names_variable(tensor):
    return tensor.dtype is dtypes.resource and owner_of(tensor) is not None


def boxed(value):
    """A value as a scalar array of objects."""
    found = np.empty((), object)
    found[()] = value
    return found


def unboxed(value) -> Any:
    """What a scalar array of objects holds; a value that is none as it is."""
    return value[()] if isinstance(value, np.ndarray) else value


def row(array, i):
    """Row i of an array, as an array also when it is a scalar."""
    return array[i : i + 1].reshape(array.shape[1:])
