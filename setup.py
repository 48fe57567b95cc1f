"""Everything is declared in pyproject.toml; the optional compiled kernels of reach and routes are added here.

A machine without a C compiler installs all the same, follows track and searches best runs in Python.
"""

from glob import glob

from setuptools import Extension, setup


def kernel(room: str, sources: str) -> Extension:
    """The compiled part of a room, from these sources of its folder."""
    folder = f"src/stellwerk/{room}/kernel"
    return Extension(
        f"stellwerk.{room}._kernel",
        sources=sorted(glob(f"{folder}/{sources}.c")),
        depends=sorted(glob(f"{folder}/*/*.h")),
        # the same arithmetic, hence the same run, on every machine
        extra_compile_args=["-O3", "-ffp-contract=off"],
        optional=True,
    )


setup(ext_modules=[kernel("board", "*"), kernel("routes", "*/*")])
