"""The best run of a company's trains, proved optimal."""

from .bonus import AtStop, Bonus, EachStop, OnLink, Special, Through
from .model import Budget, Problem, Route, Run, Stop, Train
from .network import Link, Network
from .solve import best_run

__all__ = [
    "AtStop",
    "Bonus",
    "Budget",
    "EachStop",
    "Link",
    "Network",
    "OnLink",
    "Problem",
    "Route",
    "Run",
    "Special",
    "Stop",
    "Through",
    "Train",
    "best_run",
]
