"""Images: decoded, encoded, resized, cropped, flipped, adjusted, compared."""
