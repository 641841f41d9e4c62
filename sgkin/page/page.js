// Putting the page together, and what scripts may do with it.

function listenToTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = (isDark) => (document.documentElement.dataset.theme = isDark ? "dark" : "light");
  apply(dark.matches);
  dark.addEventListener("change", () => apply(dark.matches));
  part("theme").addEventListener("click", () => apply(document.documentElement.dataset.theme !== "dark"));
}

function build() {
  part("title").textContent = data.title;
  part("formula").textContent = data.formula;
  part("notes").textContent = data.notes;
  part("source").textContent = data.source ? `Source: ${data.source}` : "";
  const count = data.links.length - 1;
  const drawn = `Drawing of ${data.title}: ${count} moving links, ${data.groups.length} groups`;
  part("drawing").setAttribute("role", moves ? "application" : "img");
  part("drawing").setAttribute("aria-label", moves ? `${drawn}. Arrow keys move the input.` : drawn);
  listenToTheme();
  buildLegend();
  listenToGroups();
  if (moves) {
    part("hint").textContent = matchMedia("(pointer: coarse)").matches ? HINTS.finger : HINTS.mouse;
    buildInputs();
    buildParameters();
    buildModes();
    listenToControls();
    listenToKeys();
    goToTime(0);
    buildPoints();
    buildCharts();
    buildMeters();
    redrawCurves();
    redrawCharts();
    findLimits();
  } else {
    part("still").hidden = false;
    part("still").textContent = data.still;
    for (const id of ["motion", "inputs", "parameters", "transmission", "modes", "charts", "scales", "keys"]) part(id).hidden = true;
    for (const id of ["curves", "velocity", "acceleration"]) part(id).parentElement.hidden = true;
  }
  listenToStage();
  view.seen = showScale;
  showScale();
  light(null);
  refresh();
}

const HINTS = {
  mouse: "Drag any link or pin. Click a pin for its path, with shift any place of a link. The wheel zooms.",
  finger: "Drag any link or pin. Tap a pin for its path. Two fingers zoom.",
};

// What scripts may read and do: lengths in metres, angles in radians, times in seconds.
window.sgkin = {
  name: data.name,
  moves,
  inputNames: data.inputs.map((input) => input.name),
  links: data.links,
  /** The names of all points that can be chosen. */
  get points() {
    return data.points.map((point) => point.name);
  },
  /** Numbers of the assembly modes that can be entered, as `sgkin modes` counts them. */
  modes: data.modes.map((mode) => mode.number),
  /** Inputs, rates, time, whether it plays, the assembly mode, the sentence of a dead point or null. */
  get state() {
    const { inputs, rates, time, playing, group, stop } = state;
    const mode = data.mode.number;
    return { inputs: [...inputs], rates: [...rates], time, playing, group, mode, stop: stop && stop.sentence };
  },
  /** What is now marked on an input's slider: values, whether the input stops there, what happens in words. */
  limits(number) {
    return (data.inputs[number].shownLimits || []).map((limit) => ({ ...limit }));
  },
  /** The dead points among them. */
  deadPoints(number) {
    return this.limits(number).filter(({ stops }) => stops).map(({ value }) => value);
  },
  /** x, y, θ of every link now. */
  poses() {
    return Object.fromEntries(data.links.map((link, i) => [link, [...state.poses.subarray(3 * i, 3 * i + 3)]]));
  },
  velocities() {
    const { velocities } = state;
    return velocities && Object.fromEntries(data.links.map((link, i) => [link, [...velocities.subarray(3 * i, 3 * i + 3)]]));
  },
  accelerations() {
    const { accelerations } = state;
    return accelerations && Object.fromEntries(data.links.map((link, i) => [link, [...accelerations.subarray(3 * i, 3 * i + 3)]]));
  },
  /** The transmission angle of every joint that has one now, null where the driven link has no direction. */
  transmissionAngles() {
    const found = data.transmission.map((lines) => [lines.joint, transmissionAngle(lines, presentState())]);
    return Object.fromEntries(found.map(([joint, angle]) => [joint, Number.isFinite(angle) ? angle : null]));
  },
  /** The quality of every group now, in solving order. */
  qualities() {
    return data.quality.map((_, number) => groupQuality(number, presentState()));
  },
  /** Go to inputs from the nearest stored configuration. */
  setInputs(inputs) {
    pauseQuietly();
    jump([...inputs]);
    refresh();
  },
  setTime(time) {
    pauseQuietly();
    goToTime(time);
    refresh();
  },
  /** The parameters that can be moved: name, value and how far it goes, in SI. */
  get parameters() {
    return data.parameters.map(({ name, low, high }, i) => ({ name, low, high, value: dimensions.values[i] }));
  },
  /** Give parameters other values { name: value }, all together; the mechanism follows as far as it can. */
  setParameters(values) {
    const unknown = Object.keys(values).find((name) => data.parameters.every((parameter) => parameter.name !== name));
    if (unknown) throw new RangeError(`there is no parameter ${unknown}`);
    moveParameters(data.parameters.map(({ name }, i) => values[name] ?? dimensions.values[i]));
  },
  /** Go on in another assembly mode at the present inputs. */
  setMode(number) {
    const found = data.modes.find((mode) => mode.number === number);
    if (!found) throw new RangeError(`there is no mode ${number}; there are ${this.modes.join(", ")}`);
    enterMode(found);
  },
  play,
  pause,
  /** Where a link's point, given in its own frame, is on the screen. */
  screen(link, x = 0, y = 0) {
    const [px, py] = view.toSheet(Solver.place(state.poses, [data.links.indexOf(link), x, y]));
    const place = new DOMPoint(px, py).matrixTransform(view.root.getScreenCTM());
    return [place.x, place.y];
  },
};

build();
