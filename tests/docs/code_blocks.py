"""The Python code of a page of the documentation."""

from docs.page_code import DOCS, pages, run_page

__all__ = ["DOCS", "pages", "run_page"]
