"""Recurrent networks: cells, and what runs a cell over the time steps of a sequence."""
