"""MultiHead of tf.estimator: several heads over one network."""

from graphlab._src.estimator.canned.keys import MetricKeys
from graphlab._src.estimator.canned.multi_head import checked_heads, merged_loss, merged_outputs, split_logits
from graphlab._src.estimator.heads.base import Head, summarize, train_op_for
from graphlab._src.estimator.mode_keys import ModeKeys
from graphlab._src.estimator.spec import EstimatorSpec
from graphlab._src.graph import name_scope
from graphlab._src.keras.engine.metric import Mean
from graphlab._src.ops.arithmetic import add_n
from graphlab._src.ops.control_flow import no_op


class MultiHead(Head):
    """Heads whose losses are added.

    heads: Heads with names; the first one's output is what a model serves.  head_weights: what their losses are
    multiplied by.  Logits are {name: tensor} or one tensor with those of all heads side by side; labels {name: tensor}.
    Metrics have the head's name after their own, predictions are {(name, key): tensor}.
    """

    def __init__(self, heads, head_weights=None):
        self._heads, self._head_weights = checked_heads(heads, head_weights)

    @property
    def name(self):
        """The names of all heads."""
        return "_".join(head.name for head in self._heads)

    @property
    def logits_dimension(self):
        """The logits of all heads together."""
        return sum(head.logits_dimension for head in self._heads)

    @property
    def loss_reduction(self):
        """The one of all heads; ValueError when they differ."""
        found = [head.loss_reduction for head in self._heads]
        if len(set(found)) > 1:
            raise ValueError(f"The loss_reduction must be the same for different heads. Given: {found}")
        return found[0]

    def _split(self, logits, labels=None):
        names = [head.name for head in self._heads]
        logits_by_name = split_logits(self._heads, logits)
        missing = [name for name in names if name not in logits_by_name]
        if missing:
            raise ValueError(f"logits has missing values for head(s): {missing}")
        if labels is not None:
            if not isinstance(labels, dict):
                raise ValueError(f"labels must be a dict. Given: {labels}")
            missing = [name for name in names if name not in labels]
            if missing:
                raise ValueError(f"labels has missing values for head(s): {missing}")
        return logits_by_name

    def loss(self, labels, logits, features=None, mode=None, regularization_losses=None):
        """The weighted sum of the heads' losses, regularization added."""
        logits = self._split(logits, labels)
        losses = [
            head.loss(labels=labels[head.name], logits=logits[head.name], features=features, mode=mode)
            for head in self._heads
        ]
        loss = merged_loss(losses, self._head_weights)
        return loss if regularization_losses is None else loss + add_n(regularization_losses)

    def predictions(self, logits, keys=None):
        """{(name of head, key): tensor}."""
        logits = self._split(logits)
        with name_scope("merge_pred"):
            return {
                (head.name, key): value
                for head in self._heads
                for key, value in head.predictions(logits=logits[head.name]).items()
            }

    def metrics(self, regularization_losses=None):
        """The means of the heads' losses; update_metrics adds the heads' own."""
        found = {}
        if regularization_losses is not None:
            key = self._summary_key(MetricKeys.LOSS_REGULARIZATION)
            found[key] = Mean(name=MetricKeys.LOSS_REGULARIZATION)
        with name_scope("merge_eval"):
            keys = [f"{MetricKeys.LOSS}/{head.name}" for head in self._heads]
            found.update({key: Mean(name=key) for key in keys})
        return found

    def update_metrics(self, eval_metrics, features, logits, labels, mode=None, regularization_losses=None):
        """The metrics of all heads, after update_state with a batch."""
        by_name = self._split(logits, labels)
        if regularization_losses is not None:
            key = self._summary_key(MetricKeys.LOSS_REGULARIZATION)
            eval_metrics[key].update_state(add_n(regularization_losses))
        for head in self._heads:
            given = {"logits": by_name[head.name], "labels": labels[head.name], "features": features}
            eval_metrics[f"{MetricKeys.LOSS}/{head.name}"].update_state(head.loss(**given))
            eval_metrics.update(head.update_metrics(head.metrics(), **given))
        return eval_metrics

    def create_estimator_spec(
        self,
        features,
        mode,
        logits,
        labels=None,
        optimizer=None,
        trainable_variables=None,
        train_op_fn=None,
        update_ops=None,
        regularization_losses=None,
    ):
        """The EstimatorSpec of all heads together, as Head says."""
        with name_scope(self.name, "multi_head"):
            by_name = self._split(logits, labels)
            specs = [
                head.create_estimator_spec(
                    features=features,
                    mode=mode,
                    logits=by_name[head.name],
                    labels=labels[head.name] if labels else None,
                    train_op_fn=lambda loss: no_op(),
                )
                for head in self._heads
            ]
            predictions = self.predictions(logits)
            if mode == ModeKeys.PREDICT:
                return EstimatorSpec(mode, predictions, export_outputs=merged_outputs(self._heads, specs))
            loss = self.loss(labels, logits, features, mode, regularization_losses)
            if mode == ModeKeys.EVAL:
                metrics = self.metrics(regularization_losses)
                self.update_metrics(metrics, features, logits, labels, regularization_losses=regularization_losses)
                return EstimatorSpec(mode, predictions, loss, eval_metric_ops=metrics)
            if mode != ModeKeys.TRAIN:
                raise ValueError(f"mode={mode} unrecognized")
            train_op = train_op_for(loss, optimizer, trainable_variables, train_op_fn, update_ops)
        summarize(loss, regularization_losses)
        return EstimatorSpec(mode, predictions, loss, train_op)
