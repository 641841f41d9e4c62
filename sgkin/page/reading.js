// The numbers under the cursor.

const HALF_FINGER = 12; // pixels beside which a finger still takes a link
const cursor = { client: null, point: null, link: null, grabbed: null, panned: null, moved: false, finger: false };

/** The link drawn at a place of the screen, or beside it as near as a finger is wide; null for none and ground. */
function linkNear(target, [x, y]) {
  const linkOf = (made) => Number(made?.dataset?.link ?? data.ground);
  const angles = cursor.finger ? Array.from({ length: 8 }, (_, k) => (k * Math.PI) / 4) : [];
  const around = angles.map((angle) =>
    document.elementFromPoint(x + HALF_FINGER * Math.cos(angle), y + HALF_FINGER * Math.sin(angle)));
  const found = [target, ...around].map(linkOf).find((link) => link !== data.ground);
  return found === undefined ? null : found;
}

function findUnderCursor(target) {
  const [x, y] = view.fromScreen(...cursor.client);
  const reach = ((cursor.finger ? NEAR_FINGER : NEAR) * view.pixel) / view.scale;
  let best = reach;
  cursor.point = null;
  for (const point of data.points) {
    const [px, py] = Solver.place(state.poses, point.end);
    const distance = Math.hypot(px - x, py - y);
    if (distance < best) [best, cursor.point] = [distance, point];
  }
  cursor.link = cursor.point ? cursor.point.end[0] : linkNear(target, cursor.client);
}

function tableRow(name, values) {
  return `<tr><th>${name}</th>${values.map((value) => `<td>${value}</td>`).join("")}</tr>`;
}

function escaped(text) {
  return text.replace(/[&<>]/g, (letter) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[letter]);
}

function describePoint({ name, end }) {
  const rows = [tableRow("position", Solver.place(state.poses, end).map((each) => inUnit(each, "length")))];
  if (state.velocities) {
    for (const [order, word, per] of [[1, "velocity", "s"], [2, "acceleration", "s²"]]) {
      const rate = Solver.pointRate(order, state.poses, end, state.velocities, state.accelerations);
      rows.push(tableRow(word, [...rate.map((each) => inUnit(each, "length", per)), `|${shown(Math.hypot(...rate) / factors.length)}|`]));
    }
  }
  return `<b>${escaped(name)}</b><table>${rows.join("")}</table>`;
}

function describeLink(link) {
  const rows = [tableRow("angle", [inUnit(state.poses[3 * link + 2], "angle")])];
  if (state.velocities) {
    rows.push(tableRow("angular velocity", [inUnit(state.velocities[3 * link + 2], "angle", "s")]));
    rows.push(tableRow("angular acceleration", [inUnit(state.accelerations[3 * link + 2], "angle", "s²")]));
  }
  const group = data.groups.find(({ links }) => links.includes(link));
  if (group) rows.push(tableRow("group", [escaped(group.signature)]));
  return `<b>${escaped(data.links[link])}</b><table>${rows.join("")}</table>`;
}

/** In one line, what is held: it stands below the drawing, where it covers nothing. */
function describeHeld() {
  const { point, link } = cursor;
  if (!point) {
    const turning = state.velocities ? `, turning ${inUnit(state.velocities[3 * link + 2], "angle", "s")}` : "";
    return `${data.links[link]}: ${inUnit(state.poses[3 * link + 2], "angle")}${turning}`;
  }
  const [x, y] = Solver.place(state.poses, point.end).map((each) => inUnit(each, "length"));
  const rate = state.velocities && Math.hypot(...Solver.pointRate(1, state.poses, point.end, state.velocities));
  return `${point.name}: x ${x}, y ${y}${state.velocities ? `, velocity ${inUnit(rate, "length", "s")}` : ""}`;
}

/** The numbers of what the cursor is on: beside it, or below the drawing while something is dragged or touched. */
function showTip() {
  const tip = part("tip");
  const found = Boolean(cursor.client && (cursor.point || cursor.link !== null));
  const below = found && Boolean(cursor.grabbed || cursor.finger);
  view.hits.forEach((hit, i) => hit.classList.toggle("hover", Boolean(cursor.client) && data.points[i] === cursor.point));
  part("held").textContent = below ? describeHeld() : "";
  part("hint").hidden = below;
  part("cursor").textContent = cursor.client && !cursor.finger && !below ? placeText() : "";
  tip.hidden = !found || below;
  if (tip.hidden) return;
  tip.innerHTML = cursor.point ? describePoint(cursor.point) : describeLink(cursor.link);
  const stage = part("stage").getBoundingClientRect();
  const [x, y] = [cursor.client[0] - stage.left, cursor.client[1] - stage.top];
  const box = tip.getBoundingClientRect();
  tip.style.left = `${x + 18 + box.width > stage.width ? Math.max(4, x - 18 - box.width) : x + 18}px`;
  tip.style.top = `${y + 18 + box.height > stage.height ? Math.max(4, y - 18 - box.height) : y + 18}px`;
}

function placeText() {
  const [x, y] = view.fromScreen(...cursor.client);
  return `x ${inUnit(x, "length")}   y ${inUnit(y, "length")}`;
}

const SCALE_BAR = 120; // pixels that it is at most long

/** A bar of a round length, as long as it is in the drawing now. */
function showScale() {
  const length = (pixels) => (pixels * view.pixel) / view.scale / factors.length;
  const shownLength = roundBelow(length(SCALE_BAR));
  part("scale").firstElementChild.textContent = `${Number(shownLength.toPrecision(6))} ${unitName("length")}`;
  part("scale").lastElementChild.style.width = `${shownLength / length(1)}px`;
}
