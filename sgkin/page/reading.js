// The numbers under the cursor.

const cursor = { client: null, point: null, link: null, grabbed: null, panned: null, moved: false };

function findUnderCursor(target) {
  const [x, y] = view.fromScreen(...cursor.client);
  const reach = (NEAR * view.pixel) / view.scale;
  let best = reach;
  cursor.point = null;
  for (const point of data.points) {
    const [px, py] = Solver.place(state.poses, point.end);
    const distance = Math.hypot(px - x, py - y);
    if (distance < best) [best, cursor.point] = [distance, point];
  }
  const link = target && target.dataset ? target.dataset.link : undefined;
  cursor.link = link === undefined || Number(link) === data.ground ? null : Number(link);
  if (cursor.point) cursor.link = cursor.point.end[0];
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

function showTip() {
  const tip = part("tip");
  const shownThing = cursor.client && (cursor.point || cursor.link !== null);
  tip.hidden = !shownThing;
  view.hits.forEach((hit, i) => hit.classList.toggle("hover", Boolean(cursor.client) && data.points[i] === cursor.point));
  if (cursor.client) {
    const [x, y] = view.fromScreen(...cursor.client);
    part("cursor").textContent = `x ${inUnit(x, "length")}   y ${inUnit(y, "length")}`;
  } else {
    part("cursor").textContent = "";
  }
  if (!shownThing) return;
  tip.innerHTML = cursor.point ? describePoint(cursor.point) : describeLink(cursor.link);
  const stage = part("stage").getBoundingClientRect();
  const [x, y] = [cursor.client[0] - stage.left, cursor.client[1] - stage.top];
  const box = tip.getBoundingClientRect();
  tip.style.left = `${x + 18 + box.width > stage.width ? Math.max(4, x - 18 - box.width) : x + 18}px`;
  tip.style.top = `${y + 18 + box.height > stage.height ? Math.max(4, y - 18 - box.height) : y + 18}px`;
}
