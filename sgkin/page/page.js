// The page: what is shown and chosen, and the controls that change it.

const data = JSON.parse(document.getElementById("mechanism").textContent);
const part = (id) => document.getElementById(id);
const moves = !data.still;
const NEAR = 14; // pixels within which the cursor is at a point
const CHANGE_POINT = 1e-3; // condition of the constraints below which accelerations lose too many digits
const WATCHED_SECONDS = 4; // about how long a motion plays at the speed first chosen

const mover = moves ? new Mover(data) : null;
const view = new View(data, part("drawing"));
const state = {
  poses: Float64Array.from(data.start.poses),
  inputs: [...data.start.inputs],
  rates: [],
  inputAccelerations: [],
  velocities: null,
  accelerations: null,
  stop: null,
  time: null, // null: moved by hand, not along the motion laws
  back: false, // playing backwards after the end of a motion that does not come back by itself
  playing: false,
  group: null, // the group that is lit up
  chosen: new Set(),
};

// ---------------------------------------------------------------- numbers and units

const factors = { length: data.units.length[1], angle: data.units.angle[1] };
const unitNames = { length: data.units.length[0], angle: data.units.angle[0] };
const signs = { deg: "°" };

function shown(value) {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e6)) return value.toExponential(3).replace("-", "−");
  const digits = size >= 1000 ? 1 : size >= 100 ? 2 : size >= 10 ? 3 : 4;
  return (Math.abs(value) < 5e-5 ? 0 : value).toFixed(digits).replace("-", "−");
}

function inUnit(value, kind, per = "") {
  const unit = per ? `${unitNames[kind]}/${per}` : signs[unitNames[kind]] || unitNames[kind];
  return `${shown(value / factors[kind])} ${unit}`;
}

// ---------------------------------------------------------------- moving

/** Take a configuration and find its velocities and accelerations; derivative(order) helps at singular positions. */
function take(poses, inputs, derivative = null) {
  state.poses = poses;
  state.inputs = inputs;
  const lines = mover.solver.linearize(poses);
  if (lines.condition > (derivative ? CHANGE_POINT : 0)) {
    state.velocities = mover.solver.velocities(lines, state.rates);
    state.accelerations = mover.solver.accelerations(lines, state.velocities, state.inputAccelerations);
  } else if (derivative) {
    // two assembly modes meet near here: the derivatives are those of the motion through it
    const [first, second] = [derivative(1), derivative(2)];
    const [rate, acceleration] = [state.rates[0], state.inputAccelerations[0]];
    state.velocities = first.map((k) => k * rate);
    state.accelerations = first.map((k, i) => k * acceleration + second[i] * rate ** 2);
  } else {
    state.velocities = state.accelerations = null;
  }
}

function handRates() {
  state.rates = data.inputs.map((input) => input.handRate);
  state.inputAccelerations = data.inputs.map(() => 0);
}

/** Go to inputs by hand, on from where the mechanism is; it stops at a dead point. */
function drive(inputs) {
  state.time = null;
  handRates();
  clearLimits();
  if (mover.single) {
    const found = mover.atInput(inputs[0]);
    state.stop = found.stop;
    take(found.poses, found.inputs, found.derivative);
    return;
  }
  const found = mover.follow(state.poses, state.inputs, inputs);
  state.stop = found.complete ? null : { sentence: "Dead point: the inputs cannot go further this way" };
  take(found.poses, found.inputs);
}

/** Go to inputs from the nearest stored configuration. */
function jump(inputs) {
  if (!mover.single) {
    const near = mover.nearestStored(inputs);
    state.poses = Float64Array.from(near.poses);
    state.inputs = [...near.inputs];
  }
  drive(inputs);
}

/** Go to a time of the motion laws. */
function goToTime(time) {
  const law = mover.lawAt(time);
  state.time = time;
  state.rates = state.back ? law.rates.map((rate) => -rate) : law.rates;
  state.inputAccelerations = law.accelerations;
  if (mover.single) {
    const found = mover.atInput(law.inputs[0]);
    state.stop = found.stop;
    take(found.poses, found.inputs, found.derivative);
    return;
  }
  state.stop = null;
  take(mover.closedNear(mover.lawTrack, time, law.inputs), law.inputs);
}

/** The time of the motion laws whose inputs are nearest to the present ones. */
function nearestTime() {
  const turn = (i) => (data.inputs[i].turns ? data.inputs[i].high - data.inputs[i].low : 0);
  const gap = (z) => Math.hypot(...z.map((value, i) => {
    const whole = turn(i);
    const apart = value - state.inputs[i];
    return (whole ? apart - whole * Math.round(apart / whole) : apart) / mover.scales[i];
  }));
  const gaps = data.laws.inputs.map(gap);
  return data.laws.times[gaps.indexOf(Math.min(...gaps))];
}

/** Whether the motion along the laws ends as it began, so that it can go on from the start. */
function comesBack() {
  const { inputs, poses } = data.laws;
  const last = inputs.length - 1;
  if (mover.single) {
    const { turns, low, high } = data.inputs[0];
    const whole = (inputs[last][0] - inputs[0][0]) / (high - low);
    return turns ? Math.abs(whole - Math.round(whole)) < 1e-6 : Math.abs(whole) < 1e-6;
  }
  return mover.distance(poses[0], poses[last]) < 1e-6 * data.size;
}

// ---------------------------------------------------------------- dragging

/** Velocities of a point of a link, one for each unit rate of an input: [[x, y], …]. */
function influence(end) {
  const lines = mover.solver.linearize(state.poses);
  const derivative = mover.single ? mover.atInput(state.inputs[0]).derivative : null;
  if (!lines.condition && !derivative) return null;
  return data.inputs.map((_, i) => {
    const unit = data.inputs.map((__, j) => (i === j ? 1 : 0));
    const velocities = lines.condition ? mover.solver.velocities(lines, unit) : derivative(1);
    return Solver.pointRate(1, state.poses, end, velocities);
  });
}

/** The change of the inputs that takes a point towards a target, by damped least squares. */
function pullStep(columns, gap) {
  const weights = mover.scales.map((scale) => scale ** 2);
  let [xx, xy, yy] = [0, 0, 0];
  columns.forEach(([x, y], i) => {
    xx += weights[i] * x * x;
    xy += weights[i] * x * y;
    yy += weights[i] * y * y;
  });
  const damping = 1e-3 * (xx + yy) + 1e-12 * data.size ** 2;
  const determinant = (xx + damping) * (yy + damping) - xy ** 2;
  const pull = [
    ((yy + damping) * gap[0] - xy * gap[1]) / determinant,
    ((xx + damping) * gap[1] - xy * gap[0]) / determinant,
  ];
  const change = columns.map(([x, y], i) => weights[i] * (x * pull[0] + y * pull[1]));
  const longest = Math.max(...change.map((dz, i) => Math.abs(dz) / mover.scales[i]));
  return change.map((dz) => dz * Math.min(1, 0.2 / Math.max(longest, 1e-300)));
}

/** Move the inputs so that a point of a link comes as near to a place as it can from here. */
function pull(end, target) {
  const distance = () => {
    const [x, y] = Solver.place(state.poses, end);
    return Math.hypot(target[0] - x, target[1] - y);
  };
  for (let round = 0; round < 12; round++) {
    const columns = influence(end);
    if (!columns) return;
    const [x, y] = Solver.place(state.poses, end);
    let change = pullStep(columns, [target[0] - x, target[1] - y]);
    const before = distance();
    const kept = { ...state };
    let better = false;
    for (let attempt = 0; attempt < 4 && !better; attempt++) {
      drive(kept.inputs.map((z, i) => z + change[i]));
      better = distance() < before * (1 - 1e-6);
      if (!better) {
        Object.assign(state, kept, { stop: state.stop, time: null });
        change = change.map((dz) => dz / 4);
      }
    }
    if (!better || state.stop || before - distance() < 1e-4 * data.size) return;
  }
}

// ---------------------------------------------------------------- curves and arrows

const sampled = moves ? (mover.single ? mover.tracks[0].poses : mover.lawTrack.poses) : [];

function pointColour(point) {
  const group = data.groups.findIndex(({ links }) => links.includes(point.end[0]));
  return data.drawing.colours[(group + data.drawing.colours.length) % data.drawing.colours.length];
}

function chosenPoints() {
  return data.points.filter(({ name }) => state.chosen.has(name));
}

function redrawCurves() {
  const wanted = part("curves").checked ? chosenPoints() : [];
  view.drawCurves(wanted.map((point) => ({
    name: point.name,
    places: sampled.map((poses) => Solver.place(poses, point.end)),
    closed: mover.single && data.inputs[0].turns,
    colour: pointColour(point),
  })));
  measureArrows();
}

let longest = { velocity: 0, acceleration: 0 };

/** The largest velocity and acceleration of the chosen points on their way, to which the arrows are scaled. */
function measureArrows() {
  longest = { velocity: 0, acceleration: 0 };
  const points = chosenPoints();
  const count = Math.min(48, data.laws.times.length);
  if (!points.length) return;
  for (let k = 0; k < count; k++) {
    const time = (mover.duration * (k + 0.37)) / count;
    const law = mover.lawAt(time);
    const poses = mover.single ? mover.atInput(law.inputs[0]).poses : mover.closedNear(mover.lawTrack, time, law.inputs);
    const lines = mover.solver.linearize(poses);
    if (lines.condition < CHANGE_POINT) continue;
    const velocities = mover.solver.velocities(lines, law.rates);
    const accelerations = mover.solver.accelerations(lines, velocities, law.accelerations);
    for (const { end } of points) {
      const [v, a] = [1, 2].map((order) => Math.hypot(...Solver.pointRate(order, poses, end, velocities, accelerations)));
      longest.velocity = Math.max(longest.velocity, v);
      longest.acceleration = Math.max(longest.acceleration, a);
    }
  }
}

function redrawArrows() {
  const reach = 0.22 * Math.min(view.full[2], view.full[3]) / view.scale;
  const arrows = [];
  const said = [];
  for (const [order, kind] of [[1, "velocity"], [2, "acceleration"]]) {
    if (!part(kind).checked || !state.velocities || !(longest[kind] > 0)) continue;
    const factor = reach / longest[kind];
    for (const { end } of chosenPoints()) {
      const rate = Solver.pointRate(order, state.poses, end, state.velocities, state.accelerations);
      const stretched = Math.min(1, (2 * longest[kind]) / Math.max(Math.hypot(...rate), 1e-300));
      const vector = rate.map((each) => each * factor * stretched);
      arrows.push({ kind, from: Solver.place(state.poses, end), vector });
    }
    said.push(`longest ${kind} ${inUnit(longest[kind], "length", order === 1 ? "s" : "s²")}`);
  }
  view.drawArrows(arrows);
  part("scales").textContent = said.join(", ");
}

// ---------------------------------------------------------------- numbers under the cursor

const cursor = { client: null, point: null, link: null, grabbed: null, panned: null, moved: false };

function findUnderCursor(target) {
  const [x, y] = view.fromScreen(...cursor.client);
  const reach = (NEAR * view.pixel) / view.scale;
  let best = reach;
  cursor.point = null;
  for (const point of data.points) {
    const [px, py] = Solver.place(state.poses, point.end);
    const distance = Math.hypot(px - x, py - y);
    if (distance < best) [best, cursor.point] = [distance, point];
  }
  const link = target && target.dataset ? target.dataset.link : undefined;
  cursor.link = link === undefined || Number(link) === data.ground ? null : Number(link);
  if (cursor.point) cursor.link = cursor.point.end[0];
}

function tableRow(name, values) {
  return `<tr><th>${name}</th>${values.map((value) => `<td>${value}</td>`).join("")}</tr>`;
}

function escaped(text) {
  return text.replace(/[&<>]/g, (letter) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[letter]);
}

function describePoint({ name, end }) {
  const rows = [tableRow("position", Solver.place(state.poses, end).map((each) => inUnit(each, "length")))];
  if (state.velocities) {
    for (const [order, word, per] of [[1, "velocity", "s"], [2, "acceleration", "s²"]]) {
      const rate = Solver.pointRate(order, state.poses, end, state.velocities, state.accelerations);
      rows.push(tableRow(word, [...rate.map((each) => inUnit(each, "length", per)), `|${shown(Math.hypot(...rate) / factors.length)}|`]));
    }
  }
  return `<b>${escaped(name)}</b><table>${rows.join("")}</table>`;
}

function describeLink(link) {
  const rows = [tableRow("angle", [inUnit(state.poses[3 * link + 2], "angle")])];
  if (state.velocities) {
    rows.push(tableRow("angular velocity", [inUnit(state.velocities[3 * link + 2], "angle", "s")]));
    rows.push(tableRow("angular acceleration", [inUnit(state.accelerations[3 * link + 2], "angle", "s²")]));
  }
  const group = data.groups.find(({ links }) => links.includes(link));
  if (group) rows.push(tableRow("group", [escaped(group.signature)]));
  return `<b>${escaped(data.links[link])}</b><table>${rows.join("")}</table>`;
}

function showTip() {
  const tip = part("tip");
  const shownThing = cursor.client && (cursor.point || cursor.link !== null);
  tip.hidden = !shownThing;
  view.hits.forEach((hit, i) => hit.classList.toggle("hover", Boolean(cursor.client) && data.points[i] === cursor.point));
  if (cursor.client) {
    const [x, y] = view.fromScreen(...cursor.client);
    part("cursor").textContent = `x ${inUnit(x, "length")}   y ${inUnit(y, "length")}`;
  } else {
    part("cursor").textContent = "";
  }
  if (!shownThing) return;
  tip.innerHTML = cursor.point ? describePoint(cursor.point) : describeLink(cursor.link);
  const stage = part("stage").getBoundingClientRect();
  const [x, y] = [cursor.client[0] - stage.left, cursor.client[1] - stage.top];
  const box = tip.getBoundingClientRect();
  tip.style.left = `${x + 18 + box.width > stage.width ? Math.max(4, x - 18 - box.width) : x + 18}px`;
  tip.style.top = `${y + 18 + box.height > stage.height ? Math.max(4, y - 18 - box.height) : y + 18}px`;
}

// ---------------------------------------------------------------- refreshing

/** The ends of an input's slider: a whole turn from zero, or its range. */
function sliderEnds({ low, high, turns }) {
  return turns ? [0, high - low] : [low, high];
}

function sliderValue(input, i) {
  const [low, high] = sliderEnds(input);
  const z = state.inputs[i];
  return input.turns ? z - (high - low) * Math.floor(z / (high - low)) : z;
}

let held = null; // the slider that the user moves

function refresh() {
  view.place(state.poses);
  if (moves) {
    redrawArrows();
    data.inputs.forEach((input, i) => {
      const controls = input.controls;
      const value = sliderValue(input, i);
      if (held !== i || state.stop) controls.slider.value = value;
      controls.value.textContent = inUnit(value, input.quantity);
      if (document.activeElement !== controls.rate) {
        controls.rate.value = Number((state.rates[i] / factors[input.quantity]).toPrecision(5));
      }
    });
    if (state.time !== null) part("time").value = state.time;
    part("clock").textContent = state.time === null ? "by hand" : `${shown(state.time)} s`;
    part("play").textContent = state.playing ? "❚❚" : "▶";
  }
  part("stop").hidden = !state.stop;
  if (state.stop) part("stop").textContent = state.stop.sentence;
  showTip();
}

// ---------------------------------------------------------------- playing

let lastFrame = null;

function frame(now) {
  if (!state.playing) {
    lastFrame = null;
    return;
  }
  const passed = lastFrame === null ? 0 : Math.min(0.1, (now - lastFrame) / 1000) * Number(part("speed").value);
  lastFrame = now;
  let time = state.time + (state.back ? -passed : passed);
  if (comes && time > mover.duration) time %= mover.duration;
  if (!comes && time > mover.duration) [time, state.back] = [Math.max(0, 2 * mover.duration - time), true];
  if (!comes && time < 0) [time, state.back] = [-time, false];
  goToTime(Math.min(mover.duration, Math.max(0, time)));
  refresh();
  requestAnimationFrame(frame);
}

function play() {
  if (!moves || state.playing || !(mover.duration > 0)) return;
  if (state.time === null) state.time = nearestTime();
  if (state.time >= mover.duration && !state.back) state.time = 0;
  state.playing = true;
  clearLimits();
  requestAnimationFrame(frame);
}

function pause() {
  state.playing = false;
  state.back = false;
  if (moves) {
    if (state.time !== null) goToTime(state.time);
    refresh();
    findLimits();
  }
}

const comes = moves && comesBack();

// ---------------------------------------------------------------- dead points of several inputs

let waiting = null;

function clearLimits() {
  if (moves && !mover.single) data.inputs.forEach((input) => drawMarks(input, []));
}

/** Look, when nothing else is going on, how far each input can go from here while the others stay. */
function findLimits() {
  if (!moves || mover.single) return;
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    if (state.playing || cursor.grabbed) return;
    data.inputs.forEach((input, i) => {
      const stops = [input.low, input.high].flatMap((end) => {
        const target = state.inputs.map((z, j) => (i === j ? end : z));
        const found = mover.follow(state.poses, state.inputs, target);
        return found.complete ? [] : [{ value: found.inputs[i], sentence: "with the other inputs as they are" }];
      });
      drawMarks(input, stops);
    });
  }, 120);
}

function drawMarks(input, stops) {
  input.controls.marks.replaceChildren();
  input.shownStops = stops;
  for (const { value, sentence } of stops) {
    const part = (value - input.low) / (input.high - input.low);
    const made = element(input.controls.marks, "div", {
      class: "mark", title: `dead point at ${inUnit(value, input.quantity)}\n${sentence}`,
    });
    // the thumb's centre does not reach the ends of the slider
    made.style.left = `calc(8px + (100% - 16px) * ${Math.min(1, Math.max(0, part))})`;
  }
}

// ---------------------------------------------------------------- building the controls

function buildInputs() {
  for (const [i, input] of data.inputs.entries()) {
    const rates = data.laws.rates.map((rate) => rate[i]);
    input.handRate = rates[0] || rates.reduce((most, rate) => (Math.abs(rate) > Math.abs(most) ? rate : most), 0);
    const box = element(part("inputs"), "div", { class: "input" });
    const head = element(box, "div", { class: "head" });
    element(head, "label", { for: `input-${i}` }, input.name);
    const value = element(head, "output");
    const holder = element(box, "div", { class: "slider" });
    const slider = element(holder, "input", {
      type: "range", id: `input-${i}`, min: sliderEnds(input)[0], max: sliderEnds(input)[1], step: "any",
    });
    const marks = element(holder, "div", { class: "marks" });
    const line = element(box, "div", { class: "rate" });
    element(line, "label", { for: `rate-${i}` }, `rate in ${unitNames[input.quantity]}/s`);
    const rate = element(line, "input", { type: "number", id: `rate-${i}`, step: "any" });
    input.controls = { slider, value, marks, rate };
    slider.addEventListener("input", () => {
      pauseQuietly();
      held = i;
      const target = [...state.inputs];
      target[i] += Number(slider.value) - sliderValue(input, i);
      drive(target);
      refresh();
    });
    slider.addEventListener("change", () => {
      held = null;
      refresh();
      findLimits();
    });
    rate.addEventListener("input", () => {
      const given = Number(rate.value);
      if (rate.value.trim() === "" || !Number.isFinite(given)) return;
      pauseQuietly();
      data.inputs.forEach((each, j) => (each.handRate = i === j ? given * factors[input.quantity] : state.rates[j]));
      drive([...state.inputs]);
      refresh();
    });
    if (mover.single) drawMarks(input, input.stops);
  }
}

function pauseQuietly() {
  state.playing = false;
  state.back = false;
}

function buildLegend() {
  data.groups.forEach((group, number) => {
    const item = element(part("legend"), "li", { tabindex: "0" });
    const colour = data.drawing.colours[number % data.drawing.colours.length];
    const swatch = element(item, "span", { class: "swatch" }, String(number + 1));
    swatch.style.background = colour;
    swatch.style.color = brightness(colour) < 0.5 ? "#fff" : "#000";
    element(item, "span", { class: "signature" }, group.signature);
    const links = group.links.map((link) => data.links[link]).join(", ");
    const after = group.after.length ? ` · after ${group.after.map((each) => each + 1).join(", ")}` : "";
    element(item, "span", { class: "of" }, `${group.class ? `class ${group.class} · ` : ""}${links}${after}`);
    item.addEventListener("click", () => light(state.group === number ? null : number));
  });
}

/** How bright a colour #rrggbb looks, from 0 to 1. */
function brightness(colour) {
  const [red, green, blue] = [1, 3, 5].map((place) => parseInt(colour.slice(place, place + 2), 16) / 255);
  return 0.3 * red + 0.59 * green + 0.11 * blue;
}

function light(number) {
  state.group = number;
  view.light(number);
  [...part("legend").children].forEach((item, i) => item.classList.toggle("lit", i === number));
  if (number !== null) part("legend").children[number].scrollIntoView({ block: "nearest" });
  part("before").disabled = number === null;
}

function buildPoints() {
  data.points.forEach(listPoint);
  if (!data.points.length) element(part("choices"), "li", { class: "none" }, "No named point moves: click with shift.");
  const free = data.points.filter((point) => point.free);
  const last = data.points.filter(({ end }) => data.groups[data.groups.length - 1].links.includes(end[0]));
  const first = [free, last, data.points].find((points) => points.length) || [];
  for (const point of first.slice(0, 2)) choose(point, true);
}

function listPoint(point) {
  const label = element(element(part("choices"), "li"), "label");
  point.box = element(label, "input", { type: "checkbox" });
  element(label, "span", { class: "swatch" }).style.background = pointColour(point);
  element(label, "span", {}, point.name);
  point.box.addEventListener("change", () => choose(point, point.box.checked));
}

/** Make any place of a link a point that can be chosen, and choose it. */
function addPoint(link, x, y) {
  const name = `${data.links[link]} (${[x, y].map((each) => shown(each / factors.length)).join(", ")})`;
  const point = { name, label: name, end: [link, x, y], free: true };
  if (!data.points.length) part("choices").replaceChildren();
  data.points.push(point);
  view.addPoint(point);
  listPoint(point);
  choose(point, true);
}

function choose(point, wanted) {
  if (wanted) state.chosen.add(point.name);
  else state.chosen.delete(point.name);
  point.box.checked = wanted;
  redrawCurves();
  refresh();
}

function listenToControls() {
  part("play").addEventListener("click", () => (state.playing ? pause() : play()));
  part("time").max = mover.duration;
  part("time").addEventListener("input", () => {
    pauseQuietly();
    goToTime(Number(part("time").value));
    refresh();
  });
  part("time").addEventListener("change", findLimits);
  part("reset").addEventListener("click", () => {
    pauseQuietly();
    jump([...data.start.inputs]);
    refresh();
    findLimits();
  });
  const natural = mover.duration / WATCHED_SECONDS;
  const offered = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];
  const closest = offered.reduce((best, each) =>
    Math.abs(Math.log(each / natural)) < Math.abs(Math.log(best / natural)) ? each : best);
  for (const each of offered) element(part("speed"), "option", { value: each }, each === 1 ? "real time" : `× ${each}`);
  part("speed").value = closest;
  for (const id of ["curves", "velocity", "acceleration"]) {
    part(id).addEventListener("change", () => {
      redrawCurves();
      refresh();
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input[type=number], select")) return;
    if (event.key === " " && !event.target.matches("button")) {
      event.preventDefault();
      part("play").click();
    }
  });
}

function listenToGroups() {
  const last = data.groups.length - 1;
  part("next").addEventListener("click", () =>
    light(state.group === null ? 0 : state.group < last ? state.group + 1 : null));
  part("before").addEventListener("click", () => light(state.group ? state.group - 1 : null));
  part("all").addEventListener("click", () => light(null));
  part("names").addEventListener("change", () => {
    view.layers.names.style.display = part("names").checked ? "" : "none";
  });
}

function listenToStage() {
  const stage = part("drawing");
  stage.addEventListener("pointerdown", (event) => {
    cursor.client = [event.clientX, event.clientY];
    cursor.moved = false;
    findUnderCursor(event.target);
    stage.setPointerCapture(event.pointerId);
    if (moves && cursor.link !== null) grab();
    else cursor.panned = cursor.client;
  });
  stage.addEventListener("pointermove", (event) => {
    const before = cursor.client;
    cursor.client = [event.clientX, event.clientY];
    if (cursor.grabbed || cursor.panned) cursor.moved = true;
    if (cursor.grabbed) {
      pauseQuietly();
      const [x, y] = view.fromScreen(...cursor.client);
      pull(cursor.grabbed.end, [x + cursor.grabbed.offset[0], y + cursor.grabbed.offset[1]]);
      refresh();
      return;
    }
    if (cursor.panned && before) view.pan(cursor.client[0] - before[0], cursor.client[1] - before[1]);
    findUnderCursor(event.target);
    showTip();
  });
  stage.addEventListener("pointerup", (event) => {
    if (!cursor.moved && moves) click(event);
    release();
  });
  stage.addEventListener("pointercancel", release);
  stage.addEventListener("pointerleave", () => {
    cursor.client = cursor.point = cursor.link = null;
    showTip();
  });
  stage.addEventListener("wheel", (event) => {
    event.preventDefault();
    view.zoom(Math.exp(event.deltaY * 0.0015), event.clientX, event.clientY);
  }, { passive: false });
  stage.addEventListener("dblclick", () => view.show(view.full));
}

/** Choose the point under the cursor or, with the shift key, a new one of the link there. */
function click(event) {
  if (event.shiftKey && cursor.grabbed) addPoint(...localPlace(cursor.grabbed.end[0]));
  else if (cursor.point) choose(cursor.point, !state.chosen.has(cursor.point.name));
}

/** A link, and the place of the cursor in its frame. */
function localPlace(link) {
  const [x, y] = view.fromScreen(...cursor.client);
  const [dx, dy] = [x - state.poses[3 * link], y - state.poses[3 * link + 1]];
  const [cosine, sine] = [Math.cos(state.poses[3 * link + 2]), Math.sin(state.poses[3 * link + 2])];
  return [link, cosine * dx + sine * dy, cosine * dy - sine * dx];
}

/** Hold the link under the cursor where it was taken. */
function grab() {
  const [x, y] = view.fromScreen(...cursor.client);
  const end = cursor.point ? cursor.point.end : localPlace(cursor.link);
  const [px, py] = Solver.place(state.poses, end);
  cursor.grabbed = { end, offset: [px - x, py - y] };
  document.body.classList.add("dragging");
}

function release() {
  cursor.grabbed = cursor.panned = null;
  document.body.classList.remove("dragging");
  refresh();
  findLimits();
}

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
  listenToTheme();
  buildLegend();
  listenToGroups();
  if (moves) {
    buildInputs();
    listenToControls();
    goToTime(0);
    buildPoints();
    redrawCurves();
    findLimits();
  } else {
    part("still").hidden = false;
    part("still").textContent = data.still;
    for (const id of ["motion", "inputs", "hint", "scales"]) part(id).hidden = true;
    for (const id of ["curves", "velocity", "acceleration"]) part(id).parentElement.hidden = true;
  }
  listenToStage();
  light(null);
  refresh();
}

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
  /** Inputs, rates, time, whether it plays, the sentence of a dead point or null. */
  get state() {
    const { inputs, rates, time, playing, group } = state;
    return { inputs: [...inputs], rates: [...rates], time, playing, group, stop: state.stop && state.stop.sentence };
  },
  /** Dead points now marked on an input's slider. */
  deadPoints(number) {
    return (data.inputs[number].shownStops || []).map((stop) => stop.value);
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
