"""Losses that training adds up: a number for each example, weighted, reduced and added to a collection."""
