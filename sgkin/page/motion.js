// Moving the mechanism: between stored configurations, along the motion laws, and on from where it is.

const CHANGE_POINT = 1e-3; // condition of the constraints below which accelerations lose too many digits
const TRACK_STEPS = 180; // configurations along an input in a mode that the page follows by itself
const CLOSER = 8; // configurations between the last of them and a dead point, each a quarter as far from it
const MISSES = 3; // so many configurations on a change point may be passed over

/** Goes from one closed configuration to another, in the assembly mode that the data are in. */
class Follower {
  constructor(data) {
    this.data = data;
    this.solver = new Solver(data);
    this.scales = data.inputs.map((input) => (input.quantity === "angle" ? 1 : data.size));
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

  /** The label of the group that is nearest to a dead point. */
  lockedGroup(poses) {
    const conditions = this.solver.linearize(poses).blocks.map(({ factors }) => factors.condition);
    return this.data.groups[conditions.indexOf(Math.min(...conditions))].label;
  }
}

class Mover extends Follower {
  /** Moves the mechanism in the assembly mode that the data are in. */
  constructor(data) {
    super(data);
    this.single = data.inputs.length === 1;
    this.law = data.laws;
    this.duration = this.law.times[this.law.times.length - 1];
    this.start = { poses: Float64Array.from(data.start.poses), inputs: data.start.inputs };
    this.tracks = data.inputs.flatMap((input, i) =>
      input.track ? [new Track(input.track.inputs.map((z) => z[i]), input.track.poses, input.track.inputs)] : []);
    if (this.single && !this.tracks.length) this.tracks = [this.inputTrack()];
    this.lawTrack = this.single ? null : this.lawTrackHere();
    const track = this.tracks[0];
    const last = track && track.poses[track.poses.length - 1];
    this.gain = this.single && // what a whole turn of the input adds to the poses: whole turns of the links
      last.map((q, i) => (i % 3 === 2 ? 2 * Math.PI * Math.round((q - track.poses[0][i]) / (2 * Math.PI)) : 0));
  }

  /** All along a single input, on from the start. */
  inputTrack() {
    const { low, high } = this.data.inputs[0];
    const { poses, inputs } = this.start;
    const sides = [low, high].map((end) => this.march(new Track([0], [poses], [inputs]), this.valuesTo(end)));
    const [down, up] = sides;
    return new Track(
      [...down.inputs.slice(1).reverse(), ...up.inputs].map(([z]) => z),
      [...down.poses.slice(1).reverse(), ...up.poses],
      [...down.inputs.slice(1).reverse(), ...up.inputs],
    );
  }

  /** Values of a single input from the start to an end, with their distances: { value, inputs }. */
  valuesTo(end) {
    const { low, high } = this.data.inputs[0];
    const from = this.start.inputs[0];
    const count = Math.ceil((TRACK_STEPS * Math.abs(end - from)) / (high - low) - 1e-9);
    const values = Array.from({ length: count }, (_, k) => from + ((end - from) * (k + 1)) / count);
    const stop = this.stopAt(0, end === high);
    if (stop && count) {
      const before = count > 1 ? values[count - 2] : from;
      const closer = Array.from({ length: CLOSER - 1 }, (_, k) => stop.value - (stop.value - before) * 0.25 ** (k + 1));
      values.splice(count - 1, 0, ...closer.filter((z) => (end - z) * (end - from) > 0));
    }
    return values.map((z) => ({ value: Math.abs(z - from), inputs: [z] }));
  }

  /** Along the motion laws of several inputs: stored, or on from the start. */
  lawTrackHere() {
    const { times, inputs, poses } = this.law;
    if (poses) return new Track(times, poses, inputs);
    const first = this.follow(this.start.poses, this.start.inputs, inputs[0]);
    const places = times.slice(1).map((value, k) => ({ value, inputs: inputs[k + 1] }));
    return this.march(new Track([times[0]], [first.poses], [first.inputs]), places);
  }

  /** Go on from the end of a track through places { value, inputs }, by the cubic through the last four of it. */
  march(track, places) {
    let missed = 0;
    for (const [k, { value, inputs }] of places.entries()) {
      const found = this.marchTo(track, value, inputs);
      missed = found ? 0 : missed + 1;
      if (missed > MISSES) break;
      if (!found) continue;
      // next to a change point the neighbours know better where it is
      const between = k < places.length - 1 && !(this.single && this.isNearStop(inputs[0]));
      if (between && this.solver.linearize(found).condition < CHANGE_POINT) continue;
      track.push(value, found, inputs);
    }
    return track;
  }

  marchTo(track, value, inputs) {
    const last = track.poses[track.poses.length - 1];
    if (track.values.length > 3) {
      const guess = track.interpolate(value);
      const closed = Float64Array.from(guess);
      const near = 0.2 * this.distance(guess, last) + 1e-9 * this.data.size;
      if (this.solver.close(closed, inputs) && this.distance(closed, guess) <= near) return closed;
    }
    const found = this.follow(last, track.inputs[track.inputs.length - 1], inputs);
    return found.complete ? found.poses : null;
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
    const reached = within + turns * (high - low);
    const stop = base > high ? this.stopAt(0, true) : base < low ? this.stopAt(0, false) : null;
    const poses = this.closedNear(track, within, [within]);
    return {
      poses: turns ? poses.map((q, i) => q + turns * this.gain[i]) : poses,
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
    return this.follow(track.poses[near], track.inputs[near], inputs).poses;
  }

  /** The stored configuration whose inputs are nearest to the given ones. */
  nearestStored(inputs) {
    const gap = (z) => Math.hypot(...z.map((value, i) => (value - inputs[i]) / this.scales[i]));
    let best = this.start;
    for (const track of [...this.tracks, ...(this.lawTrack ? [this.lawTrack] : [])]) {
      track.inputs.forEach((z, k) => {
        if (gap(z) < gap(best.inputs)) best = { poses: track.poses[k], inputs: z };
      });
    }
    return best;
  }
}
