"""Layers that add a loss or a metric to a model, and have no output that another layer uses."""

from graphlab._src.keras.layers.layer import Layer


class AddLoss(Layer):
    """Its input is a loss, for each inputs that a model is called on.

    unconditional: whether it is one whatever the model is called on.
    """

    def __init__(self, unconditional=False, **kwargs):
        super().__init__(**kwargs)
        self.unconditional = unconditional

    def call(self, inputs):
        """The input."""
        self.add_loss(inputs, inputs=None if self.unconditional else inputs)
        return inputs

    def get_config(self):
        """The arguments that make an equal layer."""
        return {**super().get_config(), "unconditional": self.unconditional}


class AddMetric(Layer):
    """The mean of its input is a metric, for each inputs that a model is called on."""

    def __init__(self, aggregation=None, metric_name=None, **kwargs):
        super().__init__(**kwargs)
        self.aggregation, self.metric_name = aggregation, metric_name

    def call(self, inputs):
        """The input."""
        self.add_metric(inputs, self.aggregation, self.metric_name)
        return inputs

    def get_config(self):
        """The arguments that make an equal layer."""
        return {**super().get_config(), "aggregation": self.aggregation, "metric_name": self.metric_name}
