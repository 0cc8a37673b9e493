-- again.lua - JavaScript of the living page: the stored run, the same run computed again, states
-- and forces between its rows; knows no screen
return [==[
const doubles = text => {
  const s = atob(text), b = new Uint8Array(s.length);
  for (let i = 0; i < s.length; i++) b[i] = s.charCodeAt(i);
  return new Float64Array(b.buffer);
};
const nq = data.q.length, nv = data.v.length, params = data.params || [],
  names = params.map(p => p.name), setup = data.run || {},
  acts = data.acts || { loads: [], inputs: [], count: 0 };
const drawn = !!data.mechanism, mechanism = drawn && Mechanism(data.mechanism, names);
const rateOf = data.q.map((_, k) => {
  const r = data.rates.find(r => r.kind === "plain" && r.q === k);
  return r ? r.v : -1;
});
const living = !!setup.living;
// programs beside the run, null: there are none that the page computes
const loop = living && setup.loop ? Loop(setup.loop, { p: () => mechanism.values(),
  inputs: (t, q, v) => dynamics.laws.inputs(t, q, v),
  rates: (t, x) => dynamics.accelerate(t, x.subarray(0, nq), x.subarray(nq, nq + nv),
    x.subarray(nq + nv), null).a }) : null;
// what the reader sets: values of parameters, of programs beside the run (g), of inputs, law: by
// the expression of the run
const asTold = () => ({ p: params.map(p => p.value), g: loop ? loop.values() : [],
  u: acts.inputs.map(i => i.value), law: acts.inputs.map(i => !!i.law) });
let values = params.map(p => p.value), drive = asTold(), gains = drive.g;
if (drawn) mechanism.set(values);
// the mechanism under what was set, null: as it is set now
function settle(under) {
  if (!drawn) return;
  mechanism.set(under ? under.p : values);
  dynamics.laws.drive(under || drive);
  dynamics.laws.towards(null);
}
const present = () => ({ p: values.slice(), g: gains.slice(), u: drive.u.slice(),
  law: drive.law.slice() });
// what was set when run r was at t: where it was set while it went, what was last set up to there
function handAt(r, t) {
  if (!r.hands) return r.under;
  let k = r.hands.length - 1;
  while (k > 0 && r.hands[k].t > t) k--;
  return r.hands[k];
}
// f(..) with the mechanism as it was when run r was computed; c: a state of it, or nothing
function under(r, f, c) {
  settle(handAt(r, c ? c.t : Infinity));
  if (jumps && c) jumps.restore(modesAt(r, c));
  if (loop && c) loop.show(signalsAt(r, c.t), r.under.g);
  const out = f();
  settle(null);
  return out;
}
const dynamics = drawn && Dynamics(data.mechanism, mechanism, nq, nv, acts, data.rates,
  { keep: setup.keep, rate: setup.rate, tau: setup.tau, efforts: setup.efforts, q: data.q,
    v: data.v, params: names, rateOf, loop, jumps: living && acts.loads.some(l => l.jumps) });
settle(null);
// states behind q and v: those of forces, then what was given and what was lost (CARRIED)
const nz = drawn ? dynamics.nz : 0, jumps = drawn ? dynamics.jumps : null, CARRIED = 2;
const last = list => list[list.length - 1];

const first = stored();
// runs shown over it or beside it: { name, shown, color, look, t, x }
const TINTS = ["#009e73", "#7f56d9", "#cc79a7", "#b8860b", "#56b4e9"];
const others = (setup.others || []).map((o, k) => ({ ...rowsOf(doubles(o.rows), 1 + nq + nv),
  name: o.name, shown: true, color: TINTS[k % TINTS.length],
  look: { dash: ["7 3", "2 2", "9 2 2 2"][k % 3], name: "other" } }));

// ---- runs: { t: [], x: [rows of q, v and what stands behind], signals: [columns of programs
// beside it], more: [{ name, list }], modes: [{ t, saved }] of what jumps, from these times on,
// told: lines, log: a line }
function stored() {
  if (!data.run) return null;
  const states = 1 + nq + nv, width = states + (loop ? setup.loop.columns.length : 0),
    all = doubles(setup.rows), n = all.length/width,
    out = { t: [], x: [], signals: [], more: setup.more || [], under: asTold() };
  for (let i = 0; i < n; i++) {
    const x = new Float64Array(nq + nv + nz + CARRIED);
    x.set(all.subarray(i*width + 1, i*width + states));
    out.signals.push(all.slice(i*width + states, (i + 1)*width));
    out.t.push(all[i*width]);
    out.x.push(x);
  }
  if (n) out.x[0].set((setup.states || []).slice(0, nz), nq + nv);
  return out;
}
// rows of time, coordinates and rates
function rowsOf(all, width) {
  const out = { t: [], x: [], signals: [], more: [], under: asTold(), hands: null };
  for (let i = 0; i < all.length/width; i++) {
    const x = new Float64Array(nq + nv + nz + CARRIED);
    x.set(all.subarray(i*width + 1, (i + 1)*width));
    out.t.push(all[i*width]);
    out.x.push(x);
  }
  return out;
}
// rows just before an event stand before another of the same time
const isBefore = (r, i) => r.t[i + 1] === r.t[i];
// the modes at a state { t, before }: of the last event up to there; recorded events and those
// found here differ by rounding
function modesAt(r, c) {
  const near = 1e-9*(1 + Math.abs(c.t)), until = c.t + (c.before ? -near : near),
    list = r.modes || [], dir = setup.end < setup.start ? -1 : 1;
  let k = list.length - 1;
  while (k > 0 && (list[k].t - until)*dir > 0) k--;
  return k < 0 ? [] : list[k].saved;
}
// q' of v: quaternions turn with the angular velocity in body axes
function rates(q, v, dq) {
  for (const r of data.rates) {
    if (r.kind === "plain") { dq[r.q] = v[r.v]; continue; }
    let i = r.q, j = r.v;
    const w = q.subarray(r.kind === "free" ? i + 3 : i), o = r.kind === "free" ? j + 3 : j,
      a = w[0], b = w[1], c = w[2], d = w[3], x = v[o], y = v[o + 1], z = v[o + 2];
    if (r.kind === "free") {
      const u = Pose.vector(Pose.quaternion(a, b, c, d), [v[j], v[j + 1], v[j + 2]]);
      for (let k = 0; k < 3; k++) dq[i + k] = u[k];
      i += 3;
    }
    dq[i] = (-b*x - c*y - d*z)/2;
    dq[i + 1] = (a*x + c*z - d*y)/2;
    dq[i + 2] = (a*y + d*x - b*z)/2;
    dq[i + 3] = (a*z + b*y - c*x)/2;
  }
}
// x' under the page's copy of the integrator: the exported forward dynamics where there is one and
// nothing is held, else that of the description
let trouble = "";
function solver(under) {
  const p = under.p, out = [new Float64Array(nv)], inputs = (setup.inputs || []).map(i => p[i]),
    tau = new Float64Array(nv), exported = setup.exported && typeof fd !== "undefined",
    n = nq + nv + nz + CARRIED, power = drawn && dynamics.power;
  const f = (time, x, dx) => {
    const q = x.subarray(0, nq), v = x.subarray(nq, nq + nv), z = x.subarray(nq + nv);
    try {
      rates(q, setup.keep === "ggl" ? dynamics.velocity(time, q, v, setup.rate) : v, dx);
      if (exported && !(jumps && jumps.stuck())) {
        tau.fill(0);
        power.given = 0;
        dynamics.drive(time, q, v, tau);
        power.lost = dynamics.brake(q, v, tau);
        fd.call(inputs.length ? [q, v, tau, inputs] : [q, v, tau], out);
        dx.set(out[0], nq);
      } else dx.set(dynamics.accelerate(time, q, v, z, dx.subarray(nq + nv)).a, nq);
      dx[n - 2] = power.given;
      dx[n - 1] = power.lost;
    } catch (e) { trouble = e.message; dx.fill(NaN); }
  };
  return Solver(setup.method, n, f, setup.options, projects ? dynamics.project : null,
    conserves ? dynamics.audit : null, CARRIED);
}
// nothing drives or brakes a constrained motion: its steps are judged by its energy too
const conserves = drawn && dynamics.constrained && setup.keep === "project"
  && !(data.mechanism.passive || []).length && !setup.tau && !loop
  && acts.loads.every(l => l.jumps && l.jumps.how === "stop") && !acts.inputs.some(i => i.law)
  && !data.mechanism.constraints.some(c => c.text && /(^|[^\w'])t([^\w']|$)/.test(c.text));
const projects = drawn && (jumps || data.rates.some(r => r.kind !== "plain")
  || dynamics.constrained && setup.keep === "project");
function sampleTimes() {
  const dt = setup.options.dt, list = [];
  if (!(dt > 0)) return setup.steps || setup.total > 4000 ? first.t.slice(1, -1) : null;
  if (setup.total > first.t.length) return first.t.slice(1, -1);
  for (let k = 1; setup.start + k*dt < setup.end; k++) list.push(setup.start + k*dt);
  return list;
}
// work in pieces, between which the reader may set something else, and other states are drawn
function* kept(under, work) {
  for (let saved = null, beside = null; ;) {
    settle(under);
    if (saved) jumps.restore(saved);
    if (beside) loop.restore(beside);
    const s = work.next();
    if (jumps) saved = jumps.save();
    if (loop) beside = loop.save();
    settle(null);
    if (s.done) return s.value;
    yield s.value;
  }
}
// no step goes over the times at which a law changes its branch: the next one after t
function nextKnot(t, end) {
  const dir = end >= setup.start ? 1 : -1, here = t + dir*1e-13*Math.max(1, Math.abs(t)),
    list = (setup.knots || []).filter(x => (x - here)*dir > 0),
    next = list.length ? Math[dir > 0 ? "min" : "max"](...list) : dir*Infinity;
  dynamics.laws.towards(setup.knots ? { t: next, dir } : null);
  return next;
}
// the next time at which a step must end: laws change, programs beside the run are asked
function nextStop(t, end) {
  const knot = setup.knots ? nextKnot(t, end) : Infinity;
  return loop ? Math.min(knot, loop.next()) : knot;
}
// what a run of this solver is watched and told by
function attended(s, under) {
  if (loop) loop.begin(under.g);
  const modes = [], total = (t, x) => {
    const [T, V] = dynamics.energy(t, x.subarray(0, nq), x.subarray(nq, nq + nv));
    return T + V;
  };
  return { project: projects ? dynamics.project : null, modes, total,
    next: setup.knots || loop ? t => nextStop(t, setup.end) : null,
    tick: loop && loop.tick, row: loop && loop.row,
    tally: Tally && Tally(setup.bounds || [], dynamics, mechanism),
    watch: jumps && Watch(jumps, s, { project: dynamics.project, total,
      note: t => modes.push({ t, saved: jumps.save() }) }) };
}
function* running(under, x0, end, times) {
  const s = solver(under), by = attended(s, under),
    rows = yield* simulation(s, setup.start, x0, end, { ...by, times });
  return Object.assign(rows, { modes: by.modes, told: by.tally ? by.tally.lines() : [],
    log: balance(rows, by, s) });
}
const runOf = (under, x0, end, times) => kept(under, running(under, x0, end, times));
const job = (under, x0) => runOf(under, x0, setup.end, sampleTimes());
// the run from x0 under what is set: { p, u, law }, of the recorded run where something is missing
const again = (given, x0) => {
  trouble = "";
  const rows = finish(job({ ...asTold(), ...given }, x0));
  rows.more = [];
  return rows;
};
// "energy 9.81 to 0 J: 9.81 lost at events, drift 1e-13": what elements take in and do not store is
// lost; not known where numbers vary that tell what is stored
const unknownStore = acts.loads.some(l => l.stores && l.varies);
function balanceOf(rows, by, i) {
  const x = rows.x[i], n = x.length, q = x.subarray(0, nq), v = x.subarray(nq, nq + nv),
    stored = dynamics.storedByElements(rows.t[i], q, v);
  return { E: by.total(rows.t[i], x), given: x[n - 2], taken: x[n - 1], stored,
    events: rows.events[i] };
}
function balance(rows, by, s) {
  if (!drawn || !setup.massive) return "";
  const n = rows.t.length, begin = balanceOf(rows, by, 0), end = balanceOf(rows, by, n - 1),
    lost = b => b.taken - (b.stored - begin.stored),
    gap = b => Math.abs(b.E - begin.E - b.given + lost(b) + b.events);
  let drift = gap(end);
  for (let i = 0; i < n; i += Math.max(1, Math.floor(n/60)))
    drift = Math.max(drift, gap(balanceOf(rows, by, i)));
  rows.balance = { given: end.given, lost: lost(end), events: end.events, drift };
  const now = s.now(), four = x => +x.toPrecision(4), six = x => +x.toPrecision(6),
    parts = [[end.given, "put in"], [lost(end), "lost"], [end.events, "lost at events"]]
      .filter(([x]) => Math.abs(x) > drift).map(([x, what]) => `${four(x)} ${what}`);
  const told = unknownStore ? "" : (parts.length ? ": " : ", ")
    + [...parts, `drift ${drift.toExponential(1)}`].join(", ");
  return `computed again to t = ${four(rows.t[n - 1])}: ${n} rows, ${now.steps - now.rejected} `
    + `steps (${now.rejected} rejected), energy ${six(begin.E)} to ${six(end.E)}${told}`;
}

// ---- the state at a time: coordinates by the polynomial through values and rates of the rows
// about it, velocities by its slope, as core/sim/track.c reads steps; so positions and velocities
// fit each other, and T + V stays
const ABOUT = 6;
function rowRates(r, i) {
  r.rates = r.rates || [];
  if (!r.rates[i])
    rates(r.x[i].subarray(0, nq), r.x[i].subarray(nq, nq + nv), r.rates[i] = new Float64Array(nq));
  return r.rates[i];
}
// rows about the interval after row i, the two of the interval first, then outwards; nothing is
// read across a time that stands twice
function rowsAbout(r, i) {
  const width = Math.abs(r.t[i + 1] - r.t[i]), list = [i, i + 1], ends = [i, i + 1];
  const beyond = (k, way) => {
    for (let j = k + way; j >= 0 && j < r.t.length; j += way) {
      if (r.t[j] === r.t[j - way]) return -1;
      if (Math.abs(r.t[j] - r.t[k]) > 0.2*width) return j;
    }
    return -1;
  };
  for (let side = 0; (ends[0] >= 0 || ends[1] >= 0) && list.length < ABOUT; side = 1 - side) {
    if (ends[side] < 0) continue;
    ends[side] = beyond(ends[side], side ? 1 : -1);
    if (ends[side] >= 0) list.push(ends[side]);
  }
  return list;
}
// Newton's form through values and rates of coordinate k at these rows; rows that disturb more than
// they tell are left out
function through(r, rows, k) {
  const n = 2*rows.length, z = [], c = [], adds = rows.map(() => 0),
    middle = (r.t[rows[0]] + r.t[rows[1]])/2;
  rows.forEach(i => { z.push(r.t[i], r.t[i]); c.push(r.x[i][k], r.x[i][k]); });
  for (let m = 1; m < n; m++)
    for (let j = n - 1; j >= m; j--)
      c[j] = z[j] === z[j - m] ? rowRates(r, rows[j >> 1])[k] : (c[j] - c[j - 1])/(z[j] - z[j - m]);
  for (let j = 1, w = middle - z[0]; j < n; w *= middle - z[j++]) adds[j >> 1] += Math.abs(c[j]*w);
  let keep = 2;
  while (keep < rows.length && adds[keep] < adds[keep - 1] + 0.1*adds[keep - 2]) keep++;
  return { z: z.slice(0, 2*keep), c: c.slice(0, 2*keep) };
}
// states without known rates (a run of no mechanism) go straight
const straight =
  (r, i, k) => ({ z: [r.t[i]], c: [r.x[i][k], (r.x[i + 1][k] - r.x[i][k])/(r.t[i + 1] - r.t[i])] });
function polynomials(r, i) {
  r.between = r.between || [];
  if (!r.between[i]) {
    const rows = rowsAbout(r, i);
    r.between[i] =
      data.q.map((_, k) => data.rates.length ? through(r, rows, k) : straight(r, i, k));
  }
  return r.between[i];
}
// v of q': the inverse of rates()
function velocities(q, dq, v) {
  for (const r of data.rates) {
    if (r.kind === "plain") { v[r.v] = dq[r.q]; continue; }
    let i = r.q, j = r.v;
    if (r.kind === "free") {
      const R = Pose.quaternion(q[i + 3], q[i + 4], q[i + 5], q[i + 6]).R;
      for (let k = 0; k < 3; k++) v[j + k] = R[k]*dq[i] + R[3 + k]*dq[i + 1] + R[6 + k]*dq[i + 2];
      i += 3;
      j += 3;
    }
    const [a, b, c, d] = q.subarray(i, i + 4), [s, x, y, z] = dq.subarray(i, i + 4);
    v[j] = 2*(a*x - b*s + d*y - c*z);
    v[j + 1] = 2*(a*y - c*s + b*z - d*x);
    v[j + 2] = 2*(a*z - d*s + c*x - b*y);
  }
}
function stateAt(r, time) {
  let lo = 0, hi = r.t.length - 1;
  const part = x => ({ t: time, q: x.slice(0, nq), v: x.slice(nq, nq + nv), z: x.slice(nq + nv) });
  if (hi < 1) return { row: 0, ...part(r.x[0]) };
  while (hi - lo > 1) { const m = (lo + hi) >> 1; if (r.t[m] <= time) lo = m; else hi = m; }
  const h = r.t[hi] - r.t[lo], s = h !== 0 ? Math.min(1, Math.max(0, (time - r.t[lo])/h)) : 0,
    a = r.x[lo], b = r.x[hi], o = part(a), row = s < 0.5 ? lo : hi;
  if (s === 0 || s === 1) return { row, ...part(s ? b : a) };
  const dq = new Float64Array(nq), t = r.t[lo] + s*h;
  polynomials(r, lo).forEach(({ z, c }, k) => {
    let x = c[c.length - 1], dx = 0;
    for (let j = c.length - 2; j >= 0; j--) { dx = dx*(t - z[j]) + x; x = x*(t - z[j]) + c[j]; }
    o.q[k] = x;
    dq[k] = dx;
  });
  if (drawn) dynamics.normalise(o.q);
  velocities(o.q, dq, o.v);
  for (let k = 0; k < nz; k++) o.z[k] = (1 - s)*a[nq + nv + k] + s*b[nq + nv + k];
  return { row, ...o };
}
// accelerations of a run that is played back, from the rates of three rows
function slopes(r, row) {
  const i = Math.min(Math.max(row, 1), r.t.length - 2), a = new Float64Array(nv);
  if (r.t.length < 3) return a;
  const h1 = r.t[i] - r.t[i - 1], h2 = r.t[i + 1] - r.t[i], s = r.t[row] - r.t[i];
  for (let k = 0; k < nv; k++) {
    const [x, y, z] = [r.x[i - 1][nq + k], r.x[i][nq + k], r.x[i + 1][nq + k]],
      d1 = h1 ? (y - x)/h1 : 0, d2 = h2 ? (z - y)/h2 : 0, dd = h1 + h2 ? 2*(d2 - d1)/(h1 + h2) : 0;
    a[k] = (h1*d2 + h2*d1)/(h1 + h2 || 1) + dd*s;
  }
  return a;
}
const multipliersOf = (r, row) => {
  const list = (r.more || []).filter(c => c.multiplier);
  return list.length ? list.map(c => c.rows[row]) : null;
};
// forces at the state c of run r; not before it is known what is held there
function forcesAt(r, c) {
  if (setup.unknown && !living || jumps && !r.modes) return null;
  return under(r, () => living ? dynamics.actions(c.t, c.q, c.v, c.z, null, null)
    : dynamics.actions(c.t, c.q, c.v, c.z, slopes(r, c.row), multipliersOf(r, c.row) || []), c);
}
// T, V, T + V of run r at its state c; NaN where an expression has no value
function energyAt(r, c) {
  return under(r, () => {
    try {
      if (loop) loop.show(signalsAt(r, c.t), r.under.g);
      const [T, V] = dynamics.energy(c.t, c.q, c.v);
      return [T, V, T + V];
    } catch (e) { return [NaN, NaN, NaN]; }
  });
}
function energies(r) {
  const n = r.t.length, out = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  for (let i = 0; i < n; i++) {
    const x = r.x[i], c = { t: r.t[i], q: x.subarray(0, nq), v: x.subarray(nq, nq + nv) };
    energyAt(r, c).forEach((e, k) => { out[k][i] = e; });
  }
  return out;
}
// row i as a state
const stateOf = (r, i) => ({ row: i, t: r.t[i], q: r.x[i].subarray(0, nq),
  v: r.x[i].subarray(nq, nq + nv), z: r.x[i].subarray(nq + nv), before: isBefore(r, i) });
// multipliers of every row, where the page knows the forces
function multipliers(r) {
  const list = r.x.map((_, i) => {
    const c = stateOf(r, i);
    if (jumps && !r.modes) return [];
    try {
      return under(r, () => dynamics.accelerate(c.t, c.q, c.v, c.z, new Float64Array(nz)).lambda,
        c);
    } catch (e) {
      settle(null);
      return [];
    }
  });
  return (setup.multipliers || []).map(
    (name, k) => ({ name, rows: list.map(l => l[k] === undefined ? NaN : l[k]),
      multiplier: true }));
}
]==]
