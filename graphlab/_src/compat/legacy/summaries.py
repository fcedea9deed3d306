"""Summaries as functions of tf: tags are as they are passed, whatever scope is open."""

import graphlab as tf


def _collected(summary, collections):
    for collection in [tf.GraphKeys.SUMMARIES] if collections is None else collections:
        tf.add_to_collection(collection, summary)
    return summary


def scalar_summary(tags, values, collections=None, name=None):
    """A number under a tag, or numbers under as many."""
    with tf.name_scope(name, "ScalarSummary", [tags, values]) as scope:
        return _collected(tf.raw_ops.ScalarSummary(tags=tags, values=values, name=scope), collections)


def histogram_summary(tag, values, collections=None, name=None):
    """How the values of a tensor are distributed."""
    with tf.name_scope(name, "HistogramSummary", [tag, values]) as scope:
        return _collected(tf.raw_ops.HistogramSummary(tag=tag, values=values, name=scope), collections)


def image_summary(tag, tensor, max_images=3, collections=None, name=None):
    """Images [batch, height, width, channels]."""
    with tf.name_scope(name, "ImageSummary", [tag, tensor]) as scope:
        summary = tf.raw_ops.ImageSummary(tag=tag, tensor=tensor, max_images=max_images, name=scope)
        return _collected(summary, collections)


def audio_summary(tag, tensor, sample_rate, max_outputs=3, collections=None, name=None):
    """Sounds [batch, samples] or [batch, samples, channels]."""
    with tf.name_scope(name, "AudioSummary", [tag, tensor]) as scope:
        rate = tf.convert_to_tensor(sample_rate, tf.float32)
        summary = tf.raw_ops.AudioSummaryV2(
            tag=tag, tensor=tensor, sample_rate=rate, max_outputs=max_outputs, name=scope
        )
        return _collected(summary, collections)


def merge_summary(inputs, collections=None, name=None):
    """Several summaries in one."""
    return tf.summary.merge(inputs, collections, name)


def merge_all_summaries(key=tf.GraphKeys.SUMMARIES):
    """All summaries of the graph in one; None where there is none."""
    return tf.summary.merge_all(key)
