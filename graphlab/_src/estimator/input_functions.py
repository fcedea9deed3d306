"""What input functions return, and what Estimators make of it."""

from graphlab._src.data.dataset import DatasetV2, make_initializable_iterator
from graphlab._src.train.sessions.hook import SessionRunHook


class DatasetInitializerHook(SessionRunHook):
    """Begins a Dataset in each new session."""

    def __init__(self, iterator):
        self._iterator = iterator

    def begin(self):
        """Makes the operation, while operations may be made."""
        self._initializer = self._iterator.initializer

    def after_create_session(self, session, coord):
        """Runs it."""
        session.run(self._initializer)


def parse_iterator_result(result):
    """(features, labels) of a pair, or of features alone; ValueError for a tuple of another length."""
    if isinstance(result, (list, tuple)):
        if len(result) != 2:
            raise ValueError("input_fn should return (features, labels) as a len 2 tuple.")
        return result[0], result[1]
    return result, None


def parse_input_fn_result(result):
    """(features, labels, hooks) of a Dataset, of a pair or of features alone."""
    hooks = []
    if isinstance(result, DatasetV2):
        iterator = make_initializable_iterator(result)
        hooks.append(DatasetInitializerHook(iterator))
        result = iterator.get_next()
    return *parse_iterator_result(result), hooks
