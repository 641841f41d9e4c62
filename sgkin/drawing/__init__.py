"""Mechanisms as shapes, without a drawing program: for pictures, pages, notebooks and workshop files."""
