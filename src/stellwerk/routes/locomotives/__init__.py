"""Runs of locomotives that run many routes each: most routes first, then most money, proved."""

from .check import Fault, Verdict, check, faults_of
from .model import Diesel, Earning, Locomotive, NoRunError, Part, Place, Problem, Route, Run, Stop, Work
from .parts import diesel_earnings, earnings
from .solve import Count, best_run, counted
from .telling import is_forced, told, valued
from .ties import alternatives, visited
from .trust import next_routes

__all__ = [
    "Count",
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
    "counted",
    "diesel_earnings",
    "earnings",
    "faults_of",
    "is_forced",
    "next_routes",
    "told",
    "valued",
    "visited",
]
