"""Predictor: feeds named inputs and returns named outputs."""

from typing import Any

from graphlab._src.graph.attributes import attribute


class Predictor:
    """A function of {name: array} that returns {name: array}.

    A subclass sets _graph, _session, and _feed_tensors and _fetch_tensors, which are {name: tensor}.
    """

    _graph: Any
    _session: Any
    _feed_tensors: dict[str, Any]
    _fetch_tensors: dict[str, Any]

    graph = attribute("_graph", "The graph with the model.")
    session = attribute("_session", "The session that holds the variables.")
    feed_tensors = attribute("_feed_tensors", "The inputs by name.")
    fetch_tensors = attribute("_fetch_tensors", "The outputs by name.")

    def __repr__(self):
        return f"{type(self).__name__} with feed tensors {self._feed_tensors} and fetch_tensors {self._fetch_tensors}"

    def __call__(self, input_dict):
        """The outputs for some inputs; ValueError for a name that is none of an input."""
        unexpected = input_dict.keys() - self._feed_tensors.keys()
        if unexpected:
            raise ValueError(
                f"Got unexpected keys in input_dict: {sorted(unexpected)}\nexpected: {sorted(self._feed_tensors)}"
            )
        feed_dict = {self._feed_tensors[name]: value for name, value in input_dict.items() if value is not None}
        return self._session.run(self._fetch_tensors, feed_dict)
