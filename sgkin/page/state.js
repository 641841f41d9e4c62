// What the page shows: its data, its state, and numbers in the units of the file.

const data = JSON.parse(document.getElementById("mechanism").textContent);
const part = (id) => document.getElementById(id);
const moves = !data.still;
const NEAR = 14; // pixels within which the cursor is at a point
const NEAR_FINGER = 26; // and a finger
const WATCHED_SECONDS = 4; // about how long a motion plays at the speed first chosen

const places = moves ? varyingPlaces(data) : [];
const whole = { laws: data.laws, rows: data.rows, shapes: data.modes.find((mode) => mode.file).shapes };
for (const mode of data.modes) {
  mode.shapes = (mode.shapes || whole.shapes).map((shape) => (typeof shape === "number" ? whole.shapes[shape] : shape));
}

/** Make the data those of an assembly mode. */
function takeMode(mode) {
  const { start, bounds, shapes, lawSteps, lawPoses } = mode;
  const constants = new Map(mode.constants);
  Object.assign(data, { mode, start, bounds, shapes });
  data.rows = whole.rows.map((row, k) => (constants.has(k) ? { ...row, constant: constants.get(k) } : row));
  data.inputs.forEach((input, i) => Object.assign(input, mode.inputs[i], { stops: mode.inputs[i].limits.filter(({ stops }) => stops) }));
  if (!moves) return;
  data.laws = { poses: lawPoses };
  for (const kind of ["times", "inputs", "rates", "accelerations"]) data.laws[kind] = whole.laws[kind].slice(0, lawSteps);
}

takeMode(data.modes.find((mode) => mode.file));
let mover = moves ? new Mover(data) : null;
data.mode.mover = mover;
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
  input: 0, // the input that arrow keys on the drawing move
  chosen: new Set(),
};

const factors = { length: data.units.length[1], angle: data.units.angle[1], number: 1 };
const unitNames = { length: data.units.length[0], angle: data.units.angle[0], number: "" };
const signs = { deg: "°" };

function shown(value) {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e6)) return value.toExponential(3).replace("-", "−");
  const digits = size >= 1000 ? 1 : size >= 100 ? 2 : size >= 10 ? 3 : 4;
  return (Math.abs(value) < 5e-5 ? 0 : value).toFixed(digits).replace("-", "−");
}

function unitName(kind, per = "") {
  return per ? `${unitNames[kind]}/${per}` : signs[unitNames[kind]] || unitNames[kind];
}

function inUnit(value, kind, per = "") {
  return `${shown(value / factors[kind])} ${unitName(kind, per)}`;
}

/** The number of the form 1, 2 or 5 times a power of ten that is nearest below a positive one. */
function roundBelow(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * [5, 2, 1].find((each) => each * power <= value * (1 + 1e-9));
}

/** A name that may be broken after dots, underlines and commas only. */
function breakable(parent, name) {
  name.split(/(?<=[._,])/).forEach((piece, i) => {
    if (i) element(parent, "wbr");
    parent.append(piece);
  });
}
