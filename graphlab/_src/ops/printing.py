"""Printing while a graph runs: tf.Print, which returns its input, and tf.print, an operation of its own."""

import logging
import os
import pprint
import random
import sys

from graphlab._src.graph import Tensor, nest
from graphlab._src.graph.ragged_tensor import RaggedParts
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.define import no_outputs, op, raw_ops, same_as_input
from graphlab._src.ops.string_format import string_format, summary


def _show(text):
    # The stream that is current now: a notebook's cell, or what a test captures.
    sys.stderr.write(text)
    sys.stderr.flush()


class _Counter:
    """How often a Print operation has run in a session."""

    def __init__(self):
        self.count = 0


@op(
    "Print",
    "input: T, data: *U -> output: T",
    infer=same_as_input(0),
    host=True,
    stateful=True,
    grad=lambda op, dy: [dy] + [None] * (len(op.inputs) - 1),
)
def _print(input, data, *, message: bytes = b"", first_n: int = -1, summarize: int = 3, context):
    """The input; each run also writes `message` and the first elements of the data to standard error."""
    if first_n >= 0:
        counter = context.resources.find_or_make("Print", "", context.op.name, _Counter)
        if counter.count >= first_n:
            return input
        counter.count += 1
    shown = "".join(f"[{summary(value, summarize)}]" for value in data)
    _show(f"{message.decode('utf-8', 'backslashreplace')}{shown}\n")
    return input


def print_(input_, data, message=None, first_n=None, summarize=None, name=None):
    """input_; each run that needs it also writes `data` to standard error.

    data: a list of tensors.  message: the text before them.  first_n: print only that many times, always when
    negative.  summarize: how many elements of each tensor to print, 3 when left out.
    """
    return _print(input_, data, message=message, first_n=first_n, summarize=summarize, name=name)


_LEVELS = {"log(info)": "I", "log(warning)": "W", "log(error)": "E"}


@op("PrintV2", "input: string ->", infer=no_outputs, host=True, stateful=True)
def _print_v2(input, *, output_stream: bytes = b"stderr", end: bytes = b"\n"):
    """Writes a string to a stream, a log or a file."""
    stream = output_stream.decode()
    text = (input[()] + end).decode("utf-8", "backslashreplace")
    if stream.startswith("file://"):
        with open(stream.removeprefix("file://"), "a", encoding="utf-8") as file:
            file.write(text)
    elif stream == "stdout":
        sys.stdout.write(text)
        sys.stdout.flush()
    elif stream in _LEVELS:
        _show(f"{_LEVELS[stream]} {text}")
    elif stream == "stderr":
        _show(text)
    else:
        raise ValueError(f"Unknown output stream: {stream}, or file does not start with 'file://'")


_LOGS = {
    logging.INFO: "log(info)",
    logging.WARNING: "log(warning)",
    logging.ERROR: "log(error)",
    "info": "log(info)",
    "warning": "log(warning)",
    "warn": "log(warning)",
    "error": "log(error)",
}


def _stream_name(stream):
    if isinstance(stream, str) and stream.startswith("file://"):
        return stream
    if stream is sys.stdout or stream is sys.stderr:
        return "stdout" if stream is sys.stdout else "stderr"
    # A level of the log, or a function that writes to it: logging.info, tf.logging.info.
    found = _LOGS.get(stream if isinstance(stream, int) else getattr(stream, "__name__", None))
    if found is None:
        raise ValueError(
            f"Unsupported output stream, logging level, or file.{stream}. Supported streams are sys.stdout, "
            "sys.stderr, tf.logging.info, tf.logging.warning, tf.logging.error. File needs to be in the form of "
            "'file://<filepath>'."
        )
    return found


def _is_tensor(value):
    # A ragged tensor is printed as Python shows it, as in TensorFlow: print its values and row splits.
    if isinstance(value, RaggedParts):
        return False
    return isinstance(value, (Tensor, SparseTensor)) or hasattr(value, "_as_graph_element")


def _placeholder_not_in(text):
    placeholder = "{}"
    digits = random.Random(5)
    while placeholder in text:
        placeholder += str(digits.randint(0, 9))
    return placeholder


def print_v2(*inputs, **kwargs):
    """An operation that writes its inputs: tensors, numbers, text, and structures of these.

    output_stream: sys.stderr unless given; sys.stdout, a log (tf.logging.info) or "file://" and a path.
    summarize: how many elements at both ends of each axis are shown, 3 unless given; -1 for all.
    sep, end: the text between the inputs and after them.  name: of the operation.
    """
    stream = kwargs.pop("output_stream", sys.stderr)
    name = kwargs.pop("name", None)
    summarize = kwargs.pop("summarize", 3)
    sep = kwargs.pop("sep", " ")
    end = kwargs.pop("end", os.linesep)
    if kwargs:
        raise ValueError(f"Unrecognized keyword arguments for tf.print: {kwargs}")
    stream = _stream_name(stream)
    text = inputs[0] if len(inputs) == 1 and _is_text(inputs[0]) else _formatted(inputs, sep, summarize, name)
    return raw_ops.PrintV2(text, output_stream=stream, end=end, name=name)


def _is_text(value):
    return isinstance(value, Tensor) and value.dims == () and value.dtype.name == "string"


def _formatted(inputs, sep, summarize, name):
    """A string tensor of all that is printed."""
    bare = nest.map_structure(lambda item: "" if _is_tensor(item) else item, inputs)
    place = _placeholder_not_in(" ".join(pprint.pformat(item) for item in bare))
    tensors, templates = [], []
    for item in inputs:
        if isinstance(item, str):
            templates.append(item)
            continue
        held = []
        for leaf in nest.flatten(item):
            if isinstance(leaf, SparseTensor):
                tensors.extend([leaf.indices, leaf.values, leaf.dense_shape])
                held.append(f"SparseTensor(indices={place}, values={place}, shape={place})")
            elif _is_tensor(leaf):
                tensors.append(leaf)
                held.append(place)
            else:
                held.append(leaf)
        templates.append(pprint.pformat(nest.pack_sequence_as(item, held)))
    template = sep.join(templates).replace(f"'{place}'", place)
    return string_format(
        template, tensors, placeholder=place, summarize=summarize, name=f"{name}_format" if name else None
    )
