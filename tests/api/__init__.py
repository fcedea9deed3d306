"""How much of TensorFlow 1.15's public interface graphlab has.

symbols.tsv: every public symbol of TensorFlow 1.15, with its kind and its signature, as its own API golden files say.
usage.tsv: symbols, and in how many of 643 files of 21 widely read repositories they are used.
"""
