"""tf.saved_model.simple_save: a SavedModel for serving, in one call."""

from graphlab._src.graph import GraphKeys
from graphlab._src.graph.scopes import get_collection
from graphlab._src.io.saved_model.builder import SavedModelBuilder
from graphlab._src.io.saved_model.signature_constants import DEFAULT_SERVING_SIGNATURE_DEF_KEY
from graphlab._src.io.saved_model.signature_def_utils import predict_signature_def
from graphlab._src.io.saved_model.tag_constants import SERVING


def simple_save(session, export_dir, inputs, outputs, legacy_init_op=None):
    """Writes the graph and the variables of a session as a SavedModel for serving.

    export_dir: a folder that is empty or not there.  inputs, outputs: {name: tensor}.
    legacy_init_op: an operation to run when it is loaded.
    """
    builder = SavedModelBuilder(export_dir)
    builder.add_meta_graph_and_variables(
        session,
        tags=[SERVING],
        signature_def_map={DEFAULT_SERVING_SIGNATURE_DEF_KEY: predict_signature_def(inputs, outputs)},
        assets_collection=get_collection(GraphKeys.ASSET_FILEPATHS),
        main_op=legacy_init_op,
        clear_devices=True,
    )
    builder.save()
