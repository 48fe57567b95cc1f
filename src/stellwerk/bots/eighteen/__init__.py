"""Judgement that holds for every 18xx; what is one title's own stands with the title."""

from .judge import EighteenJudge

__all__ = ["EighteenJudge"]
