"""TransformGraph: the transforms that its strings name, applied one after the other."""

import logging
from collections.abc import Callable, Sequence

from graphlab._src.base.errors import OpError, invalid
from graphlab._src.compat.graph_transforms import attributes, folding, names, structure, weights
from graphlab._src.compat.graph_transforms.parameters import GraphMessage, Transform, parse
from graphlab._src.proto import GraphDef

_log = logging.getLogger("graphlab")

Apply = Callable[[GraphMessage, Sequence[str], Sequence[str], Transform], GraphMessage]

_TRANSFORMS: dict[str, Apply] = {
    "add_default_attributes": attributes.add_default_attributes,
    "backport_concatv2": structure.backport_concatv2,
    "flatten_atrous_conv": folding.flatten_atrous_conv,
    "fold_batch_norms": folding.fold_batch_norms,
    "fold_constants": folding.fold_constants,
    "fold_old_batch_norms": folding.fold_old_batch_norms,
    "merge_duplicate_nodes": structure.merge_duplicate_nodes,
    "obfuscate_names": names.obfuscate_names,
    "quantize_weights": weights.quantize_weights,
    "remove_attribute": attributes.remove_attribute,
    "remove_control_dependencies": structure.remove_control_dependencies,
    "remove_device": attributes.remove_device,
    "remove_nodes": structure.remove_nodes,
    "rename_attribute": attributes.rename_attribute,
    "rename_op": names.rename_op,
    "round_weights": weights.round_weights,
    "set_device": attributes.set_device,
    "sort_by_execution_order": structure.sort_by_execution_order,
    "strip_unused_nodes": structure.strip_unused_nodes,
}
_FOR_KERNELS = "graphlab has no such kernels; XLA fuses operations itself"
_LEFT_OUT = {
    "backport_tensor_array_v3": "graphs of TensorFlow 0.x are not made",
    "freeze_requantization_ranges": "ranges are computed in each run",
    "fuse_pad_and_conv": _FOR_KERNELS,
    "fuse_resize_and_conv": _FOR_KERNELS,
    "fuse_resize_pad_and_conv": _FOR_KERNELS,
    "hexagon_dsp": "it is for the chips of phones",
    "insert_logging": "use tf.Print, or a summary",
    "quantize_nodes": "quantized operations run on the host, which is slower; quantize_weights makes the file as small",
    "sparsify_gather": "embeddings are looked up in dense tables",
}


def TransformGraph(  # noqa: N802 - TensorFlow's name
    input_graph_def: GraphMessage, inputs: Sequence[str], outputs: Sequence[str], transforms: Sequence[str]
) -> GraphMessage:
    """A GraphDef changed by transforms, as the Graph Transform Tool of TensorFlow 1.15 changes it.

    inputs, outputs: names of nodes, which keep their names.  transforms: strings like "fold_constants(ignore_errors=true)".
    InvalidArgumentError for a transform that there is not, for parameters that it doesn't take, and for an output that is not
    in the graph.
    """
    result = GraphDef()
    result.CopyFrom(input_graph_def)
    for transform in parse(" ".join(transforms)):
        apply = _TRANSFORMS.get(transform.name)
        if apply is None:
            why = _LEFT_OUT.get(transform.name)
            raise invalid(f"Transform '{transform.name}' not recognized." + (f" {why}." if why else ""))
        ignores = transform.flag("ignore_errors", False)
        try:
            changed = apply(result, inputs, outputs, transform)
        except OpError as error:
            if not ignores:
                raise
            _log.warning("Ignoring error %s", error)
            continue
        changed.library.CopyFrom(input_graph_def.library)
        changed.versions.CopyFrom(input_graph_def.versions)
        structure.check_inputs(changed)
        result = changed
    return result
