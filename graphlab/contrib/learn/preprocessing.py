"""Documents as rows of numbers: one for each byte, or for each word of a vocabulary that is learned from them."""

from graphlab._src.contrib.learn.preprocessing import (
    ByteProcessor,
    CategoricalVocabulary,
    VocabularyProcessor,
)

__all__ = [
    "ByteProcessor",
    "CategoricalVocabulary",
    "VocabularyProcessor",
]
