-- events.lua - JavaScript of the living page: when events happen within a step, as core/sim/run.c
-- and core/num/event.c find them on its dense output
return [==[
// t between a and b where g, of opposite signs ga and gb there, comes to zero: just behind it. ITP
// (Oliveira, Takahashi, 2020), as core/num/event.c
function located(g, a, ga, b, gb, tol) {
  if (!(ga*gb < 0)) return b;
  const width = Math.abs(b - a), k1 = 0.2/width, eps = Math.max(tol,
    4*2.220446049250313e-16*Math.max(Math.abs(a), Math.abs(b)))/2,
    most = Math.ceil(Math.log2(Math.max(width/(2*eps), 1))) + 1;
  for (let j = 0; Math.abs(b - a) > 2*eps && j < 200; j++) {
    const half = (a + b)/2, r = eps*2**(most - j) - Math.abs(b - a)/2,
      falsi = (gb*a - ga*b)/(gb - ga), toward = half > falsi ? 1 : -1,
      shift = Math.min(k1*(b - a)*(b - a), Math.abs(half - falsi));
    let t = falsi + toward*shift;
    if (Math.abs(t - half) > r) t = half - toward*Math.max(r, 0);
    if (gb === 0) t = b - Math.sign(b - a)*1.9*eps;   // met exactly: one look just before it
    if (!Number.isFinite(t) || t === a || t === b) t = half;
    if (t === a || t === b) break;
    const gt = g(t);
    if ((gt > 0) === (ga > 0) && gt !== 0) { a = t; ga = gt; } else { b = t; gb = gt; }
  }
  return b;
}

// A step is looked at in PARTS; one that begins at an event from its very beginning, in parts that
// grow by four: what was thrown back a little comes again soon
const PARTS = 4, FINER = 14;

// what jumps in a run by this solver: falling zeros of jumps.events are its events. o:
// project(t, x) onto the manifold, total(t, x) the energy, note(t) after the modes changed
function Watch(jumps, solver, o) {
  const size = solver.now().x.length, x = new Float64Array(size), past = new Map();
  let before = [], stale = false, fresh = false, hurry = 0, lost = 0;
  const events = (t, y) => {
    const g = jumps.events(t, y);
    g.forEach((value, k) => {
      if (!Number.isFinite(value)) throw new Error(`event ${k + 1} is ${value} at t = ${t}`);
    });
    return g;
  };
  const at = t => { solver.at(t, x); return events(t, x); };
  function begin(t, y) {
    jumps.begin(t, y);
    before = events(t, y);
    past.clear();
    stale = fresh = false;
    hurry = lost = 0;
    o.note(t);
  }
  // the first of what falls to zero between from (g before) and to (g now): { k, t } or null
  function first(from, to, now) {
    const dir = to > from ? 1 : -1;
    let found = null;
    now.forEach((g, k) => {
      if (!(before[k] > 0 && g <= 0)) return;
      const t = located(s => at(s)[k], from, before[k], to, g, 1e-12);
      if (!found || (t - found.t)*dir < 0) found = { k, t };
    });
    return found;
  }
  // the first event of the last step, or null
  function look() {
    const s = solver.now(), h = s.t - s.t_old;
    if (jumps.calm(h, s.x_old, s.x)) {
      stale = true;
      fresh = false;
      return null;
    }
    if (stale) before = events(s.t_old, s.x_old);
    stale = false;
    let from = s.t_old, found = null;
    const begins = fresh ? 1 - FINER : 1;
    fresh = false;
    for (let k = begins; k <= PARTS && !found; k++) {
      const part = k > 0 ? k/PARTS : 2**(2*(k - 1))/PARTS,
        to = k < PARTS ? s.t_old + h*part : s.t;
      if (to === from) continue;
      const now = at(to);
      found = first(from, to, now);
      if (!found) before = now;
      from = to;
    }
    return found;
  }
  // The same event ever faster: bounces of one restitution follow each other in a geometric series,
  // whose rest is gap ratio/(1 - ratio): told before rounding hides the next bounce
  function pilesUp(k, t) {
    const last = past.get(k) || { t: Infinity, gap: Infinity, ratio: 0 },
      gap = Math.abs(t - last.t), ratio = gap/last.gap, soon = 1e-9*Math.max(1, Math.abs(t));
    const series = ratio < 1 && ratio > 0.5*last.ratio && ratio < 2*last.ratio
      && gap*ratio < soon*(1 - ratio);
    hurry = gap < soon ? hurry + 1 : 0;
    past.set(k, { t, gap, ratio });
    if (hurry >= 5 || series)
      throw new Error(`${jumps.nameOf(k)} jumps ever faster (Zeno), now ${gap.toExponential(1)} s `
        + `apart, at t = ${t}`);
  }
  // event { k, t } at the state y there, which is changed
  function happen({ k, t }, y) {
    pilesUp(k, t);
    const energy = o.total(t, y);
    jumps.at(k, t, y);
    lost += energy - o.total(t, y);
    o.project(t, y);
    fresh = true;
    before = events(t, y);
    o.note(t);
  }
  return { begin, look, happen, lost: () => lost };
}
]==]
