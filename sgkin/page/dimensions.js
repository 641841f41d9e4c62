// Other dimensions: what of the data changes with the parameters, and how the mechanism follows them.

const FARTHEST = 0.15; // how far links go in one step of the parameters, as a part of the size
const SMALLEST_STEP = 1e-7; // of a change of parameters, below which it ends

const dimensions = {
  nominal: data.parameters.map(({ value }) => value),
  values: data.parameters.map(({ value }) => value),
  get isChanged() {
    return this.values.some((value, i) => value !== this.nominal[i]);
  },
};
const outlined = [...new Set(data.modes.flatMap(({ shapes }) => shapes))].filter(({ corners, bent }) => corners && !bent);

/** Give all data the numbers that they have at values of the parameters; false if one of them is no number. */
function putDimensions(values) {
  const numbers = graphNumbers(data.graph, values);
  if (!places.every(({ node }) => Number.isFinite(numbers[node]))) return false;
  for (const { holder, key, node } of places) holder[key] = numbers[node];
  for (const shape of outlined) shape.points = roundedOutline(shape.corners, shape.round);
  data.lawFormulas.forEach((law, i) => law && whole.laws.times.forEach((t, k) => {
    const [z, rate, acceleration] = LAW_FORMULAS[law.kind](law, t);
    [whole.laws.inputs[k][i], whole.laws.rates[k][i], whole.laws.accelerations[k][i]] = [z, rate, acceleration];
  }));
  return true;
}

/** One step from closed poses to other dimensions: along the tangent, then closed; null if that is not clearly the same
 * assembly. The data are those of the new dimensions afterwards. */
function advanceDimensions(mode, poses, inputs, values) {
  const before = new Follower(data);
  const lines = before.solver.linearize(poses);
  if (!lines.condition || !putDimensions(values)) return null;
  const old = data.rows;
  takeMode(mode);
  const now = new Map(old.map((row, k) => [row, data.rows[k]]));
  const after = new Follower(data);
  const change = after.solver.propagate(lines, (row) =>
    (row.input >= 0 ? inputs[row.input] : 0) - Solver.measure(now.get(row), poses).value);
  const guess = poses.map((q, i) => q + change[i]);
  const way = after.distance(guess, poses);
  if (way > FARTHEST * data.size) return null;
  const closed = Float64Array.from(guess);
  if (!after.solver.close(closed, inputs)) return null;
  return after.distance(closed, guess) <= 0.3 * way + 1e-12 * data.size ? closed : null;
}

/** From closed poses towards other dimensions, at the same inputs, in steps as small as needed; as far as it goes. */
function followDimensions(mode, poses, inputs, from, to) {
  const at = (part) => from.map((value, i) => (part === 1 ? to[i] : value + (to[i] - value) * part));
  let here = Float64Array.from(poses);
  let done = 0;
  let step = 1;
  while (done < 1 && step > SMALLEST_STEP) {
    const next = Math.min(1, done + step);
    const found = advanceDimensions(mode, here, inputs, at(next));
    if (found) {
      [here, done, step] = [found, next, 2 * step];
    } else {
      step /= 2;
      putDimensions(at(done));
      takeMode(mode);
    }
  }
  return { poses: here, values: at(done), complete: done === 1 };
}

/** How far a single input goes from a start, with the dead points that end it: { low, high, turns, limits }. */
function rangeFrom(start) {
  const follower = new Follower(data);
  const { base, reach, mayTurn, name, quantity } = data.inputs[0];
  const from = start.inputs[0];
  const limits = [];
  const end = (to, otherwise) => {
    const found = follower.follow(start.poses, start.inputs, [to]);
    if (found.complete) return { value: otherwise, poses: found.poses };
    const [value] = found.inputs;
    const group = follower.lockedGroup(found.poses);
    limits.push({ value, stops: true, sentence: `Dead point of ${group} at ${name} = ${inUnit(value, quantity)}: its links do not reach` });
    return { value };
  };
  if (!mayTurn) {
    const ends = reach.map((each, i) => end(from + (each - from), base[i]).value);
    return { low: Math.min(ends[0], from), high: Math.max(ends[1], from), turns: false, limits };
  }
  for (const turns of [1, 2]) {
    const once = end(from + 2 * Math.PI * turns, from + 2 * Math.PI * turns);
    if (limits.length) break;
    const apart = once.poses.map((q, i) => (i % 3 === 2 ? Math.sin((q - start.poses[i]) / 2) * data.size : q - start.poses[i]));
    if (Math.max(...apart.map(Math.abs)) < 1e-6 * data.size) return { low: from, high: once.value, turns: true, limits };
  }
  const high = limits.length ? limits[0].value : from + 2 * Math.PI;
  return { low: end(from - 2 * Math.PI, from - 2 * Math.PI).value, high, turns: false, limits };
}

/** An assembly mode with the present dimensions, from closed poses at inputs: how far it goes is found here. */
function changedMode(mode, poses, inputs) {
  const steps = whole.laws.times.length;
  const changed = {
    ...mode, original: mode, isChanged: true, mover: null, lawPoses: null, lawSteps: steps,
    inputs: mode.inputs.map((input) => ({ ...input, track: null, limits: [] })), start: { poses: [...poses], inputs: [...inputs] },
  };
  takeMode(changed);
  const wanted = data.lawFormulas.some(Boolean) ? whole.laws.inputs[0] : mode.start.inputs;
  const back = new Follower(data).follow(poses, inputs, wanted);
  if (back.complete) changed.start = { poses: [...back.poses], inputs: [...back.inputs] };
  if (data.inputs.length === 1) {
    const range = rangeFrom(changed.start);
    Object.assign(changed.inputs[0], range);
    const outside = whole.laws.inputs.findIndex(([z]) => !range.turns && (z < range.low || z > range.high));
    changed.lawSteps = outside < 0 ? steps : Math.max(outside, 1);
  }
  takeMode(changed);
  if (data.inputs.length > 1) {
    const { values } = new Mover(data).lawTrack;
    changed.lawSteps = whole.laws.times.indexOf(values[values.length - 1]) + 1;
  }
  return changed;
}

/** Make room for what lies outside of the drawing with the present dimensions. */
function growBounds() {
  const [left, bottom, right, top] = data.mode.original.bounds;
  const tracks = mover.single ? mover.tracks : [mover.lawTrack];
  const seen = tracks.flatMap((track) => track.poses).filter((_, k) => k % 5 === 0);
  const all = seen.flatMap((poses) => data.points.map(({ end }) => Solver.place(poses, end)));
  const gap = 4 * data.drawing.size;
  data.bounds = [
    Math.min(left, ...all.map(([x]) => x - gap)), Math.min(bottom, ...all.map(([, y]) => y - gap)),
    Math.max(right, ...all.map(([x]) => x + gap)), Math.max(top, ...all.map(([, y]) => y + gap)),
  ];
}

/** Show the mechanism with the present dimensions, from closed poses at inputs. */
function showDimensions(mode, poses, inputs) {
  const shown = dimensions.isChanged ? changedMode(mode, poses, inputs) : mode;
  takeMode(shown);
  shown.mover ??= new Mover(data);
  mover = shown.mover;
  comes = comesBack();
  dropSamples("input", "time");
  if (dimensions.isChanged) growBounds();
  view.reshape();
  view.light(state.group);
  data.inputs.forEach(setRange);
  part("time").max = mover.duration;
  state.time = null;
  handRates();
  take(Float64Array.from(poses), [...inputs]);
  redrawCurves();
  redrawCharts();
  findLimits();
}

/** Give parameters other values, on from where the mechanism is; where it cannot be assembled it stops. */
function setDimensions(values) {
  pauseQuietly();
  const mode = data.mode.original || data.mode;
  const { poses, inputs } = state;
  takeMode({ ...data.mode });
  const found = followDimensions(mode, poses, inputs, dimensions.values, values);
  dimensions.values = found.values;
  showDimensions(mode, found.poses, inputs);
  const moved = data.parameters.filter((_, i) => values[i] !== dimensions.values[i]).map(({ name }) => name);
  const group = () => new Follower(data).lockedGroup(found.poses);
  state.stop = found.complete ? null
    : { sentence: `Dead point of ${group()}: with the inputs as they are, ${moved.join(", ")} cannot go further this way` };
}

/** The start of an assembly mode with the present dimensions; null where it cannot be assembled with them. */
function changedStart(mode) {
  const { values, nominal } = dimensions;
  putDimensions(nominal);
  takeMode(mode);
  const found = followDimensions(mode, mode.start.poses, mode.start.inputs, nominal, values);
  putDimensions(values);
  return found.complete ? found.poses : null;
}
