"""tf.keras.preprocessing.text: texts as numbers of words."""

import collections
import hashlib
import json
from typing import Any

import numpy as np

from graphlab._src.base import logging

_FILTERS = '!"#$%&()*+,-./:;<=>?@[\\]^_`{|}~\t\n'


def text_to_word_sequence(text, filters=_FILTERS, lower=True, split=" "):
    """The words of a text. filters: characters that separate words as `split` does."""
    text = text.lower() if lower else text
    return [word for word in text.translate(str.maketrans(dict.fromkeys(filters, split))).split(split) if word]


def one_hot(text, n, filters=_FILTERS, lower=True, split=" "):
    """A number below n for each word, by Python's hash: equal words have equal numbers, others perhaps too."""
    return hashing_trick(text, n, hash, filters, lower, split)


def hashing_trick(text, n, hash_function: Any = None, filters=_FILTERS, lower=True, split=" "):
    """A number below n for each word. hash_function: "md5", the same in each process; a function; or hash."""
    if hash_function == "md5":
        hash_function = _md5
    words = text_to_word_sequence(text, filters=filters, lower=lower, split=split)
    return [(hash_function or hash)(word) % (n - 1) + 1 for word in words]


def _md5(word):
    return int(hashlib.md5(word.encode()).hexdigest(), 16)


class Tokenizer:
    """Numbers for words, the more frequent the lower, from 1 on; learnt of texts.

    num_words: only words with lower numbers count.  char_level: characters are the words.
    oov_token: represents all other words, as number 1.
    """

    def __init__(
        self,
        num_words=None,
        filters=_FILTERS,
        lower=True,
        split=" ",
        char_level=False,
        oov_token=None,
        document_count=0,
        **kwargs,
    ):
        if "nb_words" in kwargs:
            logging.warning("The `nb_words` argument in `Tokenizer` has been renamed `num_words`.")
            num_words = kwargs.pop("nb_words")
        if kwargs:
            raise TypeError("Unrecognized keyword arguments: " + str(kwargs))
        self.num_words, self.filters, self.lower, self.split = num_words, filters, lower, split
        self.char_level, self.oov_token, self.document_count = char_level, oov_token, document_count
        self.word_counts: Any = collections.OrderedDict()
        self.word_docs: Any = collections.defaultdict(int)
        self.index_docs: Any = collections.defaultdict(int)
        self.word_index: Any = {}
        self.index_word: Any = {}

    def _words(self, text):
        if not self.char_level and not isinstance(text, list):
            return text_to_word_sequence(text, self.filters, self.lower, self.split)
        if not self.lower:
            return text
        return [word.lower() for word in text] if isinstance(text, list) else text.lower()

    def fit_on_texts(self, texts):
        """Learns the words of texts: strings, or lists of words."""
        for text in texts:
            self.document_count += 1
            words = self._words(text)
            for word in words:
                self.word_counts[word] = self.word_counts.get(word, 0) + 1
            for word in set(words):
                self.word_docs[word] += 1
        known = [] if self.oov_token is None else [self.oov_token]
        known += [word for word, _ in sorted(self.word_counts.items(), key=lambda item: item[1], reverse=True)]
        self.word_index = {word: number for number, word in enumerate(known, 1)}
        self.index_word = {number: word for word, number in self.word_index.items()}
        for word, count in self.word_docs.items():
            self.index_docs[self.word_index[word]] = count

    def fit_on_sequences(self, sequences):
        """Learns in how many sequences each number is."""
        self.document_count += len(sequences)
        for sequence in sequences:
            for number in set(sequence):
                self.index_docs[number] += 1

    def texts_to_sequences(self, texts):
        """The numbers of the words of each text; words without one are left out."""
        return list(self.texts_to_sequences_generator(texts))

    def texts_to_sequences_generator(self, texts):
        """texts_to_sequences, text by text."""
        for text in texts:
            numbers = (self._counted(self.word_index.get(word)) for word in self._words(text))
            yield [number for number in numbers if number is not None]

    def _counted(self, number):
        """The number, or that of oov_token where it does not count."""
        if number is None or (self.num_words and number >= self.num_words):
            return self.word_index.get(self.oov_token)
        return number

    def sequences_to_texts(self, sequences):
        """The words of each sequence of numbers, with spaces between."""
        return list(self.sequences_to_texts_generator(sequences))

    def sequences_to_texts_generator(self, sequences):
        """sequences_to_texts, sequence by sequence."""
        for sequence in sequences:
            numbers = (self._counted(number if number in self.index_word else None) for number in sequence)
            yield " ".join(self.index_word[number] for number in numbers if number is not None)

    def texts_to_matrix(self, texts, mode="binary"):
        """A row for each text, a column for each word; see sequences_to_matrix."""
        return self.sequences_to_matrix(self.texts_to_sequences(texts), mode=mode)

    def sequences_to_matrix(self, sequences, mode="binary"):
        """A row for each sequence, a column for each number. mode: "binary", "count", "freq" or "tfidf"."""
        if not self.num_words and not self.word_index:
            raise ValueError("Specify a dimension (`num_words` argument), or fit on some text data first.")
        if mode == "tfidf" and not self.document_count:
            raise ValueError("Fit the Tokenizer on some data before using tfidf mode.")
        if mode not in ("binary", "count", "freq", "tfidf"):
            raise ValueError("Unknown vectorization mode:", mode)
        width = self.num_words or len(self.word_index) + 1
        matrix = np.zeros((len(sequences), width))
        for row, sequence in zip(matrix, sequences, strict=True):
            for number, count in collections.Counter(n for n in sequence if n < width).items():
                if mode == "tfidf":
                    documents = 1 + self.document_count / (1 + self.index_docs.get(number, 0))
                    row[number] = (1 + np.log(count)) * np.log(documents)
                else:
                    row[number] = {"binary": 1, "count": count, "freq": count / len(sequence)}[mode]
        return matrix

    def get_config(self):
        """What it was made with and what it learnt; dicts as JSON."""
        said = "num_words filters lower split char_level oov_token document_count".split()
        learnt = "word_counts word_docs index_docs index_word word_index".split()
        return {
            **{name: getattr(self, name) for name in said},
            **{name: json.dumps(getattr(self, name)) for name in learnt},
        }

    def to_json(self, **kwargs):
        """What tokenizer_from_json makes an equal one of."""
        return json.dumps({"class_name": type(self).__name__, "config": self.get_config()}, **kwargs)
