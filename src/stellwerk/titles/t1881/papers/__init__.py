"""Sealed bids, shares, and how companies go into operation."""
