"""Benchmarks: what sgkin needs in time and memory. Run them with ``python -m benchmarks``."""

import os

for _name in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(_name, "1")  # read when numpy and scipy are first imported: everything runs on one core
