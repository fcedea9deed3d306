"""Stochastic dual coordinate ascent: linear models with a convex loss, trained example by example in the dual."""
