"""What an attacker could put into a notebook, a file or a message, drawn by a seed."""
