"""A moving picture as a web page of its own: it plays, stops, and can be pulled to any moment. No network needed."""

from __future__ import annotations

from html import escape

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ font-family: sans-serif; margin: 1.5em auto; max-width: 700px; padding: 0 1em; }}
svg {{ max-width: 100%; height: auto; }}
.bar {{ display: flex; gap: 1em; align-items: center; }}
.bar input {{ flex: 1; }}
</style>
</head>
<body>
<h1>{title}</h1>
{picture}
<div class="bar">
<button id="play" type="button" aria-label="play or stop">stop</button>
<input id="moment" type="range" min="0" max="{seconds}" step="0.001" value="0" aria-label="moment">
<output id="shown"></output>
</div>
<script>
const picture = document.querySelector("svg"), play = document.getElementById("play");
const moment = document.getElementById("moment"), shown = document.getElementById("shown"), seconds = {seconds};
function tell() {{ shown.textContent = (100 * moment.value / seconds).toFixed(0) + " %"; }}
function stop(stopped) {{
  if (stopped) picture.pauseAnimations(); else picture.unpauseAnimations();
  play.textContent = stopped ? "play" : "stop";
}}
play.onclick = () => stop(!picture.animationsPaused());
moment.oninput = () => {{ stop(true); picture.setCurrentTime(Number(moment.value)); tell(); }};
(function follow() {{
  if (!picture.animationsPaused()) {{ moment.value = picture.getCurrentTime() % seconds; tell(); }}
  requestAnimationFrame(follow);
}})();
</script>
</body>
</html>
"""


def player_page(title: str, picture: str, seconds: float) -> str:
    """The page of a moving SVG that repeats every so many seconds."""
    return PAGE.format(title=escape(title), picture=picture, seconds=f"{seconds:g}")
