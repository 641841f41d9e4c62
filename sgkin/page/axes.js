// The axes of curves: what range is shown, round numbers on it, and the line through the values.

/** Least and largest value that are shown: all of them, but of what runs away at a dead point only a part. */
function shownRange(values) {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  if (!sorted.length) return [-1, 1];
  const at = (share) => sorted[Math.round(share * (sorted.length - 1))];
  const spread = at(0.95) - at(0.05);
  const [low, high] = [Math.max(sorted[0], at(0.05) - spread), Math.min(at(1), at(0.95) + spread)];
  const least = 1e-6 * Math.max(Math.abs(low), Math.abs(high)) || 1e-6;
  return high - low > least ? [low, high] : [low - Math.max(1, Math.abs(low)) / 2, high + Math.max(1, Math.abs(low)) / 2];
}

/** Round numbers between two, about as many as wanted; of degrees, parts of a turn. */
function ticks([low, high], wanted, turning = false) {
  const rough = (high - low) / wanted;
  const turns = turning ? [15, 30, 45, 90, 180, 360].find((each) => each >= rough) : undefined;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = turns || power * [1, 2, 2.5, 5, 10].find((each) => each * power >= rough * 0.999);
  const first = Math.ceil(low / step - 1e-6);
  const count = Math.floor(high / step + 1e-6) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, k) => Number(((first + k) * step).toPrecision(10)));
}

function tickText(value) {
  const size = Math.abs(value);
  const text = size && (size < 1e-3 || size >= 1e5) ? value.toExponential(1) : String(Number(value.toPrecision(6)));
  return text.replace("-", "−");
}

/** A line through places, with gaps where there is no value. */
function pathOf(places) {
  let drawing = false;
  return places.map(([x, y]) => {
    const command = drawing ? "L" : "M";
    drawing = Number.isFinite(y);
    return drawing ? `${command}${x.toFixed(1)} ${Math.max(-1e4, Math.min(1e4, y)).toFixed(1)}` : "";
  }).join("");
}
