// The page of a mechanism in space: stored frames of its links, solids that are seen from any side, back to front.

const data = JSON.parse(document.getElementById("mechanism").textContent);
const part = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const ROUND = 20; // corners of what stands for a circle
const MARGIN = 1.12; // of the sphere that holds everything
const moves = data.frames.length > 1;
const state = { step: 0, playing: false, azimuth: -60, elevation: 25, zoom: 1, pan: [0, 0], chosen: new Set(), names: false };

function element(parent, name, attributes = {}, text = "") {
  const made = parent.namespaceURI === SVG || name === "svg"
    ? document.createElementNS(SVG, name)
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  parent.append(made);
  return made;
}

/** A place of a link in ground at a step; the frames of a step are columns x, y, z and place of each link in turn. */
function world(step, link, [x, y, z]) {
  const f = data.frames[step];
  const i = 12 * link;
  return [0, 1, 2].map((axis) => f[i + axis] * x + f[i + 3 + axis] * y + f[i + 6 + axis] * z + f[i + 9 + axis]);
}

/** Rows: to the right, up, and towards the eye. */
function sight() {
  const a = (state.azimuth * Math.PI) / 180;
  const e = (state.elevation * Math.PI) / 180;
  return [
    [-Math.sin(a), Math.cos(a), 0],
    [-Math.sin(e) * Math.cos(a), -Math.sin(e) * Math.sin(a), Math.cos(e)],
    [Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e)],
  ];
}

const dot = (u, v) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
const cross = (u, v) => [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
const unit = (u) => u.map((each) => each / Math.hypot(...u));
const seen = (rows, place) => rows.map((row) => dot(row, place));

/** The corners of the convex hull of flat points. */
function hull(points) {
  const ordered = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const chain = (some) => {
    const found = [];
    for (const p of some) {
      while (found.length > 1) {
        const [a, b] = found.slice(-2);
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        found.pop();
      }
      found.push(p);
    }
    return found.slice(0, -1);
  };
  return [...chain(ordered), ...chain(ordered.reverse())];
}

/** A solid as it is seen: the depth of its middle, its flat shapes, and what it is compared by, as in Python. */
function near(solid, rows) {
  const at = (place, link = solid.frame) => seen(rows, world(state.step, link, place));
  const lifted = (p) => [p[0], p[1], p[2] + solid.lift];
  if (solid.radius === undefined) {
    const points = solid.points.map((place) => at(place));
    const depth = points.reduce((sum, p) => sum + p[2], 0) / points.length + solid.lift;
    return [{ solid, depth, shapes: [{ points, closed: solid.closed }], face: solid.closed ? points.map(lifted) : null }];
  }
  if (solid.end === undefined) {
    const centre = lifted(at(solid.start));
    const shapes = [{ points: [centre], radius: solid.radius }];
    return [{ solid, depth: centre[2], shapes, axis: [centre, centre], radius: solid.radius }];
  }
  let [first, last] = [at(solid.start), at(solid.end, solid.other)];
  const along = last.map((each, i) => each - first[i]);
  const length = Math.hypot(...along);
  if (length === 0) return [];
  const axis = unit(along);
  if (solid.reach && solid.reach < length) last = first.map((each, i) => each + solid.reach * axis[i]);
  const smallest = axis.map(Math.abs).indexOf(Math.min(...axis.map(Math.abs)));
  const x = unit(cross(axis, [0, 1, 2].map((i) => Number(i === smallest))));
  const y = cross(axis, x);
  const rim = Array.from({ length: ROUND }, (_, k) => {
    const [c, s] = [Math.cos, Math.sin].map((f) => solid.radius * f((2 * Math.PI * k) / ROUND));
    return x.map((each, i) => c * each + s * y[i]);
  });
  const ring = (middle) => rim.map((each) => each.map((value, i) => value + middle[i]));
  const outline = { points: hull([...ring(first), ...ring(last)]), closed: true };
  const end = { points: ring(first[2] > last[2] ? first : last), closed: true };
  const middle = first.map((each, i) => (each + last[i]) / 2);
  const isSeenFromEnd = Math.hypot(last[0] - first[0], last[1] - first[1]) < solid.radius;
  return [{
    solid,
    depth: middle[2] + solid.lift,
    shapes: Math.abs(axis[2]) < 0.02 ? [outline] : [outline, end],
    axis: isSeenFromEnd ? [lifted(middle), lifted(middle)] : [lifted(first), lifted(last)],
    radius: solid.radius,
  }];
}

const between = ([a, b], part) => a.map((each, i) => each + part * (b[i] - each));
const within = (part) => Math.min(Math.max(part, 0), 1);

/** By how much a bar is nearer than another where they are nearest in the picture, if they overlap there. */
function overBar(one, other) {
  const [[a, b], [c, d]] = [one.axis, other.axis];
  const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
  const [wx, wy] = [a[0] - c[0], a[1] - c[1]];
  const [uu, vv, uv] = [ux * ux + uy * uy, vx * vx + vy * vy, ux * vx + uy * vy];
  const [uw, vw] = [ux * wx + uy * wy, vx * wx + vy * wy];
  const apart = uu * vv - uv * uv;
  let s = apart > 1e-12 * uu * vv ? within((uv * vw - vv * uw) / apart) : 0.5;
  const t = vv ? within((uv * s + vw) / vv) : 0;
  s = uu ? within((uv * t - uw) / uu) : 0;
  const [p, q] = [between(one.axis, s), between(other.axis, t)];
  return Math.hypot(p[0] - q[0], p[1] - q[1]) < one.radius + other.radius ? p[2] - q[2] : 0;
}

/** By how much places are nearer than a face that they lie over, on average; 0 where none does. */
function overFace(places, face) {
  let n = [0, 0, 0];
  for (let k = 1; k + 1 < face.length; k += 1) {
    const [u, v] = [face[k], face[k + 1]].map((p) => p.map((each, i) => each - face[0][i]));
    n = cross(u, v).map((each, i) => each + n[i]);
  }
  if (Math.abs(n[2]) <= 1e-3 * Math.max(...n.map(Math.abs))) return 0; // it is seen as a line
  const isOver = ([x, y]) => face.reduce((inside, [bx, by], k) => {
    const [ax, ay] = face[(k || face.length) - 1];
    return (ay > y) !== (by > y) && x < ax + ((y - ay) / (by - ay)) * (bx - ax) ? !inside : inside;
  }, false);
  const gaps = places.filter(isOver).map((p) => dot(n, p.map((each, i) => each - face[0][i])) / n[2]);
  return gaps.reduce((sum, each) => sum + each, 0) / (gaps.length || 1);
}

const SAMPLES = 9; // places along a bar at which it is compared with a face
const places = ({ axis }) => axis[0] === axis[1] ? [axis[0]]
  : Array.from({ length: SAMPLES }, (_, k) => between(axis, (k + 0.5) / SAMPLES));

function nearer(one, other) {
  let found = 0;
  if (one.axis && other.axis) found = overBar(one, other);
  else if (one.face && other.face) found = overFace(one.face, other.face) - overFace(other.face, one.face);
  else if (one.axis && other.face) found = overFace(places(one), other.face);
  else if (other.axis && one.face) found = -overFace(places(other), one.face);
  return Math.abs(found) <= 1e-9 * Math.max(Math.abs(one.depth), Math.abs(other.depth)) ? 0 : found;
}

/** Solids in an order in which nearer ones are painted over others: see hiding.py, which does the same. */
function inPaintingOrder(solids) {
  const boxes = solids.map(({ axis, face, radius = 0 }) => {
    if (!axis && !face) return [Infinity, Infinity, -Infinity, -Infinity];
    const [x, y] = [0, 1].map((i) => (axis || face).map((p) => p[i]));
    return [Math.min(...x) - radius, Math.min(...y) - radius, Math.max(...x) + radius, Math.max(...y) + radius];
  });
  const [above, below] = [solids.map(() => new Map()), solids.map(() => new Map())];
  solids.forEach((one, i) => {
    const a = boxes[i];
    for (let j = 0; j < i; j += 1) {
      const b = boxes[j];
      if (a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]) {
        const by = nearer(one, solids[j]);
        if (by) {
          const [low, high] = by > 0 ? [j, i] : [i, j];
          above[low].set(high, Math.abs(by));
          below[high].set(low, Math.abs(by));
        }
      }
    }
  });
  const over = (number) => [...below[number].values()].reduce((sum, each) => sum + each, 0);
  const order = [];
  const left = new Set(solids.keys());
  while (left.size) {
    let [best, least] = [-1, 0];
    for (const number of left) { // the farthest that is above nothing; in a ring, what is above others by least
      const by = over(number);
      if (best < 0 || by < least || (by === least && solids[number].depth < solids[best].depth)) [best, least] = [number, by];
    }
    left.delete(best);
    order.push(solids[best]);
    above[best].forEach((_, other) => below[other].delete(best));
  }
  return order;
}

function fill(role, group) {
  const of = (kind) => (group === null ? "var(--no-group)" : `var(--${kind}-${group % data.colours})`);
  const fills = { group: of("part"), tint: of("body"), paper: "var(--paper)", ink: "var(--ink)" };
  return fills[data.styles[role].fill] || "none";
}

const svg = part("drawing");
const layers = Object.fromEntries(["shapes", "curves", "axes", "names"].map((name) => [name, element(svg, "g")]));
const pool = [];

/** Draw everything as it is seen now. */
function draw() {
  const rows = sight();
  const scale = 500 / (data.reach * MARGIN);
  const middle = seen(rows, data.middle);
  const flatten = (p) => [(p[0] - middle[0]) * scale, (middle[1] - p[1]) * scale];
  const write = (points) => points.map((p, i) => `${i ? "L" : "M"}${flatten(p).map((v) => v.toFixed(2)).join(" ")}`).join("");
  const order = inPaintingOrder(data.solids.flatMap((solid) => near(solid, rows)));
  const shapes = order.flatMap(({ solid, shapes: own }) => own.map((shape) => ({ ...shape, solid })));
  shapes.forEach((shape, i) => {
    const { role, frame } = shape.solid;
    const style = data.styles[role];
    if (!pool[i]) pool[i] = element(layers.shapes, "path", { "vector-effect": "non-scaling-stroke" });
    const made = pool[i];
    const [cx, cy] = flatten(shape.points[0]);
    const r = (shape.radius || 0) * scale;
    made.setAttribute("d", shape.radius
      ? `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`
      : write(shape.points) + (shape.closed ? "z" : ""));
    made.setAttribute("class", `shape ${role}`);
    made.style.fill = shape.closed || shape.radius ? fill(role, data.groupOf[frame]) : "none";
    made.style.strokeWidth = `${1.2 * style.line}px`;
    made.style.strokeDasharray = (style.dash || []).map((each) => each * style.line).join(" ");
    made.style.display = "";
  });
  pool.slice(shapes.length).forEach((made) => (made.style.display = "none"));
  layers.curves.replaceChildren();
  [...state.chosen].forEach((number) => {
    const { link, place } = data.points[number];
    const way = data.frames.map((_, step) => seen(rows, world(step, link, place)));
    element(layers.curves, "path", { d: write(way), class: "path", style: `stroke: var(--line-${number % data.colours})` });
    const [cx, cy] = flatten(way[state.step]);
    element(layers.curves, "circle", { cx, cy, r: 4 / state.zoom, style: `fill: var(--line-${number % data.colours})` });
  });
  layers.names.replaceChildren();
  if (state.names) {
    data.labels.forEach(({ frame, place, text }) => {
      const [x, y] = flatten(seen(rows, world(state.step, frame, place)));
      const aside = 2.2 * data.size * scale + 3 / state.zoom; // beside the sign of the joint
      element(layers.names, "text", { x: x + aside, y: y - aside, class: "name" }, text);
    });
  }
  drawAxes(rows);
  const size = 1000 / state.zoom;
  svg.setAttribute("viewBox", [state.pan[0] - size / 2, state.pan[1] - size / 2, size, size].join(" "));
  const matrix = svg.getScreenCTM();
  svg.style.setProperty("--pixel", matrix && matrix.a ? 1 / matrix.a : 1);
}

/** Where x, y and z of ground point, in the corner. */
function drawAxes(rows) {
  layers.axes.replaceChildren();
  const size = 1000 / state.zoom;
  const [x, y] = [state.pan[0] - 0.43 * size, state.pan[1] + 0.43 * size];
  ["x", "y", "z"].forEach((name, i) => {
    let [dx, dy] = [rows[0][i] * 0.05 * size, -rows[1][i] * 0.05 * size];
    const isPlace = Math.hypot(dx, dy) < 0.005 * size;
    if (isPlace) { // a dot in a circle points to the eye, a cross away from it
      const r = 0.009 * size;
      const inner = rows[2][i] > 0 ? `M${x} ${y}h0.01` : `M${x - r} ${y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`;
      element(layers.axes, "circle", { cx: x, cy: y, r: 1.4 * r, class: "axis" });
      element(layers.axes, "path", { d: inner, class: "axis", "stroke-linecap": "round", style: rows[2][i] > 0 ? "stroke-width: 4px" : "" });
      [dx, dy] = [-0.03 * size, 0.03 * size];
    } else {
      const [a, b] = [0.012 * size * dx / Math.hypot(dx, dy), 0.012 * size * dy / Math.hypot(dx, dy)];
      const head = `M${x + dx - a - 0.6 * b} ${y + dy - b + 0.6 * a}L${x + dx} ${y + dy}L${x + dx - a + 0.6 * b} ${y + dy - b - 0.6 * a}`;
      element(layers.axes, "path", { d: `M${x} ${y}L${x + dx} ${y + dy}${head}`, class: "axis" });
    }
    const look = { class: "name", "text-anchor": "middle", "dominant-baseline": "central" };
    element(layers.axes, "text", { x: x + 1.35 * dx, y: y + 1.35 * dy, ...look }, name);
  });
}

const inUnit = (value, kind) => {
  const isNothing = kind === "length" && Math.abs(value) < 1e-9 * data.reach; // what rounding leaves of zero
  return isNothing ? 0 : Number((value / data.units[kind][1]).toPrecision(6));
};

/** Show the state: the drawing, the time and the inputs. */
function refresh() {
  draw();
  if (!moves) return;
  part("time").value = state.step;
  part("clock").textContent = `${Number(data.times[state.step].toPrecision(4))} s`;
  part("play").textContent = state.playing ? "❚❚" : "▶";
  data.inputs.forEach((input, i) => {
    const value = inUnit(data.values[state.step][i], input.quantity);
    input.shown.textContent = `${value} ${data.units[input.quantity][0]}`;
    if (input.slider) input.slider.value = state.step;
  });
  part("held").textContent = [...state.chosen].map((number) => {
    const { name, link, place } = data.points[number];
    const at = world(state.step, link, place).map((each) => inUnit(each, "length"));
    return `${name} (${at.join(", ")}) ${data.units.length[0]}`;
  }).join("   ");
}

let last = null;
let passed = 0;

function frame(now) {
  if (!state.playing) {
    last = null;
    return;
  }
  const duration = data.times[data.times.length - 1] - data.times[0];
  passed += last === null ? 0 : Math.min(0.1, (now - last) / 1000) * Number(part("speed").value);
  last = now;
  const time = data.times[0] + (duration > 0 ? passed % duration : 0);
  let step = data.times.findIndex((each) => each > time);
  if (step < 0) step = data.times.length;
  state.step = Math.max(0, step - 1);
  refresh();
  requestAnimationFrame(frame);
}

function play(on = !state.playing) {
  if (!moves || on === state.playing) return;
  state.playing = on;
  passed = data.times[state.step] - data.times[0];
  refresh();
  if (on) requestAnimationFrame(frame);
}

function goTo(step) {
  state.playing = false;
  state.step = Math.max(0, Math.min(data.frames.length - 1, Math.round(step)));
  refresh();
}

function zoom(factor) {
  state.zoom = Math.max(0.2, Math.min(40, state.zoom * factor));
  draw();
}

function showAll() {
  Object.assign(state, { zoom: 1, pan: [0, 0] });
  draw();
}

function turn(azimuth, elevation) {
  state.azimuth = ((azimuth + 180) % 360 + 360) % 360 - 180;
  state.elevation = Math.max(-90, Math.min(90, elevation));
  draw();
}

/** Dragging turns; with shift, the right button or two fingers it moves; two fingers zoom. */
function listenToDrawing() {
  const pointers = new Map();
  let spread = 0;
  svg.addEventListener("contextmenu", (event) => event.preventDefault());
  svg.addEventListener("pointerdown", (event) => {
    svg.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    spread = 0;
    document.body.classList.add("turning");
  });
  svg.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const [dx, dy] = [event.clientX - before[0], event.clientY - before[1]];
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    const matrix = svg.getScreenCTM();
    if (pointers.size > 1) {
      const [p, q] = [...pointers.values()];
      const now = Math.hypot(p[0] - q[0], p[1] - q[1]);
      if (spread) zoom(now / spread);
      spread = now;
    }
    if (pointers.size > 1 || event.shiftKey || event.buttons === 2) {
      const share = pointers.size > 1 ? 0.5 : 1;
      state.pan = [state.pan[0] - (share * dx) / matrix.a, state.pan[1] - (share * dy) / matrix.d];
      draw();
    } else {
      turn(state.azimuth - 0.4 * dx, state.elevation + 0.4 * dy);
    }
  });
  for (const name of ["pointerup", "pointercancel"]) {
    svg.addEventListener(name, (event) => {
      pointers.delete(event.pointerId);
      spread = 0;
      if (!pointers.size) document.body.classList.remove("turning");
    });
  }
  svg.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(Math.exp(-0.0015 * event.deltaY));
  }, { passive: false });
  svg.addEventListener("dblclick", showAll);
}

const TURNS = { ArrowLeft: [-5, 0], ArrowRight: [5, 0], ArrowUp: [0, 5], ArrowDown: [0, -5] };

function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    const writes = ["INPUT", "SELECT", "BUTTON"].includes(event.target.tagName);
    if (event.key === " " && !writes) {
      event.preventDefault();
      play();
    }
    if (event.target !== svg && writes) return;
    if (TURNS[event.key]) {
      event.preventDefault();
      turn(state.azimuth + TURNS[event.key][0], state.elevation + TURNS[event.key][1]);
    }
    if (event.key === "+") zoom(1.25);
    if (event.key === "-") zoom(0.8);
    if (event.key === "0") showAll();
  });
}

function buildMotion() {
  part("time").max = data.frames.length - 1;
  part("time").addEventListener("input", (event) => goTo(Number(event.target.value)));
  part("play").addEventListener("click", () => play());
  for (const speed of [0.05, 0.1, 0.25, 0.5, 1, 2]) {
    element(part("speed"), "option", { value: speed }, `${speed} ×`).selected = speed === 0.25;
  }
  data.inputs.forEach((input) => {
    const made = element(part("inputs"), "div", { class: "input" });
    const head = element(made, "div", { class: "head" });
    element(head, "label", {}, input.name);
    input.shown = element(head, "output");
    if (data.inputs.length > 1) return;
    const slider = { type: "range", min: 0, max: data.frames.length - 1, step: 1, "aria-label": input.name };
    input.slider = element(made, "input", slider);
    input.slider.addEventListener("input", (event) => goTo(Number(event.target.value)));
  });
  data.points.forEach(({ name }, number) => {
    const label = element(element(part("choices"), "li"), "label");
    const box = element(label, "input", { type: "checkbox" });
    element(label, "span", { class: "swatch", style: `background: var(--line-${number % data.colours})` });
    element(label, "span", {}, name);
    box.addEventListener("change", () => {
      state.chosen[box.checked ? "add" : "delete"](number);
      refresh();
    });
  });
}

function buildLegend() {
  data.groups.forEach(({ signature, links }, number) => {
    const row = element(part("legend"), "li");
    const swatch = `background: var(--body-${number % data.colours})`;
    element(row, "span", { class: "swatch", style: swatch }, String(number + 1));
    element(row, "span", { class: "signature" }, signature);
    element(row, "span", { class: "of" }, links.join(", "));
  });
}

function build() {
  part("title").textContent = data.title;
  part("formula").textContent = data.formula;
  part("notes").textContent = data.notes;
  part("source").textContent = data.source ? `Source: ${data.source}` : "";
  svg.setAttribute("aria-label", `Drawing of ${data.title}: ${data.links.length - 1} moving links`);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = (isDark) => (document.documentElement.dataset.theme = isDark ? "dark" : "light");
  apply(dark.matches);
  dark.addEventListener("change", () => apply(dark.matches));
  part("theme").addEventListener("click", () => apply(document.documentElement.dataset.theme !== "dark"));
  part("zoom-in").addEventListener("click", () => zoom(1.25));
  part("zoom-out").addEventListener("click", () => zoom(0.8));
  part("zoom-all").addEventListener("click", showAll);
  document.querySelectorAll("[data-view]").forEach((button) =>
    button.addEventListener("click", () => turn(...button.dataset.view.split(",").map(Number))));
  part("names").addEventListener("change", (event) => {
    state.names = event.target.checked;
    draw();
  });
  part("hint").textContent = matchMedia("(pointer: coarse)").matches
    ? "Drag to turn. Two fingers move and zoom."
    : "Drag to turn, with shift to move. The wheel zooms.";
  buildLegend();
  listenToDrawing();
  listenToKeys();
  if (moves) buildMotion();
  else for (const id of ["motion", "inputs"]) part(id).hidden = true;
  part("still").hidden = !data.still;
  part("still").textContent = data.still;
  new ResizeObserver(draw).observe(svg);
  refresh();
}

// What scripts may read and do: lengths in metres, angles of sight in degrees.
window.sgkin = {
  name: data.name,
  moves,
  links: data.links,
  get state() {
    const { step, playing, azimuth, elevation, zoom: size } = state;
    return { step, playing, azimuth, elevation, zoom: size, time: moves ? data.times[step] : null };
  },
  turn,
  goTo,
  /** Where a place of a link is now, in ground. */
  place: (link, x, y, z) => world(state.step, data.links.indexOf(link), [x, y, z]),
};

build();
