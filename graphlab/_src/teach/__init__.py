"""Exercises that check a learner's answer, say what is right and what is not, and draw it."""
