// The panel beside the drawing: inputs, groups and points.

function buildInputs() {
  for (const [i, input] of data.inputs.entries()) {
    const rates = data.laws.rates.map((rate) => rate[i]);
    input.handRate = rates[0] || rates.reduce((most, rate) => (Math.abs(rate) > Math.abs(most) ? rate : most), 0);
    const box = element(part("inputs"), "div", { class: "input" });
    const head = element(box, "div", { class: "head" });
    breakable(element(head, "label", { for: `input-${i}` }), input.name);
    const field = element(head, "span", { class: "field" });
    const value = element(field, "input", {
      type: "number", id: `value-${i}`, step: "any", "aria-label": `${input.name} in ${unitNames[input.quantity]}`,
    });
    element(field, "span", { class: "unit" }, unitName(input.quantity));
    const holder = element(box, "div", { class: "slider" });
    const slider = element(holder, "input", { type: "range", id: `input-${i}`, step: "any" });
    const marks = element(holder, "div", { class: "marks" });
    const line = element(box, "div", { class: "rate" });
    element(line, "label", { for: `rate-${i}` }, "rate");
    const rateField = element(line, "span", { class: "field" });
    const rate = element(rateField, "input", { type: "number", id: `rate-${i}`, step: "any" });
    element(rateField, "span", { class: "unit" }, unitName(input.quantity, "s"));
    input.controls = { slider, value, marks, rate, typing: false };
    listenToSlider(input, i);
    listenToValue(input, i);
    listenToRate(input, i);
    setRange(input);
  }
}

/** Give an input's slider the range that it has in the present assembly mode. */
function setRange(input) {
  const [low, high] = sliderEnds(input);
  const { slider } = input.controls;
  [slider.min, slider.max] = [low, high];
  drawMarks(input, mover.single ? input.limits : []);
}

/** Move one input by hand to a value of its slider. */
function moveInput(i, value) {
  pauseQuietly();
  state.input = i;
  const target = [...state.inputs];
  target[i] += value - sliderValue(data.inputs[i], i);
  drive(target);
}

function listenToSlider(input, i) {
  const { slider } = input.controls;
  slider.addEventListener("input", () => {
    held = i;
    moveInput(i, Number(slider.value));
    refresh();
  });
  slider.addEventListener("change", () => {
    held = null;
    refresh();
    findLimits();
  });
  slider.addEventListener("keydown", (event) => stepByKey(event, i));
}

function listenToValue(input, i) {
  const { controls } = input;
  const { value } = controls;
  value.addEventListener("input", () => (controls.typing = true));
  value.addEventListener("keydown", (event) => {
    if (event.key === "Escape") controls.typing = false;
    if (event.key.startsWith("Arrow") && !/Up|Down/.test(event.key)) return; // these move the caret
    stepByKey(event, i);
  });
  value.addEventListener("change", () => {
    if (value.value.trim() !== "" && controls.typing) moveInput(i, Number(value.value) * factors[input.quantity]);
    controls.typing = false;
    refresh();
    findLimits();
  });
  value.addEventListener("blur", () => {
    controls.typing = false;
    refresh();
  });
}

function listenToRate(input, i) {
  const { rate } = input.controls;
  rate.addEventListener("input", () => {
    const given = Number(rate.value);
    if (rate.value.trim() === "" || !Number.isFinite(given)) return;
    pauseQuietly();
    data.inputs.forEach((each, j) => (each.handRate = i === j ? given * factors[input.quantity] : state.rates[j]));
    dropSamples("input");
    drive([...state.inputs]);
    redrawCharts();
    refresh();
  });
}

function pauseQuietly() {
  state.playing = false;
  state.back = false;
}

function buildLegend() {
  data.groups.forEach((group, number) => {
    const item = element(part("legend"), "li", { tabindex: "0" });
    element(item, "span", { class: "swatch" }, String(number + 1)).style.background = view.colour("part", number);
    element(item, "span", { class: "signature" }, group.signature);
    const of = element(item, "span", { class: "of" });
    const links = group.links.map((link) => data.links[link]).join(", ");
    const after = group.after.length ? ` · after ${group.after.map((each) => each + 1).join(", ")}` : "";
    breakable(of, `${group.class ? `class ${group.class} · ` : ""}${links}${after}`);
    const choose = () => light(state.group === number ? null : number);
    item.addEventListener("click", choose);
    item.addEventListener("keydown", (event) => event.key === "Enter" && choose());
  });
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
  element(label, "span", { class: "swatch" }).style.background =
    view.colour("line", groupOf(point.end[0]));
  breakable(element(label, "span"), point.name);
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
  listThings();
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
  part("time").addEventListener("keydown", stepTimeByKey);
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
}

function listenToGroups() {
  const last = data.groups.length - 1;
  part("next").addEventListener("click", () =>
    light(state.group === null ? 0 : state.group < last ? state.group + 1 : null));
  part("before").addEventListener("click", () => light(state.group ? state.group - 1 : null));
  part("all").addEventListener("click", () => light(null));
  part("names").addEventListener("change", () => {
    view.showNames(part("names").checked, state.poses);
  });
}
