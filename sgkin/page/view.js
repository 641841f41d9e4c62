// The drawing: shapes that follow their frames, curves, arrows, names.

const SVG = "http://www.w3.org/2000/svg";
const SHEET = 1000; // pixels of the drawing's own on its longer side

function element(parent, name, attributes = {}, text = "") {
  const made = parent.namespaceURI === SVG || name === "svg"
    ? document.createElementNS(SVG, name)
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  parent.append(made);
  return made;
}

class View {
  constructor(data, root) {
    Object.assign(this, { data, root });
    const [left, bottom, right, top] = data.bounds;
    this.scale = SHEET / Math.max(right - left, top - bottom);
    this.full = [left, -top, right - left, top - bottom].map((length) => length * this.scale);
    this.show(this.full);
    this.addHeads();
    this.layers = {};
    for (const name of ["shapes", "curves", "arrows", "hits", "names"]) this.layers[name] = element(root, "g");
    this.shapes = data.drawing.shapes.map((shape) => this.addShape(shape));
    this.hits = [];
    this.names = [];
    data.points.forEach((point) => this.addPoint(point));
    this.layers.names.style.display = "none";
  }

  show(box) {
    this.box = box;
    this.root.setAttribute("viewBox", box.join(" "));
  }

  /** How many units of the drawing a pixel of the screen is. */
  get pixel() {
    const matrix = this.root.getScreenCTM();
    return matrix && matrix.a ? 1 / matrix.a : 1;
  }

  addHeads() {
    const definitions = element(this.root, "defs");
    for (const kind of ["velocity", "acceleration"]) {
      const marker = element(definitions, "marker", {
        id: `head-${kind}`, viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 4.5, markerHeight: 4.5, orient: "auto",
      });
      element(marker, "path", { d: "M0 0 L10 5 L0 10 z", class: `head ${kind}` });
    }
  }

  addShape(shape) {
    const { colours, styles, frames } = this.data.drawing;
    const style = styles[shape.role];
    const frame = frames[shape.frame];
    const colour = frame.group === null ? "var(--no-group)" : colours[frame.group % colours.length];
    const fills = {
      group: colour,
      tint: `color-mix(in srgb, ${colour} 60%, var(--paper))`,
      paper: "var(--paper)",
      ink: "var(--ink)",
    };
    const made = shape.radius !== undefined
      ? element(this.layers.shapes, "circle", { ...this.centre(shape.points[0]), r: shape.radius * this.scale })
      : element(this.layers.shapes, "path", { d: this.path(shape.points) + (shape.closed ? "z" : "") });
    made.setAttribute("class", `shape ${shape.role}${frame.moves ? " moving" : ""}`);
    made.setAttribute("vector-effect", "non-scaling-stroke");
    made.style.fill = fills[style.fill] || "none";
    made.style.strokeWidth = 1.5 * style.line;
    if (shape.role === "pitch" && frame.group !== null) {
      // the only shape of many a gear: it shows the group's colour, and can be dragged
      made.style.stroke = colour;
      made.style.strokeWidth = 3;
      made.style.fill = `color-mix(in srgb, ${colour} 14%, transparent)`;
    }
    if (style.dash) made.style.strokeDasharray = style.dash.map((part) => part * style.line * 1.2).join(" ");
    made.dataset.link = frame.link;
    if (frame.group !== null) made.dataset.group = frame.group;
    return { made, frame };
  }

  centre([x, y]) {
    return { cx: x * this.scale, cy: -y * this.scale };
  }

  path(points) {
    return points.map(([x, y], i) => `${i ? "L" : "M"}${(x * this.scale).toFixed(2)} ${(-y * this.scale).toFixed(2)}`).join("");
  }

  addPoint(point) {
    const hit = element(this.layers.hits, "circle", { class: "hit", r: 1.2 * this.data.drawing.size * this.scale });
    hit.dataset.link = point.end[0];
    this.hits.push(hit);
    this.names.push(element(this.layers.names, "text", { class: "name" }, point.label));
  }

  /** Put everything where the poses say. */
  place(poses) {
    const placed = this.data.drawing.frames.map((frame) => this.framePose(frame, poses));
    this.shapes.forEach(({ made, frame }) => made.setAttribute("transform", placed[frame.number]));
    this.data.points.forEach((point, i) => {
      const [x, y] = this.toSheet(Solver.place(poses, point.end));
      this.hits[i].setAttribute("transform", `translate(${x.toFixed(3)} ${y.toFixed(3)})`);
      const gap = 1.5 * this.data.drawing.size * this.scale;
      this.names[i].setAttribute("transform", `translate(${(x + gap).toFixed(3)} ${(y - gap).toFixed(3)})`);
    });
  }

  framePose(frame, poses) {
    const [x, y] = this.toSheet(Solver.place(poses, [frame.link, ...frame.place]));
    let angle = frame.turns ? poses[3 * frame.link + 2] : 0;
    if (frame.towards) {
      const to = this.toSheet(Solver.place(poses, frame.towards));
      angle = -Math.atan2(to[1] - y, to[0] - x);
    }
    return `translate(${x.toFixed(3)} ${y.toFixed(3)}) rotate(${((-angle * 180) / Math.PI).toFixed(4)})`;
  }

  toSheet([x, y]) {
    return [x * this.scale, -y * this.scale];
  }

  /** World coordinates of a place on the screen. */
  fromScreen(clientX, clientY) {
    const place = new DOMPoint(clientX, clientY).matrixTransform(this.root.getScreenCTM().inverse());
    return [place.x / this.scale, -place.y / this.scale];
  }

  /** The curves of chosen points: [{ name, places, closed, colour }]. */
  drawCurves(curves) {
    this.layers.curves.replaceChildren();
    for (const { name, places, closed, colour } of curves) {
      const d = this.path(places) + (closed ? "z" : "");
      const made = element(this.layers.curves, "path", { class: "curve", d, "vector-effect": "non-scaling-stroke" });
      made.style.stroke = colour;
      made.dataset.point = name;
    }
  }

  /** Arrows: [{ kind, from, vector }], in world coordinates. */
  drawArrows(arrows) {
    this.layers.arrows.replaceChildren();
    for (const { kind, from, vector } of arrows) {
      const [x, y] = this.toSheet(from);
      const [dx, dy] = this.toSheet(vector);
      if (Math.hypot(dx, dy) < 1e-3) continue;
      element(this.layers.arrows, "path", {
        class: `arrow ${kind}`, d: `M${x} ${y}l${dx} ${dy}`, "vector-effect": "non-scaling-stroke",
        "marker-end": `url(#head-${kind})`,
      });
    }
  }

  /** Light up one group, dim those that are solved later; null lights up all. */
  light(current) {
    for (const { made, frame } of this.shapes) {
      const later = current !== null && frame.group !== null && frame.group > current;
      made.classList.toggle("dim", later);
      made.classList.toggle("lit", current !== null && frame.group === current);
      made.classList.toggle("done", current !== null && frame.group !== null && frame.group < current);
    }
  }

  zoom(factor, clientX, clientY) {
    const place = new DOMPoint(clientX, clientY).matrixTransform(this.root.getScreenCTM().inverse());
    const [x, y, width, height] = this.box;
    if (width * factor > 8 * this.full[2] || width * factor < this.full[2] / 200) return;
    this.show([place.x - (place.x - x) * factor, place.y - (place.y - y) * factor, width * factor, height * factor]);
  }

  pan(dx, dy) {
    const [x, y, width, height] = this.box;
    this.show([x - dx * this.pixel, y - dy * this.pixel, width, height]);
  }
}
