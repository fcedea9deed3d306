"""ModelFnOps: a model of tf.contrib.learn.Estimator, as the operations that it runs."""

import collections

from graphlab._src.base import dtypes, logging
from graphlab._src.base.shapes import TensorShape
from graphlab._src.contrib.learn.keys import ModeKeys, PredictionKey, ProblemType
from graphlab._src.estimator.export_outputs import ClassificationOutput, PredictOutput, RegressionOutput
from graphlab._src.estimator.spec import EstimatorSpec
from graphlab._src.graph import Operation, convert_to_tensor
from graphlab._src.graph.sparse_tensor import convert_to_tensor_or_sparse_tensor
from graphlab._src.ops.shape import reshape
from graphlab._src.train.sessions.hook import SessionRunHook

_FIELDS = [
    "predictions",
    "loss",
    "train_op",
    "eval_metric_ops",
    "output_alternatives",
    "training_chief_hooks",
    "training_hooks",
    "scaffold",
    "mode",
]
_DEFAULT = "serving_default"


class ModelFnOps(collections.namedtuple("ModelFnOps", _FIELDS)):
    """A model.

    mode: a ModeKeys.  predictions: a tensor or {name: tensor}, needed for EVAL and INFER.  loss: one number, needed for
    TRAIN and EVAL.  train_op: needed for TRAIN.  eval_metric_ops: {name: (value, update)}.
    output_alternatives: {signature: (ProblemType, {name: tensor})}.  Raises ValueError for what is missing.
    """

    def __new__(
        cls,
        mode,
        predictions=None,
        loss=None,
        train_op=None,
        eval_metric_ops=None,
        output_alternatives=None,
        training_chief_hooks=None,
        training_hooks=None,
        scaffold=None,
    ):
        ModeKeys.validate(mode)
        if train_op is None and mode == ModeKeys.TRAIN:
            raise ValueError("Missing train_op.")
        if loss is None and mode in (ModeKeys.TRAIN, ModeKeys.EVAL):
            raise ValueError("Missing loss.")
        if predictions is None and mode != ModeKeys.TRAIN:
            raise ValueError("Missing predictions.")
        if train_op is not None and not isinstance(train_op, Operation):
            train_op = convert_to_tensor(train_op).op
        if eval_metric_ops is not None and not isinstance(eval_metric_ops, dict):
            raise ValueError("eval_metric_ops must be a dict.")
        for hook in [*(training_hooks or ()), *(training_chief_hooks or ())]:
            if not isinstance(hook, SessionRunHook):
                raise TypeError(
                    "All hooks returned from model_fn must be SessionRunHook instances, got instance of "
                    f"{type(hook)}: {hook}"
                )
        return super().__new__(
            cls,
            predictions=_predictions(predictions),
            loss=_loss(loss),
            train_op=train_op,
            eval_metric_ops={} if eval_metric_ops is None else eval_metric_ops,
            output_alternatives=output_alternatives,
            training_chief_hooks=training_chief_hooks or [],
            training_hooks=training_hooks or [],
            scaffold=scaffold,
            mode=mode,
        )

    def estimator_spec(self, default_serving_output_alternative_key=None):
        """The same model as an EstimatorSpec.

        default_serving_output_alternative_key: which of several output alternatives is served by default.
        """
        alternatives = dict(self.output_alternatives or {})
        if len(alternatives) > 1 and _DEFAULT not in alternatives:
            alternatives[_DEFAULT] = alternatives[default_serving_output_alternative_key]
        outputs = {key: _export_output(*alternative) for key, alternative in alternatives.items()}
        spec = EstimatorSpec(
            mode=self.mode,
            predictions=self.predictions,
            loss=self.loss,
            train_op=self.train_op,
            eval_metric_ops={key: value for key, value in self.eval_metric_ops.items() if key != "loss"},
            export_outputs=outputs or None,
            training_chief_hooks=self.training_chief_hooks,
            training_hooks=self.training_hooks,
            scaffold=self.scaffold,
        )
        spec.loss_metric = self.eval_metric_ops.get("loss")
        return spec


def _predictions(predictions):
    if isinstance(predictions, dict):
        return {key: convert_to_tensor_or_sparse_tensor(value) for key, value in predictions.items()}
    return None if predictions is None else convert_to_tensor_or_sparse_tensor(predictions)


def _loss(loss):
    if loss is None:
        return None
    loss = convert_to_tensor(loss)
    if loss.shape.num_elements() not in (None, 1):
        raise ValueError(f"Loss must be scalar: {loss}.")
    return loss if loss.shape.is_compatible_with(TensorShape([])) else reshape(loss, [])


def _export_output(problem_type, predictions):
    scores = predictions.get(PredictionKey.SCORES)
    scores = predictions.get(PredictionKey.PROBABILITIES) if scores is None else scores
    if problem_type == ProblemType.LINEAR_REGRESSION:
        return RegressionOutput(scores)
    if problem_type in (ProblemType.CLASSIFICATION, ProblemType.LOGISTIC_REGRESSION):
        classes = predictions.get(PredictionKey.CLASSES)
        if classes is None or classes.dtype != dtypes.string:
            logging.warning("classes are no strings: what is served has no class ids.")
            classes = None
        if scores is None and classes is None:
            return PredictOutput(predictions)
        return ClassificationOutput(scores=scores, classes=classes)
    if problem_type == ProblemType.UNSPECIFIED:
        return PredictOutput(predictions)
    raise ValueError(f"Unknown problem_type={problem_type}")
