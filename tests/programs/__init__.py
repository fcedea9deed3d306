"""Small programs written for TensorFlow 1.15: `build(tf)` makes a graph, `RUNS` says what to run in it, in order.

They run unchanged with `tf` being TensorFlow 1.15, which made tests/golden, and with `tf` being graphlab.
A run is a pair: names to fetch, and a dict from tensor names to what is fed.
"""
