"""tf.lookup: tables of values by key."""

from graphlab._src.base.lazy_imports import later

with later(__name__):
    from graphlab._src.state.lookup.initializers import KeyValueTensorInitializer, TextFileIndex, TextFileInitializer
    from graphlab._src.state.lookup.static import StaticHashTable
    from graphlab._src.state.lookup.vocabulary import StaticVocabularyTable
    from graphlab.lookup import experimental as experimental

__all__ = [
    "KeyValueTensorInitializer",
    "StaticHashTable",
    "StaticVocabularyTable",
    "TextFileIndex",
    "TextFileInitializer",
    "experimental",
]
