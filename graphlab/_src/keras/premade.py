"""Models of tf.keras.experimental that a program only has to train: a linear one, and one beside a deep one."""

from typing import Any

from graphlab._src.keras.engine.compiled import each_once
from graphlab._src.keras.engine.model import Model
from graphlab._src.keras.layers import activations, catalog, initializers, regularizers
from graphlab._src.keras.layers.dense import Dense
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.keras.layers.layer_registry import layer_from
from graphlab._src.keras.layers.object_registry import serialize_object
from graphlab._src.ops.bias import bias_add


class LinearModel(Model):
    """activation(inputs · kernel + bias). A list of inputs has a kernel each, and their products are added.

    units: how many outputs.  use_bias: False leaves the bias out.  activation: a function or its name; None for none.
    kernel_initializer, kernel_regularizer: of every kernel.  inputs: tensors or SparseTensors [batch, n], with n known.
    """

    def __init__(
        self,
        units=1,
        activation=None,
        use_bias=True,
        kernel_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        kernel_regularizer=None,
        bias_regularizer=None,
        **kwargs,
    ):
        super().__init__(**kwargs)
        self.units = units
        self.activation: Any = activations.get(activation)
        self.use_bias = use_bias
        self.kernel_initializer = initializers.get(kernel_initializer)
        self.bias_initializer = initializers.get(bias_initializer)
        self.kernel_regularizer = regularizers.get(kernel_regularizer)
        self.bias_regularizer = regularizers.get(bias_regularizer)

    def build(self, input_shape):
        """Makes the layers that multiply each of the inputs, and the bias."""
        self.dense_layers = [
            Dense(
                self.units,
                use_bias=False,
                kernel_initializer=self.kernel_initializer,
                kernel_regularizer=self.kernel_regularizer,
            )
            for _ in (input_shape if isinstance(input_shape, list) else [input_shape])
        ]
        self.bias: Any = None
        if self.use_bias:
            self.bias = self.add_weight(
                "bias",
                shape=self.units,
                initializer=self.bias_initializer,
                regularizer=self.bias_regularizer,
                dtype=self.dtype,
                trainable=True,
            )

    def call(self, inputs):
        """The tensor [batch, units]; ValueError for another number of inputs than in the first call."""
        inputs = inputs if isinstance(inputs, (tuple, list)) else [inputs]
        if len(inputs) != len(self.dense_layers):
            raise ValueError(f"Expected {len(self.dense_layers)} inputs, but got {len(inputs)} inputs")
        outputs: Any = None
        for given, layer in zip(inputs, self.dense_layers, strict=True):
            product = layer(given)
            outputs = product if outputs is None else outputs + product
        if self.bias is not None:
            outputs = bias_add(outputs, self.bias)
        return outputs if self.activation is None else self.activation(outputs)

    def get_config(self):
        """The arguments that make an equal model, without its weights."""
        return {
            **Layer.get_config(self),
            "units": self.units,
            "activation": activations.serialize(self.activation),
            "use_bias": self.use_bias,
            "kernel_initializer": initializers.serialize(self.kernel_initializer),
            "bias_initializer": initializers.serialize(self.bias_initializer),
            "kernel_regularizer": regularizers.serialize(self.kernel_regularizer),
            "bias_regularizer": regularizers.serialize(self.bias_regularizer),
        }

    @classmethod
    def from_config(cls, config, custom_objects=None):
        """The model that get_config describes."""
        return cls(**config)


class WideDeepModel(Model):
    """activation((linear_model(inputs) + dnn_model(inputs)) / 2); a pair of inputs has one for each of the models.

    compile accepts two optimizers, [of the linear model, of the deep one], or one for both.
    """

    def __init__(self, linear_model, dnn_model, activation=None, **kwargs):
        super().__init__(**kwargs)
        self.linear_model = linear_model
        self.dnn_model = dnn_model
        self.activation: Any = activations.get(activation)

    def call(self, inputs):
        """The mean of what the two models make of their inputs."""
        pair = inputs if isinstance(inputs, (tuple, list)) and len(inputs) == 2 else (inputs, inputs)
        outputs = 0.5 * (self.linear_model(pair[0]) + self.dnn_model(pair[1]))
        return outputs if self.activation is None else self.activation(outputs)

    def _training_updates(self, loss):
        several = isinstance(self.optimizer, (tuple, list))
        updates = []
        for number, model in enumerate((self.linear_model, self.dnn_model)):
            optimizer = self.optimizer[number] if several else self.optimizer
            updates += optimizer.get_updates(params=each_once(model.trainable_weights), loss=loss)
        return updates

    def get_config(self):
        """The two models as data, and the activation."""
        return {
            **Layer.get_config(self),
            "linear_model": serialize_object(self.linear_model),
            "dnn_model": serialize_object(self.dnn_model),
            "activation": activations.serialize(self.activation),
        }

    @classmethod
    def from_config(cls, config, custom_objects=None):
        """The model that get_config describes."""
        config = dict(config)
        models = {name: layer_from(config.pop(name), custom_objects) for name in ("linear_model", "dnn_model")}
        activation = activations.deserialize(config.pop("activation", None), custom_objects=custom_objects)
        return cls(**models, activation=activation, **config)


catalog.LAYERS.update(LinearModel=LinearModel, WideDeepModel=WideDeepModel)
