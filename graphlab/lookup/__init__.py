"""tf.lookup: tables of values by key."""

from graphlab.later import later

with later(__name__):
    from graphlab.lookup import experimental as experimental
    from graphlab.state.lookup.initializers import KeyValueTensorInitializer, TextFileIndex, TextFileInitializer
    from graphlab.state.lookup.static import StaticHashTable
    from graphlab.state.lookup.vocabulary import StaticVocabularyTable

__all__ = [
    "KeyValueTensorInitializer",
    "StaticHashTable",
    "StaticVocabularyTable",
    "TextFileIndex",
    "TextFileInitializer",
    "experimental",
]
