"""Models of Keras: how layers become one, and how that is trained."""
