"""A real browser for the tests of pages."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

from sgkin import Mechanism, write_page

FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --window-size=1280,900"
).split()


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """A headless Chromium; where there is none the test is skipped, or fails if SGKIN_REQUIRE_BROWSER is set."""
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if chromium is None or driver is None:
        remedy = "chromium and chromedriver are not installed; on Debian: apt-get install chromium chromium-driver"
        pytest.fail(remedy) if os.environ.get("SGKIN_REQUIRE_BROWSER") else pytest.skip(remedy)
    options = Options()
    options.binary_location = chromium
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('chromium')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    opened = Chrome(options=options, service=Service(driver))
    yield opened
    opened.quit()


@pytest.fixture
def open_page(browser: Chrome, tmp_path: Path) -> Callable[[Mechanism], Chrome]:
    """Writes the page of a mechanism and opens it."""

    def open_it(mechanism: Mechanism, steps: int = 180) -> Chrome:
        path = tmp_path / "page.html"
        write_page(mechanism, path, steps)
        for log in ("browser", "performance"):
            browser.get_log(log)  # what earlier pages left
        browser.get(path.as_uri())
        return browser

    return open_it
