// The panel beside the drawing: inputs, groups and points.

function buildInputs() {
  for (const [i, input] of data.inputs.entries()) {
    const rates = data.laws.rates.map((rate) => rate[i]);
    input.handRate = rates[0] || rates.reduce((most, rate) => (Math.abs(rate) > Math.abs(most) ? rate : most), 0);
    const box = element(part("inputs"), "div", { class: "input" });
    const head = element(box, "div", { class: "head" });
    element(head, "label", { for: `input-${i}` }, input.name);
    const value = element(head, "output");
    const holder = element(box, "div", { class: "slider" });
    const slider = element(holder, "input", {
      type: "range", id: `input-${i}`, min: sliderEnds(input)[0], max: sliderEnds(input)[1], step: "any",
    });
    const marks = element(holder, "div", { class: "marks" });
    const line = element(box, "div", { class: "rate" });
    element(line, "label", { for: `rate-${i}` }, `rate in ${unitNames[input.quantity]}/s`);
    const rate = element(line, "input", { type: "number", id: `rate-${i}`, step: "any" });
    input.controls = { slider, value, marks, rate };
    slider.addEventListener("input", () => {
      pauseQuietly();
      held = i;
      const target = [...state.inputs];
      target[i] += Number(slider.value) - sliderValue(input, i);
      drive(target);
      refresh();
    });
    slider.addEventListener("change", () => {
      held = null;
      refresh();
      findLimits();
    });
    rate.addEventListener("input", () => {
      const given = Number(rate.value);
      if (rate.value.trim() === "" || !Number.isFinite(given)) return;
      pauseQuietly();
      data.inputs.forEach((each, j) => (each.handRate = i === j ? given * factors[input.quantity] : state.rates[j]));
      drive([...state.inputs]);
      refresh();
    });
    if (mover.single) drawMarks(input, input.stops);
  }
}

function pauseQuietly() {
  state.playing = false;
  state.back = false;
}

function buildLegend() {
  data.groups.forEach((group, number) => {
    const item = element(part("legend"), "li", { tabindex: "0" });
    const colour = data.drawing.colours[number % data.drawing.colours.length];
    const swatch = element(item, "span", { class: "swatch" }, String(number + 1));
    swatch.style.background = colour;
    swatch.style.color = brightness(colour) < 0.5 ? "#fff" : "#000";
    element(item, "span", { class: "signature" }, group.signature);
    const links = group.links.map((link) => data.links[link]).join(", ");
    const after = group.after.length ? ` · after ${group.after.map((each) => each + 1).join(", ")}` : "";
    element(item, "span", { class: "of" }, `${group.class ? `class ${group.class} · ` : ""}${links}${after}`);
    item.addEventListener("click", () => light(state.group === number ? null : number));
  });
}

/** How bright a colour #rrggbb looks, from 0 to 1. */
function brightness(colour) {
  const [red, green, blue] = [1, 3, 5].map((place) => parseInt(colour.slice(place, place + 2), 16) / 255);
  return 0.3 * red + 0.59 * green + 0.11 * blue;
}

function light(number) {
  state.group = number;
  view.light(number);
  [...part("legend").children].forEach((item, i) => item.classList.toggle("lit", i === number));
  if (number !== null) part("legend").children[number].scrollIntoView({ block: "nearest" });
  part("before").disabled = number === null;
}

function buildPoints() {
  data.points.forEach(listPoint);
  if (!data.points.length) element(part("choices"), "li", { class: "none" }, "No named point moves: click with shift.");
  const free = data.points.filter((point) => point.free);
  const last = data.points.filter(({ end }) => data.groups[data.groups.length - 1].links.includes(end[0]));
  const first = [free, last, data.points].find((points) => points.length) || [];
  for (const point of first.slice(0, 2)) choose(point, true);
}

function listPoint(point) {
  const label = element(element(part("choices"), "li"), "label");
  point.box = element(label, "input", { type: "checkbox" });
  element(label, "span", { class: "swatch" }).style.background = pointColour(point);
  element(label, "span", {}, point.name);
  point.box.addEventListener("change", () => choose(point, point.box.checked));
}

/** Make any place of a link a point that can be chosen, and choose it. */
function addPoint(link, x, y) {
  const name = `${data.links[link]} (${[x, y].map((each) => shown(each / factors.length)).join(", ")})`;
  const point = { name, label: name, end: [link, x, y], free: true };
  if (!data.points.length) part("choices").replaceChildren();
  data.points.push(point);
  view.addPoint(point);
  listPoint(point);
  choose(point, true);
}

function choose(point, wanted) {
  if (wanted) state.chosen.add(point.name);
  else state.chosen.delete(point.name);
  point.box.checked = wanted;
  redrawCurves();
  refresh();
}

function listenToControls() {
  part("play").addEventListener("click", () => (state.playing ? pause() : play()));
  part("time").max = mover.duration;
  part("time").addEventListener("input", () => {
    pauseQuietly();
    goToTime(Number(part("time").value));
    refresh();
  });
  part("time").addEventListener("change", findLimits);
  part("reset").addEventListener("click", () => {
    pauseQuietly();
    jump([...data.start.inputs]);
    refresh();
    findLimits();
  });
  const natural = mover.duration / WATCHED_SECONDS;
  const offered = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];
  const closest = offered.reduce((best, each) =>
    Math.abs(Math.log(each / natural)) < Math.abs(Math.log(best / natural)) ? each : best);
  for (const each of offered) element(part("speed"), "option", { value: each }, each === 1 ? "real time" : `× ${each}`);
  part("speed").value = closest;
  for (const id of ["curves", "velocity", "acceleration"]) {
    part(id).addEventListener("change", () => {
      redrawCurves();
      refresh();
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input[type=number], select")) return;
    if (event.key === " " && !event.target.matches("button")) {
      event.preventDefault();
      part("play").click();
    }
  });
}

function listenToGroups() {
  const last = data.groups.length - 1;
  part("next").addEventListener("click", () =>
    light(state.group === null ? 0 : state.group < last ? state.group + 1 : null));
  part("before").addEventListener("click", () => light(state.group ? state.group - 1 : null));
  part("all").addEventListener("click", () => light(null));
  part("names").addEventListener("change", () => {
    view.layers.names.style.display = part("names").checked ? "" : "none";
  });
}
