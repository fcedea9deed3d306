"""Predictors from SavedModels."""

from graphlab._src.contrib.predictor.predictor import Predictor
from graphlab._src.graph import Graph
from graphlab._src.io.saved_model import signature_constants, tag_constants
from graphlab._src.io.saved_model.loader import load
from graphlab._src.session.session import Session


def from_saved_model(
    export_dir,
    signature_def_key=None,
    signature_def=None,
    input_names=None,
    output_names=None,
    tags=None,
    graph=None,
    config=None,
):
    """A Predictor of a SavedModel.

    export_dir: its folder.  What goes in and out is said in one of three ways: signature_def_key, serving_default when
    left out; signature_def, a SignatureDef; input_names and output_names, {name: name of a tensor}.
    tags: those of the graph, with commas; "serve" when left out.  graph: to add it to; a new one when left out.
    config: a ConfigProto.  Raises ValueError for more than one of these ways, and for a signature that is not there.
    """
    if (input_names is None) != (output_names is None):
        raise ValueError("input_names and output_names must both be specified or both be unspecified.")
    if sum(given is not None for given in (signature_def_key, signature_def, input_names)) > 1:
        raise ValueError(
            "You must specify at most one of signature_def_key OR signature_def OR(input_names AND output_names)."
        )
    graph = graph or Graph()
    with graph.as_default():
        session = Session(config=config)
        message = load(session, [tag.strip() for tag in (tags or tag_constants.SERVING).split(",")], export_dir)
    if input_names is None or output_names is None:
        signature = signature_def or _signature(message, signature_def_key)
        input_names = {name: info.name for name, info in signature.inputs.items()}
        output_names = {name: info.name for name, info in signature.outputs.items()}
    tensors = graph.get_tensor_by_name
    feeds = {name: tensors(tensor) for name, tensor in input_names.items()}
    return Predictor(session, feeds, {name: tensors(tensor) for name, tensor in output_names.items()})


def _signature(message, key):
    key = key or signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY
    for name in (key, f"default_input_alternative:{key}"):
        if name in message.signature_def:
            return message.signature_def[name]
    available = sorted(message.signature_def)
    raise ValueError(f'Got signature_def_key "{key}". Available signatures are {available}.')
