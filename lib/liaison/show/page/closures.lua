-- closures.lua - JavaScript of the living page: what closes loops and what pulls, drawn: rods,
-- pins, ropes, planes that are rolled on, gears, springs
return [==[
const STEEL = [0.56, 0.60, 0.66, 1], OPEN = [0.84, 0.15, 0.15, 1], ROPE = [0.45, 0.40, 0.34, 1],
  SPRING = [0.20, 0.45, 0.42, 1];

// an end of a constraint or force: its frame at the poses X
function endPose(X, e) {
  const body = e.body < 0 ? Pose.one() : X[e.body].body,
    frame = e.frame >= 0 ? Pose.times(body, mechanism.frames()[e.frame].X) : body;
  return e.place && e.place.length ? Pose.times(frame, mechanism.place(e.place)(mechanism.values()))
    : frame;
}
const value = x => x === undefined ? 0 : mechanism.read(x)(mechanism.values());
const axisOf = (P, e) => unit3(Pose.vector(P, (e.axis || [0, 0, 1]).map(value)));

// draws with pen = { scene, r: half the thickness of a rod, size, ground: { k, h } }
const CLOSURES = (() => {
  const ball = (pen, p, r, color = STEEL) => pen.scene.solid("sphere", { R: Pose.one().R, p },
    [r, r, r], color);
  function rod(pen, a, b) {
    pen.scene.rod(a, b, 0.7*pen.r, STEEL);
    ball(pen, a, 1.1*pen.r);
    ball(pen, b, 1.1*pen.r);
  }
  // a square on which something slides or rolls, unless it is the ground
  function plane(pen, P, n, at) {
    const g = pen.ground,
      level = Math.abs(n[g.k]) > 0.999 && Math.abs(P.p[g.k] - g.h) < 0.02*pen.size;
    if (level) return;
    const d = dot3(n, at.map((x, i) => x - P.p[i])), foot = at.map((x, i) => x - d*n[i]),
      w = 0.35*pen.size;
    pen.late.push(() => pen.scene.solid("square", Pose.along(foot, n), [w, w, 1],
      [0.45, 0.55, 0.65, 0.28]));
  }
  function circle(pen, centre, axis, radius, color) {
    const F = Pose.along(centre, axis), out = [];
    for (let k = 0; k <= 48; k++) {
      const a = 2*Math.PI*k/48;
      out.push(...Pose.point(F, [radius*Math.cos(a), radius*Math.sin(a), 0]));
    }
    pen.scene.line(out, color, true);
  }
  const pin = (pen, P, e) => pen.scene.solid("cylinder", Pose.along(P[0].p, axisOf(P[0], e[0])),
    [1.5*pen.r, 1.5*pen.r, 4*pen.r], STEEL);
  const knot = (pen, P) => ball(pen, P[0].p, 1.5*pen.r);
  const block = (pen, P, e) => pen.scene.solid("box", Pose.along(P[0].p, axisOf(P[0], e[0])),
    [2.4*pen.r, 2.4*pen.r, 4*pen.r], STEEL);
  const on = (pen, P, e) => plane(pen, P[1], axisOf(P[1], e[1]), P[0].p);
  // the rim of a wheel, and what it rolls on
  function wheel(pen, P, e, c) {
    const radius = value(c.radius);
    if (radius > 0) circle(pen, P[0].p, axisOf(P[0], e[0]), radius, STEEL);
    on(pen, P, e);
  }
  function along(pen, P, e) {
    const u = axisOf(P[1], e[1]), d = dot3(u, P[0].p.map((x, i) => x - P[1].p[i])),
      foot = P[1].p.map((x, i) => x + d*u[i]);
    pen.scene.line([...foot.map((x, i) => x - 0.2*pen.size*u[i]),
      ...foot.map((x, i) => x + 0.2*pen.size*u[i])], STEEL);
    knot(pen, P, e);
  }
  const ropes = (pen, P) => {
    for (const i of [0, 2]) pen.scene.line([...P[i].p, ...P[i + 1].p], ROPE);
    P.forEach(p => ball(pen, p.p, 0.9*pen.r, ROPE));
  };
  return { rod, ball, circle, plane, kind: {
    distance: (pen, P) => rod(pen, P[0].p, P[1].p), pulley: ropes, point: knot, cross: knot,
    hinge: pin, cylinder: pin, thread: pin, weld: block, slider: block, flat: on, in_plane: on,
    on_line: along, on_curve: knot, on_surface: knot, wheel, wheel_lateral: wheel,
    wheel_longitudinal: wheel, rolling_disc: wheel, rolling_ball: wheel, knife_edge: on,
  } };
})();
// kinds whose ends are one place where they hold
const MEETS = new Set(["point", "cross", "hinge", "weld"]);

// pitch circles of two gears whose axes are parallel: radii as the rates are, |r1| + |r2| or their
// difference the distance of the axes
function gearCircles(X, c) {
  const at = c.pair.map(q => {
    for (const [i, b] of mechanism.bodies().entries())
      for (const s of b.steps)
        if (s.kind === "turn" && b.dofs[s.d].q === q)
          return { p: X[i].joint.p, u: unit3(Pose.vector(X[i].base, s.u)) };
    return null;
  });
  if (!at[0] || !at[1]) return [];
  const [a, b] = at, along = dot3(a.u, b.u), apart = b.p.map((x, i) => x - a.p[i]),
    off = dot3(apart, a.u), flat = apart.map((x, i) => x - off*a.u[i]), d = Math.hypot(...flat);
  const ratio = value(c.turns)*Math.sign(along); // how often the second turns for the first
  if (Math.abs(along) < 0.999 || !(d > 1e-9) || Math.abs(ratio) < 1e-6
      || Math.abs(ratio - 1) < 1e-6)
    return [];
  const r1 = d*Math.abs(ratio)/Math.abs(1 - ratio), r2 = r1/Math.abs(ratio);
  return [{ p: a.p, u: a.u, r: r1 }, { p: b.p.map((x, i) => x - off*a.u[i]), u: b.u, r: r2 }];
}
const gears = X => (data.mechanism.constraints || []).filter(c => c.pair)
  .flatMap(c => gearCircles(X, c));
const gearRims = () => gears(mechanism.poses(start)).map(g => [g.p, g.r]);
function drawClosures(pen, X) {
  for (const g of gears(X)) CLOSURES.circle(pen, g.p, g.u, g.r, STEEL);
  for (const c of data.mechanism.constraints || []) {
    const e = (c.ends || []).filter(x => x), draw = CLOSURES.kind[c.kind];
    if (!draw || e.length < 2) continue;
    const P = e.map(x => endPose(X, x));
    draw(pen, P, e, c);
    if (MEETS.has(c.kind) && Math.hypot(...P[0].p.map((x, i) => x - P[1].p[i])) > 1e-3*pen.size)
      pen.scene.line([...P[0].p, ...P[1].p], OPEN);
  }
}

// a spring is wound the tighter the shorter it is; a damper has a cylinder
function coil(a, b, radius) {
  const d = b.map((x, i) => x - a[i]), F = Pose.along(a, d), L = Math.hypot(...d), out = [...a],
    turns = 9;
  for (let k = 0; k <= 12*turns; k++) {
    const s = k/(12*turns), w = 2*Math.PI*turns*s;
    out.push(...Pose.point(F, [radius*Math.cos(w), radius*Math.sin(w), L*(0.08 + 0.84*s)]));
  }
  return out.concat(b);
}
// the plane of an element, where its numbers put it now
const planeOfLoad = l => {
  const three = at => Array.from(l.numbers.subarray(at, at + 3));
  return { through: three(l.plane.through), normal: unit3(three(l.plane.normal)) };
};
function drawLoads(pen, X) {
  for (const l of dynamics.laws.elements) {
    const at = l.ends.map(e => e.body < 0 ? dynamics.laws.endAt(e)
      : Pose.point(X[e.body].body, dynamics.laws.endAt(e)));
    if (l.stores && at.length === 2) {
      if (l.rope) pen.scene.line([...at[0], ...at[1]], ROPE);
      else pen.scene.line(coil(at[0], at[1], 1.6*pen.r), SPRING, true);
    }
    if (l.kind === "damper" && at.length === 2) {
      const middle = at[0].map((x, i) => (x + at[1][i])/2), d = at[1].map((x, i) => x - at[0][i]);
      pen.scene.rod(at[0], at[1], 0.4*pen.r, SPRING);
      if (Math.hypot(...d) > 1e-9)
        pen.scene.solid("cylinder", Pose.along(middle, d),
          [1.3*pen.r, 1.3*pen.r, 0.4*Math.hypot(...d)], SPRING);
    }
    if (l.plane && at.length) {
      const { through, normal } = planeOfLoad(l);
      CLOSURES.plane(pen, { p: through }, normal, at[0]);
    }
  }
}
// kinds of constraints that touch, at the point where they hold
const TOUCH = /^(wheel|rolling|knife_edge|in_plane|on_surface)/;
const touches = () => dynamics.laws.elements.some(l => l.plane)
  || (data.mechanism.constraints || []).some(c => TOUCH.test(c.kind));
// where bodies touch something at this moment, by what acts there: { x, n: across what is touched }
function contactsOf(X, acting) {
  const list = [];
  for (const l of dynamics.laws.elements) {
    const e = l.ends[0];
    if (!l.plane || e.body < 0 || !(Math.hypot(...l.F) > 0)) continue;
    const x = Pose.point(X[e.body].body, dynamics.laws.endAt(e)), { through, normal } =
      planeOfLoad(l), d = dot3(normal, x.map((y, i) => y - through[i]));
    list.push({ x: x.map((y, i) => y - d*normal[i]), n: normal });
  }
  for (const c of data.mechanism.constraints || [])
    if (TOUCH.test(c.kind) && acting.held.some(h => h.name === c.name && Math.hypot(...h.F) > 0))
      list.push(footOf(X, c));
  return list;
}
// where a wheel, a disc or a ball stands on its plane; else the point that is held
function footOf(X, c) {
  const e = c.ends.filter(x => x), P = e.map(x => endPose(X, x)), n = unit3(axisOf(P[1], e[1])),
    r = value(c.radius) || 0, a = unit3(axisOf(P[0], e[0])), s = dot3(n, a),
    down = c.kind === "rolling_ball" ? n : unit3(n.map((x, i) => x - s*a[i]));
  return { x: P[0].p.map((x, i) => x - (r > 0 ? r*down[i] : 0)), n };
}
function drawContacts(pen, X, acting) {
  for (const { x, n } of contactsOf(X, acting)) {
    pen.scene.solid("cylinder", Pose.along(x, n), [2.2*pen.r, 2.2*pen.r, 0.5*pen.r],
      [0.95, 0.75, 0.1, 1]);
    CLOSURES.circle(pen, x, n, 4*pen.r, [0.95, 0.65, 0.1, 1]);
  }
}
]==]
