"""Checkpoints: the values of variables in TensorFlow's files.

A checkpoint `prefix` in the V2 format is `prefix.data-00000-of-00001`, which holds the bytes of the tensors one after
the other, and `prefix.index`, a sorted table that says where each is, its dtype and shape, and its checksum.
"""
