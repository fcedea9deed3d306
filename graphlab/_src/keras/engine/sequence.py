"""Sequence: data by the number of the batch."""


class Sequence:
    """The base of data that returns one batch for an index.

    Subclasses define __getitem__(index), which returns (inputs, targets) or (inputs, targets, weights), and __len__.
    """

    def __getitem__(self, index):
        """The batch of that number."""
        raise NotImplementedError

    def __len__(self):
        """How many batches there are."""
        raise NotImplementedError

    def on_epoch_end(self):
        """An epoch ended."""

    def __iter__(self):
        """All batches, once."""
        for index in range(len(self)):
            yield self[index]
