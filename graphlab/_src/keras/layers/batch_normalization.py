"""BatchNormalization: each channel of a batch brought to mean 0 and variance 1 (Ioffe and Szegedy, 2015)."""

from typing import Any

from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import constant, convert_to_tensor, get_default_graph
from graphlab._src.keras.layers import constraints, initializers, regularizers
from graphlab._src.keras.layers.dropout import when
from graphlab._src.keras.layers.input_spec import InputSpec
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.keras.layers.learning_phase import learning_phase
from graphlab._src.keras.layers.moving_average import assign_moving_average, assign_new_value
from graphlab._src.keras.layers.renorm import check_clipping, renorm_correction
from graphlab._src.ops.activation import relu
from graphlab._src.ops.batch_norm import fused_batch_norm
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import ones_like, zeros_like
from graphlab._src.ops.control_flow.smart_cond import smart_constant_value
from graphlab._src.ops.identity import stop_gradient
from graphlab._src.ops.logical import logical_and
from graphlab._src.ops.power import sqrt
from graphlab._src.ops.reduction import reduce_mean
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.ops.statistics import batch_normalization, moments
from graphlab._src.state.variable import Variable, VariableAggregation, VariableSynchronization


class BatchNormalizationBase(Layer):
    """In training brings each channel of a batch to mean 0 and variance 1; later by the averages recorded in training.

    axis: that of the channels, or a list of them.  momentum: what a step keeps of the moving averages.
    epsilon: added to the variance.  center, scale: whether an offset beta is added, a factor gamma multiplied.
    renorm, renorm_clipping, renorm_momentum: batch renormalization (Ioffe, 2017).
    fused: False uses single operations, where otherwise one does it all when it can.
    virtual_batch_size: the batch is cut into parts of that size, each normalized by itself.
    adjustment: a function of the input's shape that returns a (scale, bias) to apply in training.

    _USE_V2_BEHAVIOR: whether it uses the moving averages, and leaves them alone, where it is not trainable; and whether
    fused=True raises ValueError where one operation can't do it all.
    """

    _USE_V2_BEHAVIOR = True

    def __init__(
        self,
        axis: Any = -1,
        momentum=0.99,
        epsilon=1e-3,
        center=True,
        scale=True,
        beta_initializer: Any = "zeros",
        gamma_initializer: Any = "ones",
        moving_mean_initializer: Any = "zeros",
        moving_variance_initializer: Any = "ones",
        beta_regularizer=None,
        gamma_regularizer=None,
        beta_constraint=None,
        gamma_constraint=None,
        renorm=False,
        renorm_clipping=None,
        renorm_momentum=0.99,
        fused=None,
        trainable=True,
        virtual_batch_size=None,
        adjustment=None,
        name=None,
        **kwargs,
    ):
        super().__init__(trainable=trainable, name=name, **kwargs)
        if not isinstance(axis, (int, list)):
            raise TypeError(f"axis must be int or list, type given: {type(axis)}")
        self.axis: Any = list(axis) if isinstance(axis, list) else axis
        self.momentum = momentum
        self.epsilon = epsilon
        self.center = center
        self.scale = scale
        self.beta_initializer = initializers.get(beta_initializer)
        self.gamma_initializer = initializers.get(gamma_initializer)
        self.moving_mean_initializer = initializers.get(moving_mean_initializer)
        self.moving_variance_initializer: Any = initializers.get(moving_variance_initializer)
        self.beta_regularizer = regularizers.get(beta_regularizer)
        self.gamma_regularizer = regularizers.get(gamma_regularizer)
        self.beta_constraint = constraints.get(beta_constraint)
        self.gamma_constraint = constraints.get(gamma_constraint)
        self.renorm = renorm
        self.virtual_batch_size = virtual_batch_size
        self.adjustment: Any = adjustment
        self.fused: Any = self._chosen_form(fused)
        self.supports_masking = True
        if renorm:
            self.renorm_clipping = check_clipping(renorm_clipping)
            self.renorm_momentum = renorm_momentum

    def _chosen_form(self, fused):
        """`fused` as build() looks at it. fused: the argument."""
        if not self._USE_V2_BEHAVIOR:
            return True if fused is None else fused
        obstacle = self._obstacle()
        if fused and obstacle:
            raise ValueError(obstacle)
        return False if obstacle else fused

    def _obstacle(self):
        """What forbids a single operation; None if nothing does, whatever the rank."""
        axes = [self.axis] if isinstance(self.axis, int) else self.axis
        if self.renorm:
            return "Passing both fused=True and renorm=True is unsupported"
        if len(axes) > 1 or axes[0] not in (-3, -1, 1, 3):
            return "Passing fused=True is only supported when axis is 1 or 3"
        for name in ("virtual_batch_size", "adjustment"):
            if getattr(self, name) is not None:
                return f"Passing fused=True is unsupported when {name} is specified."
        return None

    @property
    def _param_dtype(self):
        """Half precision is not enough for the statistics."""
        return "float32" if self.dtype in ("float16", "bfloat16", None) else self.dtype

    # Variables

    def build(self, input_shape):
        """Makes gamma, beta, moving_mean and moving_variance, and what renorm needs."""
        input_shape = TensorShape(input_shape)
        rank = input_shape.ndims
        if not rank:
            raise ValueError("Input has undefined rank:", input_shape)
        if self._USE_V2_BEHAVIOR:
            if self.fused and rank != 4:
                raise ValueError("Batch normalization layers with fused=True only support 4D input tensors.")
            self.fused = True if self.fused is None else self.fused
        self._resolve_axes(rank)
        self._check_virtual_batches()
        self.fused = bool(self.fused) and rank == 4 and self._can_be_fused()
        if self.fused:
            self._data_format = {(1,): "NCHW", (3,): "NHWC"}.get(tuple(self.axis))
            if self._data_format is None:
                raise ValueError("Unsupported axis, fused batch norm only supports axis == [1] or axis == [3]")
        sizes = {axis: input_shape.as_list()[axis] for axis in self.axis}
        if None in sizes.values():
            raise ValueError("Input has undefined `axis` dimension. Input shape: ", input_shape)
        self.input_spec = InputSpec(ndim=rank, axes=sizes)
        if len(sizes) == 1 and self.virtual_batch_size is None:
            each = tuple(sizes.values())
        else:
            each = [sizes.get(axis, 1) for axis in range(rank)]
            if self.virtual_batch_size is not None:
                each.insert(1, 1)
                self.axis = [axis + 1 for axis in self.axis]
        self._make_weights(each)
        self._make_averages(each)
        self.built = True

    def _resolve_axes(self, rank):
        axes = [self.axis] if isinstance(self.axis, int) else self.axis
        self.axis = [axis + rank if axis < 0 else axis for axis in axes]
        for axis in self.axis:
            if not 0 <= axis < rank:
                raise ValueError(f"Invalid axis: {axis}")
        if len(self.axis) != len(set(self.axis)):
            raise ValueError(f"Duplicate axis: {self.axis}")

    def _check_virtual_batches(self):
        if self.virtual_batch_size is None:
            return
        if self.virtual_batch_size <= 0:
            raise ValueError(
                "virtual_batch_size must be a positive integer that divides the true batch size of the input Tensor"
            )
        if 0 in self.axis:
            raise ValueError(
                "When using virtual_batch_size, the batch dimension must be 0 and thus axis cannot include 0"
            )
        if self.adjustment is not None:
            raise ValueError("When using virtual_batch_size, adjustment cannot be specified")

    def _can_be_fused(self):
        special = self.renorm or self.virtual_batch_size is not None or self.adjustment is not None
        return not special and len(self.axis) == 1 and self.axis[0] in (1, 3)

    def _make_weights(self, each):
        self.gamma = self.beta = None
        if self.scale:
            self.gamma = self.add_weight(
                name="gamma",
                shape=each,
                dtype=self._param_dtype,
                experimental_autocast=False,
                initializer=self.gamma_initializer,
                regularizer=self.gamma_regularizer,
                constraint=self.gamma_constraint,
                trainable=True,
            )
        elif self.fused:
            self._gamma_const = constant(1.0, dtype=self._param_dtype, shape=each)
        if self.center:
            self.beta = self.add_weight(
                name="beta",
                shape=each,
                dtype=self._param_dtype,
                experimental_autocast=False,
                initializer=self.beta_initializer,
                regularizer=self.beta_regularizer,
                constraint=self.beta_constraint,
                trainable=True,
            )
        elif self.fused:
            self._beta_const = constant(0.0, dtype=self._param_dtype, shape=each)

    def _make_averages(self, each):
        scope = getattr(self, "_scope", None)
        partitioner = scope.partitioner if scope else None
        if scope:
            scope.set_partitioner(None)  # averages are never cut into parts
        try:
            self.moving_mean = self._average("moving_mean", each, self.moving_mean_initializer)
            self.moving_variance = self._average("moving_variance", each, self.moving_variance_initializer)
            if self.renorm:

                def moving_stddev_initializer(*args, **kwargs):
                    return sqrt(self.moving_variance_initializer(*args, **kwargs))

                colocate = get_default_graph().colocate_with
                with colocate(self.moving_variance.op):
                    self.moving_stddev = self._average("moving_stddev", each, moving_stddev_initializer)
                with colocate(self.moving_mean.op):
                    self.renorm_mean = self._average("renorm_mean", each, self.moving_mean_initializer)
                with colocate(self.moving_stddev.op):
                    self.renorm_stddev = self._average("renorm_stddev", each, moving_stddev_initializer)
        finally:
            if scope and partitioner:
                scope.set_partitioner(partitioner)

    def _average(self, name, each, initializer):
        return self.add_weight(
            name=name,
            shape=each,
            dtype=self._param_dtype,
            experimental_autocast=False,
            initializer=initializer,
            synchronization=VariableSynchronization.ON_READ,
            trainable=False,
            aggregation=VariableAggregation.MEAN,
        )

    # Calling

    def call(self, inputs, training: Any = None):
        """The inputs, normalized. training: a bool or a tensor; the learning phase decides where it is None."""
        training = learning_phase() if training is None else training
        if self._USE_V2_BEHAVIOR:
            training = logical_and(bool(training) if isinstance(training, int) else training, self.trainable)
        if self.fused:
            return self._fused(inputs, training)
        if self.virtual_batch_size is None:
            return self._by_single_operations(inputs, training)
        whole = [-1, *inputs.shape.as_list()[1:]]
        parts = reshape(inputs, [self.virtual_batch_size, *whole])
        return reshape(self._by_single_operations(parts, training), whole)

    def _fused(self, inputs, training):
        beta = self.beta if self.center else self._beta_const
        gamma = self.gamma if self.scale else self._gamma_const
        options = {"epsilon": self.epsilon, "data_format": self._data_format}

        def by_batch():
            return fused_batch_norm(inputs, gamma, beta, **options)

        def by_averages():
            averages = {"mean": self.moving_mean, "variance": self.moving_variance}
            return fused_batch_norm(inputs, gamma, beta, is_training=False, **averages, **options)

        results: Any = when(training, by_batch, by_averages)
        output, mean, variance = results
        known = known_training(training)
        if known is None:
            momentum = when(training, lambda: self.momentum, lambda: 1.0)
        else:
            momentum = convert_to_tensor(self.momentum)
        if known is False:
            return output
        self.add_update(lambda: assign_moving_average(self.moving_mean, mean, momentum))
        self.add_update(lambda: assign_moving_average(self.moving_variance, variance, momentum))
        return output

    def _by_single_operations(self, inputs, training):
        input_shape = inputs.shape
        rank = input_shape.ndims
        reduced = [axis for axis in range(rank) if axis not in self.axis]
        if self.virtual_batch_size is not None:
            del reduced[1]
        broadcast_shape = [1] * rank
        broadcast_shape[self.axis[0]] = input_shape.as_list()[self.axis[0]]

        def broadcast(vector):
            if vector is None or vector.shape.ndims == rank or reduced == list(range(rank - 1)):
                return vector
            return reshape(vector, broadcast_shape)

        scale, offset = broadcast(self.gamma), broadcast(self.beta)
        if known_training(training) is False:
            mean, variance = self.moving_mean, self.moving_variance
        else:
            if self.adjustment:
                scale, offset = self._adjusted(inputs, training, scale, offset)
            keep = self.virtual_batch_size is not None or len(self.axis) > 1
            of_batch = moments(cast(inputs, self._param_dtype), reduced, keep_dims=keep)
            averages = self.moving_mean, self.moving_variance
            mean = when(training, lambda: of_batch[0], lambda: convert_to_tensor(averages[0]))
            variance = when(training, lambda: of_batch[1], lambda: convert_to_tensor(averages[1]))
            new_mean, new_variance = mean, variance
            if self.virtual_batch_size is not None:
                new_mean = reduce_mean(mean, axis=1, keepdims=True)
                new_variance = reduce_mean(variance, axis=1, keepdims=True)
            if self.renorm:
                r, d, new_mean, new_variance = renorm_correction(self, new_mean, new_variance, training)
                r = broadcast(stop_gradient(r, name="renorm_r"))
                d = broadcast(stop_gradient(d, name="renorm_d"))
                scale, offset = _composed(r, d, scale, offset)
            self._add_updates(new_mean, new_variance, training)
        mean, variance = cast(mean, inputs.dtype), cast(variance, inputs.dtype)
        offset = None if offset is None else cast(offset, inputs.dtype)
        scale = None if scale is None else cast(scale, inputs.dtype)
        outputs = batch_normalization(inputs, broadcast(mean), broadcast(variance), offset, scale, self.epsilon)
        outputs.set_shape(input_shape)
        return outputs

    def _adjusted(self, inputs, training, scale, offset):
        more, bias = self.adjustment(shape(inputs))
        more, bias = (
            when(training, lambda: more, lambda: ones_like(more)),
            when(training, lambda: bias, lambda: zeros_like(bias)),
        )
        return _composed(more, bias, scale, offset)

    def _add_updates(self, mean, variance, training):
        def update_variance():
            if not self.renorm:
                return assign_moving_average(self.moving_variance, variance, self.momentum)
            stddev = assign_moving_average(self.moving_stddev, sqrt(variance + self.epsilon), self.momentum)
            return assign_new_value(self.moving_variance, relu(stddev * stddev - self.epsilon))

        def update_mean():
            return assign_moving_average(self.moving_mean, mean, self.momentum)

        self.add_update(lambda: when(training, update_mean, lambda: self.moving_mean))
        self.add_update(lambda: when(training, update_variance, lambda: self.moving_variance))

    def compute_output_shape(self, input_shape):
        """The input's."""
        return input_shape

    def get_config(self):
        """The arguments that make an equal layer; an adjustment is not among them."""
        config = {
            **super().get_config(),
            "axis": self.axis,
            "momentum": self.momentum,
            "epsilon": self.epsilon,
            "center": self.center,
            "scale": self.scale,
            "beta_initializer": initializers.serialize(self.beta_initializer),
            "gamma_initializer": initializers.serialize(self.gamma_initializer),
            "moving_mean_initializer": initializers.serialize(self.moving_mean_initializer),
            "moving_variance_initializer": initializers.serialize(self.moving_variance_initializer),
            "beta_regularizer": regularizers.serialize(self.beta_regularizer),
            "gamma_regularizer": regularizers.serialize(self.gamma_regularizer),
            "beta_constraint": constraints.serialize(self.beta_constraint),
            "gamma_constraint": constraints.serialize(self.gamma_constraint),
        }
        if self.renorm:
            config |= {
                "renorm": True,
                "renorm_clipping": self.renorm_clipping,
                "renorm_momentum": self.renorm_momentum,
            }
        if self.virtual_batch_size is not None:
            config["virtual_batch_size"] = self.virtual_batch_size
        return config


class BatchNormalization(BatchNormalizationBase):
    """In training brings each channel of a batch to mean 0 and variance 1; later by the averages recorded in training.

    axis: that of the channels, or a list of them.  momentum: what a step keeps of the moving averages.
    epsilon: added to the variance.  center, scale: whether an offset beta is added, a factor gamma multiplied.
    renorm, renorm_clipping, renorm_momentum: batch renormalization (Ioffe, 2017).
    fused: False uses single operations, where otherwise one does it all when it can.
    virtual_batch_size: the batch is cut into parts of that size, each normalized by itself.
    adjustment: a function of the input's shape that returns a (scale, bias) to apply in training.
    """

    _USE_V2_BEHAVIOR = False


def known_training(training):
    """True or False, or None when it is only known in a run."""
    return None if isinstance(training, Variable) else smart_constant_value(training)


def _composed(scale, offset, then_scale, then_offset):
    """(scale, offset) of one affine map after another."""
    if then_scale is not None:
        scale *= then_scale
        offset *= then_scale
    if then_offset is not None:
        offset += then_offset
    return scale, offset
