"""Runs of locomotives that run many routes each: most routes first, then most money, proved."""

from .check import Fault, Verdict, check
from .model import Diesel, Earning, Locomotive, Part, Place, Problem, Route, Run, Stop, Work
from .parts import diesel_earnings, earnings
from .solve import NoRunError, best_run
from .telling import is_forced, told, valued
from .ties import alternatives, visited
from .trust import next_routes

__all__ = [
    "Diesel",
    "Earning",
    "Fault",
    "Locomotive",
    "NoRunError",
    "Part",
    "Place",
    "Problem",
    "Route",
    "Run",
    "Stop",
    "Verdict",
    "Work",
    "alternatives",
    "best_run",
    "check",
    "diesel_earnings",
    "earnings",
    "is_forced",
    "next_routes",
    "told",
    "valued",
    "visited",
]
