"""tf.saved_model: graphs with their variables, signatures and assets, for serving."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.io.saved_model.load import load as load_v2
    from graphlab._src.io.saved_model.save import save
    from graphlab._src.io.saved_model.simple_save import simple_save
    from graphlab.saved_model import (
        builder,
        constants,
        experimental,
        loader,
        main_op,
        signature_constants,
        signature_def_utils,
        tag_constants,
        utils,
    )
    from graphlab.saved_model.builder import SavedModelBuilder as Builder
    from graphlab.saved_model.constants import (
        ASSETS_DIRECTORY,
        ASSETS_KEY,
        LEGACY_INIT_OP_KEY,
        MAIN_OP_KEY,
        SAVED_MODEL_FILENAME_PB,
        SAVED_MODEL_FILENAME_PBTXT,
        SAVED_MODEL_SCHEMA_VERSION,
        VARIABLES_DIRECTORY,
        VARIABLES_FILENAME,
    )
    from graphlab.saved_model.loader import load, maybe_saved_model_directory
    from graphlab.saved_model.loader import maybe_saved_model_directory as contains_saved_model
    from graphlab.saved_model.main_op import main_op_with_restore
    from graphlab.saved_model.signature_constants import (
        CLASSIFY_INPUTS,
        CLASSIFY_METHOD_NAME,
        CLASSIFY_OUTPUT_CLASSES,
        CLASSIFY_OUTPUT_SCORES,
        DEFAULT_SERVING_SIGNATURE_DEF_KEY,
        PREDICT_INPUTS,
        PREDICT_METHOD_NAME,
        PREDICT_OUTPUTS,
        REGRESS_INPUTS,
        REGRESS_METHOD_NAME,
        REGRESS_OUTPUTS,
    )
    from graphlab.saved_model.signature_def_utils import (
        build_signature_def,
        classification_signature_def,
        is_valid_signature,
        predict_signature_def,
        regression_signature_def,
    )
    from graphlab.saved_model.tag_constants import (
        GPU,
        SERVING,
        TPU,
        TRAINING,
    )
    from graphlab.saved_model.utils import build_tensor_info, get_tensor_from_tensor_info
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "ASSETS_DIRECTORY",
    "ASSETS_KEY",
    "Builder",
    "CLASSIFY_INPUTS",
    "CLASSIFY_METHOD_NAME",
    "CLASSIFY_OUTPUT_CLASSES",
    "CLASSIFY_OUTPUT_SCORES",
    "DEFAULT_SERVING_SIGNATURE_DEF_KEY",
    "GPU",
    "LEGACY_INIT_OP_KEY",
    "MAIN_OP_KEY",
    "PREDICT_INPUTS",
    "PREDICT_METHOD_NAME",
    "PREDICT_OUTPUTS",
    "REGRESS_INPUTS",
    "REGRESS_METHOD_NAME",
    "REGRESS_OUTPUTS",
    "SAVED_MODEL_FILENAME_PB",
    "SAVED_MODEL_FILENAME_PBTXT",
    "SAVED_MODEL_SCHEMA_VERSION",
    "SERVING",
    "TPU",
    "TRAINING",
    "VARIABLES_DIRECTORY",
    "VARIABLES_FILENAME",
    "build_signature_def",
    "build_tensor_info",
    "builder",
    "classification_signature_def",
    "constants",
    "contains_saved_model",
    "experimental",
    "get_tensor_from_tensor_info",
    "is_valid_signature",
    "load",
    "load_v2",
    "loader",
    "main_op",
    "main_op_with_restore",
    "maybe_saved_model_directory",
    "predict_signature_def",
    "regression_signature_def",
    "save",
    "signature_constants",
    "signature_def_utils",
    "simple_save",
    "tag_constants",
    "utils",
]
