"""tensorflow.python.saved_model.builder: SavedModelBuilder, and the one with other arguments that TensorFlow's tests use."""

from graphlab._src.graph import Operation
from graphlab._src.io.saved_model import assets, builder, constants
from graphlab._src.proto import SignatureDef, TensorInfo

SavedModelBuilder = builder.SavedModelBuilder


class _SavedModelBuilder(SavedModelBuilder):
    """Writes assets as a list, and the operations that initialize and train as signatures."""

    def add_meta_graph_and_variables(
        self,
        sess,
        tags,
        signature_def_map=None,
        assets_list=None,
        clear_devices=False,
        init_op=None,
        train_op=None,
        strip_default_attrs=False,
        saver=None,
    ):
        """As that of SavedModelBuilder. init_op: run when it is loaded.  train_op: an operation or tensor that trains."""
        super().add_meta_graph_and_variables(
            sess, tags, signature_def_map, None, None, clear_devices, None, strip_default_attrs, saver
        )
        self._add_parts(assets_list, init_op, train_op)

    def add_meta_graph(
        self,
        tags,
        signature_def_map=None,
        assets_list=None,
        clear_devices=False,
        init_op=None,
        train_op=None,
        strip_default_attrs=False,
        saver=None,
    ):
        """As that of SavedModelBuilder; the arguments are the same."""
        super().add_meta_graph(tags, signature_def_map, None, None, clear_devices, None, strip_default_attrs, saver)
        self._add_parts(assets_list, init_op, train_op)

    def _add_parts(self, assets_list, init_op, train_op):
        message = self._message.meta_graphs[-1]
        files, packed = assets.messages(assets_list)
        assets.copy_all(files, self._export_dir)
        for one in packed:
            message.asset_file_def.add().ParseFromString(one.value)
        for key, element in ((constants.INIT_OP_SIGNATURE_KEY, init_op), (constants.TRAIN_OP_SIGNATURE_KEY, train_op)):
            if element is not None:
                info = TensorInfo(name=element.name)
                if not isinstance(element, Operation):
                    info.dtype = element.dtype.as_datatype_enum
                    info.tensor_shape.CopyFrom(element.get_shape().as_proto())
                message.signature_def[key].CopyFrom(SignatureDef(outputs={key: info}))
