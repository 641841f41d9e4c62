// What the page shows: its data, its state, and numbers in the units of the file.

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
