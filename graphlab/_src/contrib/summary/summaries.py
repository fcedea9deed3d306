"""Summaries of each kind, written by the run that they are part of."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.contrib.summary.recording import should_record_summaries
from graphlab._src.graph import GraphKeys, Tensor, constant, convert_to_tensor, get_default_graph, name_scope
from graphlab._src.graph.scopes import add_to_collection, control_dependencies, device
from graphlab._src.ops.control_flow.grouping import no_op
from graphlab._src.ops.control_flow.smart_cond import smart_cond
from graphlab._src.ops.identity import identity
from graphlab._src.proto import SummaryMetadata
from graphlab._src.summary import graph_writers, sink_ops
from graphlab._src.summary.scopes import summary_scope
from graphlab._src.train.global_step import get_or_create_global_step


def scalar(name, tensor, family=None, step=None):
    """Writes a number: bool, True where it was written.

    name: with the scopes around it, of the tag.  tensor: one real number.
    family: a word before the tag, which groups it in TensorBoard.  step: int64; the global step when left out.
    """

    def write(handle, tag, scope):
        return sink_ops.write_scalar_summary(handle, _step(step), tag, identity(tensor), name=scope)

    return _written(name, tensor, family, write)


def histogram(name, tensor, family=None, step=None):
    """Writes a histogram of values: bool, True where it was written. The parameters are those of scalar."""

    def write(handle, tag, scope):
        return sink_ops.write_histogram_summary(handle, _step(step), tag, identity(tensor), name=scope)

    return _written(name, tensor, family, write)


def image(name, tensor, bad_color=None, max_images=3, family=None, step=None):
    """Writes images: bool, True where they were written.

    tensor: [batch, height, width, channels].  bad_color: of pixels that are not finite, uint8[channels]; red when left
    out.  max_images: how many of the batch at most. The other parameters are those of scalar.
    """

    def write(handle, tag, scope):
        color = constant([255, 0, 0, 255], dtypes.uint8) if bad_color is None else bad_color
        arguments = handle, _step(step), tag, identity(tensor), color
        return sink_ops.write_image_summary(*arguments, max_images=max_images, name=scope)

    return _written(name, tensor, family, write)


def audio(name, tensor, sample_rate, max_outputs, family=None, step=None):
    """Writes sounds: bool, True where they were written.

    tensor: [batch, frames] or [batch, frames, channels], float32.  sample_rate: in hertz.
    max_outputs: how many of the batch at most. The other parameters are those of scalar.
    """

    def write(handle, tag, scope):
        arguments = handle, _step(step), tag, identity(tensor), sample_rate
        return sink_ops.write_audio_summary(*arguments, max_outputs=max_outputs, name=scope)

    return _written(name, tensor, family, write)


def generic(name, tensor, metadata=None, family=None, step=None):
    """Writes a tensor of any type: bool, True where it was written.

    metadata: a SummaryMetadata: which plugin of TensorBoard shows it. The other parameters are those of scalar.
    """

    def write(handle, tag, scope):
        message: Any = SummaryMetadata() if metadata is None else metadata
        if not isinstance(message, (Tensor, str, bytes)):
            message = message.SerializeToString()
        described = message if isinstance(message, Tensor) else constant(message)
        return sink_ops.write_summary(handle, _step(step), identity(tensor), tag, described, name=scope)

    return _written(name, tensor, family, write)


def graph(param, step=None, name=None):
    """An operation that writes a graph. param: string, a serialized GraphDef.  step: the global step when left out."""
    if not isinstance(param, Tensor) or graph_writers.current.writer is None:
        return graph_writers.write_graph(param, step, name)
    return graph_writers.write_graph(param, _step(step), name)


def _step(step):
    if step is None:
        return get_or_create_global_step()
    return step if isinstance(step, Tensor) else convert_to_tensor(step, dtypes.int64)


def _written(name, tensor, family, write):
    """True after write(handle, tag, scope), where summaries are recorded; a no_op when there is no default writer."""
    writer = graph_writers.current.writer
    if writer is None:
        return no_op()
    around = get_default_graph().get_name_scope()

    def record():
        with name_scope(f"{around}/" if around else ""), summary_scope(name, family, values=[tensor]) as (tag, scope):
            with control_dependencies([write(writer.handle, tag, scope)]):
                return constant(True)

    with device("cpu:0"):
        written = smart_cond(should_record_summaries(), record, lambda: constant(False), name="")
        add_to_collection(GraphKeys._SUMMARY_COLLECTION, written)
        return written
