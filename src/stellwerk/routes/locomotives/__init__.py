"""Runs of locomotives that run many routes each."""

from .model import Diesel, Earning, Locomotive, Part, Place, Problem, Route, Run, Stop, Work
