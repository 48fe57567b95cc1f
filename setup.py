"""Everything is declared in pyproject.toml; the optional compiled route kernel is added here.

A machine without a C compiler installs all the same and searches best runs in Python.
"""

from glob import glob

from setuptools import Extension, setup

KERNEL = "src/stellwerk/routes/kernel"

setup(
    ext_modules=[
        Extension(
            "stellwerk.routes._kernel",
            sources=sorted(glob(f"{KERNEL}/*/*.c")),
            depends=sorted(glob(f"{KERNEL}/*/*.h")),
            # the same arithmetic, hence the same run, on every machine
            extra_compile_args=["-O3", "-ffp-contract=off"],
            optional=True,
        )
    ]
)
