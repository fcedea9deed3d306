"""What the files of a model say of it: how it is made and how it was compiled."""

from typing import Any

from graphlab._src.base import logging
from graphlab._src.keras.engine.train_optimizer import TFOptimizer


def model_metadata(model, include_optimizer=True, require_config=True):
    """What a file says of a model: how it is made and, with include_optimizer, how it was compiled.

    require_config: False leaves out how it is made where the model can't say it.
    """
    config: dict[str, Any] = {"class_name": type(model).__name__}
    try:
        config["config"] = model.get_config()
    except NotImplementedError:
        if require_config:
            raise
    described: dict[str, Any] = {"keras_version": "2.2.4-tf", "backend": "tensorflow", "model_config": config}
    optimizer = model.optimizer if include_optimizer else None
    if isinstance(optimizer, TFOptimizer):
        logging.warning(
            "TensorFlow optimizers do not make it possible to access optimizer attributes or optimizer state after "
            "instantiation. As a result, we cannot save the optimizer as part of the model save file. You will have to "
            "compile your model again after loading it. Prefer using a Keras optimizer instead (see keras.io/optimizers)."
        )
    elif optimizer:
        described["training_config"] = {
            "loss": model.loss,
            "metrics": model._compile_metrics,
            "weighted_metrics": model._compile_arguments[4],
            "sample_weight_mode": model.sample_weight_mode,
            "loss_weights": model.loss_weights,
            "optimizer_config": {"class_name": type(optimizer).__name__, "config": optimizer.get_config()},
        }
    return described
