"""Calls of Session.run: fetches, feeds, and the plans made for them."""
