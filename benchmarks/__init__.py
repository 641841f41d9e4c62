"""Benchmarks: what sgkin needs in time and memory. Run them with ``python -m benchmarks``."""
