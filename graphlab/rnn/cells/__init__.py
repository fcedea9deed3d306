"""Cells: what one time step of a recurrent network computes."""
