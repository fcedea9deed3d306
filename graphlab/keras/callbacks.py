"""tf.keras.callbacks: hooks that are called while a model is trained."""

from graphlab._src.keras.callbacks import (
    Callback,
    CSVLogger,
    EarlyStopping,
    LambdaCallback,
    LearningRateScheduler,
    ModelCheckpoint,
    ReduceLROnPlateau,
    RemoteMonitor,
    TensorBoard,
    TerminateOnNaN,
)
from graphlab._src.keras.engine.callback import BaseLogger, CallbackList, History, ProgbarLogger

__all__ = [
    "BaseLogger",
    "CSVLogger",
    "Callback",
    "CallbackList",
    "EarlyStopping",
    "History",
    "LambdaCallback",
    "LearningRateScheduler",
    "ModelCheckpoint",
    "ProgbarLogger",
    "ReduceLROnPlateau",
    "RemoteMonitor",
    "TensorBoard",
    "TerminateOnNaN",
]
