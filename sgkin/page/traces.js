// The paths of the chosen points, and their velocities and accelerations as arrows.

function groupOf(link) {
  const found = data.groups.findIndex(({ links }) => links.includes(link));
  return found < 0 ? 0 : found;
}

function chosenPoints() {
  return data.points.filter(({ name }) => state.chosen.has(name));
}

function redrawCurves() {
  const wanted = part("curves").checked ? chosenPoints() : [];
  const { poses } = mover.single ? mover.tracks[0] : mover.lawTrack;
  view.drawCurves(wanted.map((point) => ({
    name: point.name,
    places: poses.map((each) => Solver.place(each, point.end)),
    closed: mover.single && data.inputs[0].turns,
    group: groupOf(point.end[0]),
  })));
  measureArrows();
}

let longest = { velocity: 0, acceleration: 0 };

/** The largest velocity and acceleration of the chosen points on their way, to which the arrows are scaled. */
function measureArrows() {
  longest = { velocity: 0, acceleration: 0 };
  const points = chosenPoints();
  if (!points.length) return;
  const along = samplesOver("time");
  for (let k = 0; k <= SAMPLES; k += 3) {
    const { poses, velocities, accelerations, condition } = along.at(k);
    if (condition < CHANGE_POINT) continue;
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
