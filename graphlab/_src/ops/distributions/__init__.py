"""Probability distributions, made of operations."""
