"""Predictors from SavedModels."""

from graphlab._src.contrib.predictor.predictor import Predictor
from graphlab._src.graph import Graph
from graphlab._src.io.saved_model import signature_constants, tag_constants
from graphlab._src.io.saved_model.loader import load
from graphlab._src.session.session import Session

DEFAULT_TAGS = tag_constants.SERVING


class SavedModelPredictor(Predictor):
    """from_saved_model's Predictor."""

    def __init__(
        self,
        export_dir,
        signature_def_key=None,
        signature_def=None,
        input_names=None,
        output_names=None,
        tags=None,
        graph=None,
        config=None,
    ):
        if (input_names is None) != (output_names is None):
            raise ValueError("input_names and output_names must both be specified or both be unspecified.")
        if sum(given is not None for given in (signature_def_key, signature_def, input_names)) > 1:
            raise ValueError(
                "You must specify at most one of signature_def_key OR signature_def OR(input_names AND output_names)."
            )
        self._graph = graph or Graph()
        with self._graph.as_default():
            self._session = Session(config=config)
            message = load(self._session, [tag.strip() for tag in (tags or DEFAULT_TAGS).split(",")], export_dir)
        if input_names is None or output_names is None:
            signature = signature_def or _signature(message, signature_def_key)
            input_names = {name: info.name for name, info in signature.inputs.items()}
            output_names = {name: info.name for name, info in signature.outputs.items()}
        tensor = self._graph.get_tensor_by_name
        self._feed_tensors = {name: tensor(one) for name, one in input_names.items()}
        self._fetch_tensors = {name: tensor(one) for name, one in output_names.items()}


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
    return SavedModelPredictor(
        export_dir, signature_def_key, signature_def, input_names, output_names, tags, graph, config
    )


def _signature(message, key):
    key = key or signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY
    for name in (key, f"default_input_alternative:{key}"):
        if name in message.signature_def:
            return message.signature_def[name]
    available = sorted(message.signature_def)
    raise ValueError(f'Got signature_def_key "{key}". Available signatures are {available}.')
