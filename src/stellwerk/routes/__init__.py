"""The best run of a company's trains, proved optimal."""

from .bonus import AtStop, Bonus, EachStop, OnLink, Shuttle, Special, Through
from .check import Fault, Verdict, check
from .model import Budget, Problem, Route, Run, Stop, Train
from .network import Link, Network
from .scoring import rescored
from .solve import best_run
from .ties import alternatives, preferring, used, visited

__all__ = [
    "AtStop",
    "Bonus",
    "Budget",
    "EachStop",
    "Fault",
    "Link",
    "Network",
    "OnLink",
    "Problem",
    "Route",
    "Run",
    "Shuttle",
    "Special",
    "Stop",
    "Through",
    "Train",
    "Verdict",
    "alternatives",
    "best_run",
    "check",
    "preferring",
    "rescored",
    "used",
    "visited",
]
