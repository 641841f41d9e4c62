// Curves of chosen quantities over the input or over time, with the present value.

const charts = [];
const PLOT = { left: 46, right: 8, top: 8, bottom: 20, height: 122 };

function buildCharts() {
  const offered = mover.single ? [["input", data.inputs[0].name], ["time", "time"]] : [["time", "time"]];
  for (const [value, name] of offered) element(part("over"), "option", { value }, name);
  part("over").parentElement.hidden = offered.length === 1;
  const rates = data.laws.rates.map(([rate]) => rate);
  // at a rate that changes, velocities belong to a time and not to a place
  if (Math.max(...rates) - Math.min(...rates) > 1e-9 * Math.abs(rates[0])) part("over").value = "time";
  part("over").addEventListener("change", redrawCharts);
  part("add-chart").addEventListener("click", () => addChart(...charts.length ? [charts[0].thing, charts[0].quantity] : []));
  firstCharts().forEach(([thing, name]) => addChart(thing, quantities[thing.kind].find((each) => each.name === name)));
  new ResizeObserver(() => charts.forEach(drawChart)).observe(part("chart-list"));
}

/** What is shown first: how the last link moves, and how fast the first chosen point is. */
function firstCharts() {
  const all = things();
  const { poses } = mover.single ? mover.tracks[0] : mover.lawTrack;
  const turning = ({ link }) => {
    const angles = poses.map((each) => each[3 * link + 2]);
    return Math.max(...angles) - Math.min(...angles) > 1e-6;
  };
  const point = all.find(({ kind, name }) => kind === "point" && state.chosen.has(name));
  const link = all.filter((thing) => thing.kind === "link" && turning(thing)).pop();
  const first = link ? [[link, "angle"]] : [];
  return [...first, ...(point ? [[point, "velocity"]] : link ? [[link, "angular velocity"]] : [])];
}

function addChart(thing = things()[0], quantity = quantities[thing.kind][0]) {
  const box = element(part("chart-list"), "div", { class: "chart" });
  const line = element(box, "div", { class: "line" });
  const chart = { thing, quantity, box };
  chart.thingBox = element(line, "select", { "aria-label": "of which link, point, joint or group" });
  const remove = element(line, "button", { type: "button", class: "remove", title: "remove this curve", "aria-label": "remove" }, "×");
  chart.quantityBox = element(line, "select", { "aria-label": "which quantity" });
  chart.value = element(line, "output");
  chart.root = element(box, "svg", { role: "img" });
  charts.push(chart);
  listThings();
  chart.thingBox.addEventListener("change", () => {
    chart.thing = things().find(({ kind, name }) => `${kind} ${name}` === chart.thingBox.value);
    if (!quantities[chart.thing.kind].includes(chart.quantity)) chart.quantity = quantities[chart.thing.kind][0];
    listThings();
    redrawCharts();
  });
  chart.quantityBox.addEventListener("change", () => {
    chart.quantity = quantities[chart.thing.kind].find(({ name }) => name === chart.quantityBox.value);
    redrawCharts();
  });
  remove.addEventListener("click", () => {
    charts.splice(charts.indexOf(chart), 1);
    box.remove();
  });
  listenToChart(chart);
  redrawCharts();
}

/** Offer all things, and the quantities of the chosen one, in every chart. */
function listThings() {
  const all = things();
  for (const { thing, quantity, thingBox, quantityBox } of charts) {
    thingBox.replaceChildren();
    for (const kind of Object.keys(quantities)) {
      const each = all.filter((one) => one.kind === kind);
      if (!each.length) continue;
      const offered = element(thingBox, "optgroup", { label: `${kind}s` });
      for (const { name } of each) element(offered, "option", { value: `${kind} ${name}` }, name);
    }
    thingBox.value = `${thing.kind} ${thing.name}`;
    quantityBox.replaceChildren();
    for (const { name } of quantities[thing.kind]) element(quantityBox, "option", { value: name }, name);
    quantityBox.value = quantity.name;
  }
}

let filling = null;

/** Draw all curves; what of the motion has not been found yet follows in the pauses between frames. */
function redrawCharts() {
  clearTimeout(filling);
  if (!charts.length) return;
  const found = samplesOver(part("over").value);
  found.fill(SLICE);
  if (!found.complete) filling = setTimeout(redrawCharts, 4);
  if (found.complete || !charts.every(({ now }) => now)) charts.forEach(drawChart);
}

/** The value of a quantity in the units of the file, NaN where it has none. */
function chartValue({ thing, quantity }, at) {
  const rated = quantity.unit.length > 1;
  return rated && !at.velocities ? NaN : quantity.value(at, thing) / factors[quantity.unit[0]];
}

/** How far a chart's horizontal axis goes, in the units of the file, and its unit. */
function chartAxis() {
  if (part("over").value === "time") return { ends: [0, mover.duration], factor: 1, unit: "s", turning: false };
  const { quantity } = data.inputs[0];
  const factor = factors[quantity];
  const turning = quantity === "angle" && unitNames.angle === "deg";
  return { ends: sliderEnds(data.inputs[0]).map((z) => z / factor), factor, unit: unitName(quantity), turning };
}

function drawChart(chart) {
  const { root, quantity, thing } = chart;
  const { left, right, top, bottom, height } = PLOT;
  const width = Math.max(120, root.clientWidth);
  const found = samplesOver(part("over").value);
  const values = found.found.map((at) => (at ? chartValue(chart, at) : NaN));
  const axis = chartAxis();
  const range = shownRange(values);
  const scale = ([low, high], from, to) => (value) => from + ((to - from) * (value - low)) / (high - low || 1);
  const x = scale(axis.ends, left, width - right);
  const y = scale(range, height - bottom, top);
  Object.assign(chart, { x, y, axis, range });
  root.replaceChildren();
  root.setAttribute("aria-label", `${quantity.name} of ${thing.name} over ${part("over").selectedOptions[0].text}`);
  for (const value of ticks(range, 4)) {
    element(root, "line", { class: "grid", x1: left, x2: width - right, y1: y(value), y2: y(value) });
    element(root, "text", { x: left - 5, y: y(value) + 4, "text-anchor": "end" }, tickText(value));
  }
  const across = ticks(axis.ends, Math.min(5, width / 60), axis.turning);
  across.forEach((value, k) => {
    element(root, "line", { class: "grid", x1: x(value), x2: x(value), y1: top, y2: height - bottom });
    const said = tickText(value) + (k === across.length - 1 ? (axis.unit === "°" ? "°" : ` ${axis.unit}`) : "");
    element(root, "text", { x: x(value), y: height - 5, "text-anchor": k === across.length - 1 ? "end" : "middle" }, said);
  });
  const window = element(root, "svg", {
    x: left, y: top - 2, width: width - left - right, height: height - top - bottom + 4,
    viewBox: `${left} ${top - 2} ${width - left - right} ${height - top - bottom + 4}`,
  });
  const d = pathOf(values.map((value, k) => [x(found.places[k] / axis.factor), y(value)]));
  element(window, "path", { class: "track", d }).style.stroke = view.colour("line", thing.group);
  chart.level = element(window, "line", { class: "level", x1: left, x2: width - right });
  chart.now = element(root, "line", { class: "now", y1: top, y2: height - bottom });
  chart.dot = element(window, "circle", { class: "dot", r: 4.5 });
  chart.dot.style.fill = view.colour("line", thing.group);
  showNowIn(chart);
}

/** The present configuration, without the whole turns that the slider does not count either. */
function presentSample() {
  const sample = presentState();
  if (part("over").value === "time" || !data.inputs[0].turns) return sample;
  const [low, high] = sliderEnds(data.inputs[0]);
  const turns = Math.floor(state.inputs[0] / (high - low));
  return { ...sample, poses: sample.poses.map((q, i) => q - turns * mover.gain[i]) };
}

/** Where the mechanism is on the horizontal axis; null if it is moved by hand, and the axis is time. */
function presentPlace() {
  return part("over").value === "time" ? state.time : sliderValue(data.inputs[0], 0);
}

function showNow() {
  charts.forEach(showNowIn);
}

function showNowIn(chart) {
  const { value, quantity, now, dot, level, x, y, axis } = chart;
  if (!now) return;
  const place = presentPlace();
  const current = chartValue(chart, presentSample());
  value.textContent = `${shown(current)} ${unitName(...quantity.unit)}`.trim();
  const at = place === null ? null : x(place / axis.factor).toFixed(1);
  now.style.display = dot.style.display = at === null ? "none" : "";
  level.style.display = at === null && Number.isFinite(current) ? "" : "none";
  if (at !== null) {
    now.setAttribute("x1", at);
    now.setAttribute("x2", at);
    dot.setAttribute("cx", at);
  }
  if (Number.isFinite(current)) {
    const height = y(current).toFixed(1);
    dot.setAttribute("cy", height);
    for (const end of ["y1", "y2"]) level.setAttribute(end, height);
  } else {
    dot.style.display = "none";
  }
}

/** Pointing at a place of a chart goes there. */
function listenToChart({ root }) {
  const go = (event) => {
    const { left, right } = PLOT;
    const box = root.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - box.left - left) / (box.width - left - right)));
    const { ends, factor } = chartAxis();
    const place = (ends[0] + share * (ends[1] - ends[0])) * factor;
    pauseQuietly();
    if (part("over").value === "time") goToTime(place);
    else moveInput(0, place);
    refresh();
  };
  root.addEventListener("pointerdown", (event) => {
    if (event.isTrusted) root.setPointerCapture(event.pointerId);
    go(event);
  });
  root.addEventListener("pointermove", (event) => event.buttons && go(event));
}
