-- ticks.lua - JavaScript of the living page: programs beside a run, asked at their times, with the
-- random numbers of the engine: core/sim/schedule.c, core/base/rng.c, bindings/sim/lsignals.c
return [==[
// xoshiro256** from its state: words as halves, the upper one first. The same bits as the engine's
function Random(state) {
  const s = Uint32Array.from(state);
  let hi = 0, lo = 0;
  // (hi, lo) times 2^n + 1
  function timesPower(n) {
    const l = (lo << n) >>> 0, sum = l + lo;
    hi = (((hi << n) | (lo >>> (32 - n))) + hi + (sum > 0xffffffff ? 1 : 0)) >>> 0;
    lo = sum >>> 0;
  }
  function bits() {
    const h = s[2], l = s[3];
    hi = h; lo = l;
    timesPower(2);
    [hi, lo] = [((hi << 7) | (lo >>> 25)) >>> 0, ((lo << 7) | (hi >>> 25)) >>> 0];
    timesPower(3);
    for (let k = 0; k < 2; k++) { s[4 + k] ^= s[k]; s[6 + k] ^= s[2 + k]; }
    for (let k = 0; k < 2; k++) { s[2 + k] ^= s[4 + k]; s[k] ^= s[6 + k]; }
    s[4] ^= (h << 17) | (l >>> 15);
    s[5] ^= l << 17;
    // turned by 45: the halves change places, then 13
    const a = s[7], b = s[6];
    s[6] = (a << 13) | (b >>> 19);
    s[7] = (b << 13) | (a >>> 19);
  }
  function uniform() { bits(); return (hi*2097152 + (lo >>> 11))/9007199254740992; }
  // ratio of uniforms with the bounds of Leva, as lia_rng_normal
  function normal() {
    for (;;) {
      const u = 1 - uniform(), v = 1.7156*(uniform() - 0.5), x = u - 0.449871,
        y = Math.abs(v) + 0.386595, q = x*x + y*(0.19600*y - 0.25472*x);
      if (q < 0.27597) return v/u;
      if (q <= 0.27846 && v*v <= -4*Math.log(u)*u*u) return v/u;
    }
  }
  return { uniform, normal };
}

// spec: of beside.lua; of: rates(t, x) (accelerations), inputs(t, q, v), p() (open numbers)
function Loop(spec, of) {
  const NORMAL = -1, never = Infinity, nothing = {};
  const keys = (letter, n) => Array.from({ length: n }, (_, k) => letter + (k + 1));
  const units = spec.units.map(u => ({ ...u, run: BLOCKS[u.program], always: !(u.dt > 0),
    given: keys("g", u.from.length), out: keys("u", u.nu), states: keys("s", u.nx) }));
  const always = units.some(u => u.always), n = spec.signal.length,
    firstRef = spec.measured - spec.nref, firstShown = n - spec.shown;
  const values = () => spec.sliders.map(s => s.value);
  let now = null, shown = null;
  // where the input k of the model comes from
  const setter = new Map(spec.input.map(([signal, to]) => [to, signal]));

  // ---- from the start of the run, with these values of the sliders
  function fresh(g) {
    const s = { signal: Float64Array.from(spec.signal), input: null, g };
    s.units = spec.units.map(u => ({ p: { ...u.p }, x: { ...u.x }, next: {}, given: {}, out: {},
      dt: u.dt, delay: u.delay, t0: u.t0, at: u.next === undefined ? never : u.next,
      asked: u.asked, way: u.way.slice(), random: Random(u.rng) }));
    spec.sliders.forEach((slider, k) => {
      const u = s.units[slider.unit], told = spec.units[slider.unit];
      if (slider.key) u.p[slider.key] = g[k];
      if (slider.late) u.delay = g[k];
      else if (slider.name === "dt" && g[k] !== told.dt) {
        u.dt = g[k];
        u.t0 += u.asked*(told.dt - u.dt);
      }
    });
    return s;
  }
  const begin = g => { now = fresh(g); };
  // signals as a row of columns has them, while something is drawn of it
  function show(row, g) {
    if (!shown || shown.g !== g) shown = fresh(g);
    now = shown;
    now.signal.set(row, firstRef);
    for (let k = 0; k < spec.shown; k++) now.signal[firstShown + k] = row[spec.nref + k];
    hold();
  }

  // ---- when
  const soon = (when, t) => when <= t + 1e-12*Math.max(1, Math.abs(t));
  function next() {
    let first = never;
    for (const u of now.units) {
      first = Math.min(first, u.at);
      if (u.way.length) first = Math.min(first, u.way[0].due);
    }
    return first;
  }
  // t0 + offset + k dt, not a sum of dt: no drift
  function plan(k) {
    const u = now.units[k], told = spec.units[k];
    u.at = u.t0 + told.offset + u.asked*u.dt;
    if (told.jitter > 0) u.at += told.jitter*u.random.uniform();
  }
  function arrive(k, t) {
    const u = now.units[k];
    while (u.way.length && soon(u.way[0].due, t)) now.signal.set(u.way.shift().u, spec.units[k].to);
  }

  // ---- what is measured
  function finite(x, what, t) {
    if (!Number.isFinite(x)) throw new Error(`${what} is ${x} at t = ${+t.toPrecision(9)}`);
    return x;
  }
  const referred = {}, noDt = { p1: 0 };
  function refer(t, signal, first) {
    if (!spec.nref) return;
    BLOCKS[spec.references](noDt, nothing, t, nothing, referred, {});
    for (let k = 0; k < spec.nref; k++)
      signal[first + k] = finite(referred["u" + (k + 1)], spec.columns[k], t);
  }
  function outputs(t, x, a, signal, first) {
    const o = spec.outputs, all = [...x.subarray(0, nq + nv), ...a,
      ...of.inputs(t, x.subarray(0, nq), x.subarray(nq, nq + nv))], given = {}, p = {}, y = {};
    o.from.forEach((k, i) => { given["g" + (i + 1)] = all[k]; });
    o.values.forEach((k, i) => { p["p" + (i + 1)] = k < 0 ? 0 : of.p()[k]; });
    BLOCKS[o.program](p, nothing, t, given, y, {});
    for (let k = 0; k < o.n; k++) signal[first + k] = finite(y["u" + (k + 1)], "an output", t);
  }
  function measure(t, x) {
    const s = now.signal, a = spec.accelerations ? of.rates(t, x) : null;
    s.set(x.subarray(0, nq + nv));
    if (a) s.set(a, nq + nv);
    if (spec.outputs) outputs(t, x, a, s, nq + 2*nv);
    refer(t, s, firstRef);
  }

  // ---- asked
  function gather(k, again) {
    const u = now.units[k], told = units[k];
    told.from.forEach((from, i) => {
      if (from >= 0) u.given[told.given[i]] = now.signal[from];
      else if (!again)
        u.given[told.given[i]] = from === NORMAL ? u.random.normal() : u.random.uniform();
    });
  }
  function run(k, t) {
    const u = now.units[k];
    units[k].run(u.p, u.x, t, u.given, u.out, u.next);
  }
  function outputsOf(k, t) {
    gather(k, false);
    run(k, t);
    return units[k].out.map(name => finite(now.units[k].out[name], units[k].name, t));
  }
  function ask(k, t) {
    const u = now.units[k];
    u.way.push({ due: t + u.delay, u: outputsOf(k, t) });
    arrive(k, t);
  }
  // its states at the next time, of what it is given once all were asked
  function goOn(k, t) {
    const u = now.units[k];
    gather(k, true);
    run(k, t);
    for (const name of units[k].states) u.x[name] = u.next[name];
    u.asked++;
    plan(k);
  }
  function askAlways(t) {
    for (const k of spec.order) if (units[k].always) now.signal.set(outputsOf(k, t), units[k].to);
  }
  function hold() {
    now.input = now.input || new Map();
    for (const [to, signal] of setter) now.input.set(to, now.signal[signal]);
  }
  function tick(t, x) {
    const isDue = k => soon(now.units[k].at, t);
    units.forEach((_, k) => arrive(k, t));
    const due = spec.order.filter(isDue);
    if (due.length) {
      measure(t, x);
      // what was planned anew in this tick is not asked again in it
      for (const k of due) ask(k, t);
      for (const k of due) goOn(k, t);
    }
    hold();
  }
  // those that are asked all the time, at a state
  function at(t, q, v) {
    if (!always || !now) return;
    now.signal.set(q);
    now.signal.set(v, nq);
    refer(t, now.signal, firstRef);
    askAlways(t);
    hold();
  }
  // what they push with, added
  function push(t, q, v, tau) {
    if (!now) return;
    at(t, q, v);
    for (const [signal, to] of spec.force) tau[to] += now.signal[signal];
  }
  // the columns at a state
  function row(t, x) {
    const out = new Float64Array(spec.nref + spec.shown), s = now.signal;
    try {
      at(t, x.subarray(0, nq), x.subarray(nq, nq + nv));
      refer(t, out, 0);
    } catch (e) { out.set(s.subarray(firstRef, firstRef + spec.nref)); }
    out.set(s.subarray(firstShown), spec.nref);
    return out;
  }
  return { values, sliders: spec.sliders, begin, show, next, tick, at, push, row, save: () => now,
    restore: s => { now = s; },
    // the input k of the model as it is held; undefined: nothing holds it
    input: k => now && now.input ? now.input.get(k) : undefined, held: k => setter.has(k) };
}
]==]
