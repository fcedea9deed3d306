"""Sessions that hooks look after: prepared, restored, recovered and stopped."""
