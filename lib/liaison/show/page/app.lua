-- app.lua - JavaScript of the living page: the run that is shown, the reader's hands on it, and the
-- same run computed again
return [==[
const $ = id => document.getElementById(id);
let start = null, run = null, t = 0, playing = false, speed = 1, dirty = true;

// work in slices, so that the page answers meanwhile; what is begun later under the same name goes
// first
const working = {};
function later(name, work, done, told) {
  const mine = working[name] = {};
  const slice = () => {
    if (working[name] !== mine) return;
    const stop = performance.now() + 40;
    let s;
    do s = work.next(); while (!s.done && performance.now() < stop);
    if (s.done) {
      working[name] = null;
      done(s.value);
    } else {
      if (told) told(s.value);
      setTimeout(slice);
    }
  };
  slice();
}

// ---- the picture
const scene = drawn ? Scene($("scene")) : null,
  show = { frames: false, names: false, centres: false, weight: false, applied: false, held: false,
    joints: false, trace: true, ground: true, follow: false };
const ARROWS = { weight: [0.47, 0.35, 0.75, 1], applied: [0.90, 0.52, 0.05, 1],
  held: [0.0, 0.55, 0.45, 1], joints: [0.82, 0.12, 0.32, 1] };
const massive = drawn && data.mechanism.bodies.some(b => b.mass);
const dark = window.matchMedia ? window.matchMedia("(prefers-color-scheme: dark)")
  : { matches: false };
let size = 1, trace = [], forceScale = 0;
const HUES = [[0.36, 0.52, 0.68], [0.80, 0.47, 0.26], [0.38, 0.60, 0.47], [0.66, 0.50, 0.62],
  [0.66, 0.58, 0.32], [0.45, 0.62, 0.72]];
function configuration() {
  return run ? stateAt(run, t) : { row: 0, q: start, v: new Float64Array(nv), z: [] };
}
function spotsOf(X) { // points that belong to a body: joints of its children, frames on it
  const out = X.map(P => [P.joint.p, P.body.p]);
  data.mechanism.bodies.forEach((b, i) => { if (b.parent >= 0) out[b.parent].push(X[i].base.p); });
  mechanism.frames().forEach(f => {
    if (f.body >= 0) out[f.body].push(Pose.point(X[f.body].body, f.X.p));
  });
  for (const c of data.mechanism.constraints || [])
    for (const e of c.ends || [])
      if (e.body >= 0)
        out[e.body].push(Pose.point(X[e.body].body,
          Pose.times(e.frame >= 0 ? mechanism.frames()[e.frame].X : Pose.one(),
            mechanism.place(e.place)(values)).p));
  return out;
}
const between = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
// the box of a list of [point, radius]
function boxOf(list) {
  const lo = [Infinity, Infinity, Infinity], hi = [-Infinity, -Infinity, -Infinity];
  for (const [p, r] of list) p.forEach((x, i) => {
    lo[i] = Math.min(lo[i], x - r);
    hi[i] = Math.max(hi[i], x + r);
  });
  if (!(lo[0] <= hi[0])) { lo.fill(-0.5); hi.fill(0.5); }
  const middle = lo.map((x, i) => (x + hi[i])/2);
  return { lo, hi, middle, size: Math.max(1e-4, between(lo, hi)),
    reach: list.reduce((m, [p, r]) => Math.max(m, between(p, middle) + r), 1e-4) };
}
// a step on the way from the world to the first body, not one: without mass and shape, and so is
// all before it
function steps() {
  const bodies = data.mechanism.bodies, carries = bodies.map(b => !!b.mass);
  for (let i = bodies.length - 1; i >= 0; i--)
    if (carries[i] && bodies[i].parent >= 0) carries[bodies[i].parent] = true;
  const out = [];
  bodies.forEach((b, i) => out.push(massive && !b.mass && !(b.shapes || []).length && carries[i]
    && (b.parent < 0 || out[b.parent])));
  return out;
}
const step_on_the_way = drawn ? steps() : [];
// how far a body goes from its joint: to the joints it carries, frames, what holds it, its centre
// of mass, or as far as the joint before
let reach = [], mark = 1;
function measure(q) {
  const X = mechanism.poses(q), spots = spotsOf(X), bodies = mechanism.bodies();
  reach = bodies.map(() => 0);
  const own = boxOf(reached(q)).size;
  mark = 0.04*own;
  bodies.forEach((b, i) => {
    const from = X[i].joint.p, parent = data.mechanism.bodies[i].parent;
    const far = [...spots[i], Pose.point(X[i].body, b.com)].reduce(
      (m, p) => Math.max(m, between(p, from)), 0),
      leaf = !data.mechanism.bodies.some(o => o.parent === i);
    reach[i] = own < 1e-3 ? Infinity : Math.max(1.2*far,
      leaf && parent >= 0 ? between(X[i].base.p, X[parent].joint.p) : 0,
      (data.mechanism.bodies[i].joint === "fixed" ? 0.02 : 0.045)*own);
  });
}
// what the mechanism reaches at a configuration
function reached(q) {
  const X = mechanism.poses(q), out = [], take = (p, r = 0) => {
    if (p.every(Number.isFinite)) out.push([p, r]);
  };
  const round = (kind, z) => kind === "box" ? Math.hypot(...z)/2
    : kind === "sphere" ? z[0] : Math.hypot(z[0], z[1]/2);
  const spots = spotsOf(X);
  mechanism.bodies().forEach((b, i) => {
    if (step_on_the_way[i]) return;
    spots[i].forEach(p => take(p));
    take(Pose.point(X[i].body, b.com));
    b.shapes.forEach(s => {
      if (s.s.kind !== "mesh") take(Pose.times(X[i].body, s.X).p, round(s.s.kind, s.size));
    });
    const alone = goesFree(i) || !spots[i].some(p => between(p, spots[i][0]) > 1e-9),
      s = alone && !b.shapes.length ? solidOf(b, i) : null;
    if (s)
      take(Pose.point(X[i].body, b.com), s.kind === "ball" ? s.size[0]/2 : round(s.kind, s.size));
  });
  return out;
}
// what the whole run reaches, and the largest that one moment does: what goes far is followed
function extent() {
  const all = [], n = run ? run.t.length : 1, step = Math.max(1, Math.floor(n/120));
  let own = { size: 0, reach: 0 }, first = null;
  trace = [];
  for (let k = 0; k < n; k += step) {
    const list = reached(run ? run.x[k].subarray(0, nq) : start), box = boxOf(list);
    if (list.length && !first) first = list;
    if (list.length && box.size > own.size) own = box;
    for (const p of list) all.push(p);
  }
  mechanism.frames().forEach(f => { if (f.body < 0) all.push([f.X.p, 0]); });
  const tip = data.mechanism.tip;
  const path = run && tip ? dense(run) : { t: [], x: [] };
  for (let k = 0, s = Math.max(1, Math.floor(path.t.length/1500)); k < path.t.length; k += s) {
    const X = mechanism.poses(path.x[k].subarray(0, nq)),
      p = Pose.point(X[tip.body].body, tip.frame >= 0 ? mechanism.frames()[tip.frame].X.p
        : [0, 0, 0]);
    if (p.every(Number.isFinite)) trace.push(...p);
  }
  return { ...boxOf(all), own: own.size ? own : boxOf(all), list: all, first: first || all };
}
function centreOf(X) {
  let m = 0;
  const c = [0, 0, 0];
  X.forEach((P, i) => {
    const b = mechanism.bodies()[i], w = massive ? b.mass : 1, p = Pose.point(P.body, b.com);
    m += w;
    p.forEach((x, k) => { c[k] += w*x; });
  });
  return c.map(x => x/(m || 1));
}
// what stands over the picture, in pixels: switches above, the time below
const BARS = () => ({ top: $("shows").offsetHeight + 12,
  bottom: run ? $("bar").offsetHeight + 16 : 12 });
let view = null;
// the axis a front view looks along, where it is one
const frontLetter =
  n => Object.keys(VIEWS).find(k => VIEWS[k] && Math.abs(dot3(VIEWS[k], n)) > 0.9999);
function frameView(wanted) {
  measure(run ? run.x[0].subarray(0, nq) : start);
  const e = extent(), g = mechanism.gravity(), n = Math.hypot(...g), far = e.reach > 2*e.own.reach;
  size = e.own.size;
  ground.e = e;
  if (n > 0) scene.camera.up = g.map(x => -x/n);
  e.floor = floorOf();
  if (wanted === undefined) {
    show.follow = far;
    const box = document.querySelector("[data-show=follow]");
    if (box) box.checked = show.follow;
    const plane = planeOf(run ? run.x[0].subarray(0, nq) : start);
    if (plane) lookAlong(scene.camera, plane); else lookAround(scene.camera);
    view = plane ? "front" : "3-D";
  } else {
    if (VIEWS[wanted]) lookAlong(scene.camera, VIEWS[wanted]); else lookAround(scene.camera);
    view = wanted;
  }
  const letter = view === "front" ? frontLetter(planeOf(run ? run.x[0].subarray(0, nq) : start))
    : view;
  for (const b of document.querySelectorAll("#views button"))
    b.classList.toggle("on", b.dataset.view === letter);
  centre = null;
  touched = false;
  fill();
}
// as near as all of it fits; again where the window changes, until the reader has turned the
// picture
let touched = false;
const fill = () => fit(scene, [...(show.follow ? ground.e.first : ground.e.list), ...feet(),
  ...gearRims()], BARS());
let centre = null; // where the mechanism was when the camera last followed it
function follow(X) {
  if (!show.follow) { centre = null; return; }
  const c = centreOf(X);
  if (!c.every(Number.isFinite)) return;
  scene.camera.middle = centre ? scene.camera.middle.map((x, i) => x + c[i] - centre[i]) : c;
  centre = c;
}
const ground = { e: null };
// the plane of the floor: across coordinate k, at h
function level() {
  const e = ground.e, u = scene.camera.up,
    k = [0, 1, 2].reduce((b, i) => Math.abs(u[i]) > Math.abs(u[b]) ? i : b, 0);
  return { k, h: e.floor !== null ? e.floor : u[k] >= 0 ? Math.min(e.lo[k], 0)
    : Math.max(e.hi[k], 0) };
}
// the height of what is rolled on or touched, where that is level and part of the world; else null
function floorOf() {
  const u = unit3(scene.camera.up),
    k = [0, 1, 2].reduce((b, i) => Math.abs(u[i]) > Math.abs(u[b]) ? i : b, 0), one = [];
  for (const c of data.mechanism.constraints || [])
    if (c.ends && c.holds < c.count && c.ends[1].body < 0) {
      const P = endPose([], c.ends[1]);
      one.push([P.p, axisOf(P, c.ends[1])]);
    }
  for (const l of (data.run || {}).loads || [])
    if (l.plane) one.push([l.plane.through, unit3(l.plane.normal)]);
  const found = one.find(([, n]) => Math.abs(n[k]) > 0.999);
  return found ? found[0][k] : null;
}
function drawGround() {
  const e = ground.e, { k, h } = level();
  const raw = e.size/6, ten = Math.pow(10, Math.floor(Math.log10(raw))),
    step = [1, 2, 5, 10].find(c => c*ten >= raw)*ten, reach = step*Math.ceil(1.1*e.size/step),
    i = (k + 1) % 3, j = (k + 2) % 3;
  const round = x => Math.round(x/step)*step, here = show.follow ? scene.camera.middle : e.middle,
    ci = round(here[i]), cj = round(here[j]), edge = [], axes = [];
  const point = (list, a, b) => {
    const p = [0, 0, 0];
    p[k] = h;
    p[i] = a;
    p[j] = b;
    list.push(...p);
  };
  for (let a = -reach; a <= reach + 1e-9*reach; a += step) {
    const l1 = Math.abs(ci + a) < 1e-9*reach ? axes : edge,
      l2 = Math.abs(cj + a) < 1e-9*reach ? axes : edge;
    point(l1, ci + a, cj - reach); point(l1, ci + a, cj + reach);
    point(l2, ci - reach, cj + a); point(l2, ci + reach, cj + a);
  }
  const ink = dark.matches ? [0.62, 0.68, 0.76] : [0.5, 0.55, 0.62];
  scene.line(edge, [...ink, dark.matches ? 0.5 : 0.28]);
  scene.line(axes, [...ink, 0.75]);
}
function drawShape(X, c, hue) {
  const A = Pose.times(X, c.X), color = c.s.color || [...hue, 1], z = c.size;
  switch (c.s.kind) {
    case "box": return scene.solid("box", A, z, color);
    case "sphere": return scene.solid("sphere", A, [z[0], z[0], z[0]], color);
    case "cylinder": return scene.solid("cylinder", A, [z[0], z[0], z[1]], color);
    case "cone": return scene.solid("cone", A, [z[0], z[0], z[1]], color);
    case "capsule":
      scene.solid("cylinder", A, [z[0], z[0], z[1]], color);
      for (const s of [-1, 1])
        scene.solid("sphere", { R: A.R, p: Pose.point(A, [0, 0, s*z[1]/2]) }, [z[0], z[0], z[0]],
          color);
  }
}
// half as thick as usual where there are many joints; marks, too, are the smaller the more of them
// there are
const many = n => Math.max(0.45, Math.min(1, Math.sqrt(n/data.mechanism.bodies.length)));
const thick = () => 0.011*size*many(9);
// a body that goes its own way through the world is drawn as a solid
function goesFree(i) {
  const b = data.mechanism.bodies[i];
  return mechanism.bodies()[i].steps.some(s => s.kind === "free")
    || b.joint === "moves" && b.parent < 0;
}
// a body without shapes and points: the box, or disc, of its mass and inertia; a mark where that
// would go farther than the body does: a file may tell any inertia
function solidOf(b, i) {
  const s = guessed(b);
  if (!s) return null;
  const half = s.kind === "ball" ? s.size[0]/2 : s.kind === "box" ? Math.hypot(...s.size)/2
    : Math.hypot(s.size[0], s.size[1]/2), free = goesFree(i);
  const k = half <= reach[i] ? 1 : (free ? reach[i] : Math.min(reach[i], mark))/half;
  return { ...s, size: s.size.map(x => k*x) };
}
function guessed(b) {
  const I = b.inertia, m = b.mass, most = Math.max(...I.slice(0, 3)),
    least = Math.min(...I.slice(0, 3));
  if (!(m > 0) || !(I[0] + I[1] + I[2] > 0)) return null;
  if (most < 1.01*least) {
    const d = 2*Math.sqrt(2.5*most/m);
    return { kind: "ball", size: [d, d, d] };
  }
  for (let k = 0; k < 3; k++) {
    const a = I[k], c = I[(k + 1) % 3], d = I[(k + 2) % 3], r = Math.sqrt(2*a/m);
    if (a > 1.05*c && Math.abs(c - d) < 0.01*a)
      return { kind: "disc", axis: k, size: [r, Math.sqrt(Math.max(0, 12*(c - a/2)/m)) || 0.3*r] };
  }
  return { kind: "box",
    size: [0, 1, 2].map(k => Math.max(0.02*Math.sqrt((I[0] + I[1] + I[2])/m),
      Math.sqrt(Math.max(0, 6*(I[(k + 1) % 3] + I[(k + 2) % 3] - I[k])/m)))) };
}
function drawSolid(P, b, color, i) {
  const s = solidOf(b, i), c = Pose.point(P.body, b.com);
  if (!s) return false;
  if (s.kind === "ball") scene.solid("sphere", { R: P.body.R, p: c }, s.size.map(x => x/2), color);
  else if (s.kind === "box") scene.solid("box", { R: P.body.R, p: c }, s.size, color);
  else scene.solid("cylinder",
    Pose.along(c, Pose.vector(P.body, [0, 1, 2].map(k => k === s.axis ? 1 : 0))),
    [s.size[0], s.size[0], s.size[1]], color);
  return true;
}
// a box, in the axes of its body, that reaches all these points
function drawFrameOf(P, points, color) {
  const box = boxOf(points.map(p => [Pose.inward(P.body, p), 0])), thin = 3*thick();
  scene.solid("box", { R: P.body.R, p: Pose.point(P.body, box.middle) },
    box.hi.map((x, k) => Math.max(x - box.lo[k], thin)), color);
}
function drawBody(i, X, spots, hue) {
  const b = data.mechanism.bodies[i], c = mechanism.bodies()[i], r = thick(), color = [...hue, 1];
  const drawn = c.shapes.filter(s => s.s.kind !== "mesh");
  drawn.forEach(s => drawShape(X[i].body, s, hue));
  if (drawn.length) return;
  const from = X[i].joint.p,
    far = spots[i].filter((p, k) => between(p, from) > 1e-6*size
      && spots[i].findIndex(o => between(o, p) < 1e-6*size) === k);
  if (!far.length) {
    const com = Pose.point(X[i].body, c.com);
    if (between(com, from) > 1e-6*size) far.push(com);
    else if (drawSolid(X[i], c, color, i)) return;
  }
  if (massive && !(c.mass > 0) && !far.length) return; // a step between two joints at one place
  // it carries many: a chassis
  if (far.length > 3 && !c.steps.some(s => s.kind === "free"))
    return drawFrameOf(X[i], [from, ...far], color);
  // from the joint to the frame of the body, and on from there to what is nearer to it
  const hub = X[i].body.p;
  for (const p of far) {
    scene.rod(p !== hub && between(p, hub) < between(p, from) ? hub : from, p, r, color);
    scene.solid("sphere", { R: Pose.one().R, p }, [r, r, r], color);
  }
  const axis = A => Pose.along(A.p, Pose.vector(A, c.axis)), deep = [...hue.map(x => 0.62*x), 1];
  const slides = b.axes === 1 && !c.steps.some(s => s.kind === "turn");
  if (b.axes === 1 && !slides) scene.solid("cylinder", axis(X[i].joint), [2*r, 2*r, 5*r], deep);
  else if (slides) scene.solid("box", axis(X[i].joint), [3*r, 3*r, 6*r], deep);
  else if (goesFree(i)) {
    if (!drawSolid(X[i], c, color, i)) scene.solid("box", X[i].body, [8*r, 6*r, 4*r], color);
  }
  else if (b.joint !== "fixed") scene.solid("sphere", X[i].joint, [2.3*r, 2.3*r, 2.3*r], deep);
  if (slides) scene.rod(X[i].base.p, X[i].joint.p, 0.7*r, deep);
}
// joints that turn on the world and carry something
const standing = i => {
  const b = data.mechanism.bodies[i], c = mechanism.bodies()[i],
    light = massive && !(c.mass > 0) && !c.inertia.some(x => x > 0);
  return b.parent < 0 && b.joint !== "moves"
    && c.steps.some((s, k) => !k && (s.kind === "turn" || s.kind === "ball"))
    && !(light && step_on_the_way[i]);
};
const feet = () => mechanism.poses(start).filter((_, i) => standing(i))
  .map(X => [X.base.p, 0.05*size]);
// what carries the mechanism: a foot where a joint stands on the world, a line down to the ground
function drawBase(X) {
  const u = scene.camera.up, { k, h } = level(), r = 0.011*size, upright = Math.abs(u[k]) > 0.99,
    grey = dark.matches ? [0.45, 0.5, 0.57, 1] : [0.68, 0.71, 0.76, 1];
  X.forEach((P, i) => {
    if (!standing(i)) return;
    const p = P.base.p, foot = p.slice();
    foot[k] = h;
    if (upright && between(p, foot) > 3*r) scene.rod(foot, p, 0.8*r, grey);
    scene.solid("cylinder", Pose.along(upright ? foot : p, u), [4.5*r, 4.5*r, r], grey);
  });
}
function drawFrame(X, length) {
  [0, 1, 2].forEach(k => scene.arrow(X.p, [X.R[k]*length, X.R[3 + k]*length, X.R[6 + k]*length],
    0.05*length, [[0.84, 0.2, 0.2, 1], [0.15, 0.62, 0.25, 1], [0.15, 0.35, 0.85, 1]][k]));
}
// how long a newton is drawn: the weight of all, or what forces mostly are where they are larger
function scaleForces() {
  const sizes = [mechanism.bodies().reduce((s, b) => s + b.mass,
    0)*Math.hypot(...mechanism.gravity())];
  for (let k = 0; run && k < 24; k++) {
    const time = run.t[0] + k/23*(last(run.t) - run.t[0]), f = forcesAt(run, stateAt(run, time));
    if (f)
      sizes.push(Math.max(0, ...[...f.applied, ...f.held, ...f.joints].map(a => Math.hypot(...a.F))
        .filter(Number.isFinite)));
  }
  const weight = sizes.shift(), order = sizes.sort((a, b) => a - b),
    most = order[Math.floor(0.95*(order.length - 1))] || 0;
  forceScale = 0.3*size/(Math.max(weight, most) || 1);
}
function drawForces(X, c) {
  const fixed = mechanism.bodies(), g = mechanism.gravity(),
    wanted = show.applied || show.held || show.joints;
  if (!forceScale && (wanted || show.weight)) scaleForces();
  const arrow = (x, F, kind) => {
    if (F.every(Number.isFinite))
      scene.arrow(x, F.map(y => y*forceScale), 0.006*size, ARROWS[kind]);
  };
  X.forEach((P, i) => {
    const com = Pose.point(P.body, fixed[i].com);
    const dot = 0.013*size*many(8);
    if (show.centres && fixed[i].mass > 0)
      scene.solid("sphere", { R: Pose.one().R, p: com }, [dot, dot, dot],
        dark.matches ? [0.95, 0.95, 0.9, 1] : [0.1, 0.1, 0.12, 1]);
    if (show.weight && fixed[i].mass > 0) arrow(com, g.map(x => x*fixed[i].mass), "weight");
  });
  const f = wanted && forcesAt(run, c);
  if (f)
    for (const kind of ["applied", "held", "joints"])
      if (show[kind]) f[kind].forEach(a => arrow(a.x, a.F, kind));
}
function drawNames(X) {
  const box = $("labels"), list = [];
  // one that would cover another is left out, until the camera comes nearer
  const free = p => list.every(([name, o]) => Math.abs(o[1] - p[1]) > 14
    || p[0] > o[0] + 7*name.length + 8 || o[0] > p[0] + 60);
  if (show.names) data.mechanism.bodies.forEach((b, i) => {
    const c = Pose.point(X[i].body, mechanism.bodies()[i].com), p = scene.screen(c);
    if (p && free(p)) list.push([b.name, p]);
  });
  while (box.children.length > list.length) box.lastChild.remove();
  list.forEach(([name, p], i) => {
    const e = box.children[i] || box.appendChild(document.createElement("span"));
    e.textContent = name;
    e.style.transform = `translate(${p[0].toFixed(1)}px, ${p[1].toFixed(1)}px)`;
  });
}
function draw() {
  dirty = false;
  const c = configuration();
  if (scene) {
    const X = mechanism.poses(c.q), spots = spotsOf(X), finite = c.q.every(Number.isFinite);
    follow(X);
    scene.begin();
    if (show.ground) { drawGround(); drawBase(X); }
    if (show.trace && trace.length > 3) scene.line(trace, [0.84, 0.37, 0, 0.8], true);
    if (finite) {
      X.forEach((_, i) => drawBody(i, X, spots, HUES[i % HUES.length]));
      const pen = { scene, r: thick(), size, ground: level(), late: [] };
      drawClosures(pen, X);
      drawLoads(pen, X);
      if (show.ground)
        scene.shadows(pen.ground.k, pen.ground.h, scene.camera.up,
          dark.matches ? [0, 0, 0, 0.35] : [0.15, 0.2, 0.3, 0.13]);
      pen.late.forEach(f => f());
      if (show.frames || show.applied || show.held || show.joints || show.weight || show.centres)
        scene.front();
      if (show.frames) {
        const m = size*many(6);
        drawFrame(Pose.one(), 0.12*m);
        X.forEach(P => drawFrame(P.body, 0.08*m));
        mechanism.frames().forEach(
          f => drawFrame(f.body < 0 ? f.X : Pose.times(X[f.body].body, f.X), 0.06*m));
      }
      drawForces(X, c);
    }
    drawNames(X);
  }
  if (run) {
    $("time").value = t;
    $("clock").firstChild.textContent = `${t.toFixed(3)} s`;
    $("clock").lastChild.textContent = ` of ${last(run.t).toFixed(2)} s`;
    for (const k of charts) k.chart.now(t, k.at(c));
  }
}

// ---- curves
const charts = [];
// rows far apart are joined as they move, not by straight lines
function dense(r) {
  if (r.t.length < 2 || r.t.length > 400 || !drawn) return r;
  if (r.dense) return r.dense;
  const end = last(r.t), out = r.dense = { t: [], x: [] };
  for (let i = 0; i < r.t.length; i++) {
    const n = i + 1 < r.t.length ? Math.max(1, Math.ceil(500*(r.t[i + 1] - r.t[i])/(end - r.t[0])))
      : 1;
    for (let k = 0; k < n; k++) {
      const time = r.t[i] + (n > 1 ? k/n*(r.t[i + 1] - r.t[i]) : 0), s = stateAt(r, time),
        x = new Float64Array(nq + nv);
      x.set(s.q); x.set(s.v, nq);
      out.t.push(time);
      out.x.push(k ? x : r.x[i]);
    }
  }
  return out;
}
// the columns that stand behind coordinates and rates, those of one constraint in one picture
function moreGroups() {
  const out = [];
  for (const c of (first || run).more) {
    const head = c.multiplier ? "multipliers of " + c.name.replace(/\.\d+$/, "") : c.name,
      g = out.find(o => o.head === head);
    if (g) g.names.push(c.name); else out.push({ head, names: [c.name] });
  }
  return out;
}
const columnOf = (r, name) => {
  const c = (r.more || []).find(m => m.name === name);
  return c ? c.rows : [];
};
function fillCharts() {
  const sets = first !== run && first ? [first, run] : [run];
  const groups = [[drawn ? "coordinates" : "states",
    data.q.map((n, k) => [n, r => dense(r).x.map(x => x[k]), setup.units[k]]), c => c.q]];
  if (nv)
    groups.push(["rates",
      data.v.map((n, k) => [n, r => dense(r).x.map(x => x[nq + k]), setup.units[nq + k]]),
      c => c.v]);
  if (drawn && setup.massive) {
    for (const r of sets) if (!r.energy) {
      mechanism.set(r === first ? params.map(p => p.value) : values);
      r.energy = energies(dense(r));
    }
    mechanism.set(values);
    groups.push(["energy", ["T", "V", "T + V"].map((n, k) => [n, r => r.energy[k], "J"]), c => {
      const [T, V] = dynamics.energy(c.q, c.v);
      return [T, V, T + V];
    }]);
  }
  if (living && setup.multipliers) for (const r of sets) if (!r.more.some(m => m.multiplier)) {
    mechanism.set(r === first ? params.map(p => p.value) : values);
    r.more = [...r.more, ...multipliers(r)];
    mechanism.set(values);
  }
  for (const g of moreGroups())
    groups.push([g.head, g.names.map(n => [n, r => columnOf(r, n)]),
      s => g.names.map(n => columnOf(run, n)[s.row])]);
  const smooth = new Set(["coordinates", "states", "rates", "energy"]),
    times = sets.map(r => dense(r).t), pictures = groups.flatMap(pictured);
  if (!charts.length)
    for (const p of pictures)
      charts.push({ chart: Chart(p.more ? fold(p.title) : $("plots"), p.title,
        p.columns.map(c => c[0]), p.columns.map(c => c[2] || ""), seek, drawn ? "t (s)" : "t"),
        at: p.at });
  pictures.forEach(
    (p, k) => charts[k].chart.show(
      sets.map((r, i) => ({ t: smooth.has(p.group) ? times[i] : r.t,
        lists: p.columns.map(c => c[1](r)) }))));
}
// curves of one group as pictures of one unit and at most eight curves, else of six; the third and
// later ones are folded away
function pictured([group, columns, at]) {
  const units = [...new Set(columns.map(c => c[2] || ""))], out = [];
  for (const unit of units) {
    const all = columns.map((c, k) => k).filter(k => (columns[k][2] || "") === unit),
      most = all.length > 8 ? 6 : 8;
    for (let i = 0; i < all.length; i += most) {
      const part = all.slice(i, i + most), list = part.map(k => columns[k]),
        whole = part.length === columns.length;
      out.push({ group, columns: list, at: c => {
        const x = at(c);
        return part.map(k => x[k]);
      }, more: out.length > 1,
        title: whole ? group : `${group} ${list[0][0]}${list.length > 1
          ? " \u2026 " + list[list.length - 1][0] : ""}` });
    }
  }
  return out;
}
function fold(title) {
  const d = $("plots").appendChild(document.createElement("details"));
  d.appendChild(document.createElement("summary")).textContent = title;
  return d;
}
function seek(time) { t = time; dirty = true; }

// ---- sliders
// an angle in degrees beside it
const brief = x => Math.abs(x) < 1e-9 ? "0" : short(+x.toPrecision(3));
const measured = (x, unit) => unit === "rad"
  ? `${brief(x)} rad (${brief(Math.round(x*1800/Math.PI)/10)}\u00b0)`
  : `${brief(x)}${unit ? " " + unit : ""}`;
function slider(parent, name, lo, hi, value, change, unit) {
  const row = document.createElement("div");
  row.className = "slider";
  row.innerHTML = "<label></label><input type=range><output></output>";
  const label = row.querySelector("label"), input = row.querySelector("input"),
    output = row.querySelector("output");
  label.textContent = label.title = name;
  input.min = lo;
  input.max = hi;
  input.step = "any";
  input.value = value;
  input.setAttribute("aria-label", name);
  output.textContent = measured(value, unit);
  input.addEventListener("input", () => {
    output.textContent = measured(+input.value, unit);
    change(+input.value);
  });
  input.addEventListener("keydown", e => { // "any" has no step of its own for the keys
    const d = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[e.key];
    if (d) {
      e.preventDefault();
      input.value = +input.value + d*(hi - lo)/200;
      input.dispatchEvent(new Event("input"));
    }
  });
  parent.appendChild(row);
  return v => { input.value = v; output.textContent = measured(v, unit); };
}
function shown(rows) {
  run = rows;
  $("failed").textContent = run.failed ? "stopped: " + run.failed
    + (trouble ? " (" + trouble + ")" : "") : run === first ? "" : beyond(run);
  $("time").max = last(run.t);
  t = Math.min(t, last(run.t));
  forceScale = 0;
  if (scene) extent();
  fillCharts();
  dirty = true;
}
// stops are not computed here: a coordinate that would have struck one is named
function beyond(r) {
  const l = (setup.limits || []).find(l => r.x.some(x => x[l.q] < l.lower || x[l.q] > l.upper));
  return l ? `${data.q[l.q]} passes its limit: this page knows no stops` : "";
}
function rerun() {
  mechanism.set(values);
  const x0 = Float64Array.from(start);
  trouble = "";
  try {
    if (dynamics.constrained) {
      dynamics.assemble(x0.subarray(0, nq), moved ? held() : new Array(nv).fill(false));
      dynamics.project(setup.start, x0);
    }
  } catch (e) {
    $("failed").textContent = e.message;
    return;
  }
  later("run", job(values, x0), rows => { rows.more = []; shown(rows); }, time => {
    $("failed").textContent = `computing: t = ${time.toFixed(2)} s`;
  });
}
// the velocities that a slider has set stay where loops are closed
let moved = null;
const held = () => Array.from({ length: nv }, (_, k) => k === moved);
const turned = (q0, r, a) => { // a turn vector a after the quaternion that stands at home
  const q = Float64Array.from(q0), d = new Float64Array(nv), o = r.kind === "free" ? 3 : 0;
  for (let k = 0; k < 3; k++) d[r.v + o + k] = a[k];
  dynamics.step(q, d);
  return q.slice(r.q + o, r.q + o + 4);
};
function jointSliders(add) {
  const move = (v, q) => x => {
    const from = start[q],
      steps = dynamics.constrained ? Math.min(60, Math.ceil(Math.abs(x - from)/0.1) || 1) : 1;
    let gap = Infinity;
    moved = v;
    // by small steps, so that the loop stays on its branch
    for (let k = 1; k <= steps; k++) {
      start[q] = from + k/steps*(x - from);
      if (dynamics.constrained) gap = dynamics.assemble(start, held());
    }
    if (dynamics.constrained) {
      $("note").textContent = gap < 1e-9 ? ""
        : `The loop does not close there: a gap of ${short(gap)} is left.`;
      data.joints.forEach((j, k) => { if (j.v !== v) sets[k](start[j.q]); });
    }
    dirty = true;
  };
  const sets = data.joints.map(s => add(s.name, s.min, s.max, s.value, move(s.v, s.q), s.unit));
  // a body moved as a whole stays where it is put, what holds it follows
  const follow = r => {
    if (dynamics.constrained) {
      const size = r.kind === "free" ? 6 : 3,
        gap = dynamics.assemble(start, Array.from({ length: nv },
          (_, k) => k >= r.v && k < r.v + size));
      $("note").textContent = gap < 1e-9 ? ""
        : `The loops do not close there: a gap of ${short(gap)} is left.`;
      data.joints.forEach((j, k) => sets[k](start[j.q]));
    }
    dirty = true;
  };
  for (const r of data.rates) {
    if (r.kind === "plain") continue;
    const o = r.kind === "free" ? 3 : 0, name = data.v[r.v + o].replace(/_wx'$/, ""), a = [0, 0, 0],
      home = Float64Array.from(data.home), wide = Math.max(0.5*size, 1e-3);
    if (o)
      ["x", "y", "z"].forEach((n, k) => add(`${name}_${n}`, data.home[r.q + k] - wide,
        data.home[r.q + k] + wide, data.home[r.q + k], x => {
        start[r.q + k] = x;
        follow(r);
      }, "m"));
    ["x", "y", "z"].forEach((n, k) => add(`${name}: turn ${n}`, -Math.PI, Math.PI, 0, x => {
      a[k] = x;
      start.set(turned(home, r, a), r.q + o);
      follow(r);
    }, "rad"));
  }
}
function sliders() {
  const box = $("sliders"), back = [];
  let longest = 6;
  const add = (name, lo, hi, value, change, unit) => {
    const set = slider(box, name, lo, hi, value, change, unit);
    longest = Math.max(longest, name.length);
    back.push(() => set(value));
    return set;
  };
  const heading = text => {
    const h = document.createElement("h2");
    h.textContent = text;
    box.appendChild(h);
  };
  if (!drawn) return;
  if (!data.run) {
    heading("Joints");
    jointSliders(add);
    if (params.length) heading("Parameters");
    params.forEach((p, k) => add(p.name, p.min, p.max, p.value, x => {
      values[k] = x;
      mechanism.set(values);
      if (dynamics.constrained) dynamics.assemble(start, held());
      dirty = true;
    }));
  }
  else if (living) {
    if (params.length) heading("Parameters");
    params.forEach((p, k) => add(p.name, p.min, p.max, p.value, x => { values[k] = x; rerun(); }));
    heading("At the start");
    data.q.forEach((n, k) => {
      const free = data.rates.find(r => r.kind === "free" && k >= r.q && k < r.q + 3),
        x = first.x[0][k], s = free ? 2 : data.spans[k];
      if (rateOf[k] >= 0 || free) add(n, x - s, x + s, x, y => {
        start[k] = y;
        moved = free ? free.v + k - free.q : rateOf[k];
        rerun();
      }, (setup.units || [])[k]);
    });
    data.v.forEach((n, k) => {
      const x = first.x[0][nq + k];
      add(n, x - 5, x + 5, x, y => {
        start[nq + k] = y;
        moved = null;
        rerun();
      }, (setup.units || [])[nq + k]);
    });
  }
  box.style.setProperty("--name", `${Math.min(longest, 34)*0.56 + 0.6}em`);
  if (!back.length) return;
  const b = document.createElement("button");
  b.textContent = "Reset";
  b.style.marginTop = "10px";
  b.addEventListener("click", () => {
    back.forEach(f => f());
    working.run = null;
    values = params.map(p => p.value);
    start = Float64Array.from(first ? first.x[0] : data.home);
    mechanism.set(values);
    if (first) shown(first);
    $("note").textContent = "";
    dirty = true;
  });
  box.appendChild(b);
}

// ---- the page
function tab(name) {
  for (const b of document.querySelectorAll("nav button")) {
    b.classList.toggle("on", b.dataset.tab === name);
    b.setAttribute("aria-selected", b.dataset.tab === name);
  }
  for (const s of document.querySelectorAll("section")) s.classList.toggle("on", s.id === name);
}
for (const b of document.querySelectorAll("nav button"))
  b.addEventListener("click", () => tab(b.dataset.tab));
const known = data.run && massive && setup.forces !== false && !(setup.unknown && !living);
const SWITCHES = [["ground", "ground and shadows", drawn], ["frames", "frames", drawn],
  ["names", "names", drawn], ["centres", "centres of mass", massive],
  ["weight", "weights", massive && setup.forces !== false],
  ["applied", "applied forces", known && (setup.loads || []).some(l => l.ends)],
  ["held", "constraint forces", known && (data.mechanism.constraints || []).some(c => c.ends)],
  ["joints", "joint forces", known], ["trace", "path of the tip",
    data.run && drawn && data.mechanism.tip],
  ["follow", "follow", data.run && drawn]];
for (const [key, text, there] of SWITCHES) {
  if (!there) continue;
  const label = document.createElement("label"),
    c = ARROWS[key] || (key === "trace" ? [0.84, 0.37, 0] : null);
  label.innerHTML = `<input type=checkbox data-show="${key}" ${show[key] ? "checked" : ""}>${c
    ? `<i style="background: rgb(${c.slice(0, 3).map(x => Math.round(255*x)).join()})"></i>`
    : ""} ${text}`;
  label.querySelector("input").addEventListener("change", e => {
    show[key] = e.target.checked;
    dirty = true;
  });
  $("shows").appendChild(label);
}
if (scene) {
  const box = $("shows").appendChild(document.createElement("span"));
  box.id = "views";
  for (const name in VIEWS) {
    const b = box.appendChild(document.createElement("button"));
    b.textContent = b.dataset.view = name;
    b.title = VIEWS[name] ? `along ${name} (v: the next view)`
      : "from above and aside (v: the next view)";
    b.addEventListener("click", () => { frameView(name); dirty = true; });
  }
  const keys = $("shows").appendChild(document.createElement("details"));
  keys.id = "keys";
  keys.innerHTML = `<summary>keys</summary><table>${
    [["drag", "turn"], ["shift + drag, right button", "move"], ["wheel, two fingers", "nearer"],
      ["f, double click", "all of it"], ["v", "next view: 3-D, x, y, z"],
    ...(data.run ? [["space", "play, pause"], ["\u2190 \u2192", "a hundredth back, on"],
      ["Home, End", "begin, end"]] : [])].map(([k, what]) => `<tr><td>${k}<td>${what}`)
      .join("")}</table>`;
}
run = first;
start = Float64Array.from(first ? first.x[0] : data.home);
if (scene) {
  frameView();
  scene.handle(() => { dirty = touched = true; });
  $("scene").addEventListener("dblclick", () => { frameView(); dirty = true; });
  dark.addEventListener && dark.addEventListener("change", () => { dirty = true; });
}
else if (drawn) {
  $("note").textContent = "This browser has no WebGL2: the mechanism is not drawn, all else works.";
  $("stage").classList.add("empty");
  for (const b of $("shows").querySelectorAll("label")) b.remove();
}
if (drawn) sliders();
const play = on => {
  playing = on;
  $("play").textContent = on ? "\u275a\u275a" : "\u25b6";
  $("play").setAttribute("aria-label", on ? "pause" : "play");
  if (on && t >= last(run.t)) t = run.t[0];
};
document.addEventListener("keydown", e => {
  if (e.ctrlKey || e.altKey || e.metaKey || /^(SELECT|TEXTAREA)$/.test(e.target.tagName)
      || e.target.type === "range" && e.target.id !== "time")
    return;
  const step = run ? (last(run.t) - run.t[0])/100 : 0, done = () => e.preventDefault(),
    bounded = x => seek(Math.min(last(run.t), Math.max(run.t[0], x)));
  if (e.key === "f" && scene) { frameView(); dirty = true; }
  if (e.key === "v" && scene) {
    const names = Object.keys(VIEWS);
    frameView(names[(names.indexOf(view) + 1) % names.length]);
    dirty = true;
  }
  if (!run) return;
  if (e.key === " " && e.target.tagName !== "BUTTON" && e.target.type !== "checkbox") {
    done();
    play(!playing);
  }
  if (e.key === "ArrowLeft") { done(); bounded(t - step); }
  if (e.key === "ArrowRight") { done(); bounded(t + step); }
  if (e.key === "Home") { done(); seek(run.t[0]); }
  if (e.key === "End") { done(); seek(last(run.t)); }
});
if (run) {
  $("time").min = t = run.t[0];
  $("time").max = last(run.t);
  fillCharts();
  $("time").addEventListener("input", e => seek(+e.target.value));
  $("play").addEventListener("click", () => play(!playing));
  $("speed").addEventListener("change", e => { speed = +e.target.value; });
  play(false);
}
let before = 0;
const advance = now => {
  if (playing) {
    t += Math.min(0.1, (now - before)/1000)*speed;
    dirty = true;
    if (t >= last(run.t)) { t = last(run.t); play(false); }
  }
  before = now;
  if (dirty) draw();
  requestAnimationFrame(advance);
};
requestAnimationFrame(advance);
if (living) setTimeout(() => later("check", checking(), d => {
  const how = setup.same ? ""
    : ` (the run was made with ${setup.made}, the page computes with dop853)`;
  $("again").textContent = Number.isFinite(d)
    ? `Computed again on this page: the largest difference from the run is ${d.toExponential(1)}${
      how}. Move a slider to compute another.`
    : `The page cannot compute this run to its end${trouble ? ": " + trouble : ""}.`;
}), 60);
new ResizeObserver(() => { if (scene && !touched) fill(); dirty = true; }).observe($("stage"));
draw();
// how far anything stands outside of the free part of the picture, in pixels
const outside = () => Math.max(...(show.follow ? ground.e.first : ground.e.list).map(([p]) => {
  const s = scene.screen(p), b = BARS(), w = scene.scales();
  return s ? Math.max(-s[0], s[0] - w.width, b.top - s[1], s[1] - w.height + b.bottom) : 1e9;
}));
// what a test asks the page
window.liaison = { outside, view: () => view, verify, again, seek, play: () => $("play").click(),
  state: () => ({ t, playing, q: Array.from(configuration().q), rows: run ? run.t.length : 0,
    busy: !!working.run }),
  poses: q => mechanism.poses(q), webgl: !!scene, living,
  forces: () => forcesAt(run, configuration()), dynamics,
  energy: () => dynamics.energy(configuration().q, configuration().v) };
]==]
