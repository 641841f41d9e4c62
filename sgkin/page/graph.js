// Numbers that vary with the parameters: how they are computed, and where they stand in the data.

const OPERATIONS = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  divide: (a, b) => a / b,
  power: (a, b) => a ** b,
  negate: (a) => -a,
  absolute: Math.abs,
  sqrt: Math.sqrt,
  cos: Math.cos,
  sin: Math.sin,
  tan: Math.tan,
  acos: Math.acos,
  asin: Math.asin,
  atan: Math.atan,
  atan2: Math.atan2,
  exp: Math.exp,
  log: Math.log,
  smaller: Math.min,
  larger: Math.max,
};

/** The numbers of a graph where the parameters have given values; each node comes after those it is made from. */
function graphNumbers(graph, values) {
  const numbers = [];
  for (const [operation, ...parts] of graph) {
    if (operation === "leaf") numbers.push(values[parts[0]]);
    else if (operation === "constant") numbers.push(parts[0]);
    else numbers.push(OPERATIONS[operation](...parts.map((part) => numbers[part])));
  }
  return numbers;
}

/** Where the numbers of a graph stand in the data: { holder, key, node }. */
function varyingPlaces(data) {
  return data.varying.map((each) => {
    const [key, node] = each.slice(-2);
    return { holder: each.slice(0, -2).reduce((holder, step) => holder[step], data), key, node };
  });
}

/** An input, its rate and its acceleration at a time, by a motion law. */
const LAW_FORMULAS = {
  "constant-speed": ({ speed, start }, t) => [start + speed * t, speed, 0],
  polynomial: ({ coefficients }, t) => [0, 1, 2].map((order) => coefficients.reduce((sum, c, n) =>
    (n < order ? sum : sum + c * [1, n, n * (n - 1)][order] * t ** (n - order)), 0)),
  harmonic: ({ amplitude, frequency, mean, phase }, t) => {
    const speed = 2 * Math.PI * frequency;
    const [sine, cosine] = [Math.sin(speed * t + phase), Math.cos(speed * t + phase)];
    return [mean + amplitude * sine, amplitude * speed * cosine, -amplitude * speed ** 2 * sine];
  },
  cycloidal: (law, t) => risen(law, t, (tau) => {
    const turn = 2 * Math.PI;
    return [tau - Math.sin(turn * tau) / turn, 1 - Math.cos(turn * tau), turn * Math.sin(turn * tau)];
  }),
  "polynomial-345": (law, t) => risen(law, t, (tau) => [
    tau ** 3 * (10 - 15 * tau + 6 * tau ** 2), 30 * tau ** 2 * (1 - tau) ** 2, 60 * tau * (1 - tau) * (1 - 2 * tau),
  ]),
};

/** A rise from 0 to 1 stretched to that of a law, with dwells before and after. */
function risen({ start, rise, duration, begin }, t, shape) {
  const tau = (t - begin) / duration;
  const [z, rate, curvature] = shape(Math.min(1, Math.max(0, tau)));
  const moving = tau > 0 && tau < 1;
  return [start + rise * z, moving ? (rate * rise) / duration : 0, moving ? (curvature * rise) / duration ** 2 : 0];
}

/** The corners of the convex hull of some places, counter-clockwise. */
function convexHull(places) {
  const ordered = [...places].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const size = Math.max(...ordered.map(([x, y]) => Math.hypot(x - ordered[0][0], y - ordered[0][1])));
  const distinct = [];
  for (const [x, y] of ordered) {
    if (distinct.every(([a, b]) => Math.hypot(x - a, y - b) > 1e-9 * size)) distinct.push([x, y]);
  }
  if (distinct.length < 3) return distinct;
  const chain = (points) => {
    const found = [];
    for (const [x, y] of points) {
      while (found.length > 1) {
        const [[ax, ay], [bx, by]] = found.slice(-2);
        if ((bx - ax) * (y - ay) - (by - ay) * (x - ax) > 1e-9 * size ** 2) break;
        found.pop();
      }
      found.push([x, y]);
    }
    return found.slice(0, -1);
  };
  return [...chain(distinct), ...chain([...distinct].reverse())];
}

/** The outline of all that is not further than a radius from the hull of some places. */
function roundedOutline(places, radius) {
  const corners = convexHull(places);
  const full = 2 * Math.PI;
  return corners.flatMap((corner, i) => {
    const before = corners[(i + corners.length - 1) % corners.length];
    const after = corners[(i + 1) % corners.length];
    const heading = ([ax, ay], [bx, by]) => Math.atan2(by - ay, bx - ax) - Math.PI / 2;
    const first = corners.length === 1 ? 0 : heading(before, corner);
    const turn = corners.length === 1 ? full : (((heading(corner, after) - first) % full) + full) % full;
    const count = Math.max(1, Math.ceil((turn / full) * 48 - 1e-9));
    return Array.from({ length: count + 1 }, (_, k) => {
      const angle = first + (turn * k) / count;
      return [corner[0] + radius * Math.cos(angle), corner[1] + radius * Math.sin(angle)];
    });
  });
}
