// The drawing: shapes that follow their frames, paths of points, arrows, names; what part of it is seen.

const SVG = "http://www.w3.org/2000/svg";
const SHEET = 1000; // units of the drawing's own on its longer side
const FULL_LINES = 5; // radius of a pin, in pixels, from which on lines have their full width

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
    this.seen = () => {}; // called when another part of the drawing is seen
    this.addHeads();
    this.layers = {};
    for (const name of ["shapes", "curves", "arrows", "hits", "names"]) this.layers[name] = element(root, "g");
    this.hits = [];
    this.names = [];
    data.points.forEach((point) => this.addPoint(point));
    this.layers.names.style.display = "none";
    this.redraw();
    new ResizeObserver(() => this.show(this.box)).observe(root);
  }

  /** Draw the shapes of the present assembly mode, and show all of it. */
  redraw() {
    this.box = null;
    this.reshape();
  }

  /** Draw the shapes anew; where all of them was shown, all of them is. */
  reshape() {
    const [left, bottom, right, top] = this.data.bounds;
    const isAll = !this.box || this.box.every((each, i) => each === this.full[i]);
    this.full = [left, -top, right - left, top - bottom].map((length) => length * this.scale);
    this.layers.shapes.replaceChildren();
    this.shapes = this.data.shapes.map((shape) => this.addShape(shape));
    this.show(isAll ? this.full : this.box);
  }

  show(box) {
    this.box = box;
    this.root.setAttribute("viewBox", box.join(" "));
    const { pixel } = this;
    this.root.style.setProperty("--pixel", pixel);
    this.root.style.setProperty("--thin", Math.min(1, (this.data.drawing.size * this.scale) / pixel / FULL_LINES));
    this.seen();
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

  /** The colour of a group: `body`, `part` on it, or `line`. */
  colour(kind, group) {
    return group === null ? "var(--no-group)" : `var(--${kind}-${group % this.data.drawing.colours})`;
  }

  outline(parent, shape) {
    return shape.radius !== undefined
      ? element(parent, "circle", { ...this.centre(shape.points[0]), r: shape.radius * this.scale })
      : element(parent, "path", { d: this.path(shape.points) + (shape.closed ? "z" : "") });
  }

  fill(shape, group) {
    const fills = {
      group: this.colour("part", group), tint: this.colour("body", group), paper: "var(--paper)", ink: "var(--ink)",
    };
    return fills[this.data.drawing.styles[shape.role].fill] || "none";
  }

  addShape(shape) {
    const { styles, frames } = this.data.drawing;
    const style = styles[shape.role];
    const frame = frames[shape.frame];
    const made = this.outline(this.layers.shapes, shape);
    const width = (line) => `calc(${1.5 * line}px * var(--thin))`;
    made.setAttribute("class", `shape ${shape.role}${frame.moves ? " moving" : ""}`);
    made.setAttribute("vector-effect", "non-scaling-stroke");
    made.style.fill = this.fill(shape, frame.group);
    made.style.strokeWidth = width(style.line);
    if (shape.role === "pitch" && frame.group !== null) {
      // the only shape of many a gear: it shows the group's colour, and can be dragged
      made.style.stroke = this.colour("line", frame.group);
      made.style.strokeWidth = width(2);
      made.style.fill = `color-mix(in srgb, ${this.colour("body", frame.group)} 35%, transparent)`;
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

  showNames(wanted, poses) {
    this.layers.names.style.display = wanted ? "" : "none";
    this.place(poses);
  }

  /** Put everything where the poses say. */
  place(poses) {
    const placed = this.data.drawing.frames.map((frame) => this.framePose(frame, poses));
    this.shapes.forEach(({ made, frame }) => made.setAttribute("transform", placed[frame.number]));
    const named = this.layers.names.style.display === "";
    const gap = 1.5 * this.data.drawing.size * this.scale;
    this.data.points.forEach((point, i) => {
      const [x, y] = this.toSheet(Solver.place(poses, point.end));
      this.hits[i].setAttribute("transform", `translate(${x.toFixed(3)} ${y.toFixed(3)})`);
      if (named) this.names[i].setAttribute("transform", `translate(${(x + gap).toFixed(3)} ${(y - gap).toFixed(3)})`);
    });
  }

  framePose(frame, poses) {
    const [x, y] = this.toSheet(Solver.place(poses, [frame.link, ...frame.place]));
    let angle = frame.axes === null ? 0 : poses[3 * frame.axes + 2];
    let stretch = "";
    if (frame.towards) {
      const to = this.toSheet(Solver.place(poses, frame.towards));
      angle = -Math.atan2(to[1] - y, to[0] - x);
      if (frame.stretches) stretch = ` scale(${(Math.hypot(to[1] - y, to[0] - x) / this.scale).toPrecision(6)} 1)`;
    }
    return `translate(${x.toFixed(3)} ${y.toFixed(3)}) rotate(${((-angle * 180) / Math.PI).toFixed(4)})${stretch}`;
  }

  /** A small picture of an assembly mode, in which only the links are drawn. */
  thumbnail(parent, { start, shapes }) {
    const root = element(parent, "svg", { class: "thumbnail", "aria-hidden": "true" });
    for (const shape of shapes) {
      if (!["body", "pitch", "rod", "barrel", "block", "rack"].includes(shape.role)) continue;
      const frame = this.data.drawing.frames[shape.frame];
      const made = this.outline(root, shape);
      made.setAttribute("transform", this.framePose(frame, start.poses));
      made.style.fill = this.fill(shape, frame.group);
    }
    const { x, y, width, height } = root.getBBox();
    root.setAttribute("viewBox", [x, y, width, height].join(" "));
  }

  toSheet([x, y]) {
    return [x * this.scale, -y * this.scale];
  }

  /** World coordinates of a place on the screen. */
  fromScreen(clientX, clientY) {
    const place = new DOMPoint(clientX, clientY).matrixTransform(this.root.getScreenCTM().inverse());
    return [place.x / this.scale, -place.y / this.scale];
  }

  /** The paths of chosen points: [{ name, places, closed, group }]. */
  drawCurves(curves) {
    this.layers.curves.replaceChildren();
    for (const { name, places, closed, group } of curves) {
      const d = this.path(places) + (closed ? "z" : "");
      const made = element(this.layers.curves, "path", { class: "curve", d, "vector-effect": "non-scaling-stroke" });
      made.style.stroke = this.colour("line", group);
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

  /** Show more or less round a place of the screen, by default round the middle of the drawing. */
  zoom(factor, clientX = null, clientY = null) {
    const [x, y, width, height] = this.box;
    if (width * factor > 8 * this.full[2] || width * factor < this.full[2] / 500) return;
    const place = clientX === null
      ? { x: x + width / 2, y: y + height / 2 }
      : new DOMPoint(clientX, clientY).matrixTransform(this.root.getScreenCTM().inverse());
    this.show([place.x - (place.x - x) * factor, place.y - (place.y - y) * factor, width * factor, height * factor]);
  }

  pan(dx, dy) {
    const [x, y, width, height] = this.box;
    this.show([x - dx * this.pixel, y - dy * this.pixel, width, height]);
  }
}
