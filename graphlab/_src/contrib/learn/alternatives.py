"""What a served model may be fed, and what it may return: its input and output alternatives."""

from graphlab._src.contrib.learn.export_strategy import InputFnOps
from graphlab._src.contrib.learn.keys import PredictionKey, ProblemType

DEFAULT_INPUT_ALTERNATIVE_KEY = "default_input_alternative"
FEATURES_INPUT_ALTERNATIVE_KEY = "features_input_alternative"
DEFAULT_OUTPUT_ALTERNATIVE_KEY = "default_output_alternative"


def get_input_alternatives(input_ops):
    """({key: {name: tensor to feed}}, features) of InputFnOps, or of (features, labels), which are fed nothing."""
    features = input_ops[0]
    if not features:
        raise ValueError("Features must be defined.")
    fed = {DEFAULT_INPUT_ALTERNATIVE_KEY: input_ops.default_inputs} if isinstance(input_ops, InputFnOps) else {}
    return fed, features


def get_output_alternatives(model_fn_ops, default_output_alternative_key=None):
    """({key: (ProblemType, {name: tensor})}, the key of the default one) of ModelFnOps.

    default_output_alternative_key: needed only where there are several. ValueError for one that is not there.
    """
    found, wanted = model_fn_ops.output_alternatives or {}, default_output_alternative_key
    if wanted and wanted not in found:
        raise ValueError(
            f"Requested default_output_alternative: {wanted}, but available output_alternatives are: {sorted(found)}"
        )
    if wanted:
        return found, wanted
    if not found:
        outputs = model_fn_ops.predictions
        outputs = outputs if isinstance(outputs, dict) else {PredictionKey.GENERIC: outputs}
        return {DEFAULT_OUTPUT_ALTERNATIVE_KEY: (ProblemType.UNSPECIFIED, outputs)}, DEFAULT_OUTPUT_ALTERNATIVE_KEY
    if len(found) > 1:
        raise ValueError(
            f"Please specify a default_output_alternative.  Available output_alternatives are: {sorted(found)}"
        )
    return found, next(iter(found))
