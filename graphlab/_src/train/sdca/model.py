"""SdcaModel: the graph that trains a linear model by stochastic dual coordinate ascent."""

from typing import Any

from graphlab._src.base import dtypes, logging
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.scopes import colocate_with, control_dependencies, device
from graphlab._src.ops.activation import relu, sigmoid
from graphlab._src.ops.arithmetic import add_n, multiply, square, subtract
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import ones_like, zeros, zeros_like
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.cross_entropy import sigmoid_cross_entropy_with_logits
from graphlab._src.ops.division import floordiv, floormod
from graphlab._src.ops.dynamic import dynamic_partition, dynamic_stitch, unique
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.gather import gather
from graphlab._src.ops.joining import concat, split
from graphlab._src.ops.losses.average import log_poisson_loss
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.padding import pad
from graphlab._src.ops.power import exp
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.ops.rounding import sign
from graphlab._src.ops.segment_sorted import segment_sum
from graphlab._src.ops.select import where
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, reshape, shape, squeeze
from graphlab._src.state.assignment import assign_add, scatter_add
from graphlab._src.state.partitioned_variable import PartitionedVariable
from graphlab._src.state.variable import Variable
from graphlab._src.summary.scalar import scalar
from graphlab._src.train.sdca.losses import LOSSES
from graphlab._src.train.sdca.ops import sdca_fprint, sdca_optimizer_v2, sdca_shrink_l1
from graphlab._src.train.sdca.sharded_table import ShardedMutableDenseHashTable

_KINDS = ("sparse_features_weights", "dense_features_weights")


def _parts(variable) -> list[Any]:
    return list(variable) if isinstance(variable, (list, PartitionedVariable)) else [variable]


def _is_partitioned(variable):
    return isinstance(variable, (list, PartitionedVariable))


def _tensors(variables, as_ref=False):
    """The values of variables, those of parts in one tensor."""
    return [
        convert_to_tensor(concat(_parts(one), axis=0))
        if _is_partitioned(one)
        else convert_to_tensor(one, as_ref=as_ref)
        for one in variables
    ]


class SdcaModel:
    """A linear model with one of the losses of tf.contrib.linear_optimizer, and L1 and L2 regularization.

    examples: {"sparse_features": SparseFeatureColumns, "dense_features": matrices, "example_labels", "example_weights",
    "example_ids"}.  variables: {"sparse_features_weights", "dense_features_weights"}: vectors, or lists of their parts.
    options: {"loss_type", "symmetric_l1_regularization", "symmetric_l2_regularization", "num_loss_partitions",
    "num_table_shards", "adaptive"}; the last three may be missing.
    A step is minimize(), whose weights are without the proximal step of L1 until update_weights().
    """

    _slot_name = "_unshrinked/SDCAOptimizer"

    def __init__(self, examples, variables, options):
        if not examples or not variables or not options:
            raise ValueError("examples, variables and options must all be specified.")
        if options["loss_type"] not in LOSSES:
            raise ValueError("Unsupported loss_type: ", options["loss_type"])
        _check(examples, ["example_labels", "example_weights", "example_ids", "sparse_features", "dense_features"])
        _check(variables, _KINDS)
        _check(options, ["loss_type", "symmetric_l2_regularization", "symmetric_l1_regularization"])
        self._check_regularization(options)
        self._examples = examples
        self._variables = variables
        self._options = options
        self._slots = {kind: [self._slot(variable) for variable in variables[kind]] for kind in _KINDS}
        self._hashtable = ShardedMutableDenseHashTable(
            key_dtype=dtypes.int64,
            value_dtype=dtypes.float32,
            num_shards=options.get("num_table_shards") or 1,
            default_value=[0.0, 0.0, 0.0, 0.0],
            # The first number of a fingerprint is never 0 or 1.
            empty_key=[0, 0],
            deleted_key=[1, 1],
        )
        scalar("approximate_duality_gap", self.approximate_duality_gap())
        scalar("examples_seen", self._hashtable.size())

    def _check_regularization(self, options):
        for name in ("symmetric_l1_regularization", "symmetric_l2_regularization"):
            if options[name] < 0.0:
                raise ValueError(f"{name} should be non-negative. Found ({options[name]:f})")

    def _l1(self):
        return self._options["symmetric_l1_regularization"]

    def _l2(self):
        return max(self._options["symmetric_l2_regularization"], 1.0)

    def _slot(self, variable):
        def make(part):
            initial = zeros_like(part.initialized_value(), dtypes.float32)
            return Variable(initial, name=part.op.name + self._slot_name)

        if not _is_partitioned(variable):
            with device(variable.device):
                return make(variable)
        made = []
        for part in variable:
            with colocate_with(part):
                made.append(make(part))
        return made

    def _sum_over_weights(self, of):
        sums = []
        for kind in _KINDS:
            for variable in self._variables[kind]:
                for part in _parts(variable):
                    weights = convert_to_tensor(part)
                    with device(weights.device):
                        sums.append(reduce_sum(of(cast(weights, dtypes.float64))))
        return add_n(sums)

    def _l1_loss(self):
        with name_scope("sdca/l1_loss"):
            return self._l1() * self._sum_over_weights(abs_)

    def _l2_loss(self, l2):
        with name_scope("sdca/l2_loss"):
            return l2 * self._sum_over_weights(square) / 2.0

    def _linear_predictions(self, examples):
        """The sums [batch] of weights and features."""
        with name_scope("sdca/prediction"):
            of_sparse: Any = 0.0
            weights = _tensors(self._variables["sparse_features_weights"])
            for column, weight in zip(examples["sparse_features"], weights, strict=True):
                of_sparse += segment_sum(
                    multiply(gather(weight, column.feature_indices), column.feature_values), column.example_indices
                )
            features = _tensors(examples["dense_features"])
            weights = _tensors(self._variables["dense_features_weights"])
            of_dense: Any = 0.0
            for feature, weight in zip(features, weights, strict=True):
                of_dense += matmul(feature, expand_dims(weight, -1))
        return reshape(of_dense, [-1]) + of_sparse

    def predictions(self, examples):
        """What the model predicts: probabilities for the logistic loss, counts for the Poisson loss, else sums."""
        _check(examples, ["example_weights", "sparse_features", "dense_features"])
        found = self._linear_predictions(examples)
        if self._options["loss_type"] == "logistic_loss":
            with name_scope("sdca/logistic_prediction"):
                return sigmoid(found)
        if self._options["loss_type"] == "poisson_loss":
            with name_scope("sdca/poisson_prediction"):
                return exp(found)
        return found

    def minimize(self, global_step=None, name=None):
        """The operation of a pass over the examples, which adds 1 to global_step where there is one."""
        with name_scope(name, "sdca/minimize"):
            columns = self._examples["sparse_features"]
            ids = sdca_fprint(convert_to_tensor(self._examples["example_ids"]))
            state = self._hashtable.lookup(ids)
            slots = self._slots["sparse_features_weights"]
            used = [_used(slot, column.feature_indices) for slot, column in zip(slots, columns, strict=True)]
            count, dense = len(columns), len(self._slots["dense_features_weights"])
            new_state, *deltas = _flat(
                sdca_optimizer_v2(
                    [column.example_indices for column in columns],
                    [column.feature_indices for column in columns],
                    [column.feature_values for column in columns if column.feature_values is not None],
                    _tensors(self._examples["dense_features"]),
                    convert_to_tensor(self._examples["example_weights"]),
                    convert_to_tensor(self._examples["example_labels"]),
                    [one.indices for one in used],
                    [one.weights for one in used],
                    _tensors(self._slots["dense_features_weights"]),
                    state,
                    loss_type=self._options["loss_type"],
                    l1=self._l1(),
                    l2=self._l2(),
                    num_loss_partitions=self._options.get("num_loss_partitions", 1),
                    num_inner_iterations=1,
                    adaptive=self._options.get("adaptive", True),
                )
            )
            with control_dependencies([new_state]):
                updates = [self._hashtable.insert(ids, new_state)]
                for one, delta in zip(used, deltas[:count], strict=True):
                    updates += one.add(delta)
                for slot, delta in zip(
                    self._slots["dense_features_weights"], deltas[count : count + dense], strict=True
                ):
                    updates += _add_dense(slot, delta)
            if global_step is None:
                return group(*updates)
            with control_dependencies(updates):
                return assign_add(global_step, 1, name=name).op

    def update_weights(self, train_op):
        """The operation that sets the weights after a step of `minimize`: the proximal step of L1. The chief runs it."""
        with control_dependencies([train_op]):
            updates = []
            for kind in _KINDS:
                for variable, slot in zip(self._variables[kind], self._slots[kind], strict=True):
                    updates += [part.assign(value) for part, value in zip(_parts(variable), _parts(slot), strict=True)]
        return self._shrink(updates)

    def _shrink(self, updates):
        with control_dependencies(updates):
            shrunk = []
            for kind in _KINDS:
                for variable in self._variables[kind]:
                    for part in _parts(variable):
                        with device(part.device):
                            shrunk.append(sdca_shrink_l1(_tensors([part], as_ref=True), l1=self._l1(), l2=self._l2()))
            return group(*shrunk)

    def approximate_duality_gap(self):
        """How far all examples together are from the best weights, at most: 0 there. NaN before the first step."""
        with name_scope("sdca/approximate_duality_gap"):
            _, values = self._hashtable.export_sharded()
            sums: list[Any] = []
            for one in values:
                with device(one.device), control_dependencies(sums):
                    sums.append(reduce_sum(cast(one, dtypes.float64), 0))
            total = add_n(sums)
            regularization = self._l1_loss() + 2.0 * self._l2_loss(self._l2())
            return (total[1] + total[2] + regularization) / total[3]

    def unregularized_loss(self, examples):
        """The mean loss of examples, by their weights."""
        _check(examples, ["example_labels", "example_weights", "sparse_features", "dense_features"])
        with name_scope("sdca/unregularized_loss"):
            predictions = cast(self._linear_predictions(examples), dtypes.float64)
            labels = cast(convert_to_tensor(examples["example_labels"]), dtypes.float64)
            weights = cast(convert_to_tensor(examples["example_weights"]), dtypes.float64)
            kind = self._options["loss_type"]
            if kind == "logistic_loss":
                losses = sigmoid_cross_entropy_with_logits(labels=labels, logits=predictions)
            elif kind == "poisson_loss":
                losses = log_poisson_loss(targets=labels, log_input=predictions)
            elif kind == "squared_loss":
                losses = square(subtract(labels, predictions))
                return reduce_sum(multiply(losses, weights)) / (2.0 * reduce_sum(weights))
            else:  # the hinge, for the smooth hinge too
                one = ones_like(predictions)
                losses = relu(subtract(one, multiply(subtract(2 * labels, one), predictions)))
            return reduce_sum(multiply(losses, weights)) / reduce_sum(weights)

    def regularized_loss(self, examples):
        """The mean loss of examples, and that of the weights."""
        _check(examples, ["example_labels", "example_weights", "sparse_features", "dense_features"])
        with name_scope("sdca/regularized_loss"):
            weights = convert_to_tensor(examples["example_weights"])
            of_weights = self._l1_loss() + self._l2_loss(self._options["symmetric_l2_regularization"])
            count = reduce_sum(cast(weights, dtypes.float64))
            return of_weights / count + self.unregularized_loss(examples)


class LinearSdcaModel(SdcaModel):
    """The model of tf.estimator.experimental.LinearSDCA: variables by handles, and the L2 factor as it is given."""

    _slot_name = "_unshrunk"

    def _check_regularization(self, options):
        if options["symmetric_l2_regularization"] <= 0.0:
            raise ValueError("symmetric_l2_regularization should be positive.")
        if options["symmetric_l2_regularization"] <= 1.0:
            logging.warning(
                "symmetric_l2_regularization for SDCA should typically be larger than for online optimization methods. "
                "Recommended value is of the order of the average L2 norm of the training examples."
            )
        if options["symmetric_l1_regularization"] < 0.0:
            raise ValueError("symmetric_l1_regularization should be non-negative.")

    def _l2(self):
        return self._options["symmetric_l2_regularization"]

    def _linear_predictions(self, examples):
        with name_scope("sdca/prediction"):
            batch = shape(examples["example_ids"])[0]
            found = zeros([batch])
            weights = _tensors(self._variables["sparse_features_weights"])
            for column, weight in zip(examples["sparse_features"], weights, strict=True):
                sums = segment_sum(
                    multiply(gather(weight, column.feature_indices), column.feature_values), column.example_indices
                )
                found += pad(sums, [[0, batch - shape(sums)[0]]])
            features = _tensors(examples["dense_features"])
            weights = _tensors(self._variables["dense_features_weights"])
            for feature, weight in zip(features, weights, strict=True):
                found += squeeze(matmul(feature, expand_dims(weight, -1)))
        return found

    def _shrink(self, updates):
        with control_dependencies(updates):
            if not self._l1() > 0:
                return group(*updates)
            shrinkage, shrunk = self._l1() / self._l2(), []
            for kind in _KINDS:
                for variable in self._variables[kind]:
                    for part in _parts(variable):
                        with device(part.device):
                            shrunk.append(part.assign(sign(part) * maximum(0.0, abs_(part) - shrinkage)))
            return group(*shrunk)


def _check(given, names):
    for name in names:
        if given[name] is None:
            raise ValueError(f"{name} must be specified.")
        if name.startswith(("sparse_features", "dense_features")) and not isinstance(given[name], list):
            raise ValueError(f"{name} must be a list.")


def _flat(results):
    """The outputs of an operation, those of lists one by one."""
    return [tensor for one in results for tensor in (one if isinstance(one, list) else [one])]


def _add_dense(slot, delta):
    if not _is_partitioned(slot):
        return [assign_add(slot, delta)]
    parts = split(delta, num_or_size_splits=[part.shape[0].value for part in slot])
    return [assign_add(part, one) for part, one in zip(slot, parts, strict=True)]


class _Whole:
    """The weights of one variable that a batch uses."""

    def __init__(self, slot, indices):
        self._slot = slot
        self.indices = indices
        value = convert_to_tensor(slot)
        with device(value.device):
            self.weights = gather(value, indices)

    def add(self, delta):
        """The operations that add to these weights."""
        return [scatter_add(self._slot, self.indices, delta)]


class _Partitioned:
    """The weights of a variable in parts that a batch uses: the first parts have one row more where it can't be equal."""

    def __init__(self, slot, indices):
        self._slot = slot
        self.indices = indices
        count = len(slot)
        rows = sum(part.shape[0].value for part in slot)
        each, extras = rows // count, rows % count
        self._part = cast(maximum(floordiv(indices, each + 1), floordiv(indices - extras, max(each, 1))), dtypes.int32)
        within = where(self._part < extras, floormod(indices, each + 1), floormod(indices - extras, max(each, 1)))
        self._rows = dynamic_partition(within, self._part, num_partitions=count)
        gathered = []
        for part, chosen in zip(slot, self._rows, strict=True):
            with colocate_with(part):
                gathered.append(gather(part, chosen))
        places = dynamic_partition(range_(shape(within)[0]), self._part, num_partitions=count)
        self.weights = dynamic_stitch(places, gathered)

    def add(self, delta):
        """The operations that add to these weights."""
        deltas = dynamic_partition(delta, self._part, num_partitions=len(self._slot))
        updates = []
        for part, rows, one in zip(self._slot, self._rows, deltas, strict=True):
            with colocate_with(part):
                updates.append(scatter_add(part, rows, one))
        return updates


def _used(slot, indices):
    indices = cast(unique(cast(indices, dtypes.int32))[0], dtypes.int64)
    return _Partitioned(slot, indices) if _is_partitioned(slot) else _Whole(slot, indices)
