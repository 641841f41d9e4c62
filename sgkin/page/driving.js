// Driving the mechanism: to inputs, to a time of the motion laws, or by pulling at a link.

/** Velocities and accelerations at closed poses, null where they are not unique; derivative(order) helps there. */
function ratesAt(poses, rates, inputAccelerations, derivative = null) {
  const lines = mover.solver.linearize(poses);
  const { condition } = lines;
  if (condition > (derivative ? CHANGE_POINT : 0)) {
    const velocities = mover.solver.velocities(lines, rates);
    return { condition, velocities, accelerations: mover.solver.accelerations(lines, velocities, inputAccelerations) };
  }
  if (!derivative) return { condition, velocities: null, accelerations: null };
  // two assembly modes meet near here: the derivatives are those of the motion through it
  const [first, second] = [derivative(1), derivative(2)];
  const velocities = first.map((k) => k * rates[0]);
  const accelerations = first.map((k, i) => k * inputAccelerations[0] + second[i] * rates[0] ** 2);
  return { condition, velocities, accelerations };
}

/** Take a configuration, with its velocities and accelerations. */
function take(poses, inputs, derivative = null) {
  const { velocities, accelerations } = ratesAt(poses, state.rates, state.inputAccelerations, derivative);
  Object.assign(state, { poses, inputs, velocities, accelerations });
}

/** The configuration at a time of the motion laws: { poses, inputs, stop, derivative }. */
function alongLaws(time, law) {
  if (mover.single) return mover.atInput(law.inputs[0]);
  return { poses: mover.closedNear(mover.lawTrack, time, law.inputs), inputs: law.inputs, stop: null };
}

function handRates() {
  state.rates = data.inputs.map((input) => input.handRate);
  state.inputAccelerations = data.inputs.map(() => 0);
}

/** The present configuration, of which quantities are read. */
function presentState() {
  const { poses, rates, inputAccelerations, velocities, accelerations } = state;
  return { poses, rates, inputAccelerations, velocities, accelerations };
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
  const locked = () => `Dead point of ${mover.lockedGroup(found.poses)}: the inputs cannot go further this way`;
  state.stop = found.complete ? null : { sentence: locked() };
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
  const found = alongLaws(time, law);
  state.stop = found.stop;
  take(found.poses, found.inputs, found.derivative);
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
  const { inputs } = data.laws;
  const last = inputs.length - 1;
  if (mover.single) {
    const { turns, low, high } = data.inputs[0];
    const whole = (inputs[last][0] - inputs[0][0]) / (high - low);
    return turns ? Math.abs(whole - Math.round(whole)) < 1e-6 : Math.abs(whole) < 1e-6;
  }
  const { poses } = mover.lawTrack;
  return mover.distance(poses[0], poses[poses.length - 1]) < 1e-6 * data.size;
}

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
