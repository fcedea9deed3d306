"""Predictor: feeds named inputs and returns named outputs."""

from graphlab._src.graph.attributes import attribute


class Predictor:
    """A function of {name: array} that returns {name: array}.

    session: where it runs.  feeds, fetches: {name: tensor}.
    """

    def __init__(self, session, feeds, fetches):
        self._session = session
        self._feeds = feeds
        self._fetches = fetches

    graph = attribute("_session.graph", "The graph with the model.")
    session = attribute("_session", "The session that holds the variables.")
    feed_tensors = attribute("_feeds", "The inputs by name.")
    fetch_tensors = attribute("_fetches", "The outputs by name.")

    def __call__(self, input_dict):
        """The outputs for some inputs; ValueError for a name that is none of an input."""
        unexpected = input_dict.keys() - self._feeds.keys()
        if unexpected:
            raise ValueError(
                f"Got unexpected keys in input_dict: {sorted(unexpected)}\nexpected: {sorted(self._feeds)}"
            )
        feed_dict = {self._feeds[name]: value for name, value in input_dict.items() if value is not None}
        return self._session.run(self._fetches, feed_dict)
