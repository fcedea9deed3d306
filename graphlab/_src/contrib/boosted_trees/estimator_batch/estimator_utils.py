"""Models of tf.estimator as those of tf.contrib.learn."""

from graphlab._src.contrib.learn.keys import ModeKeys, PredictionKey, ProblemType
from graphlab._src.contrib.learn.model_fn_ops import ModelFnOps
from graphlab._src.estimator.export_outputs import ClassificationOutput
from graphlab._src.estimator.mode_keys import ModeKeys as CoreModeKeys

_MODES = {
    CoreModeKeys.TRAIN: ModeKeys.TRAIN,
    CoreModeKeys.EVAL: ModeKeys.EVAL,
    CoreModeKeys.PREDICT: ModeKeys.INFER,
}


def estimator_spec_to_model_fn_ops(estimator_spec, export_alternatives=False):
    """The ModelFnOps of an EstimatorSpec.  export_alternatives: whether its classifications are output alternatives."""
    alternatives = {}
    for key, output in (estimator_spec.export_outputs or {}).items() if export_alternatives else ():
        if isinstance(output, ClassificationOutput):
            found = {PredictionKey.SCORES: output.scores, PredictionKey.CLASSES: output.classes}
            alternatives[key] = ProblemType.CLASSIFICATION, found
    return ModelFnOps(
        mode=_MODES[estimator_spec.mode],
        predictions=estimator_spec.predictions,
        loss=estimator_spec.loss,
        train_op=estimator_spec.train_op,
        eval_metric_ops=estimator_spec.eval_metric_ops,
        output_alternatives=alternatives,
    )
