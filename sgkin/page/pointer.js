// What mouse and fingers do on the drawing: drag, choose, pan and zoom.

const fingers = new Map(); // where each finger, or the mouse button, is that is down on the drawing
const CLICK = 4; // pixels that a finger may slip in a tap

function listenToStage() {
  const stage = part("drawing");
  stage.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (event.isTrusted) stage.setPointerCapture(event.pointerId);
    if (fingers.size > 1) {
      stopDragging();
      return;
    }
    Object.assign(cursor, { client: [event.clientX, event.clientY], moved: false, finger: event.pointerType === "touch" });
    cursor.down = cursor.client;
    findUnderCursor(event.target);
    if (moves && cursor.link !== null) grab();
    else cursor.panned = cursor.client;
    showTip();
  });
  stage.addEventListener("pointermove", (event) => {
    const place = [event.clientX, event.clientY];
    if (fingers.size > 1 && fingers.has(event.pointerId)) pinch(event.pointerId, place);
    else movePointer(event, place);
  });
  stage.addEventListener("pointerup", (event) => {
    if (fingers.size === 1 && !cursor.moved && moves) click(event);
    lift(event);
  });
  stage.addEventListener("pointercancel", lift);
  stage.addEventListener("pointerleave", () => {
    if (cursor.grabbed || cursor.finger) return;
    cursor.client = cursor.point = cursor.link = null;
    showTip();
  });
  stage.addEventListener("wheel", (event) => {
    event.preventDefault();
    // a pinch on a touch pad comes as a wheel with the control key, in smaller numbers
    view.zoom(Math.exp(event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), event.clientX, event.clientY);
  }, { passive: false });
  stage.addEventListener("dblclick", () => view.show(view.full));
  part("zoom-in").addEventListener("click", () => view.zoom(1 / 1.4));
  part("zoom-out").addEventListener("click", () => view.zoom(1.4));
  part("zoom-all").addEventListener("click", () => view.show(view.full));
}

function movePointer(event, place) {
  const before = cursor.client;
  if (fingers.has(event.pointerId)) fingers.set(event.pointerId, place);
  cursor.client = place;
  if (cursor.grabbed || cursor.panned) {
    cursor.moved ||= Math.hypot(place[0] - cursor.down[0], place[1] - cursor.down[1]) > (cursor.finger ? CLICK : 0);
  }
  if (cursor.grabbed) {
    if (!cursor.moved) return;
    pauseQuietly();
    const [x, y] = view.fromScreen(...place);
    pull(cursor.grabbed.end, [x + cursor.grabbed.offset[0], y + cursor.grabbed.offset[1]]);
    refresh();
    return;
  }
  if (cursor.panned && before) view.pan(place[0] - before[0], place[1] - before[1]);
  else if (!fingers.size) cursor.finger = event.pointerType === "touch";
  findUnderCursor(event.target);
  showTip();
}

/** Two fingers: what is between them stays between them. */
function pinch(id, place) {
  const other = [...fingers].find(([each]) => each !== id)[1];
  const before = fingers.get(id);
  fingers.set(id, place);
  const apart = (one) => Math.max(1, Math.hypot(one[0] - other[0], one[1] - other[1]));
  view.pan((place[0] - before[0]) / 2, (place[1] - before[1]) / 2);
  view.zoom(apart(before) / apart(place), (place[0] + other[0]) / 2, (place[1] + other[1]) / 2);
}

/** Choose the point under the cursor or, with the shift key, a new one of the link there. */
function click(event) {
  if (event.shiftKey && cursor.grabbed) addPoint(...localPlace(cursor.grabbed.end[0]));
  else if (cursor.point) choose(cursor.point, !state.chosen.has(cursor.point.name));
}

/** A link, and the place of the cursor in its frame. */
function localPlace(link) {
  const [x, y] = view.fromScreen(...cursor.client);
  const [dx, dy] = [x - state.poses[3 * link], y - state.poses[3 * link + 1]];
  const [cosine, sine] = [Math.cos(state.poses[3 * link + 2]), Math.sin(state.poses[3 * link + 2])];
  return [link, cosine * dx + sine * dy, cosine * dy - sine * dx];
}

/** Hold the link under the cursor where it was taken. */
function grab() {
  const [x, y] = view.fromScreen(...cursor.client);
  const end = cursor.point ? cursor.point.end : localPlace(cursor.link);
  const [px, py] = Solver.place(state.poses, end);
  cursor.grabbed = { end, offset: [px - x, py - y] };
  document.body.classList.add("dragging");
}

function stopDragging() {
  cursor.grabbed = cursor.panned = null;
  cursor.moved = true;
  document.body.classList.remove("dragging");
}

/** A finger leaves the drawing; the last one that is left does not begin to drag. */
function lift(event) {
  fingers.delete(event.pointerId);
  if (fingers.size) return;
  stopDragging();
  refresh();
  findLimits();
}
