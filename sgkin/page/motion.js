// Moving the mechanism: between stored configurations, along the motion laws, and on from where it is.

/** Stored poses in the order of one increasing value: an input, or time. */
class Track {
  constructor(values, poses) {
    this.values = values;
    this.poses = poses.map((each) => Float64Array.from(each));
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

class Mover {
  constructor(data) {
    this.data = data;
    this.solver = new Solver(data);
    this.single = data.inputs.length === 1;
    this.tracks = data.inputs.map((input, i) => new Track(input.track.inputs.map((z) => z[i]), input.track.poses));
    this.law = data.laws;
    this.lawTrack = this.law.poses && new Track(this.law.times, this.law.poses);
    this.scales = data.inputs.map((input) => (input.quantity === "angle" ? 1 : data.size));
    this.duration = this.law.times[this.law.times.length - 1];
    this.startPoses = Float64Array.from(data.start.poses);
  }

  /** Inputs, their rates and accelerations at a time of the motion laws. */
  lawAt(time) {
    const { times, inputs, rates, accelerations } = this.law;
    const last = times.length - 1;
    if (last === 0) return { inputs: inputs[0], rates: rates[0], accelerations: accelerations[0] };
    const step = Math.min(last - 1, Math.max(0, Math.floor((time / this.duration) * last)));
    const width = times[step + 1] - times[step];
    const both = inputs[0].map((_, i) =>
      quintic(
        time - times[step],
        width,
        [inputs[step][i], rates[step][i], accelerations[step][i]],
        [inputs[step + 1][i], rates[step + 1][i], accelerations[step + 1][i]],
      ));
    return { inputs: both.map((z) => z[0]), rates: both.map((z) => z[1]), accelerations: both.map((z) => z[2]) };
  }

  /** The stop at an end of an input's track, if a dead point ends it there. */
  stopAt(number, atHigh) {
    const { stops, low, high } = this.data.inputs[number];
    const middle = (low + high) / 2;
    return stops.find((stop) => stop.value > middle === atHigh) || null;
  }

  /** Whether a single input is so near to a dead point that the links' motion is no smooth function of it. */
  isNearStop(value) {
    const { stops, low, high } = this.data.inputs[0];
    return stops.some((stop) => Math.abs(stop.value - value) < 0.05 * (high - low));
  }

  /** A single input anywhere: { poses, inputs, stop, derivative(order) }. */
  atInput(value) {
    const input = this.data.inputs[0];
    const [low, high] = [input.low, input.high];
    const turns = input.turns ? Math.floor((value - low) / (high - low)) : 0;
    const base = value - turns * (high - low);
    const within = Math.min(high, Math.max(low, base));
    const track = this.tracks[0];
    const whole = (poses) => {
      if (!turns) return poses;
      const [first, last] = [track.poses[0], track.poses[track.poses.length - 1]];
      return poses.map((q, i) => (i % 3 === 2 ? q + turns * 2 * Math.PI * Math.round((last[i] - first[i]) / (2 * Math.PI)) : q));
    };
    const reached = within + turns * (high - low);
    const stop = base > high ? this.stopAt(0, true) : base < low ? this.stopAt(0, false) : null;
    const poses = this.closedNear(track, within, [within]);
    return {
      poses: whole(poses),
      inputs: [reached],
      stop,
      derivative: this.isNearStop(within) ? null : (order) => track.interpolate(within, order),
    };
  }

  /** Closed poses at a value of a track, from the cubic through its stored neighbours or else from the nearest one. */
  closedNear(track, value, inputs) {
    const guess = track.interpolate(value);
    const poses = Float64Array.from(guess);
    const nodes = track.around(value);
    const spread = this.distance(track.poses[nodes[0]], track.poses[nodes[nodes.length - 1]]);
    if (this.solver.close(poses, inputs) && this.distance(poses, guess) <= 0.2 * spread + 1e-9) return poses;
    const near = track.nearest(value);
    const start = track === this.lawTrack ? this.law.inputs[near] : this.data.inputs[0].track.inputs[near];
    return this.follow(track.poses[near], start, inputs).poses;
  }

  distance(one, other) {
    let most = 0;
    for (let i = 0; i < one.length; i++) {
      most = Math.max(most, Math.abs(one[i] - other[i]) * (i % 3 === 2 ? this.data.size : 1));
    }
    return most;
  }

  /** From a closed configuration towards other inputs in steps as small as needed; as far as it goes. */
  follow(poses, from, to) {
    let here = Float64Array.from(poses);
    let done = 0;
    const way = to.map((z, i) => z - from[i]);
    const length = Math.max(...way.map((dz, i) => Math.abs(dz) / this.scales[i]));
    let step = length > 0 ? Math.min(1, 0.1 / length) : 1;
    while (done < 1 && length > 0) {
      step = Math.min(step, 1 - done);
      const trial = this.advance(here, way.map((dz) => dz * step), from.map((z, i) => z + way[i] * (done + step)));
      if (trial) {
        here = trial;
        done = done + step >= 1 - 1e-12 ? 1 : done + step;
        step *= 2;
        if (step * length > 0.1) step = 0.1 / length;
      } else {
        step /= 2;
        if (step * length < 1e-7) break;
      }
    }
    const complete = done === 1 || length === 0;
    return { poses: here, inputs: from.map((z, i) => (complete ? to[i] : z + way[i] * done)), complete };
  }

  /** One step: along the tangent, then closed; null if that is not clearly the same assembly. */
  advance(poses, change, inputs) {
    const lines = this.solver.linearize(poses);
    if (!lines.condition) return null;
    const tangent = this.solver.velocities(lines, change);
    const guess = poses.map((q, i) => q + tangent[i]);
    const closed = Float64Array.from(guess);
    if (!this.solver.close(closed, inputs)) return null;
    return this.distance(closed, guess) <= 0.3 * this.distance(guess, poses) + 1e-12 * this.data.size ? closed : null;
  }

  /** The stored configuration whose inputs are nearest to the given ones. */
  nearestStored(inputs) {
    const gap = (z) => Math.hypot(...z.map((value, i) => (value - inputs[i]) / this.scales[i]));
    let best = { poses: this.startPoses, inputs: this.data.start.inputs };
    const consider = (z, poses) => {
      if (gap(z) < gap(best.inputs)) best = { poses, inputs: z };
    };
    this.data.inputs.forEach((input, i) => input.track.inputs.forEach((z, k) => consider(z, this.tracks[i].poses[k])));
    if (this.lawTrack) this.law.inputs.forEach((z, k) => consider(z, this.lawTrack.poses[k]));
    return best;
  }
}
