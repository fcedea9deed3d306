"""Masks of weights, and Pruning, which makes them sparser by the magnitude of weights (Zhu and Gupta, 2017)."""

import re
from typing import Any

from graphlab._src.base import dtypes, logging
from graphlab._src.contrib.model_pruning import pruning_utils
from graphlab._src.contrib.model_pruning.layers import core_layers
from graphlab._src.contrib.training.hparams import HParams
from graphlab._src.graph import name_scope
from graphlab._src.graph.scopes import control_dependencies, get_collection
from graphlab._src.ops.arg import top_k
from graphlab._src.ops.arithmetic import add, add_n, multiply
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import greater_equal, less, less_equal
from graphlab._src.ops.control_flow import no_op
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.division import div
from graphlab._src.ops.extremes import maximum, minimum
from graphlab._src.ops.gather import gather
from graphlab._src.ops.logical import logical_and, logical_or
from graphlab._src.ops.pooling.pool import pool
from graphlab._src.ops.power import pow as pow_
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.ops.rounding import round as round_
from graphlab._src.ops.shape import reshape, shape, size, squeeze
from graphlab._src.ops.slicing import slice_
from graphlab._src.ops.statistics import zero_fraction
from graphlab._src.state.assignment import assign
from graphlab._src.state.initializers import Zeros
from graphlab._src.state.partitioned_variable import PartitionedVariable
from graphlab._src.state.scope import get_variable, variable_scope
from graphlab._src.summary.scalar import scalar
from graphlab._src.train.global_step import get_global_step


def apply_mask(x, scope=""):
    """x times a mask of ones, the variable "<scope>/mask", which Pruning updates."""
    mask = pruning_utils.weight_mask_variable(x, scope)
    threshold = pruning_utils.weight_threshold_variable(x, scope)
    return core_layers.masked(mask, threshold, x)


def get_masked_weights():
    """The products of masks and weights in the default graph."""
    return get_collection(core_layers.MASKED_WEIGHT_COLLECTION)


def get_masks():
    """The masks in the default graph."""
    return get_collection(core_layers.MASK_COLLECTION)


def get_thresholds():
    """The thresholds in the default graph, one for each mask."""
    return get_collection(core_layers.THRESHOLD_COLLECTION)


def get_weights():
    """The masked weights in the default graph, before they are multiplied with their masks."""
    return get_collection(core_layers.WEIGHT_COLLECTION)


def get_weight_sparsity():
    """For each mask the fraction of zeros in it."""
    return [zero_fraction(mask) for mask in get_masks()]


def get_pruning_hparams():
    """The settings of Pruning, with their defaults.

    name: of the name scope and of the variable scope.
    begin_pruning_step, end_pruning_step: the global steps between which masks change; -1: to the end of training.
    pruning_frequency: steps between changes.
    initial_sparsity, target_sparsity: the fraction of zeros at sparsity_function_begin_step and …_end_step; between,
    it is target + (initial - target) · (1 - progress) ** sparsity_function_exponent.
    weight_sparsity_map: ["name or pattern:target sparsity"], for some weights.
    threshold_decay: of the moving averages of the thresholds.
    block_height, block_width: of blocks that are masked together; -1: the whole height or width.
    block_dims_map: ["name or pattern:height x width"], for some weights.  block_pooling_function: "AVG" or "MAX".
    nbins: not used, as in TensorFlow.  use_tpu: resource variables, and pooling that TPUs have.
    """
    return HParams(
        name="model_pruning",
        begin_pruning_step=0,
        end_pruning_step=-1,
        weight_sparsity_map=[""],
        block_dims_map=[""],
        threshold_decay=0.0,
        pruning_frequency=10,
        nbins=256,
        block_height=1,
        block_width=1,
        block_pooling_function="AVG",
        initial_sparsity=0.0,
        target_sparsity=0.5,
        sparsity_function_begin_step=0,
        sparsity_function_end_step=100,
        sparsity_function_exponent=3.0,
        use_tpu=False,
    )


class Pruning:
    """Updates masks by the magnitude of weights, on a schedule of global steps.

    spec: settings, as get_pruning_hparams returns them.  global_step: the default graph's when left out.
    sparsity: a scalar tensor that replaces the schedule.
    """

    def __init__(self, spec=None, global_step=None, sparsity=None):
        self._spec: Any = spec or get_pruning_hparams()
        _check(self._spec)
        self._global_step: Any = cast(get_global_step() if global_step is None else global_step, dtypes.int32)
        self._sparsity: Any = self._setup_sparsity() if sparsity is None else sparsity
        self._assign_ops = []
        self._last_update_step = self._setup_last_update_step()
        self._block_dims = [self._spec.block_height, self._spec.block_width]
        self._block_pooling_function = self._spec.block_pooling_function
        self._block_dims_map = self._get_block_dims_map()
        self._weight_sparsity_map = self._get_weight_sparsity_map()

    def _setup_sparsity(self):
        spec = self._spec
        first, last = spec.sparsity_function_begin_step, spec.sparsity_function_end_step
        with name_scope(spec.name):
            progress = div(cast(self._global_step - first, dtypes.float32), last - first)
            progress = minimum(1.0, maximum(0.0, progress))
            rest: Any = pow_(1 - progress, spec.sparsity_function_exponent)
            return add(
                multiply(spec.initial_sparsity - spec.target_sparsity, rest), spec.target_sparsity, name="sparsity"
            )

    def _setup_last_update_step(self):
        name = "last_mask_update_step"
        with variable_scope(self._spec.name, use_resource=self._spec.use_tpu) as scope:
            try:
                return get_variable(name, [], initializer=Zeros(), trainable=False, dtype=dtypes.int32)
            except ValueError:  # another Pruning has made it
                scope.reuse_variables()
                return get_variable(name, dtype=dtypes.int32)

    def _get_block_dims_map(self):
        """{pattern of names: [height, width]}."""
        found = {}
        for entry in filter(None, self._spec.block_dims_map):
            name, sizes = entry.split(":")
            sizes = sizes.split("x")
            if len(sizes) != 2:
                raise ValueError(f"Expected 2 values for block dim for {name}, got {sizes}")
            found[re.compile(name)] = [int(number) for number in sizes]
        return found

    def _get_weight_sparsity_map(self):
        """{pattern of names: target sparsity}."""
        found = {}
        for entry in filter(None, self._spec.weight_sparsity_map):
            name, sparsity = entry.split(":")
            if float(sparsity) >= 1.0:
                raise ValueError("Weight sparsity can not exceed 1.0")
            found[re.compile(name)] = float(sparsity)
        return found

    def _get_block_dims(self, weight_name):
        return list(_entry(self._block_dims_map, weight_name, "block_dims_map", self._block_dims))

    def _get_sparsity(self, weight_name):
        target = _entry(self._weight_sparsity_map, weight_name, "weight_sparsity_map", None)
        if target is None:
            return self._sparsity
        return multiply(self._sparsity, div(target, self._spec.target_sparsity))

    def _update_mask(self, weights: Any, threshold):
        """(new threshold, new mask): 1 where the magnitude of a weight is at least the threshold."""
        sparsity = self._get_sparsity(weights.op.name)
        decay = self._spec.threshold_decay
        with name_scope(weights.op.name + "_pruning_ops"):
            magnitudes = abs_(weights)
            remaining = cast(round_(cast(size(magnitudes), dtypes.float32) * (1 - sparsity)), dtypes.int32)
            count: Any = size(magnitudes)
            in_order, _ = top_k(reshape(magnitudes, [-1]), k=count)
            current: Any = gather(in_order, remaining - 1)
            smoothed = add_n([multiply(current, 1 - decay), multiply(threshold, decay)])
            return smoothed, cast(greater_equal(magnitudes, smoothed), dtypes.float32)

    def _maybe_update_block_mask(self, weights: Any, threshold):
        """(new threshold, new mask): whole blocks of matrices are masked, single elements of other weights."""
        block = self._get_block_dims(weights.op.name)
        matrix = squeeze(weights)
        if matrix.shape.ndims != 2 or block == [1, 1]:
            return self._update_mask(weights, threshold)
        sizes = matrix.shape.as_list()
        block = [whole if part == -1 else part for part, whole in zip(block, sizes, strict=True)]
        if self._block_pooling_function not in ("AVG", "MAX"):
            raise ValueError(f"Unknown pooling function for block sparsity: {self._block_pooling_function}")
        arguments: dict[str, Any] = {
            "window_shape": block,
            "pooling_type": self._block_pooling_function,
            "strides": block,
            "padding": "SAME",
            "name": weights.op.name + "_pooled",
        }
        with name_scope(weights.op.name + "_pruning_ops"):
            magnitudes = abs_(matrix)
            if self._spec.use_tpu:
                pooled = pruning_utils.factorized_pool(magnitudes, **arguments)
            else:
                pooled = squeeze(pool(reshape(magnitudes, [1, *sizes, 1]), **arguments), axis=[0, 3])
            smoothed, mask = self._update_mask(pooled, threshold)
            mask = slice_(pruning_utils.expand_tensor(mask, block), [0, 0], sizes)
        return smoothed, reshape(mask, shape(weights))

    def _get_mask_assign_ops(self):
        if self._assign_ops:
            raise ValueError("Assign op list not empty. _get_mask_assign_ops() called twice?")
        masks, weights, thresholds = get_masks(), get_weights(), get_thresholds()
        if len(masks) != len(thresholds):
            raise ValueError(f"Number of masks {len(masks)} and number of thresholds {len(thresholds)} mismatch")
        for mask, weight, threshold in zip(masks, weights, thresholds, strict=False):
            in_parts = isinstance(weight, PartitionedVariable)
            if in_parts:
                weight = weight.as_tensor()
            new_threshold, new_mask = self._maybe_update_block_mask(weight, threshold)
            self._assign_ops.append(pruning_utils.variable_assign(threshold, new_threshold))
            assigned = pruning_utils.partitioned_variable_assign if in_parts else pruning_utils.variable_assign
            self._assign_ops.append(assigned(mask, new_mask))

    def mask_update_op(self):
        """The operation that updates all masks and thresholds."""
        with name_scope(self._spec.name):
            if not self._assign_ops:
                self._get_mask_assign_ops()
            updated = assign(self._last_update_step, self._global_step, name="last_mask_update_step_assign")
            with control_dependencies([updated]), control_dependencies(self._assign_ops):
                logging.info("Updating masks.")
                return no_op("mask_update")

    def conditional_mask_update_op(self):
        """mask_update_op where the global step is one at which masks change; else nothing."""
        return cond(self._is_update_step(), self.mask_update_op, no_op)

    def _is_update_step(self):
        spec = self._spec
        with name_scope(spec.name):
            begun = greater_equal(self._global_step, spec.begin_pruning_step)
            goes_on = logical_or(less_equal(self._global_step, spec.end_pruning_step), less(spec.end_pruning_step, 0))
            within = logical_and(begun, goes_on)
            due = less_equal(add(self._last_update_step, spec.pruning_frequency), self._global_step)
            return logical_and(within, due)

    def add_pruning_summaries(self):
        """Adds summaries of the sparsity of each mask, and of thresholds."""
        with name_scope(self._spec.name + "_summaries"):
            scalar("sparsity", self._sparsity)
            scalar("last_mask_update_step", self._last_update_step)
            for mask, threshold in zip(get_masks(), get_thresholds(), strict=False):
                scalar(mask.op.name + "/sparsity", zero_fraction(mask))
                scalar(threshold.op.name + "/threshold", threshold)

    def print_hparams(self):
        """Logs the settings as JSON."""
        logging.info(self._spec.to_json())


def _entry(by_pattern, name, where, default):
    """The value whose pattern is in a name, or the default; ValueError when there are several."""
    found = [value for pattern, value in by_pattern.items() if pattern.search(name)]
    if len(found) > 1:
        raise ValueError(f"Multiple matches in {where} for weight {name}")
    return found[0] if found else default


def _check(spec):
    """Raises ValueError for settings that mean nothing."""
    if spec.begin_pruning_step < 0:
        raise ValueError("Illegal value for begin_pruning_step")
    if spec.begin_pruning_step >= spec.end_pruning_step and spec.end_pruning_step != -1:
        raise ValueError(
            f"Pruning must begin before it can end. begin_step={spec.begin_pruning_step}, "
            f"end_step={spec.end_pruning_step}. Set end_pruning_step to -1 if pruning is required till training stops"
        )
    if spec.sparsity_function_begin_step < 0:
        raise ValueError("Illegal value for sparsity_function_begin_step")
    if spec.sparsity_function_begin_step >= spec.sparsity_function_end_step:
        raise ValueError("Sparsity function requires begin_step < end_step")
    for name in ("threshold_decay", "initial_sparsity", "target_sparsity"):
        if not 0.0 <= getattr(spec, name) < 1.0:
            raise ValueError(f"{name} must be in range [0,1)")
