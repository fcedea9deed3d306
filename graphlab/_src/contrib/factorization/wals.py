"""WALSMatrixFactorization: a sparse matrix as a product of two factors, as an Estimator."""

import dataclasses
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.contrib.factorization.factorization_ops import WALSModel
from graphlab._src.contrib.factorization.sweeps import (
    COMPLETED_SWEEPS,
    IncrementGlobalStepHook,
    StopAtSweepHook,
    SweepHook,
)
from graphlab._src.contrib.learn.estimator import Estimator
from graphlab._src.contrib.learn.keys import ModeKeys
from graphlab._src.contrib.learn.model_fn_ops import ModelFnOps
from graphlab._src.graph import GraphKeys
from graphlab._src.graph.scopes import colocate_with, control_dependencies
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import fill, ones_like
from graphlab._src.ops.control_flow import group, no_op
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.logical import logical_not
from graphlab._src.ops.power import sqrt
from graphlab._src.ops.reduction import reduce_all
from graphlab._src.state.assignment import assign, assign_add, scatter_update
from graphlab._src.state.variable import Variable
from graphlab._src.summary.scalar import scalar

_INPUT_ROWS, _INPUT_COLS, _PROJECT_ROW = "input_rows", "input_cols", "project_row"
_PROJECTION_WEIGHTS, _PROJECTION_RESULT = "projection_weights", "projection"
_LOSS, _RWSE = "WALS_loss", "WALS_RWSE"


def _untrained(value, name):
    return Variable(value, trainable=False, name=name, collections=[GraphKeys.GLOBAL_VARIABLES])


@dataclasses.dataclass
class _Progress:
    """Variables that say how far a training is."""

    is_sweep_done: Any
    completed_sweeps: Any
    loss: Any
    rwse: Any


def _axis(sp_input, count, update, name, progress):
    """(what begins a sweep anew, what makes a step of it) for rows or columns."""
    nothing = fill(dims=[count], value=False)
    with colocate_with(nothing):
        processed: Any = _untrained(nothing, f"processed_{name}")
    _, update_op, loss, regularization, sum_weights = update(sp_input)
    places = sp_input.indices[:, 0]
    noted = [assign(progress.loss, loss + regularization), assign(progress.rwse, sqrt(loss / sum_weights))]
    with control_dependencies([update_op, *noted]):
        with colocate_with(processed):
            ticked = scatter_update(
                processed, places, ones_like(places, dtype=dtypes.bool), name=f"update_processed_{name}_indices"
            )
        with control_dependencies([ticked]):
            done = reduce_all(processed)
            step = group(
                assign(progress.is_sweep_done, done),
                assign_add(progress.completed_sweeps, cast(done, dtypes.int32)),
                name=f"{name}_sweep_train_op",
            )
    return processed.initializer, step


def _training(model, rows, columns, num_rows, num_cols, max_sweeps):
    is_row_sweep = _untrained(True, "is_row_sweep")
    is_sweep_done = _untrained(False, "is_sweep_done")
    completed_sweeps = _untrained(0, COMPLETED_SWEEPS)
    progress = _Progress(is_sweep_done, completed_sweeps, _untrained(0.0, _LOSS), _untrained(0.0, _RWSE))
    scalar("loss", progress.loss)
    scalar("root_weighted_squared_error", progress.rwse)
    scalar("completed_sweeps", completed_sweeps)
    reset_rows, row_step = _axis(rows, num_rows, model.update_row_factors, "rows", progress)
    reset_cols, col_step = _axis(
        columns, num_cols, lambda x: model.update_col_factors(sp_input=x, transpose_input=True), "cols", progress
    )
    switch = group(assign(is_row_sweep, logical_not(is_row_sweep)), reset_rows, reset_cols, name="sweep_switch_op")
    row_preparations = [model.row_update_prep_gramian_op, model.initialize_row_update_op]
    col_preparations = [model.col_update_prep_gramian_op, model.initialize_col_update_op]
    hooks: list[Any] = [
        SweepHook(
            *(is_row_sweep, is_sweep_done, model.worker_init, row_preparations, col_preparations, row_step, col_step),
            switch,
        ),
        IncrementGlobalStepHook(),
    ]
    if max_sweeps is not None:
        hooks.append(StopAtSweepHook(max_sweeps))
    return ModelFnOps(
        mode=ModeKeys.TRAIN,
        predictions={},
        loss=progress.loss,
        eval_metric_ops={},
        train_op=no_op(),
        training_hooks=hooks,
    )


def _projection(model, rows, columns, features):
    weights = features.get(_PROJECTION_WEIGHTS)
    result = cond(
        features[_PROJECT_ROW],
        lambda: model.project_row_factors(sp_input=rows, projection_weights=weights, transpose_input=False),
        lambda: model.project_col_factors(sp_input=columns, projection_weights=weights, transpose_input=True),
    )
    return ModelFnOps(mode=ModeKeys.INFER, predictions={_PROJECTION_RESULT: result}, train_op=no_op())


def _evaluation(model, rows, columns, features):
    def loss_of(update, sp_input, transposed):
        _, _, loss, regularization, _ = update(sp_input=sp_input, transpose_input=transposed)
        return loss + regularization

    loss = cond(
        features[_PROJECT_ROW],
        lambda: loss_of(model.update_row_factors, rows, False),
        lambda: loss_of(model.update_col_factors, columns, True),
    )
    return ModelFnOps(mode=ModeKeys.EVAL, predictions={}, loss=loss, eval_metric_ops={}, train_op=no_op())


class WALSMatrixFactorization(Estimator):
    """Factors of a sparse matrix [num_rows, num_cols], by weighted alternating least squares; see WALSModel.

    embedding_dimension: the number of columns of the factors.  unobserved_weight, row_init, col_init, num_row_shards,
    num_col_shards, row_weights, col_weights: as WALSModel's; regularization_coeff is its regularization.
    use_factors_weights_cache_for_training, use_gramian_cache_for_training: whether training copies what a sweep reads.
    max_sweeps: after how many sweeps over rows or columns training ends.  model_dir, config: see Estimator.
    ValueError for a cluster with several workers.

    input_fn returns (features, None): INPUT_ROWS, a SparseTensor of rows, and INPUT_COLS, one of columns, transposed;
    evaluations and predictions also read PROJECT_ROW, a bool, which of them, and may read PROJECTION_WEIGHTS, a vector.
    A sweep is over once each row, or each column, was seen.
    """

    INPUT_ROWS = _INPUT_ROWS
    INPUT_COLS = _INPUT_COLS
    PROJECT_ROW = _PROJECT_ROW
    PROJECTION_WEIGHTS = _PROJECTION_WEIGHTS
    PROJECTION_RESULT = _PROJECTION_RESULT
    COMPLETED_SWEEPS = COMPLETED_SWEEPS
    LOSS = _LOSS
    RWSE = _RWSE

    def __init__(
        self,
        num_rows,
        num_cols,
        embedding_dimension,
        unobserved_weight=0.1,
        regularization_coeff=None,
        row_init: Any = "random",
        col_init: Any = "random",
        num_row_shards=1,
        num_col_shards=1,
        row_weights: Any = 1,
        col_weights: Any = 1,
        use_factors_weights_cache_for_training=True,
        use_gramian_cache_for_training=True,
        max_sweeps=None,
        model_dir=None,
        config=None,
    ):
        self._row_shards, self._col_shards = num_row_shards, num_col_shards

        def model_fn(features, labels, mode):
            assert labels is None, f"WALSMatrixFactorization accepts no labels, got {labels}"
            training = mode == ModeKeys.TRAIN
            model = WALSModel(
                num_rows,
                num_cols,
                embedding_dimension,
                unobserved_weight=unobserved_weight,
                regularization=regularization_coeff,
                row_init=row_init,
                col_init=col_init,
                num_row_shards=num_row_shards,
                num_col_shards=num_col_shards,
                row_weights=row_weights,
                col_weights=col_weights,
                use_factors_weights_cache=use_factors_weights_cache_for_training and training,
                use_gramian_cache=use_gramian_cache_for_training and training,
            )
            rows, columns = features[_INPUT_ROWS], features[_INPUT_COLS]
            if training:
                return _training(model, rows, columns, num_rows, num_cols, max_sweeps)
            return (_projection if mode == ModeKeys.INFER else _evaluation)(model, rows, columns, features)

        super().__init__(model_fn=model_fn, model_dir=model_dir, config=config)
        if self.config.num_worker_replicas > 1:
            raise ValueError("WALSMatrixFactorization must be run on a single worker replica.")

    def get_row_factors(self):
        """A list of the row factors, a shard each, of the latest checkpoint."""
        return [self.get_variable_value(f"row_factors_shard_{i}") for i in range(self._row_shards)]

    def get_col_factors(self):
        """A list of the column factors, a shard each, of the latest checkpoint."""
        return [self.get_variable_value(f"col_factors_shard_{i}") for i in range(self._col_shards)]

    def get_projections(self, input_fn):
        """Yields the factors of the new rows or columns that input_fn() returns."""
        return (result[_PROJECTION_RESULT] for result in self.predict(input_fn=input_fn))
