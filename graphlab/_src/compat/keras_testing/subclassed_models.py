"""tensorflow.python.keras.model_subclassing_test_util: subclasses of Model for tests, some with models in them."""

from typing import Any

from graphlab._src.keras.engine.input_layer import Input
from graphlab._src.keras.engine.model import Model
from graphlab._src.keras.layers.batch_normalization import BatchNormalization
from graphlab._src.keras.layers.conv import Conv2D
from graphlab._src.keras.layers.dense import Dense
from graphlab._src.keras.layers.dropout import Dropout
from graphlab._src.keras.layers.flatten import Flatten


class SimpleTestModel(Model):
    """A classifier with one hidden layer.  use_bn, use_dp: with batch normalization, with dropout."""

    def __init__(self, use_bn: bool = False, use_dp: bool = False, num_classes: int = 10) -> None:
        super().__init__(name="test_model")
        self.use_bn, self.use_dp, self.num_classes = use_bn, use_dp, num_classes
        self.dense1 = Dense(32, activation="relu")
        self.dense2 = Dense(num_classes, activation="softmax")
        if use_dp:
            self.dp = Dropout(0.5)
        if use_bn:
            self.bn = BatchNormalization(axis=-1)

    def call(self, x: Any) -> Any:
        """Probabilities of the classes."""
        x = self.dense1(x)
        x = self.dp(x) if self.use_dp else x
        return self.dense2(self.bn(x) if self.use_bn else x)


class SimpleConvTestModel(Model):
    """A classifier of images with one convolution."""

    def __init__(self, num_classes: int = 10) -> None:
        super().__init__(name="test_model")
        self.num_classes = num_classes
        self.conv1 = Conv2D(32, (3, 3), activation="relu")
        self.flatten = Flatten()
        self.dense1 = Dense(num_classes, activation="softmax")

    def call(self, x: Any) -> Any:
        """Probabilities of the classes."""
        return self.dense1(self.flatten(self.conv1(x)))


class MultiIOTestModel(Model):
    """Two classifiers of two inputs, with one hidden layer for both."""

    def __init__(self, use_bn: bool = False, use_dp: bool = False, num_classes: Any = (2, 3)) -> None:
        super().__init__(name="test_model")
        self.use_bn, self.use_dp, self.num_classes = use_bn, use_dp, num_classes
        self.dense1 = Dense(32, activation="relu")
        self.dense2, self.dense3 = (Dense(count, activation="softmax") for count in num_classes)
        if use_dp:
            self.dp = Dropout(0.5)
        if use_bn:
            self.bn = BatchNormalization()

    def call(self, inputs: Any) -> Any:
        """Probabilities of the classes of each input."""
        first, second = map(self.dense1, inputs)
        first = self.dp(first) if self.use_dp else first
        return [self.dense2(first), self.dense3(self.bn(second) if self.use_bn else second)]


class _Nested(Model):
    """A model with another one between its layers."""

    def __init__(self, name: str, num_classes: int, inner: Any) -> None:
        super().__init__(name=name)
        self.num_classes = num_classes
        self.dense1 = Dense(32, activation="relu")
        self.dense2 = Dense(num_classes, activation="relu")
        self.bn = BatchNormalization()
        self.test_net = inner()

    def call(self, inputs: Any) -> Any:
        """Scores of the classes."""
        return self.dense2(self.test_net(self.bn(self.dense1(inputs))))


class NestedTestModel1(_Nested):
    """A model with a subclass of Model in it."""

    def __init__(self, num_classes: int = 2) -> None:
        super().__init__(
            "nested_model_1", num_classes, lambda: SimpleTestModel(num_classes=4, use_bn=True, use_dp=True)
        )


class NestedTestModel2(_Nested):
    """A model with a functional model in it."""

    def __init__(self, num_classes: int = 2) -> None:
        super().__init__("nested_model_2", num_classes, lambda: self.get_functional_graph_model(32, 4))

    @staticmethod
    def get_functional_graph_model(input_dim: int, num_classes: int) -> Model:
        """A functional model with one hidden layer."""
        inputs = Input(shape=(input_dim,))
        hidden = BatchNormalization()(Dense(32, activation="relu")(inputs))
        return Model(inputs, Dense(num_classes)(hidden))


class Inner(Model):
    """Two layers with batch normalization."""

    def __init__(self) -> None:
        super().__init__()
        self.dense1 = Dense(32, activation="relu")
        self.dense2 = Dense(5, activation="relu")
        self.bn = BatchNormalization()

    def call(self, inputs: Any) -> Any:
        return self.bn(self.dense2(self.dense1(inputs)))


def get_nested_model_3(input_dim: int, num_classes: int) -> Model:
    """A functional model with a subclass of Model in it."""
    inputs = Input(shape=(input_dim,))
    hidden = BatchNormalization()(Dense(32, activation="relu")(inputs))
    return Model(inputs, Dense(num_classes)(Inner()(hidden)), name="nested_model_3")


class CustomCallModel(Model):
    """A model whose call has several arguments."""

    def __init__(self) -> None:
        super().__init__()
        self.dense1 = Dense(1, activation="relu")
        self.dense2 = Dense(1, activation="softmax")

    def call(self, first: Any, second: Any, fiddle_with_output: str = "no", training: Any = True) -> Any:
        """A layer of each input, added; ten times that where fiddle_with_output is "yes"."""
        combined = self.dense1(first) + self.dense2(second)
        return 10.0 * combined if fiddle_with_output == "yes" else combined


class TrainingNoDefaultModel(Model):
    """A model that must be passed `training`."""

    def __init__(self) -> None:
        super().__init__()
        self.dense1 = Dense(1)

    def call(self, x: Any, training: Any) -> Any:
        """One layer of the input."""
        return self.dense1(x)


class TrainingMaskingModel(Model):
    """A model that may be passed `training` and a mask."""

    def __init__(self) -> None:
        super().__init__()
        self.dense1 = Dense(1)

    def call(self, x: Any, training: Any = False, mask: Any = None) -> Any:
        """One layer of the input."""
        return self.dense1(x)
