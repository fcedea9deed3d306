"""What an evaluation found, written as summaries."""

import numpy as np
from google.protobuf.message import DecodeError

from graphlab._src.base import logging
from graphlab._src.graph.tensor_proto import make_tensor_proto
from graphlab._src.proto import Summary
from graphlab._src.summary.writer import FileWriterCache


def write(folder, results, step, checkpoint_path):
    """Logs results, {name: value}, and writes them, and which checkpoint they are of, to the event file in a folder."""
    shown = ", ".join(f"{key} = {value!s}" for key, value in sorted(results.items()) if not isinstance(value, bytes))
    logging.info("Saving dict for global step %d: %s", step, shown)
    summary = Summary()
    for key, value in results.items():
        if value is not None and key != "global_step":
            _add(summary, key, value)
    writer = FileWriterCache.get(folder)
    writer.add_summary(summary, step)
    if checkpoint_path:
        logging.info("Saving 'checkpoint_path' summary for global step %d: %s", step, checkpoint_path)
        path = Summary.Value(tag="checkpoint_path", tensor=make_tensor_proto(checkpoint_path))
        writer.add_summary(Summary(value=[path]), step)
    writer.flush()


def _add(summary, key, value):
    if isinstance(value, (int, float, np.number)):
        summary.value.add(tag=key, simple_value=float(value))
    elif isinstance(value, bytes):
        try:
            found = Summary.FromString(value)
        except DecodeError:
            logging.warning("Skipping summary for %s, cannot parse string to Summary.", key)
            return
        for i, one in enumerate(found.value):
            one.tag = f"{key}/{i}"
        summary.value.extend(found.value)
    elif isinstance(value, np.ndarray):
        summary.value.add(tag=key, node_name=key, tensor=make_tensor_proto(value))
    else:
        logging.warning("Skipping summary for %s: it is neither a number nor an array nor a serialized Summary.", key)
