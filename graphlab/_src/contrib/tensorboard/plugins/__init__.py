"""Configuration of TensorBoard plugins, one module each."""
