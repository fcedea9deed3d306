"""tf.lookup: tables of values by key."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.state.lookup.initializers import KeyValueTensorInitializer, TextFileIndex, TextFileInitializer
    from graphlab._src.state.lookup.static import StaticHashTable
    from graphlab._src.state.lookup.vocabulary import StaticVocabularyTable
    from graphlab.lookup import experimental as experimental
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "KeyValueTensorInitializer",
    "StaticHashTable",
    "StaticVocabularyTable",
    "TextFileIndex",
    "TextFileInitializer",
    "experimental",
]
