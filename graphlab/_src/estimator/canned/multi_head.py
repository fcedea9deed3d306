"""multi_head: several heads over one network, each with logits and labels of its own."""

from graphlab._src.estimator.canned.head import DEFAULT_SERVING_KEY, Head, LossSpec, train_op_for
from graphlab._src.estimator.canned.keys import MetricKeys
from graphlab._src.estimator.export_outputs import PredictOutput
from graphlab._src.estimator.mode_keys import ModeKeys
from graphlab._src.estimator.spec import EstimatorSpec
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.arithmetic import add_n, multiply
from graphlab._src.ops.constants import ones_like, zeros_like
from graphlab._src.ops.control_flow import no_op
from graphlab._src.ops.joining import concat
from graphlab._src.ops.shape import shape
from graphlab._src.ops.slicing import slice_
from graphlab._src.summary.scalar import scalar
from graphlab._src.train.metrics.means import mean


def checked_heads(heads, head_weights):
    """(heads, weights) as tuples; ValueError when there are none, one has no name, or there are more of one kind."""
    if head_weights and len(head_weights) != len(heads):
        raise ValueError(
            f"heads and head_weights must have the same size. Given len(heads): {len(heads)}. "
            f"Given len(head_weights): {len(head_weights)}."
        )
    if not heads:
        raise ValueError(f"Must specify heads. Given: {heads}")
    for head in heads:
        if not head.name:
            raise ValueError(f"All given heads must have name specified. Given: {head}")
    return tuple(heads), tuple(head_weights or ())


def split_logits(heads, logits):
    """{name of head: its logits}, cut from the last axis when they are one tensor."""
    if isinstance(logits, dict):
        return logits
    with name_scope(None, "split_logits", values=[logits]):
        logits = convert_to_tensor(logits)
        sizes = [head.logits_dimension for head in heads]
        given = logits.shape.as_list()
        if given[-1] is not None and given[-1] != sum(sizes):
            raise ValueError(
                f"Could not split logits of shape {given!r} among the heads with individual logits dimensions: "
                f"{sizes!r}. The last dimension of the logits tensor should equal {sum(sizes)} but is {given[-1]}."
            )
        batch = shape(logits)[:-1]
        found, at = {}, 0
        for head, size in zip(heads, sizes, strict=True):
            begin = concat([zeros_like(batch), [at]], axis=0)
            found[head.name] = slice_(logits, begin, concat([-1 * ones_like(batch), [size]], axis=0))
            at += size
        return found


def merged_loss(losses, weights):
    """The (weighted) sum of the heads' losses."""
    with name_scope(None, "merge_losses", values=[*losses, *weights]):
        return add_n([multiply(*pair) for pair in zip(losses, weights, strict=True)] if weights else list(losses))


def merged_predictions(heads, specs):
    """{(name of head, key): prediction}."""
    return {
        (head.name, key): value
        for head, spec in zip(heads, specs, strict=True)
        for key, value in spec.predictions.items()
    }


def merged_outputs(heads, specs):
    """{signature: output} of all heads; the first one's is the default."""
    outputs = {DEFAULT_SERVING_KEY: _default_output(specs[0].export_outputs, heads[0].name)}
    every = {}
    for head, spec in zip(heads, specs, strict=True):
        for key, output in spec.export_outputs.items():
            outputs[head.name if key == DEFAULT_SERVING_KEY else f"{head.name}/{key}"] = output
            if key == "predict" and isinstance(output, PredictOutput):
                every.update({f"{head.name}/{name}": value for name, value in output.outputs.items()})
    return {**outputs, "predict": PredictOutput(every)}


def _default_output(outputs, name):
    if len(outputs) == 1:
        return next(iter(outputs.values()))
    if DEFAULT_SERVING_KEY not in outputs:
        raise ValueError(
            f"{name} did not specify default export_outputs. Given: {outputs} Suggested fix: Use one of the heads in "
            f"tf.contrib.estimator, or include key {DEFAULT_SERVING_KEY} in export_outputs."
        )
    return outputs[DEFAULT_SERVING_KEY]


class MultiHead(Head):
    """Heads whose losses are added.

    heads: Heads with names; the first one's output is what a model serves.  head_weights: what their losses are
    multiplied by.  Logits are {name: tensor} or one tensor with those of all heads side by side; labels {name: tensor}.
    Metrics have the head's name after their own, predictions are {(name, key): tensor}.
    """

    def __init__(self, heads, head_weights=None):
        self._heads, self._head_weights = checked_heads(heads, head_weights)
        super().__init__(name="_".join(head.name for head in self._heads))

    @property
    def logits_dimension(self):
        """The logits of all heads together."""
        return sum(head.logits_dimension for head in self._heads)

    def create_loss(self, features, mode, logits, labels):
        """The LossSpec: the weighted sum of the heads' losses, and {name: …} for all else."""
        logits = split_logits(self._heads, logits)
        specs = {
            head.name: head.create_loss(features, mode, logits[head.name], labels[head.name]) for head in self._heads
        }
        factors = dict(zip(specs, self._head_weights, strict=True)) if self._head_weights else {}

        def scaled(values):
            return {name: multiply(value, factors[name]) if factors else value for name, value in values.items()}

        unreduced = scaled({name: spec.unreduced_loss for name, spec in specs.items()})
        weights = scaled({name: spec.weights for name, spec in specs.items()})
        loss = merged_loss([spec.training_loss for spec in specs.values()], self._head_weights)
        return LossSpec(loss, unreduced, weights, {name: spec.processed_labels for name, spec in specs.items()})

    def create_estimator_spec(
        self, features, mode, logits, labels=None, optimizer=None, train_op_fn=None, regularization_losses=None
    ):
        """The EstimatorSpec of all heads together; heads take no regularization_losses."""
        if regularization_losses:
            raise ValueError(
                "multi_head accepts no regularization_losses: add them to the loss that train_op_fn is given."
            )
        logits = split_logits(self._heads, logits)
        if labels is not None and not isinstance(labels, dict):
            raise ValueError(f"labels must be a dict. Given: {labels}")
        specs = [
            head.create_estimator_spec(
                features=features,
                mode=mode,
                logits=logits[head.name],
                labels=labels[head.name] if labels else None,
                train_op_fn=lambda loss: no_op(),
            )
            for head in self._heads
        ]
        predictions = merged_predictions(self._heads, specs)
        if mode == ModeKeys.PREDICT:
            return EstimatorSpec(mode, predictions, export_outputs=merged_outputs(self._heads, specs))
        if mode == ModeKeys.EVAL:
            return self._evaluated(predictions, specs)
        if mode != ModeKeys.TRAIN:
            raise ValueError(f"mode={mode} unrecognized")
        loss = merged_loss([spec.loss for spec in specs], self._head_weights)
        train_op = train_op_for(loss, optimizer, train_op_fn)
        with name_scope(""):
            scalar(MetricKeys.LOSS, loss)
        return EstimatorSpec(mode, predictions, loss, train_op)

    def _evaluated(self, predictions, specs):
        metrics = {}
        with name_scope("merge_eval"):
            for head, spec in zip(self._heads, specs, strict=True):
                key = f"{MetricKeys.LOSS}/{head.name}"
                metrics[key] = mean(spec.loss, name=key)
                metrics.update(spec.eval_metric_ops)
            loss = merged_loss([spec.loss for spec in specs], self._head_weights)
        return EstimatorSpec(ModeKeys.EVAL, predictions, loss, eval_metric_ops=metrics)
