// Transmission angles and the quality of groups, read of poses by the records that Python hands over.
//
// A vector is one of, with r the world place of a point and u(φ) = (cos φ, sin φ):
//   between     r_second − r_first, turned by a right angle to the left where it says so
//   inclined    u(θ_link + angle)
//   velocity    that of a link where a point is; where it vanishes its derivative

const AT_REST = 1e-9; // a velocity that counts as none, as a part of the size by the rates of the inputs

const dotOf = ([a, b], [c, d]) => a * c + b * d;
const turnedLeft = ([x, y]) => [-y, x];

/** A vector at { poses, rates, inputAccelerations }; null where it has no direction. */
function vectorAt(vector, at) {
  const { poses } = at;
  if (vector.kind === "velocity") return velocityAt(vector, at);
  if (vector.kind === "inclined") {
    const angle = poses[3 * vector.link + 2] + vector.angle;
    return [Math.cos(angle), Math.sin(angle)];
  }
  const [first, second] = vector.ends.map((end) => Solver.place(poses, end));
  const between = [second[0] - first[0], second[1] - first[1]];
  return vector.turned ? turnedLeft(between) : between;
}

/** Velocities and accelerations of all links; a single input has the rate one, since only directions matter. */
function directedRates(at) {
  at.directed ??= mover.single ? ratesAt(at.poses, [1], [0]) : ratesAt(at.poses, at.rates, at.inputAccelerations);
  return at.directed;
}

function velocityAt({ link, at: end }, at) {
  const { velocities, accelerations } = directedRates(at);
  if (!velocities) return null;
  const place = Solver.place(at.poses, end);
  const [x, y] = at.poses.subarray(3 * link, 3 * link + 2);
  const [vx, vy, turn] = velocities.subarray(3 * link, 3 * link + 3);
  const [armX, armY] = [place[0] - x, place[1] - y];
  const velocity = [vx - turn * armY, vy + turn * armX];
  const rates = mover.single ? [1] : at.rates;
  const fastest = data.size * Math.max(...rates.map((rate, i) => Math.abs(rate) / mover.scales[i]));
  if (Math.hypot(...velocity) > AT_REST * fastest) return velocity;
  const moving = Solver.pointRate(1, at.poses, end, velocities);
  const [ax, ay, spin] = accelerations.subarray(3 * link, 3 * link + 3);
  const bent = [ax - spin * armY - turn * (moving[1] - vy), ay + spin * armX + turn * (moving[0] - vx)];
  return Math.hypot(...bent) > 0 ? bent : null;
}

/** μ of a joint, from 0 to a right angle; NaN where the driven link has no direction. */
function transmissionAngle({ force, along }, at) {
  const [a, b] = [vectorAt(force, at), vectorAt(along, at)];
  if (!a || !b) return NaN;
  return Math.atan2(Math.abs(dotOf(a, b)), Math.abs(dotOf(a, turnedLeft(b))));
}

/** Which part of a vector lies along another. */
function shareAlong({ a, b, near }, at) {
  const [one, other] = [vectorAt(a, at), vectorAt(b, at)];
  const lengths = (dotOf(one, one) + near ** 2) * dotOf(other, other);
  return lengths > 0 ? Math.abs(dotOf(one, other)) / Math.sqrt(lengths) : 0;
}

/** The quality of a group by its number: 0 at a dead point, 1 at best. */
function groupQuality(number, at) {
  const { constant, share, rows } = data.quality[number];
  if (constant !== undefined) return constant;
  if (share) return shareAlong(share, at);
  const { links, column } = mover.solver.blocks[number];
  const lines = mover.solver.linearizeBlock({ links, column, rows }, at.poses);
  const [least, most] = singularValues(lines.matrix, lines.rows, lines.columns);
  return least / most;
}
