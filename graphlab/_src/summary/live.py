"""live: scalars in a notebook, as they arrive."""

from graphlab._src.base import context


def live(logdir_or_writer, tags=None, smoothing=0.0, every_n_secs=1.0):
    """Shows the scalars of a folder or of a FileWriter in the cell's output, and new ones as they are written.

    tags: a regular expression that a tag has to match; all when left out.  smoothing: from 0 to below 1, as in
    TensorBoard; the values themselves stay as faint lines.  every_n_secs: how often it looks for new values, in seconds.
    The folders inside are runs, each with a colour. Running the cell again starts anew; the saved notebook keeps the
    last diagram. Returns the view, whose close() ends it. Outside of a notebook nothing is shown by itself: print the view,
    or save its svg().
    """
    return context.hook("live")(logdir_or_writer, tags, smoothing, every_n_secs)
