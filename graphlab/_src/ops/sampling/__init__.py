"""Candidate sampling: losses over a few classes drawn from very many."""
