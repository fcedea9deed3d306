"""Doubles of summary writers for tests."""
