"""Contracts, readable reference rules and card data: plain Python, nothing compiled."""
