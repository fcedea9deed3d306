"""Images: in and out of files, resized, cropped, turned, coloured, compared."""
