-- solver.lua - JavaScript of the living page: the explicit Runge-Kutta driver of core/num/ode.c,
-- step for step
return [==[
// table: a method of core/num/methods; f(t, x, dx) fills dx; options rtol, atol, h, h_max, fixed,
// max_steps; carried: how many of the n states, the last, are carried along and judge no step
function Solver(table, n, f, options, project, audit, carried = 0) {
  const m = table, W = m.c.length, k = Array.from({ length: W }, () => new Float64Array(n));
  const o = { t: 0, t_old: 0, x: new Float64Array(n), x_old: new Float64Array(n), h: 0,
    err_old: 1e-4, fresh: false, dense: false, steps: 0, rejected: 0 };
  let trial = new Float64Array(n);
  const work = new Float64Array(n), f0 = new Float64Array(n), F = [];
  const fixed = options.fixed || !m.estimates;
  const judged = n - carried;
  const finite = x => { for (let i = 0; i < judged; i++) if (!Number.isFinite(x[i])) return false;
    return true; };
  function start(t, x) {
    resume(t, x);
    o.steps = o.rejected = 0;
  }
  // from another state, counting on
  function resume(t, x) {
    o.t = o.t_old = t;
    o.x.set(x);
    o.x_old.set(x);
    o.h = 0;
    o.err_old = 1e-4;
    o.fresh = o.dense = false;
  }
  // f has changed, the state has not: the step goes on
  function kick() {
    const h = o.h;
    resume(o.t, o.x);
    o.h = h;
  }
  function scaled(e, x, y) {
    let sum = 0;
    for (let i = 0; i < judged; i++) {
      const sc = options.atol + options.rtol*Math.max(Math.abs(x[i]), Math.abs(y[i])),
        r = sc > 0 ? e[i]/sc : e[i] === 0 ? 0 : Infinity;
      sum += r*r;
    }
    return judged ? sum/judged : 0;
  }
  function combine(y, from, h, a, count) {
    y.set(from);
    for (let j = 0; j < count; j++) {
      if (a[j] === 0) continue;
      const ha = h*a[j], kj = k[j];
      for (let i = 0; i < n; i++) y[i] += ha*kj[i];
    }
  }
  function firstStep(end) {
    const span = Math.abs(end - o.t), dir = end > o.t ? 1 : -1,
      d0 = Math.sqrt(scaled(o.x, o.x, o.x)), d1 = Math.sqrt(scaled(f0, o.x, o.x));
    const h0 = Math.min(d0 < 1e-5 || d1 < 1e-5 || !Number.isFinite(d0/d1) ? 1e-6 : 0.01*d0/d1,
      span);
    for (let i = 0; i < n; i++) trial[i] = o.x[i] + dir*h0*f0[i];
    f(o.t + dir*h0, trial, work);
    let h1 = h0;
    if (finite(work)) {
      for (let i = 0; i < n; i++) work[i] -= f0[i];
      const d = Math.max(d1, Math.sqrt(scaled(work, o.x, o.x))/h0);
      h1 = d <= 1e-15 ? Math.max(1e-6, 1e-3*h0) : Math.pow(0.01/d, 1/m.order);
    }
    o.h = dir*Math.min(100*h0, h1, span);
  }
  function stages(h) {
    k[0].set(f0);
    for (let s = 1; s < m.stages; s++) {
      combine(trial, o.x, h, m.a[s], s);
      f(o.t + m.c[s]*h, trial, k[s]);
      if (!finite(k[s])) return false;
    }
    combine(trial, o.x, h, m.b, m.stages);
    return finite(trial);
  }
  function estimate(h, e) {
    work.fill(0);
    for (let j = 0; j < m.stages; j++) {
      const he = h*e[j];
      if (he === 0) continue;
      for (let i = 0; i < n; i++) work[i] += he*k[j][i];
    }
    return scaled(work, o.x, trial);
  }
  function error(h) {
    const e5 = estimate(h, m.e[0]);
    if (m.estimates === 1) return Math.sqrt(e5);
    const e3 = estimate(h, m.e[1]);
    return e5 > 0 ? e5/Math.sqrt(e5 + 0.01*e3) : 0;
  }
  // trial onto its manifold; an error more where the finished step is worse than its estimate,
  // twice at most
  let audits = 0;
  function complete(t, e) {
    if (project) project(t, trial);
    if (audit && !fixed) e = Math.max(e, audit(options.rtol, o.t, o.x, t, trial));
    return e > 1 && ++audits > 2 ? 1 : e;
  }
  function accept(t) {
    const old = o.x_old;
    o.x_old = o.x; o.x = trial; trial = old;
    o.t_old = o.t; o.t = t;
    o.dense = false;
    o.fresh = m.fsal && !project;
    if (o.fresh) f0.set(k[m.stages - 1]);
  }
  function control(err, accepted, again) {
    const q = 1/m.order, beta = m.estimates === 1 ? 0.04 : 0;
    let factor = 6;
    if (err > 0)
      factor = 0.9*Math.pow(err, -(q - 0.75*beta))*(accepted ? Math.pow(o.err_old, beta) : 1);
    factor = Math.min(Math.max(factor, 1/3), accepted && again ? 1 : 6);
    o.h *= factor;
    if (options.h_max > 0 && Math.abs(o.h) > options.h_max) o.h = Math.sign(o.h)*options.h_max;
    if (accepted) o.err_old = Math.max(err, 1e-4);
  }
  function step(end) {
    if (!o.fresh) { f(o.t, o.x, f0); o.fresh = true; }
    const dir = end > o.t ? 1 : -1;
    if (o.h === 0 || (o.h > 0) !== (dir > 0)) {
      if (options.h > 0) o.h = dir*options.h; else firstStep(end);
      if (options.h_max > 0 && Math.abs(o.h) > options.h_max) o.h = dir*options.h_max;
    }
    audits = 0;
    for (let again = false; ; again = true) {
      if (++o.steps > options.max_steps) return "too many steps at t = " + o.t;
      const left = end - o.t,
        h = Math.abs(left) <= (fixed ? 1 + 1e-9 : 1.01)*Math.abs(o.h) ? left : o.h,
        good = stages(h);
      if (!good && fixed) return "no longer finite after t = " + o.t;
      const t = h === end - o.t ? end : o.t + h;
      let e = !good ? Infinity : fixed ? 0 : error(h);
      if (e <= 1) e = complete(t, e);
      if (!fixed) {
        const keep = o.h;
        o.h = h;
        control(e, e <= 1, again);
        if (e <= 1 && Math.abs(h) < Math.abs(keep) && Math.abs(o.h) < Math.abs(keep)) o.h = keep;
      }
      if (e <= 1) { accept(t); return ""; }
      o.rejected++;
      if (!(Math.abs(o.h) > 16*2.220446049250313e-16*Math.abs(o.t)))
        return "the step fell to nothing at t = " + o.t;
    }
  }
  // one step that ends at a given time, whatever its error; the next is as long as it says
  function exactly(end) {
    if (!o.fresh) { f(o.t, o.x, f0); o.fresh = true; }
    const h = end - o.t;
    o.steps++;
    if (!stages(h)) return "no longer finite after t = " + o.t;
    const e = fixed ? 0 : error(h);
    if (project) project(end, trial);
    if (!fixed) {
      o.h = h;
      control(Math.min(e, 1), true, false);
    }
    accept(end);
    return "";
  }
  function prepare() {
    const h = o.t - o.t_old;
    if (!o.fresh) { f(o.t, o.x, f0); o.fresh = true; }
    const end = m.fsal ? m.stages - 1 : m.stages;
    k[end].set(f0);
    for (let s = end + 1; s < W; s++) {
      combine(work, o.x_old, h, m.a[s], s);
      f(o.t_old + m.c[s]*h, work, k[s]);
    }
    for (let r = 0; r < 3 + m.dense.length; r++) F[r] = F[r] || new Float64Array(n);
    for (let i = 0; i < n; i++) {
      const D = o.x[i] - o.x_old[i], F1 = h*k[0][i] - D;
      F[0][i] = D; F[1][i] = F1; F[2][i] = D - h*f0[i] - F1;
      m.dense.forEach((d, r) => {
        let sum = 0;
        for (let s = 0; s < W; s++) sum += d[s]*k[s][i];
        F[3 + r][i] = h*sum;
      });
    }
    o.dense = true;
  }
  function at(t, x) {
    if (t === o.t || o.t === o.t_old) { x.set(o.x); return; }
    if (!o.dense) prepare();
    const s = (t - o.t_old)/(o.t - o.t_old), rows = 3 + m.dense.length;
    for (let i = 0; i < n; i++) {
      let y = 0;
      for (let r = rows - 1; r >= 0; r--) y = (y + F[r][i])*(r % 2 ? 1 - s : s);
      x[i] = o.x_old[i] + y;
    }
  }
  return { start, resume, kick, step, exactly, at, now: () => o };
}
]==]
