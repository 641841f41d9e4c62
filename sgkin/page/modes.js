// Assembly modes: the list of them, and changing from one to another.

function buildModes() {
  part("modes-note").textContent = data.modesNote;
  part("modes").hidden = data.modes.length < 2 && !data.modesNote;
  if (data.modes.length < 2) return;
  for (const mode of data.modes) {
    const where = mode.file ? "as in the file" : `differs in ${mode.differs.join(", ") || "its places"}`;
    const label = element(part("mode-list"), "label", { title: `mode ${mode.number}: ${where}` });
    mode.box = element(label, "input", {
      type: "radio", name: "mode", value: mode.number, "aria-label": `mode ${mode.number}, ${where}`,
    });
    mode.box.checked = mode === data.mode;
    mode.box.addEventListener("change", () => enterMode(mode));
    view.thumbnail(label, mode);
    element(label, "span", {}, `${mode.number}${mode.file ? " file" : ""}`);
  }
}

/** Go on in another assembly mode, at the present inputs or time if it reaches them. */
function enterMode(mode) {
  const { time, inputs } = state;
  if (dimensions.isChanged) {
    enterChangedMode(mode, inputs);
    return;
  }
  takeMode(mode);
  mode.mover ??= new Mover(data);
  mover = mode.mover;
  comes = comesBack();
  dropSamples("input", "time");
  view.redraw();
  view.light(state.group);
  data.inputs.forEach(setRange);
  part("time").max = mover.duration;
  if (mode.box) mode.box.checked = true;
  state.poses = mover.start.poses;
  state.inputs = [...mover.start.inputs];
  if (time === null || time > mover.duration) drive(inputs);
  else goToTime(time);
  redrawCurves();
  redrawCharts();
  refresh();
  findLimits();
}

/** The same with the present dimensions; where a mode cannot be assembled with them, the present one stays. */
function enterChangedMode(mode, inputs) {
  const present = data.mode;
  const poses = changedStart(mode);
  if (!poses) {
    takeMode(present);
    present.original.box.checked = true;
    state.stop = { sentence: `Mode ${mode.number} cannot be assembled with these dimensions` };
    refresh();
    return;
  }
  if (mode.box) mode.box.checked = true;
  showDimensions(mode, poses, mode.start.inputs);
  drive(inputs);
  refresh();
}
