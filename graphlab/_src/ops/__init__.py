"""Operations: one family per module, one function per operation type."""
