"""tensor_summary and text: tensors of any type as they are, for TensorBoard's plugins."""

from google.protobuf import json_format

from graphlab._src.base import dtypes
from graphlab._src.graph.tensor_proto import encode_bytes
from graphlab._src.ops.define import no_gradient, op, scalar
from graphlab._src.proto import Summary, SummaryDescription, SummaryMetadata
from graphlab._src.summary.message import message, tag_of
from graphlab._src.summary.scopes import collect, skipped, summary_scope


@op(
    "TensorSummaryV2",
    "tag: string, tensor: T, serialized_summary_metadata: string -> summary: string",
    infer=scalar,
    host=True,
    grad=no_gradient,
)
def _tensor_summary_v2(tag, tensor, serialized_summary_metadata):
    """A Summary message with a tensor, and for whom it is."""
    metadata = SummaryMetadata.FromString(serialized_summary_metadata.item())
    value = Summary.Value(tag=tag_of(tag, "TensorSummaryV2"), tensor=encode_bytes(tensor), metadata=metadata)
    return message([value])


def tensor_summary(
    name,
    tensor,
    summary_description=None,
    collections=None,
    summary_metadata=None,
    family=None,
    display_name=None,
):
    """A Summary message with a tensor of any type and shape: string, scalar.

    name: of the operation; with the scopes around it, of the tag.  summary_description: in Markdown.
    collections: the graph collections to add it to; SUMMARIES when left out.
    summary_metadata: a SummaryMetadata message: which plugin of TensorBoard shows it.
    family: a word before the tag, which groups it in TensorBoard.  display_name: what TensorBoard shows in place of it.
    """
    metadata = SummaryMetadata() if summary_metadata is None else summary_metadata
    if summary_description is not None:
        metadata.summary_description = summary_description
    if display_name is not None:
        metadata.display_name = display_name
    elsewhere = skipped()
    if elsewhere is not None:
        return elsewhere
    with summary_scope(name, family, values=[tensor]) as (tag, scope):
        summary = _tensor_summary_v2(tag, tensor, metadata.SerializeToString(), name=scope)
        return collect(summary, collections)


def text(name, tensor, collections=None):
    """A Summary message with texts in Markdown; a tensor with one or two axes becomes a table: string, scalar.

    name: of the operation; with the scopes around it, of the tag.  tensor: strings.
    collections: the graph collections to add it to; SUMMARIES when left out.
    """
    if tensor.dtype != dtypes.string:
        raise ValueError(f"Expected tensor {tensor.name} to have dtype string, got {tensor.dtype}")
    metadata = SummaryMetadata(plugin_data=SummaryMetadata.PluginData(plugin_name="text"))
    return tensor_summary(name, tensor, summary_metadata=metadata, collections=collections)


def get_summary_description(node_def):
    """The SummaryDescription that the NodeDef of a TensorSummary holds; ValueError for one of another type."""
    if node_def.op != "TensorSummary":
        raise ValueError(f"Can't get_summary_description on {node_def.op}")
    return json_format.Parse(node_def.attr["description"].s.decode(), SummaryDescription())
