-- picture.lua - JavaScript of the living page: the mechanism in its surroundings at a time: bodies,
-- ground, arrows, names, views
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
    joints: false, trace: true, ground: true, follow: false, drag: !data.run,
    beside: false, contacts: false };
const ARROWS = { weight: [0.47, 0.35, 0.75, 1], applied: [0.90, 0.52, 0.05, 1],
  held: [0.0, 0.55, 0.45, 1], joints: [0.82, 0.12, 0.32, 1] };
const massive = drawn && data.mechanism.bodies.some(b => b.mass);
const dark = window.matchMedia ? window.matchMedia("(prefers-color-scheme: dark)")
  : { matches: false };
let size = 1, trace = [], forceScale = 0;
const HUES = [[0.36, 0.52, 0.68], [0.80, 0.47, 0.26], [0.38, 0.60, 0.47], [0.66, 0.50, 0.62],
  [0.66, 0.58, 0.32], [0.45, 0.62, 0.72]];
function configuration() {
  if (held_body) return { row: 0, t, q: held_body.q, v: new Float64Array(nv), z: [] };
  return run ? stateAt(run, t)
    : { row: 0, t: 0, q: swing(performance.now()) || start, v: new Float64Array(nv), z: [] };
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
      const at = p => Pose.point(X[i].body, Pose.point(s.X, p));
      if (s.s.thin) Thin.of(s.s.thin).corners.forEach(p => take(at(p)));
      if (s.s.kind !== "mesh") take(Pose.times(X[i].body, s.X).p, round(s.s.kind, s.size));
    });
    const alone = goesFree(i) || !spots[i].some(p => between(p, spots[i][0]) > 1e-9),
      s = alone && !b.shapes.length ? solidOf(b, i) : null;
    if (s)
      take(Pose.point(X[i].body, b.com), s.kind === "ball" ? s.size[0]/2 : round(s.kind, s.size));
  });
  return out;
}
// where points stand over the planes of their elements: [foot, distance] of each
function feetOfPlanes(q) {
  const X = mechanism.poses(q);
  return dynamics.laws.elements.filter(l => l.plane && l.ends[0].body >= 0).map(l => {
    const { through, normal } = planeOfLoad(l),
      at = Pose.point(X[l.ends[0].body].body, dynamics.laws.endAt(l.ends[0])),
      d = dot3(normal, at.map((x, i) => x - through[i]));
    return [at.map((x, i) => x - d*normal[i]), Math.abs(d)];
  });
}
// what a run reaches in some of its moments, each with the planes that something comes near to
function reachedBy(moments) {
  const lists = moments.map(reached), feet = moments.map(feetOfPlanes),
    size = Math.max(...lists.map(list => boxOf(list).size));
  (feet[0] || []).forEach((_, k) => {
    if (feet.some(f => f[k][1] < 0.6*size))
      lists.forEach((list, i) => list.push([feet[i][k][0], 0]));
  });
  return lists;
}
// what the whole run reaches, and the largest that one moment does: what goes far is followed
function extent() {
  const all = [], n = run ? run.t.length : 1, step = Math.max(1, Math.floor(n/120)), moments = [];
  let own = { size: 0, reach: 0 }, first = null;
  trace = [];
  for (let k = 0; k < n; k += step) moments.push(run ? run.x[k].subarray(0, nq) : start);
  for (const o of others) {
    const every = Math.max(1, Math.floor(o.t.length/40));
    for (let k = 0; k < o.t.length; k += every) moments.push(o.x[k].subarray(0, nq));
  }
  for (const list of reachedBy(moments)) {
    const box = boxOf(list);
    if (list.length && !first) first = list;
    if (list.length && box.size > own.size) own = box;
    for (const p of list) all.push(p);
  }
  mechanism.frames().forEach(f => { if (f.body < 0) all.push([f.X.p, 0]); });
  const tip = data.mechanism.tip;
  if (run && tip) trace = pathOf(run, tipAt, 4e-4*(own.size || 1));
  return { ...boxOf(all), own: own.size ? own : boxOf(all), list: [...all, ...anchors(boxOf(all))],
    first: first || all };
}
// where the tip is at a configuration
function tipAt(q) {
  const tip = data.mechanism.tip, X = mechanism.poses(q);
  return Pose.point(X[tip.body].body, tip.frame >= 0 ? mechanism.frames()[tip.frame].X.p
    : [0, 0, 0]);
}
// where springs and the like hold on to the world, unless that is far away
function anchors(box) {
  const list = [];
  for (const l of dynamics.laws.elements)
    for (const e of l.ends) {
      const p = dynamics.laws.endAt(e);
      if (e.body < 0 && between(p, box.middle) < 4*box.reach) list.push([p, 0]);
    }
  return list;
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
  for (const l of dynamics.laws.elements) {
    const { through, normal } = l.plane ? planeOfLoad(l) : {};
    if (through) one.push([through, normal]);
  }
  const found = one.find(([, n]) => Math.abs(n[k]) > 0.999);
  return found ? found[0][k] : null;
}
// what the floor is drawn with: the distance of its lines, round, and where they are
function gridOf() {
  const e = ground.e, { k, h } = level(), raw = e.size/5,
    ten = Math.pow(10, Math.floor(Math.log10(raw))),
    pitch = [1, 2, 5, 10].find(c => c*ten >= raw)*ten, i = (k + 1) % 3, j = (k + 2) % 3,
    middle = (show.follow ? scene.camera.middle : e.middle).slice();
  middle[k] = h;
  return { k, h, i, j, pitch, middle, reach: Math.max(4*e.size, 6*pitch) };
}
const paper = () => dark.matches
  ? { high: [0.085, 0.105, 0.14], low: [0.15, 0.18, 0.225], ink: [0.52, 0.58, 0.66],
    tint: [0.165, 0.195, 0.24], shade: 0.75 }
  : { high: [0.86, 0.91, 0.955], low: [0.975, 0.98, 0.985], ink: [0.52, 0.57, 0.63],
    tint: [0.945, 0.952, 0.962], shade: 0.5 };
const drawGround = () => scene.floorAt({ ...gridOf(), ...paper(), grid: true });
// lengths beside the lines of the floor: [text, place on the page] along both its axes
function lengths() {
  const g = gridOf(), list = [], round = x => Math.round(x/g.pitch);
  if (show.ground && !drawRoad)
    for (const axis of [g.i, g.j]) {
      const off = axis === g.i ? g.j : g.i, near = round(g.middle[axis]);
      for (let n = near - 4; n <= near + 4; n++) {
        const p = [0, 0, 0];
        p[g.k] = g.h;
        p[axis] = n*g.pitch;
        if (n && Math.abs(g.middle[off]) < 5*g.pitch) list.push([`${short(n*g.pitch)} m`, p]);
      }
    }
  return list;
}
function drawShape(X, c, hue) {
  const A = Pose.times(X, c.X), z = c.size, plain = c.s.thin ? hue.map(x => 0.68 + 0.18*x) : hue,
    color = c.s.color || [...plain, 1];
  switch (c.s.kind) {
    case "mesh":
      for (const [name, own] of scene.known(c.s.thin))
        scene.solid(name, A, [1, 1, 1], own || color);
      return;
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
  const from = scene.noted();
  drawBodyOf(i, X, spots, hue);
  scene.mark(from, i);
}
function drawBodyOf(i, X, spots, hue) {
  const b = data.mechanism.bodies[i], c = mechanism.bodies()[i], r = thick(), color = [...hue, 1];
  const whole = c.shapes.filter(s => s.s.kind !== "mesh" || s.s.thin);
  // what collides stands for what is drawn only where nothing is
  const drawn = whole.some(s => s.s.thin) ? whole.filter(s => !s.s.collides) : whole;
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
// what acts at a state: in a run all of it, at rest the force elements; null: not known
function actingAt(c) {
  if (run) return forcesAt(run, c);
  try {
    return { applied: dynamics.elementForces(0, c.q, c.v, new Float64Array(nz)).list, held: [],
      joints: [] };
  } catch (e) {
    return null;
  }
}
// how long a newton is drawn: the weight of all, or what forces mostly are where they are larger
function scaleForces() {
  const sizes = [mechanism.bodies().reduce((s, b) => s + b.mass,
    0)*Math.hypot(...mechanism.gravity())];
  for (let k = 0; k < (run ? 24 : 1); k++) {
    const c = run ? stateAt(run, run.t[0] + k/23*(last(run.t) - run.t[0])) : configuration(),
      f = actingAt(c);
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
    wanted = show.applied || show.held || show.joints || show.contacts;
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
  const f = wanted && actingAt(c);
  if (f)
    for (const kind of ["applied", "held", "joints"])
      if (show[kind]) f[kind].forEach(a => arrow(a.x, a.F, kind));
  if (f && show.contacts) drawContacts({ scene, r: thick() }, X, f);
}
// the numbers of force elements at the state that is drawn
function askLoads(c) {
  const ask = () => {
    try { dynamics.laws.ask(c.t, c.q, c.v); } catch (e) { /* what has no value stays */ }
  };
  if (run) under(run, ask); else ask();
}
// words over the picture: { text, at: a place in base axes, kind: of its look }
function drawWords(words) {
  const box = $("labels"), list = [], wide = scene.canvas.clientWidth,
    part = (scene.part() || [0, 2])[1];
  // one that would cover another is left out, until the camera comes nearer
  const free = (p, text) => list.every(([w, o]) => Math.abs(o[1] - p[1]) > 14
    || p[0] > o[0] + 7*w.text.length + 8 || o[0] > p[0] + 7*text.length + 8);
  for (const w of words) {
    const p = w.place ? [w.place[0]*wide + 8, $("shows").offsetHeight + 30] : scene.screen(w.at);
    if (p && (w.place || p[0] < part*wide - 30) && free(p, w.text)) list.push([w, p]);
  }
  while (box.children.length > list.length) box.lastChild.remove();
  list.forEach(([w, p], i) => {
    const e = box.children[i] || box.appendChild(document.createElement("span"));
    if (e.textContent !== w.text) e.textContent = w.text;
    e.className = w.kind;
    e.style.transform = `translate(${p[0].toFixed(1)}px, ${p[1].toFixed(1)}px)`;
  });
}
function wordsOf(X) {
  const list = dimensions.words(X);
  if (show.names) data.mechanism.bodies.forEach((b, i) => {
    list.push({ text: b.name, at: Pose.point(X[i].body, mechanism.bodies()[i].com), kind: "name" });
  });
  for (const [text, at] of lengths())
    if (!scene.hidden(at)) list.push({ text, at, kind: "scale" });
  return list;
}
const bodiesOf = (X, spots) => X.forEach((_, i) => drawBody(i, X, spots, HUES[i % HUES.length]));
const channels = color => [1, 3, 5].map(k => parseInt(color.slice(k, k + 2), 16)/255);
// another run at the same time, as a shade in its colour
function drawShade(o) {
  const X = mechanism.poses(stateAt(o, t).q);
  scene.shade([...channels(o.color), 0.38]);
  bodiesOf(X, spotsOf(X));
  drawClosures({ scene, r: thick(), size, ground: level(), late: [] }, X);
  scene.shade(null);
  drawTraceOf(o);
}
function drawTraceOf(o) {
  if (!show.trace || !data.mechanism.tip) return;
  o.trace = o.trace || pathOf(o, tipAt, 4e-4*size);
  scene.line(o.trace, [...channels(o.color), 0.7], true);
}
// another run at the same time, in a picture of its own
function drawOther(o) {
  const X = mechanism.poses(stateAt(o, t).q);
  scene.begin(show.ground);
  if (show.ground && drawRoad) drawRoad(scene, data.road, size, dark.matches);
  else if (show.ground) drawGround();
  if (show.ground) drawBase(X);
  bodiesOf(X, spotsOf(X));
  drawClosures({ scene, r: thick(), size, ground: level(), late: [] }, X);
  drawTraceOf(o);
  scene.end(paper());
}
// the picture; where runs stand beside each other, each has a part of its width
function drawAll(c) {
  const more = run ? others.filter(o => o.shown) : [], n = show.beside ? 1 + more.length : 1,
    names = [];
  for (let k = 1; k < n; k++) {
    scene.split([k/n, (k + 1)/n]);
    drawOther(more[k - 1]);
    names.push({ text: more[k - 1].name, place: [k/n, 0], kind: "run" });
  }
  scene.split(n > 1 ? [0, 1/n] : null);
  const words = drawOne(c, show.beside ? [] : more);
  drawWords([...names, ...words]);
}
// the mechanism at a state, with shades of other runs; its words
function drawOne(c, shades) {
  const X = mechanism.poses(c.q), spots = spotsOf(X), finite = c.q.every(Number.isFinite);
  follow(X);
  scene.begin(show.ground);
  if (show.ground && drawRoad) drawRoad(scene, data.road, size, dark.matches);
  else if (show.ground) drawGround();
  if (show.ground) drawBase(X);
  if (show.trace && trace.length > 3) scene.line(trace, [0.84, 0.37, 0, 0.8], true);
  if (finite) {
    bodiesOf(X, spots);
    const pen = { scene, r: thick(), size, ground: level(), late: [] };
    drawClosures(pen, X);
    askLoads(c);
    drawLoads(pen, X);
    pen.late.forEach(f => f());
    shades.forEach(drawShade);
    if (show.frames || show.applied || show.held || show.joints || show.weight || show.centres
        || show.contacts || dimensions.any())
      scene.front();
    if (show.frames) {
      const m = size*many(6);
      drawFrame(Pose.one(), 0.12*m);
      X.forEach(P => drawFrame(P.body, 0.08*m));
      mechanism.frames().forEach(
        f => drawFrame(f.body < 0 ? f.X : Pose.times(X[f.body].body, f.X), 0.06*m));
    }
    drawForces(X, c);
    dimensions.draw(X);
    drawHand(X);
  }
  scene.end(paper());
  return wordsOf(X);
}
function draw() {
  dirty = false;
  const c = configuration();
  if (scene) drawAll(c);
  if (run) {
    $("time").value = t;
    $("clock").firstChild.textContent = `${t.toFixed(3)} s`;
    $("clock").lastChild.textContent = ` of ${last(run.t).toFixed(2)} s`;
    markCharts(c);
  }
}
]==]
