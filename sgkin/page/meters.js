// Transmission angles and the quality of groups now, as bars.

const POOR = (40 * Math.PI) / 180; // below this transmission angle textbooks call a transmission poor
const AT_ONCE = 5; // bars of a kind that are shown without being asked for
const meters = [];

function buildMeters() {
  const angles = data.transmission.map((lines) => ({
    name: lines.joint, detail: lines.words.replace(" drives ", " → "), group: lines.group,
    said: `transmission angle at ${lines.joint}, ${lines.words}`, title: `${lines.words}: ${lines.lines}`,
    kind: "angle", most: Math.PI / 2, poor: POOR, value: (at) => transmissionAngle(lines, at),
  }));
  const qualities = data.quality.flatMap(({ words, rows }, number) => (words === "driven" ? [] : [{
    name: `${number + 1} ${data.groups[number].signature}`, detail: "", group: number,
    said: `quality of ${data.groups[number].label}`, title: `${data.groups[number].label}: ${words}`,
    kind: "number", most: 1, poor: rows ? 0 : Math.sin(POOR), value: (at) => groupQuality(number, at),
  }]));
  part("transmission").hidden = !qualities.length && !angles.length;
  listMeters("angle-meters", angles, "joints");
  listMeters("quality-meters", qualities, "groups");
  part("angles-head").textContent = `Transmission angle of joints in ${unitNames.angle}`;
  const bound = `${shown(POOR / factors.angle).replace(/\.?0+$/, "")} ${unitNames.angle}`;
  part("poor").textContent = `▲ below the ${bound} that textbooks ask for; of a dyad, below the sine of it, ${Math.sin(POOR).toFixed(2)}`;
  part("poor").hidden = ![...angles, ...qualities].some(({ poor }) => poor);
}

function listMeters(id, list, what) {
  part(id).hidden = !list.length;
  let box = part(id);
  list.forEach((meter, k) => {
    if (k === AT_ONCE && list.length > AT_ONCE + 1) {
      box = element(part(id), "details");
      element(box, "summary", {}, `${list.length - AT_ONCE} more ${what}`);
      box.addEventListener("toggle", showMeters);
    }
    addMeter(box, meter);
  });
}

function addMeter(box, meter) {
  const line = element(box, "div", { class: "meter", title: meter.title });
  const label = element(line, "span", { class: "of" });
  breakable(element(label, "b"), meter.name);
  if (meter.detail) breakable(element(label, "span"), ` ${meter.detail}`);
  const bar = element(line, "span", {
    class: "bar", role: "meter", "aria-label": meter.said, "aria-valuemin": 0,
    "aria-valuemax": Number((meter.most / factors[meter.kind]).toPrecision(6)),
  });
  const fill = element(bar, "i");
  fill.style.background = view.colour("line", meter.group);
  if (meter.poor) element(bar, "u").style.left = `${(100 * meter.poor) / meter.most}%`;
  const number = element(line, "span", { class: "value" });
  meters.push({ ...meter, line, bar, fill, number });
}

/** A value as it stands beside its bar. */
function meterText(value, kind) {
  if (!Number.isFinite(value)) return "–";
  const inDegrees = kind === "angle" && unitNames.angle === "deg";
  return inDegrees ? `${(value / factors.angle).toFixed(1)}°` : (value / factors[kind]).toFixed(3);
}

function showMeters() {
  const at = presentState();
  for (const { line, bar, fill, number, kind, most, poor, value } of meters) {
    const details = line.closest("details");
    if (details && !details.open) continue;
    const now = value(at);
    const isPoor = now < poor;
    const text = meterText(now, kind);
    fill.style.width = Number.isFinite(now) ? `${(100 * now) / most}%` : "0";
    number.textContent = isPoor ? `▲ ${text}` : text;
    line.classList.toggle("poor", isPoor);
    bar.setAttribute("aria-valuenow", Number.isFinite(now) ? Number((now / factors[kind]).toPrecision(6)) : 0);
    bar.setAttribute("aria-valuetext", isPoor ? `${text}, poor` : text);
  }
}
