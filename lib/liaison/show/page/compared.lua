-- compared.lua - JavaScript of the living page: the stored run computed again from the same
-- numbers, and how far it is off
return [==[
// Where the steps are known the same ones are taken: an error estimate is made of rounding, and
// steps of other lengths would be compared at other times. A step with an event in it is as long as
// the integrator takes it; two rows of one time are an event
function* sameSteps(steps, under, rows) {
  const s = solver(under), by = attended(s, under), { watch } = by,
    x = Float64Array.from(first.x[0]), buffer = new Float64Array(x.length),
    way = Math.sign(setup.end - setup.start);
  const add = (t, y) => {
    rows.t.push(t);
    rows.x.push(Float64Array.from(y));
    if (by.row) rows.signals.push(by.row(t, y));
  };
  rows.modes = by.modes;
  if (by.tick) by.tick(steps[0], x);
  if (watch) watch.begin(steps[0], x);
  s.start(steps[0], x);
  add(steps[0], x);
  for (let i = 1; i < steps.length; i++) {
    if (steps[i] === steps[i - 1]) continue;
    const event = isBefore({ t: steps }, i),
      late = t => (t - steps[i])*way > 1e-6*(1 + Math.abs(steps[i]));
    let found = null;
    do {
      const next = by.next ? by.next(s.now().t) : setup.end,
        stop = (setup.end - next)*way > 0 ? next : setup.end;
      rows.failed = event ? s.step(stop) : s.exactly(steps[i]);
      if (rows.failed) return;
      found = watch && watch.look();
      const stops = s.now().t === next && next !== setup.end;
      if (stops && by.tick) by.tick(next, s.now().x);
      if (!found && stops) s.kick();
    } while (event && !found && s.now().t !== setup.end && !late(s.now().t));
    if (found) {
      s.at(found.t, buffer);
      if (by.project) by.project(found.t, buffer);
      add(found.t, buffer);
      watch.happen(found, buffer);
      s.resume(found.t, buffer);
    }
    add(s.now().t, s.now().x);
    if (!!found !== event) return;
    yield 0;
  }
}
function* inSteps(steps, under) {
  const rows = { t: [], x: [], signals: [], failed: "" };
  try { yield* sameSteps(steps, under, rows); } catch (e) { rows.failed = e.message; }
  return rows;
}
// the row of a list that is nearest to row i of the recorded run, of those at its time: how far it
// is off in any coordinate or rate, or column of programs beside it, and which
function nearestRow(mine, i, from) {
  const x = first.x[i], near = 1e-7*(1 + Math.abs(first.t[i]));
  const way = setup.end < setup.start ? -1 : 1;
  let best = { off: Infinity, row: null, at: from };
  for (let k = from; k < mine.t.length && (mine.t[k] - first.t[i])*way <= near; k++) {
    if (Math.abs(mine.t[k] - first.t[i]) > near) continue;
    let off = 0;
    for (let j = 0; j < nq + nv; j++)
      off = Math.max(off, Math.abs(mine.x[k][j] - x[j])/(1 + Math.abs(x[j])));
    if (loop) first.signals[i].forEach((y, j) => {
      off = Math.max(off, Math.abs(mine.signals[k][j] - y)/(1 + Math.abs(y)));
    });
    if (off <= best.off) best = { off, row: mine.x[k], at: k };
  }
  return best;
}
// the largest difference, and up to which time (null: the end) the events are the same: after
// another event the difference is suddenly another one. rows: what stands behind q and v, which is
// not recorded
function compared(mine) {
  const c = { worst: 0, until: null, failed: mine.failed, modes: mine.modes, rows: [] };
  for (let i = 0, at = 0; i < first.t.length; i++) {
    const b = nearestRow(mine, i, at);
    const branched = jumps && b.off > 1e-6 && b.off > 1e4*Math.max(c.worst, 1e-12);
    if (!b.row || branched) return { ...c, until: first.t[i] };
    c.worst = Math.max(c.worst, b.off);
    at = Math.max(0, b.at - 4);
    c.rows.push(b.row.subarray(nq + nv));
  }
  return c;
}
function* checking() {
  const under = asTold();
  const steps = setup.steps ? doubles(setup.steps)
    : setup.options.dt > 0 || setup.total > first.t.length ? null : Float64Array.from(first.t);
  trouble = "";
  let c = { until: first.t[0] };
  if (steps && setup.same) c = compared(yield* kept(under, inSteps(steps, under)));
  // an event that does nothing may be one of rounding: the page's own steps come past it
  if (c.until !== null) {
    const own = compared(yield* runOf(under, first.x[0], setup.end, first.t.slice(1, -1).filter(
      (t, i) => t !== first.t[i] && t !== first.t[i + 2])));
    if (!c.modes || own.until === null || (own.until - c.until)*(setup.end - c.until) > 0) c = own;
  }
  first.modes = c.modes;
  c.rows.forEach((x, i) => first.x[i].set(x, nq + nv));
  return c;
}
// as one number: infinite where the page does not come to the end
const verify = () => {
  const c = finish(checking());
  return c.until === null ? c.worst : Infinity;
};
]==]
