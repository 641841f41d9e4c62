// Keeping everything on the page as the state says, playing, and the dead points of several inputs.

/** The ends of an input's slider: a whole turn from zero, or its range. */
function sliderEnds({ low, high, turns }) {
  return turns ? [0, high - low] : [low, high];
}

function sliderValue(input, i) {
  const [low, high] = sliderEnds(input);
  const z = state.inputs[i];
  return input.turns ? z - (high - low) * Math.floor(z / (high - low)) : z;
}

let held = null; // the slider that the user moves

function refresh() {
  view.place(state.poses);
  if (moves) {
    redrawArrows();
    data.inputs.forEach((input, i) => {
      const controls = input.controls;
      const value = sliderValue(input, i);
      if (held !== i || state.stop) controls.slider.value = value;
      controls.slider.setAttribute("aria-valuetext", inUnit(value, input.quantity));
      if (!controls.typing) controls.value.value = Number((value / factors[input.quantity]).toPrecision(6));
      if (document.activeElement !== controls.rate) {
        controls.rate.value = Number((state.rates[i] / factors[input.quantity]).toPrecision(5));
      }
    });
    if (state.time !== null) part("time").value = state.time;
    part("clock").textContent = state.time === null ? "by hand" : `${shown(state.time)} s`;
    part("play").textContent = state.playing ? "❚❚" : "▶";
    showNow();
    showMeters();
    showParameters();
  }
  part("stop").hidden = !state.stop;
  if (state.stop) part("stop").textContent = state.stop.sentence;
  showTip();
}

let lastFrame = null;

function frame(now) {
  if (!state.playing) {
    lastFrame = null;
    return;
  }
  const passed = lastFrame === null ? 0 : Math.min(0.1, (now - lastFrame) / 1000) * Number(part("speed").value);
  lastFrame = now;
  let time = state.time + (state.back ? -passed : passed);
  if (comes && time > mover.duration) time %= mover.duration;
  if (!comes && time > mover.duration) [time, state.back] = [Math.max(0, 2 * mover.duration - time), true];
  if (!comes && time < 0) [time, state.back] = [-time, false];
  goToTime(Math.min(mover.duration, Math.max(0, time)));
  refresh();
  requestAnimationFrame(frame);
}

function play() {
  if (!moves || state.playing || !(mover.duration > 0)) return;
  if (state.time === null) state.time = nearestTime();
  if (state.time >= mover.duration && !state.back) state.time = 0;
  state.playing = true;
  clearLimits();
  requestAnimationFrame(frame);
}

function pause() {
  state.playing = false;
  state.back = false;
  if (moves) {
    if (state.time !== null) goToTime(state.time);
    refresh();
    findLimits();
  }
}

let comes = moves && comesBack();

let waiting = null;

function clearLimits() {
  if (moves && !mover.single) data.inputs.forEach((input) => drawMarks(input, []));
}

/** Look, when nothing else is going on, how far each input can go from here while the others stay. */
function findLimits() {
  if (!moves || mover.single) return;
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    if (state.playing || cursor.grabbed) return;
    const back = mover.follow(state.poses, state.inputs, data.start.inputs);
    const isStart = back.complete && mover.distance(back.poses, mover.start.poses) < 1e-6 * data.size;
    data.inputs.forEach((input, i) => {
      const alone = isStart && !data.mode.isChanged && state.inputs.every((z, j) => i === j || z === data.start.inputs[j]);
      drawMarks(input, alone ? input.limits : [input.low, input.high].flatMap((end) => stopTowards(i, end)));
    });
  }, 120);
}

/** The dead point, if there is one, on the way of one input to a value while the others stay. */
function stopTowards(i, end) {
  const { name, quantity } = data.inputs[i];
  const found = mover.follow(state.poses, state.inputs, state.inputs.map((z, j) => (i === j ? end : z)));
  if (found.complete) return [];
  const value = found.inputs[i];
  const where = `Dead point of ${mover.lockedGroup(found.poses)} at ${name} = ${inUnit(value, quantity)}`;
  return [{ value, stops: true, sentence: `${where}, with the other inputs as they are` }];
}

const MARKS = [["change", "◇"], ["dead", "▲"]];

/** Mark the limits { value, stops, sentence } of an input on its slider; pressing a mark goes there. */
function drawMarks(input, limits) {
  const i = data.inputs.indexOf(input);
  const [low, high] = sliderEnds(input);
  input.controls.marks.replaceChildren();
  input.shownLimits = limits;
  for (const { value, stops, sentence } of limits) {
    const place = input.turns ? value - (high - low) * Math.floor(value / (high - low) + 1e-9) : value;
    const share = Math.min(1, Math.max(0, (place - low) / (high - low)));
    const [kind, sign] = MARKS[Number(stops)];
    const made = element(input.controls.marks, "button", {
      type: "button", class: `mark ${kind}`, title: sentence, "aria-label": `${sentence}. Go there`,
    }, sign);
    // the thumb's centre does not reach the ends of the slider
    made.style.left = `calc(8px + (100% - 16px) * ${share})`;
    made.addEventListener("click", () => {
      moveInput(i, place);
      refresh();
      findLimits();
    });
  }
}
