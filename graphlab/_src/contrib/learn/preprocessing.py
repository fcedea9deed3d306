"""Documents as rows of numbers: one for each byte, or for each word of a vocabulary that is learned from them."""

import collections
import pickle
import re
from typing import Any

import numpy as np

from graphlab._src.io.file_io import GFile

# Words, words with an apostrophe, and single signs.
_WORD = re.compile(r"[A-Z]{2,}(?![a-z])|[A-Z][a-z]+(?=[A-Z])|[\'\w\-]+", re.UNICODE)


def tokenizer(iterator):
    """The words of each document, as lists."""
    for document in iterator:
        yield _WORD.findall(document)


class ByteProcessor:
    """Documents as rows of their first max_document_length bytes, filled up with zeros."""

    def __init__(self, max_document_length):
        self.max_document_length = max_document_length

    def fit(self, x):
        """There is nothing to learn."""

    def fit_transform(self, x):
        """As transform."""
        return self.transform(x)

    def transform(self, x):
        """Yields uint8[max_document_length] for each document."""
        for document in x:
            data = document.encode() if isinstance(document, str) else document
            numbers = np.frombuffer(data[: self.max_document_length], np.uint8)
            yield np.pad(numbers, (0, self.max_document_length - len(numbers)))

    def reverse(self, x):
        """Yields the text of each row; "" for one that is none."""
        for row in x:
            try:
                yield np.trim_zeros(row.astype(np.uint8), trim="b").tobytes().decode()
            except UnicodeDecodeError:
                yield ""


class CategoricalVocabulary:
    """Numbers for words, in the order in which they come; 0 is for unknown words."""

    def __init__(self, unknown_token="<UNK>", support_reverse=True):
        self._unknown = unknown_token
        self._numbers = {unknown_token: 0}
        self._counts = collections.Counter()
        self._support_reverse = support_reverse
        self._frozen = False

    def __len__(self):
        return len(self._numbers)

    def freeze(self, freeze=True):
        """From now on new words get 0; freeze: False lets them get numbers again."""
        self._frozen = freeze

    def get(self, category):
        """The number of a word, a new one for a new word."""
        if category not in self._numbers:
            if self._frozen:
                return 0
            self._numbers[category] = len(self._numbers)
        return self._numbers[category]

    def add(self, category, count=1):
        """Counts a word."""
        if self.get(category) > 0:
            self._counts[category] += count

    def trim(self, min_frequency, max_frequency=-1):
        """Keeps words that came more often than min_frequency, and less than max_frequency; the most frequent first."""
        ordered = sorted(self._counts.items(), key=lambda item: (-item[1], not isinstance(item[0], str), item[0]))
        counts = [(word, count) for word, count in ordered if count > min_frequency and not 0 < max_frequency <= count]
        self._numbers = {self._unknown: 0, **{word: i for i, (word, _) in enumerate(counts, 1)}}
        self._counts = collections.Counter(dict(counts))

    def reverse(self, class_id):
        """The word of a number. ValueError when the vocabulary was made without support_reverse."""
        if not self._support_reverse:
            raise ValueError("This vocabulary wasn't initialized with support_reverse to support reverse() function.")
        return list(self._numbers)[class_id]


class VocabularyProcessor:
    """Documents as rows of the numbers of their words: int64[max_document_length], filled up with zeros.

    min_frequency: words that come no more often than this are unknown.  vocabulary: a CategoricalVocabulary.
    tokenizer_fn: returns the lists of words of documents.
    """

    def __init__(self, max_document_length, min_frequency=0, vocabulary=None, tokenizer_fn=None):
        self.max_document_length = max_document_length
        self.min_frequency = min_frequency
        self.vocabulary_ = vocabulary or CategoricalVocabulary()
        self._tokenizer = tokenizer_fn or tokenizer

    def fit(self, raw_documents, unused_y=None):
        """Learns the words of the documents."""
        for words in self._tokenizer(raw_documents):
            for word in words:
                self.vocabulary_.add(word)
        if self.min_frequency > 0:
            self.vocabulary_.trim(self.min_frequency)
        self.vocabulary_.freeze()
        return self

    def fit_transform(self, raw_documents, unused_y=None):
        """fit, then transform."""
        self.fit(raw_documents)
        return self.transform(raw_documents)

    def transform(self, raw_documents):
        """Yields the row of each document."""
        for words in self._tokenizer(raw_documents):
            row = np.zeros(self.max_document_length, np.int64)
            for i, word in enumerate(words[: self.max_document_length]):
                row[i] = self.vocabulary_.get(word)
            yield row

    def reverse(self, documents):
        """Yields the words of each row, with spaces between them."""
        for row in documents:
            yield " ".join(self.vocabulary_.reverse(number) for number in row)

    def save(self, filename):
        """Writes it to a file."""
        with GFile(filename, "wb") as file:
            file.write(pickle.dumps(self))

    @classmethod
    def restore(cls, filename):
        """What save wrote. It may run code, as all pickled files may: restore only your own."""
        with GFile(filename, "rb") as file:
            data: Any = file.read()
        return pickle.loads(data)
