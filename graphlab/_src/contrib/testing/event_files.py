"""What tests of summaries read: the newest event file of a folder, its summaries and their numbers."""

import glob
import os

import numpy as np

from graphlab._src.proto import Summary
from graphlab._src.summary.iterator import summary_iterator


def assert_summary(expected_tags, expected_simple_values, summary_proto):
    """ValueError unless a Summary has these tags; AssertionError unless its numbers are these to 2 decimals."""
    for value in summary_proto.value:
        if value.tag in expected_simple_values:
            expected = expected_simple_values[value.tag]
            np.testing.assert_almost_equal(value.simple_value, expected, decimal=2, err_msg=value.tag)
    wanted, found = set(expected_tags), {value.tag for value in summary_proto.value}
    if wanted != found:
        raise ValueError(f"Expected tags {wanted}, got {found}.")


def to_summary_proto(summary_str):
    """The Summary that was serialized."""
    return Summary.FromString(summary_str)


def latest_event_file(base_dir):
    """The path of the newest event file of a folder, or None."""
    return max(glob.glob(os.path.join(base_dir, "events.*")), default=None)


def latest_events(base_dir):
    """The events of the newest file."""
    path = latest_event_file(base_dir)
    return summary_iterator(path) if path else []


def latest_summaries(base_dir):
    """A list of the events of the newest file that have a summary."""
    return [event for event in latest_events(base_dir) if event.HasField("summary")]


def simple_values_from_events(events, tags):
    """{tag: its number at the last step}; ValueError for a summary of one of these tags that is no number."""
    last, found = {}, {}
    for event in events:
        for value in event.summary.value if event.HasField("summary") else ():
            if value.tag not in tags:
                continue
            if not value.HasField("simple_value"):
                raise ValueError(f"Summary for {value.tag} is not a simple_value.")
            if value.tag not in last or event.step > last[value.tag]:
                last[value.tag], found[value.tag] = event.step, value.simple_value
    return found
