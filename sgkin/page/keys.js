// The keyboard: small steps of inputs and of time, zooming, play and pause.

const ARROWS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
const FAST = 10; // how many steps one is with the shift key, or with page up and page down

/** How much an arrow key moves an input: a degree or a hundredth of a radian; a round part of a stroke. */
function keyStep({ quantity, low, high }) {
  if (quantity !== "angle") return factors.length * roundBelow((high - low) / factors.length / 100);
  return factors.angle * (unitNames.angle === "deg" ? 1 : roundBelow(Math.PI / 180 / factors.angle));
}

/** How many steps a key stands for, null if it stands for none. */
function keySteps({ key, shiftKey }) {
  if (key === "PageUp" || key === "PageDown") return key === "PageUp" ? FAST : -FAST;
  return key in ARROWS ? ARROWS[key] * (shiftKey ? FAST : 1) : null;
}

/** Move an input as a key says. */
function stepByKey(event, i) {
  const input = data.inputs[i];
  const [low, high] = sliderEnds(input);
  const count = keySteps(event);
  const onSlider = event.target === input.controls.slider;
  const end = onSlider ? { Home: low, End: high }[event.key] : undefined;
  if (count === null && end === undefined) return;
  event.preventDefault();
  input.controls.typing = false;
  moveInput(i, end === undefined ? sliderValue(input, i) + count * keyStep(input) : end);
  refresh();
  findLimits();
}

function stepTimeByKey(event) {
  const count = keySteps(event);
  if (count === null || !(mover.duration > 0)) return;
  event.preventDefault();
  pauseQuietly();
  const now = state.time === null ? nearestTime() : state.time;
  goToTime(Math.min(mover.duration, Math.max(0, now + count * roundBelow(mover.duration / 100))));
  refresh();
}

function listenToKeys() {
  const zooms = { "+": 1 / 1.25, "=": 1 / 1.25, "-": 1.25, "−": 1.25 };
  part("drawing").addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in zooms) view.zoom(zooms[event.key]);
    else if (event.key === "0") view.show(view.full);
    else stepByKey(event, state.input);
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input[type=number], select")) return;
    if (event.key === " " && !event.target.matches("button, input[type=checkbox], input[type=radio]")) {
      event.preventDefault();
      part("play").click();
    }
  });
}
