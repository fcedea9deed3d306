"""Tests that TensorFlow runs in two modes: here they run in graph mode."""

import functools


def run_in_graph_and_eager_modes(func=None, config=None, use_gpu=True, reset_test=True, assert_no_eager_garbage=False):
    """The test inside its cached session, in graph mode."""

    def decorate(function):
        if isinstance(function, type):
            raise ValueError("`run_in_graph_and_eager_modes` only supports test methods.")

        @functools.wraps(function)
        def decorated(self, *args, **kwargs):
            with self.test_session(use_gpu=use_gpu, config=config):
                function(self, *args, **kwargs)

        return decorated

    return decorate if func is None else decorate(func)
