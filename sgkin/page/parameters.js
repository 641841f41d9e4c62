// The parameters of the mechanism, each with a slider.

const PARAMETER_STEPS = 100; // so many steps of an arrow key lead from one end of a slider to the other

function buildParameters() {
  part("parameters").hidden = !data.parameters.length;
  for (const [i, parameter] of data.parameters.entries()) {
    const { name, unit, low, high } = parameter;
    const box = element(part("parameter-list"), "div", { class: "parameter" });
    breakable(element(box, "label", { for: `parameter-${i}` }), name);
    const slider = element(box, "input", { type: "range", id: `parameter-${i}`, step: "any", min: low, max: high });
    const field = element(box, "span", { class: "field" });
    const value = element(field, "input", {
      type: "number", id: `parameter-value-${i}`, step: "any", "aria-label": unit ? `${name} in ${unit}` : name,
    });
    element(field, "span", { class: "unit" }, signs[unit] || unit);
    parameter.controls = { slider, value };
    listenToParameter(parameter, i);
  }
  const others = data.notMoved || [];
  part("parameters-note").textContent = others.length ? `Not moved on this page: ${others.join(", ")}` : "";
  part("as-in-file").addEventListener("click", () => {
    setDimensions([...dimensions.nominal]);
    refresh();
  });
}

function listenToParameter(parameter, i) {
  const { slider, value } = parameter.controls;
  slider.addEventListener("input", () => {
    parameter.held = true;
    moveParameter(i, Number(slider.value));
  });
  slider.addEventListener("change", () => {
    parameter.held = false;
    refresh();
  });
  slider.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (!way) return;
    event.preventDefault();
    const step = (way * (event.shiftKey ? 10 : 1) * (parameter.high - parameter.low)) / PARAMETER_STEPS;
    moveParameter(i, dimensions.values[i] + step);
  });
  value.addEventListener("input", () => (parameter.typing = true));
  value.addEventListener("change", () => {
    if (parameter.typing && value.value.trim() !== "") moveParameter(i, Number(value.value) * parameter.factor);
    parameter.typing = false;
    refresh();
  });
  value.addEventListener("blur", () => {
    parameter.typing = false;
    refresh();
  });
}

/** Move one parameter. */
function moveParameter(i, value) {
  moveParameters(dimensions.values.map((each, j) => (i === j ? value : each)));
}

/** Move all parameters, each within its bounds. */
function moveParameters(values) {
  setDimensions(values.map((value, i) => Math.min(data.parameters[i].high, Math.max(data.parameters[i].low, value))));
  refresh();
}

/** Let sliders and numbers say what the parameters are. */
function showParameters() {
  data.parameters.forEach(({ factor, unit, controls, held, typing }, i) => {
    const now = dimensions.values[i];
    const shownNow = Number((now / factor).toPrecision(6));
    if (!held || state.stop) controls.slider.value = now;
    controls.slider.setAttribute("aria-valuetext", `${shownNow} ${unit}`);
    if (!typing) controls.value.value = shownNow;
  });
  part("as-in-file").disabled = !dimensions.isChanged;
}
