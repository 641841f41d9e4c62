// The smallest and the largest singular value of a matrix: by reflections it becomes a bidiagonal one, whose singular
// values are the eigenvalues ±σ of a tridiagonal matrix without a diagonal; these are counted and bisected.

/** Turn a vector, given by its places in a matrix, onto its first place, and all others with it; its length then. */
function reflectOnto(matrix, places, others) {
  const length = Math.hypot(...places.map((place) => matrix[place]));
  if (!(length > 0)) return 0;
  const [first] = places;
  const diagonal = matrix[first] > 0 ? -length : length;
  const vector = places.map((place, k) => matrix[place] - (k ? 0 : diagonal));
  const factor = 1 / (diagonal * vector[0]);
  for (const other of others) {
    const dot = factor * other.reduce((sum, place, k) => sum + vector[k] * matrix[place], 0);
    other.forEach((place, k) => (matrix[place] += dot * vector[k]));
  }
  return length;
}

/** The two diagonals, one after the other by rows, that reflections of columns and rows leave of an m × n matrix. */
function bidiagonal(matrix, m, n) {
  const found = [];
  const column = (j, from) => Array.from({ length: m - from }, (_, i) => (from + i) * n + j);
  const row = (i, from) => Array.from({ length: n - from }, (_, j) => i * n + from + j);
  const range = (from, to) => Array.from({ length: Math.max(0, to - from) }, (_, k) => from + k);
  for (let k = 0; k < n; k++) {
    found.push(reflectOnto(matrix, column(k, k), range(k + 1, n).map((j) => column(j, k))));
    if (k < n - 1) found.push(reflectOnto(matrix, row(k, k + 1), range(k + 1, m).map((i) => row(i, k + 1))));
  }
  return found;
}

/** How many eigenvalues below x a tridiagonal matrix has, with these numbers beside a diagonal of zeros. */
function countBelow(x, beside) {
  let pivot = -x;
  let count = pivot < 0 ? 1 : 0;
  for (const each of beside) {
    pivot = -x - each ** 2 / (pivot || 1e-300);
    if (pivot < 0) count++;
  }
  return count;
}

/** [smallest, largest] singular value of an m × n matrix by rows, m ≥ n, which is overwritten. */
function singularValues(matrix, m, n) {
  const beside = bidiagonal(matrix, m, n);
  const bound = 2 * Math.max(...beside);
  return [n + 1, 2 * n].map((wanted) => {
    let [low, high] = [0, bound];
    for (let step = 0; step < 60; step++) {
      const middle = (low + high) / 2;
      if (countBelow(middle, beside) >= wanted) high = middle;
      else low = middle;
    }
    return (low + high) / 2;
  });
}
