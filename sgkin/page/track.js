// Stored configurations, and what lies between them.

/** Stored poses and inputs in the order of one increasing value: an input, or time. */
class Track {
  constructor(values, poses, inputs) {
    this.values = [...values];
    this.poses = poses.map((each) => Float64Array.from(each));
    this.inputs = [...inputs];
  }

  push(value, poses, inputs) {
    this.values.push(value);
    this.poses.push(poses);
    this.inputs.push(inputs);
  }

  /** The numbers of the stored configurations next to a value, as many as asked for if there are. */
  around(value, count = 4) {
    const { values } = this;
    let low = 0;
    let high = values.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (values[middle] <= value) low = middle;
      else high = middle;
    }
    const first = Math.max(0, Math.min(low + 1 - count / 2, values.length - count));
    return Array.from({ length: Math.min(count, values.length) }, (_, i) => first + i);
  }

  /** The configuration at a value by the cubic through its neighbours; a derivative, by a quintic. */
  interpolate(value, order = 0) {
    const nodes = this.around(value, order ? 6 : 4);
    const result = new Float64Array(this.poses[0].length);
    for (const node of nodes) {
      const weight = lagrange(nodes.map((other) => this.values[other]), nodes.indexOf(node), value, order);
      this.poses[node].forEach((coordinate, i) => (result[i] += weight * coordinate));
    }
    return result;
  }

  nearest(value) {
    const nodes = this.around(value);
    return nodes.reduce((best, node) =>
      Math.abs(this.values[node] - value) < Math.abs(this.values[best] - value) ? node : best);
  }
}

/** The polynomial that is 1 at node i and 0 at the others, or a derivative of it. */
function lagrange(nodes, i, value, order) {
  const others = nodes.filter((_, j) => j !== i);
  const scale = others.reduce((product, node) => product * (nodes[i] - node), 1);
  const differentiated = (rest, left) => {
    if (left === 0) return rest.reduce((product, node) => product * (value - node), 1);
    return rest.reduce((sum, _, j) => sum + differentiated(rest.filter((__, k) => k !== j), left - 1), 0);
  };
  return differentiated(others, order) / scale;
}

/** Value and two derivatives at t of the quintic that has the given ones at both ends of a step. */
function quintic(t, width, [p0, v0, a0], [p1, v1, a1]) {
  const s = t / width;
  const d = p1 - p0 - v0 * width - (a0 * width ** 2) / 2;
  const e = v1 * width - v0 * width - a0 * width ** 2;
  const f = (a1 - a0) * width ** 2;
  const c3 = 10 * d - 4 * e + f / 2;
  const c4 = -15 * d + 7 * e - f;
  const c5 = 6 * d - 3 * e + f / 2;
  return [
    p0 + v0 * t + (a0 * t ** 2) / 2 + s ** 3 * (c3 + s * (c4 + s * c5)),
    v0 + a0 * t + (s ** 2 * (3 * c3 + s * (4 * c4 + 5 * s * c5))) / width,
    a0 + (s * (6 * c3 + s * (12 * c4 + 20 * s * c5))) / width ** 2,
  ];
}
