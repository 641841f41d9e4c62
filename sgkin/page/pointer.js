// What the mouse does on the drawing: drag, choose, pan and zoom.

function listenToStage() {
  const stage = part("drawing");
  stage.addEventListener("pointerdown", (event) => {
    cursor.client = [event.clientX, event.clientY];
    cursor.moved = false;
    findUnderCursor(event.target);
    stage.setPointerCapture(event.pointerId);
    if (moves && cursor.link !== null) grab();
    else cursor.panned = cursor.client;
  });
  stage.addEventListener("pointermove", (event) => {
    const before = cursor.client;
    cursor.client = [event.clientX, event.clientY];
    if (cursor.grabbed || cursor.panned) cursor.moved = true;
    if (cursor.grabbed) {
      pauseQuietly();
      const [x, y] = view.fromScreen(...cursor.client);
      pull(cursor.grabbed.end, [x + cursor.grabbed.offset[0], y + cursor.grabbed.offset[1]]);
      refresh();
      return;
    }
    if (cursor.panned && before) view.pan(cursor.client[0] - before[0], cursor.client[1] - before[1]);
    findUnderCursor(event.target);
    showTip();
  });
  stage.addEventListener("pointerup", (event) => {
    if (!cursor.moved && moves) click(event);
    release();
  });
  stage.addEventListener("pointercancel", release);
  stage.addEventListener("pointerleave", () => {
    cursor.client = cursor.point = cursor.link = null;
    showTip();
  });
  stage.addEventListener("wheel", (event) => {
    event.preventDefault();
    view.zoom(Math.exp(event.deltaY * 0.0015), event.clientX, event.clientY);
  }, { passive: false });
  stage.addEventListener("dblclick", () => view.show(view.full));
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

function release() {
  cursor.grabbed = cursor.panned = null;
  document.body.classList.remove("dragging");
  refresh();
  findLimits();
}
