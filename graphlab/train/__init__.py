"""Optimizers and what else training needs."""
