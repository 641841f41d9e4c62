// Position, velocity and acceleration, group by group, from the stored constraints.
//
// Poses are x, y, θ of every link, one after the other. A row is one scalar condition; with r the world place of a
// point and u(φ) = (cos φ, sin φ):
//   projection   u(θ_frame + angle)·(r_to − r_from) + Σ weight θ_link = constant + z
//   distance     |r_to − r_from| = z
// All rows of a group are solved together for the poses of its links; redundant rows agree with the others, so that
// least squares solves them too.

const CLOSED = 1e-11; // residual, relative to the size, at which a group counts as closed
const EXACT = 1e-14; // step, relative to the size, below which nothing is gained any more
const DEPENDENT = 1e-9; // a column this much smaller than the largest depends on the others

/** A = Q R P by Householder reflections with column pivoting; A is m × n, m ≥ n, by rows, and is overwritten. */
class Factors {
  constructor(matrix, m, n) {
    Object.assign(this, { matrix, m, n });
    this.order = Int32Array.from({ length: n }, (_, column) => column);
    this.scale = new Float64Array(n);
    this.rank = n;
    this.condition = 1; // the smallest diagonal of R by the largest, 0 where columns depend on each other
    for (let k = 0; k < n; k++) {
      this.choose(k);
      if (!this.reflect(k)) {
        this.rank = k;
        this.condition = 0;
        break;
      }
    }
  }

  tail(column, k) {
    let sum = 0;
    for (let i = k; i < this.m; i++) sum += this.matrix[i * this.n + column] ** 2;
    return Math.sqrt(sum);
  }

  choose(k) {
    let best = k;
    let longest = -1;
    for (let column = k; column < this.n; column++) {
      const length = this.tail(column, k);
      if (length > longest) [best, longest] = [column, length];
    }
    this.longest = longest;
    if (k === 0) this.first = longest;
    if (best === k) return;
    [this.order[k], this.order[best]] = [this.order[best], this.order[k]];
    for (let i = 0; i < this.m; i++) {
      const row = i * this.n;
      [this.matrix[row + k], this.matrix[row + best]] = [this.matrix[row + best], this.matrix[row + k]];
    }
  }

  /** Turn column k onto its diagonal; its reflection stays below, the diagonal goes to `scale`. */
  reflect(k) {
    const { matrix, m, n } = this;
    const length = this.longest;
    if (!(length > DEPENDENT * this.first)) return false;
    const head = matrix[k * n + k];
    const diagonal = head > 0 ? -length : length;
    matrix[k * n + k] = head - diagonal;
    const factor = 1 / (diagonal * (head - diagonal));
    for (let column = k + 1; column < n; column++) {
      let dot = 0;
      for (let i = k; i < m; i++) dot += matrix[i * n + k] * matrix[i * n + column];
      dot *= factor;
      for (let i = k; i < m; i++) matrix[i * n + column] += dot * matrix[i * n + k];
    }
    this.scale[k] = diagonal;
    this.condition = length / this.first;
    return true;
  }

  /** The x that makes |A x − b| least; unknowns that do not matter are zero. */
  solve(right) {
    const { matrix, m, n, rank } = this;
    const b = Float64Array.from(right);
    for (let k = 0; k < rank; k++) {
      let dot = 0;
      for (let i = k; i < m; i++) dot += matrix[i * n + k] * b[i];
      dot /= this.scale[k] * matrix[k * n + k];
      for (let i = k; i < m; i++) b[i] += dot * matrix[i * n + k];
    }
    const x = new Float64Array(n);
    for (let k = rank - 1; k >= 0; k--) {
      let value = b[k];
      for (let column = k + 1; column < rank; column++) value -= matrix[k * n + column] * x[this.order[column]];
      x[this.order[k]] = value / this.scale[k];
    }
    return x;
  }
}

class Solver {
  constructor(data) {
    this.size = data.size;
    this.inputs = data.inputs.length;
    this.length = 3 * data.links.length;
    this.blocks = data.groups.map((group, number) => {
      const column = new Map();
      for (const link of group.links) column.set(link, 3 * column.size);
      return { links: group.links, column, rows: data.rows.filter((row) => row.group === number) };
    });
  }

  /** Where a point of a link is, seen from the link's origin. */
  static arm(poses, [link, px, py]) {
    const cosine = Math.cos(poses[3 * link + 2]);
    const sine = Math.sin(poses[3 * link + 2]);
    return [cosine * px - sine * py, sine * px + cosine * py];
  }

  static place(poses, end) {
    const [x, y] = Solver.arm(poses, end);
    return [poses[3 * end[0]] + x, poses[3 * end[0] + 1] + y];
  }

  /** Value of a row without its input, and what it is made of. */
  static measure(row, poses) {
    let value = -row.constant;
    for (const [link, weight] of row.turns) value += weight * poses[3 * link + 2];
    if (!row.ends.length) return { value };
    const arms = row.ends.map((end) => Solver.arm(poses, end));
    const [from, to] = row.ends.map((end, i) => [poses[3 * end[0]] + arms[i][0], poses[3 * end[0] + 1] + arms[i][1]]);
    const gap = [to[0] - from[0], to[1] - from[1]];
    let along;
    if (row.kind === "distance") {
      const distance = Math.hypot(...gap);
      along = distance > 0 ? [gap[0] / distance, gap[1] / distance] : [1, 0];
    } else {
      const direction = poses[3 * row.frame + 2] + row.angle;
      along = [Math.cos(direction), Math.sin(direction)];
    }
    return { value: value + along[0] * gap[0] + along[1] * gap[1], arms, gap, along };
  }

  /** Call add(link, coordinate, derivative) for every derivative of a row. */
  static differentiate(row, { arms, gap, along }, add) {
    for (const [link, weight] of row.turns) add(link, 2, weight);
    row.ends.forEach(([link], i) => {
      const sign = i ? 1 : -1;
      add(link, 0, sign * along[0]);
      add(link, 1, sign * along[1]);
      add(link, 2, sign * (along[1] * arms[i][0] - along[0] * arms[i][1]));
    });
    if (row.kind === "projection" && row.ends.length) add(row.frame, 2, along[0] * gap[1] - along[1] * gap[0]);
  }

  /** The second derivative of a row in time where no coordinate is accelerated. */
  static curvature(row, { arms, gap, along }, velocities) {
    if (!row.ends.length) return 0;
    const rate = [0, 0];
    const second = [0, 0];
    row.ends.forEach(([link], i) => {
      const sign = i ? 1 : -1;
      const [vx, vy, turn] = velocities.subarray(3 * link, 3 * link + 3);
      rate[0] += sign * (vx - turn * arms[i][1]);
      rate[1] += sign * (vy + turn * arms[i][0]);
      second[0] -= sign * turn ** 2 * arms[i][0];
      second[1] -= sign * turn ** 2 * arms[i][1];
    });
    const straight = along[0] * second[0] + along[1] * second[1];
    if (row.kind === "distance") {
      const across = along[0] * rate[1] - along[1] * rate[0];
      return straight + across ** 2 / Math.hypot(...gap);
    }
    const turn = velocities[3 * row.frame + 2];
    const coriolis = 2 * turn * (along[0] * rate[1] - along[1] * rate[0]);
    return straight + coriolis - turn ** 2 * (along[0] * gap[0] + along[1] * gap[1]);
  }

  /** The rows of a block at poses: factors for its own links, derivatives for the others. */
  linearizeBlock(block, poses) {
    const { size } = this;
    const m = block.rows.length;
    const n = 3 * block.links.length;
    const matrix = new Float64Array(Math.max(m, n) * n);
    const values = new Float64Array(Math.max(m, n));
    const outside = [];
    const measures = block.rows.map((row, i) => {
      const measure = Solver.measure(row, poses);
      const weight = row.ends.length ? 1 : size;
      values[i] = weight * measure.value;
      Solver.differentiate(row, measure, (link, coordinate, derivative) => {
        const column = block.column.get(link);
        if (column === undefined) outside.push([i, 3 * link + coordinate, weight * derivative]);
        else matrix[i * n + column + coordinate] += (weight * derivative) / (coordinate === 2 ? size : 1);
      });
      return measure;
    });
    return { values, outside, measures, matrix, rows: Math.max(m, n), columns: n };
  }

  static weight(row, size) {
    return row.ends.length ? 1 : size;
  }

  /** Close all groups in order at the inputs, starting from `poses`, which are changed; false if one does not close. */
  close(poses, inputs) {
    return this.blocks.every((block) => this.closeBlock(block, poses, inputs));
  }

  closeBlock(block, poses, inputs) {
    let previous = Infinity;
    for (let iteration = 0; iteration < 40; iteration++) {
      const lines = this.linearizeBlock(block, poses);
      let worst = 0;
      block.rows.forEach((row, i) => {
        if (row.input >= 0) lines.values[i] -= Solver.weight(row, this.size) * inputs[row.input];
        worst = Math.max(worst, Math.abs(lines.values[i]));
      });
      if (!Number.isFinite(worst)) return false;
      if (worst <= EXACT * this.size || (worst <= CLOSED * this.size && worst >= previous)) return true;
      previous = worst;
      const step = new Factors(lines.matrix, lines.rows, lines.columns).solve(lines.values);
      const longest = step.reduce((most, each) => Math.max(most, Math.abs(each)), 0) / this.size;
      const damping = Math.min(1, 0.5 / longest);
      for (const [link, column] of block.column) {
        poses[3 * link] -= damping * step[column];
        poses[3 * link + 1] -= damping * step[column + 1];
        poses[3 * link + 2] -= (damping * step[column + 2]) / this.size;
      }
      if (longest <= EXACT) return worst <= CLOSED * this.size;
    }
    return previous <= CLOSED * this.size;
  }

  /** What velocities and accelerations need at closed poses; `condition` is that of the worst group, 0 if singular. */
  linearize(poses) {
    const blocks = this.blocks.map((block) => {
      const lines = this.linearizeBlock(block, poses);
      return { block, ...lines, factors: new Factors(lines.matrix, lines.rows, lines.columns) };
    });
    return { blocks, condition: Math.min(...blocks.map(({ factors }) => factors.condition)) };
  }

  /** Solve J x = right(row, measure), group by group; x like the poses. */
  propagate({ blocks }, right) {
    const result = new Float64Array(this.length);
    for (const { block, outside, measures, rows, factors } of blocks) {
      const b = new Float64Array(rows);
      block.rows.forEach((row, i) => (b[i] = Solver.weight(row, this.size) * right(row, measures[i])));
      for (const [i, coordinate, derivative] of outside) b[i] -= derivative * result[coordinate];
      const x = factors.solve(b);
      for (const [link, column] of block.column) {
        result[3 * link] = x[column];
        result[3 * link + 1] = x[column + 1];
        result[3 * link + 2] = x[column + 2] / this.size;
      }
    }
    return result;
  }

  velocities(lines, rates) {
    return this.propagate(lines, (row) => (row.input >= 0 ? rates[row.input] : 0));
  }

  accelerations(lines, velocities, inputAccelerations) {
    return this.propagate(lines, (row, measure) => {
      const given = row.input >= 0 ? inputAccelerations[row.input] : 0;
      return given - Solver.curvature(row, measure, velocities);
    });
  }

  /** Velocity, or acceleration with `order` 2, of a point of a link. */
  static pointRate(order, poses, end, velocities, accelerations) {
    const [ax, ay] = Solver.arm(poses, end);
    const at = 3 * end[0];
    const turn = velocities[at + 2];
    if (order === 1) return [velocities[at] - turn * ay, velocities[at + 1] + turn * ax];
    const spin = accelerations[at + 2];
    return [
      accelerations[at] - spin * ay - turn ** 2 * ax,
      accelerations[at + 1] + spin * ax - turn ** 2 * ay,
    ];
  }
}
