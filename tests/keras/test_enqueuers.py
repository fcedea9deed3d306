"""Enqueuers: batches come in order, end with their generator, and errors are raised where batches are read."""

import itertools

import pytest

import graphlab as tf
from graphlab.keras.utils import GeneratorEnqueuer, OrderedEnqueuer


class Squares(tf.keras.utils.Sequence):
    def __init__(self):
        self.epochs = 0

    def __len__(self):
        return 3

    def __getitem__(self, index):
        return index * index + 100 * self.epochs

    def on_epoch_end(self):
        self.epochs += 1


def test_a_sequence_comes_in_order_epoch_after_epoch():
    enqueuer = OrderedEnqueuer(Squares())
    enqueuer.start(workers=3, max_queue_size=2)
    assert next(enqueuer.get()) == 0
    assert list(itertools.islice(enqueuer.get(), 5)) == [1, 4, 100, 101, 104]
    enqueuer.stop(timeout=10)
    assert not enqueuer.is_running() and enqueuer.run_thread and not enqueuer.run_thread.is_alive()


def test_a_generator_ends_and_several_threads_share_it():
    enqueuer = GeneratorEnqueuer(i if i % 2 else None for i in range(20))
    enqueuer.start(workers=4)
    assert sorted(enqueuer.get()) == list(range(1, 20, 2))


def test_an_error_is_raised_where_batches_are_read():
    enqueuer = GeneratorEnqueuer(1 // i for i in (1, 0))
    enqueuer.start()
    with pytest.raises(ZeroDivisionError):
        list(enqueuer.get())
    assert not enqueuer.is_running()
