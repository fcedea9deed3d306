"""The functions of a model that run a batch, and the tensors that these are fed with."""

from typing import Any

from graphlab._src.graph import name_scope
from graphlab._src.keras.engine.function import function
from graphlab._src.keras.engine.replicated import predict_function


class Step:
    """What runs a batch of arrays, inputs, targets, weights, for one call of fit or the like; any may be the first with weights."""

    def __init__(self, model: Any, mode: str) -> None:
        self._model, self._mode, self._begun = model, mode, False

    def begin(self, arrays: Any) -> Any:
        """The function for a batch, or for what all batches are parts of; the first one begins the call."""
        compiled = self._model._needed_compiled()
        weighted = compiled.weighs(arrays)
        if not self._begun:
            compiled.begin(self._mode, weighted)
            self._begun = True
        return compiled.function(self._mode, weighted)

    def __call__(self, arrays: Any) -> Any:
        """The loss and metrics of a batch."""
        made = self.begin(arrays)
        compiled = self._model._needed_compiled()
        fed = compiled.number_fed(compiled.weighs(arrays))
        phase = [1] if len(getattr(made, "inputs", ())) > fed else []
        return made([*arrays, *[None] * (fed - len(arrays)), *phase])


class StepFunctions:
    """What a model runs a batch with. Each function is made when it is first needed; programs make, call and replace them too."""

    outputs: Any
    state_updates: Any
    _feed_inputs: Any
    _compiled_parts: Any = None
    _compile_strategy: Any = None
    _predict_function: Any = None
    _function_kwargs: dict[str, Any] = {}

    def _needed_compiled(self) -> Any:
        raise NotImplementedError

    # The functions

    @property
    def train_function(self) -> Any:
        """The function of inputs, targets and weights that makes a step and returns the loss and metrics; None until it is made."""
        return self._current_function("train")

    @train_function.setter
    def train_function(self, value: Any) -> None:
        self._needed_compiled().replace_function("train", value)

    @property
    def test_function(self) -> Any:
        """The function of inputs, targets and weights that returns the loss and metrics; None until it is made."""
        return self._current_function("test")

    @test_function.setter
    def test_function(self, value: Any) -> None:
        self._needed_compiled().replace_function("test", value)

    def _current_function(self, mode: str) -> Any:
        compiled = self._compiled_parts
        return compiled and compiled.functions.get((mode, bool(compiled.has_weights)))

    @property
    def predict_function(self) -> Any:
        """The function of inputs that returns the outputs; None until it is made."""
        return self._predict_function

    @predict_function.setter
    def predict_function(self, value: Any) -> None:
        self._predict_function = value

    def _make_train_function(self) -> None:
        self._needed_compiled().function("train")

    def _make_test_function(self) -> None:
        self._needed_compiled().function("test")

    def _make_function(self, mode: str) -> None:
        if mode == "predict":
            self._make_predict_function()
        else:
            self._needed_compiled().function(mode)

    def _make_predict_function(self) -> None:
        if self._predict_function is not None:
            return
        if self._compile_strategy:
            self._predict_function = predict_function(self, self._compile_strategy, **self._function_kwargs)
        else:
            with name_scope("predict"):
                self._predict_function = function(
                    self._feed_inputs, list(self.outputs), self.state_updates, **self._function_kwargs
                )

    def _step_function(self, mode: str) -> "Step":
        """What runs the batches of one call of fit or the like."""
        return Step(self, mode)

    def _predict_arrays(self, arrays: Any) -> Any:
        self._make_predict_function()
        return self._predict_function(arrays[: len(self._feed_inputs)])

    # What they are fed with

    @property
    def _targets(self) -> list[Any]:
        return [output.target for output in self._needed_compiled().trained]

    @property
    def _feed_targets(self) -> list[Any]:
        return [output.target for output in self._needed_compiled().fed_targets]

    @property
    def sample_weights(self) -> list[Any]:
        """For each output the tensor of the weights of examples, None where examples have none."""
        return [output.sample_weight for output in self._needed_compiled().outputs]

    @property
    def _feed_sample_weights(self) -> list[Any]:
        return [weights for weights in self.sample_weights if weights is not None]

    @property
    def loss_functions(self) -> list[Any]:
        """For each output its Loss, None where it has none."""
        return [output.loss for output in self._needed_compiled().outputs]

    @property
    def _feed_loss_fns(self) -> list[Any]:
        return [output.loss for output in self._needed_compiled().fed_targets]

    @property
    def _feed_output_names(self) -> list[str]:
        return [output.name for output in self._needed_compiled().fed_targets]

    @property
    def _feed_output_shapes(self) -> list[Any]:
        return [output.target_shape for output in self._needed_compiled().fed_targets]

    @property
    def _feed_input_shapes(self) -> list[Any]:
        return [tuple(tensor.shape.as_list()) for tensor in self._feed_inputs]
