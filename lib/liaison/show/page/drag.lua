-- drag.lua - JavaScript of the living page: a body drawn by hand: inverse kinematics of the point
-- that was taken, within limits, loops held
--
-- d = argmin |J d - e|^2 + mu |G d + g|^2 + lambda |d|^2, lambda = |e|^2/10 + small: damped where
-- it is far, Newton's step where it is near [Sugihara 2011]. What would leave its limits stands.
return [==[
// limits of coordinates that are numbers: { q, v, min, max }
function Drag(limits) {
  // velocities that a pull at body b leaves alone: a body free in space stays where others can
  // move, and turns only by what holds it
  function resting(b) {
    const out = new Array(nv).fill(false), { J } = dynamics.moving(start, b, [0, 0, 0]);
    const { J: K } = dynamics.moving(start, b, [size, 2*size, 3*size]);
    const moves = k => [0, 1, 2].some(i => Math.abs(J[i][k]) + Math.abs(K[i][k]) > 1e-12);
    const plain = data.rates.some(r => r.kind === "plain" && moves(r.v));
    for (const r of data.rates) {
      if (r.kind !== "free") continue;
      for (let k = plain ? 0 : 3; k < 6; k++) out[r.v + k] = true;
    }
    return out;
  }
  // one step towards a target; which coordinates it left alone stands in still
  function stepTo(q, b, at, target, still) {
    const { x, J } = dynamics.moving(q, b, at), e = target.map((y, i) => y - x[i]),
      far = Math.hypot(...e), A = new Float64Array(nv*nv), r = new Float64Array(nv);
    const rows = dynamics.constrained
        ? dynamics.rows(0, q, new Float64Array(nv)).filter(c => c.holds) : [],
      all = [...J.map((G, k) => [G, e[k], 1]), ...rows.map(c => [c.G, -c.g, 1e4])];
    for (const [G, y, w] of all)
      for (let i = 0; i < nv; i++) {
        if (still[i]) continue;
        r[i] += w*G[i]*y;
        for (let j = 0; j < nv; j++) if (!still[j]) A[i*nv + j] += w*G[i]*G[j];
      }
    for (let i = 0; i < nv; i++) A[i*nv + i] += still[i] ? 1 : 0.1*far*far + 1e-9*size*size;
    const L = cholesky(A, nv);
    return { far, d: L ? upper(L, nv, lower(L, nv, r)) : null };
  }
  // q moved by d, what leaves its limits put back onto them and left there; whether there was none
  function bounded(q, d, still, own) {
    const longest = d.reduce((m, x) => Math.max(m, Math.abs(x)), 0),
      part = Math.min(1, 0.4/longest);
    dynamics.step(q, d.map(x => part*x));
    let within = true;
    for (const l of own) {
      const x = Math.min(l.max, Math.max(l.min, q[l.q]));
      if (x === q[l.q]) continue;
      q[l.q] = x;
      if (l.v >= 0) still[l.v] = true;
      within = false;
    }
    return within;
  }
  // q such that point `at` of body b comes as near to the target as it can: how far it stays.
  // Several rounds, as a limit may be left again
  function reach(q, b, at, target, budget = 8) {
    const until = performance.now() + budget, rest = resting(b), // a start may stand outside
      own = limits.map(l => ({ ...l, min: Math.min(l.min, start[l.q]),
        max: Math.max(l.max, start[l.q]) }));
    let best = Infinity, kept = q.slice();
    for (let round = 0; round < 3 && performance.now() < until; round++) {
      const still = rest.slice();
      for (let n = 0; n < 25 && performance.now() < until; n++) {
        const { far, d } = stepTo(q, b, at, target, still);
        if (far < best) { best = far; kept = q.slice(); }
        if (!d || far < 1e-10*size || d.every(x => Math.abs(x) < 1e-12)) break;
        bounded(q, d, still, own);
        if (dynamics.constrained) dynamics.assemble(q, still);
      }
      if (best < 1e-10*size) break;
    }
    const gap = dynamics.constrained ? dynamics.assemble(kept, rest) : 0;
    q.set(kept);
    return gap < 1e-9 ? best : Infinity;
  }
  return { reach };
}

// the reader's hand on a body: what is held, and where it should come
const drag = drawn ? Drag(data.limits || []) : null;
let held_body = null; // { body, at, target, q }
const follows = []; // who shows the coordinates of the start
// the pointer takes a body, or a point to measure from; null: it turns the picture
function grab(e) {
  const box = $("scene").getBoundingClientRect(),
    place = [e.clientX - box.left, e.clientY - box.top], ray = scene.ray(...place);
  if (dimensions.picks()) {
    if (!dimensions.take(ray, mechanism.poses(configuration().q))) return null;
    dirty = true;
    return { move() { /* a point stays */ }, end() { /* and so it does */ } };
  }
  const found = show.drag && (!data.run || living) ? scene.hit(ray) : null;
  if (!found) return null;
  const body = found.note.body;
  if (run) { goLive(false); play(false); seek(run.t[0]); }
  const X = mechanism.poses(start), l = scene.look(),
    p = ray.from.map((x, i) => x + found.along*ray.along[i]), depth = dot3(p, l.z);
  held_body = { body, at: Pose.inward(X[body].body, p), target: p, q: start.slice(0, nq) };
  $("scene").style.cursor = "grabbing";
  dirty = true;
  return { move: m => pull(m, box, l, depth), end: letGo };
}
function pull(e, box, l, depth) {
  const r = scene.ray(e.clientX - box.left, e.clientY - box.top),
    s = (depth - dot3(r.from, l.z))/dot3(r.along, l.z), h = held_body;
  h.target = r.from.map((x, i) => x + s*r.along[i]);
  const q = h.q.slice();
  if (drag.reach(q, h.body, h.at, h.target) < Infinity) h.q = q;
  start.set(h.q);
  moved = null;
  follows.forEach(f => f());
  dirty = true;
}
function letGo() {
  held_body = null;
  $("scene").style.cursor = "";
  if (run) rerun();
  dirty = true;
}
// the point that is held, and the line to where it should come
function drawHand(X) {
  if (!held_body) return;
  const p = Pose.point(X[held_body.body].body, held_body.at), ink = [0, 0.45, 0.7, 1];
  scene.front();
  scene.solid("sphere", { R: Pose.one().R, p }, [0.012*size, 0.012*size, 0.012*size], ink);
  if (between(p, held_body.target) > 1e-3*size) scene.rod(p, held_body.target, 0.004*size, ink);
}
]==]
