// What links, points, joints and groups have that can be read and drawn as a curve.

/** What can be shown of a thing: `value` of { poses, rates, velocities, accelerations }, in metres and radians. */
const quantities = {
  link: [
    { name: "angle", unit: ["angle"], value: ({ poses }, { link }) => poses[3 * link + 2] },
    { name: "angular velocity", unit: ["angle", "s"], value: ({ velocities }, { link }) => velocities[3 * link + 2] },
    { name: "angular acceleration", unit: ["angle", "s²"], value: ({ accelerations }, { link }) => accelerations[3 * link + 2] },
  ],
  point: [
    ...["x", "y"].map((name, axis) => ({ name, unit: ["length"], value: ({ poses }, { end }) => Solver.place(poses, end)[axis] })),
    ...[["velocity", "s"], ["acceleration", "s²"]].flatMap(([name, per], i) => {
      const rate = ({ poses, velocities, accelerations }, { end }) =>
        Solver.pointRate(i + 1, poses, end, velocities, accelerations);
      return [
        { name, unit: ["length", per], value: (at, thing) => Math.hypot(...rate(at, thing)) },
        { name: `${name} in x`, unit: ["length", per], value: (at, thing) => rate(at, thing)[0] },
        { name: `${name} in y`, unit: ["length", per], value: (at, thing) => rate(at, thing)[1] },
      ];
    }),
  ],
  joint: [{ name: "transmission angle", unit: ["angle"], value: (at, { lines }) => transmissionAngle(lines, at) }],
  group: [{ name: "quality", unit: ["number"], value: (at, { group }) => groupQuality(group, at) }],
};

/** Everything that has quantities: { kind, name, group } and what its quantities need. */
function things() {
  const links = data.groups.flatMap((group, number) =>
    group.links.map((link) => ({ kind: "link", name: data.links[link], link, group: number })));
  const points = data.points.map(({ name, end }) => ({ kind: "point", name, end, group: groupOf(end[0]) }));
  const joints = data.transmission.map((lines) => ({ kind: "joint", name: lines.joint, lines, group: lines.group }));
  const groups = data.quality.flatMap((quality, group) =>
    (quality.words === "driven" ? [] : [{ kind: "group", name: data.groups[group].label, group }]));
  return [...links, ...points, ...joints, ...groups];
}
