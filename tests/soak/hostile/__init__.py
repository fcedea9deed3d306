"""What somebody who means harm could put into a notebook, a file or a message, drawn by a seed."""
