-- running.lua - JavaScript of the living page: a run from a time to another, as core/sim/run.c
-- goes: steps, samples at their times, events where they happen, no step over the times at which a
-- law changes
return [==[
// o: times (of samples; null: at every step), project, next(t) (the time a step must end at, or
// null), tick(t, x) (what is done at such times and at the start, or null), row(t, x) (columns
// beside the state, or null), watch (null, or what looks for events: Watch), tally (null, or what
// is to be told: Tally), rows (null, or what they are put into). Gives { t: [], x: [], events: []
// (what they took up to each row), signals: [] (what row gave), failed: "" }, a generator that
// yields at its start and after every step, so that a page can do other things meanwhile
function* simulation(solver, t0, x0, end, o) {
  const rows = o.rows || { t: [], x: [], events: [], signals: [], failed: "" },
    buffer = new Float64Array(x0.length),
    dir = end >= t0 ? 1 : -1;
  let k = 0;
  function add(t, x) {
    rows.t.push(t);
    rows.x.push(x.slice());
    rows.events.push(o.watch ? o.watch.lost() : 0);
    if (o.row) rows.signals.push(o.row(t, x));
  }
  const at = (t, x) => { solver.at(t, x); if (o.project) o.project(t, x); };
  function samplesTo(t) {
    for (; o.times && o.times[k] !== undefined && (t - o.times[k])*dir > 0; k++) {
      at(o.times[k], buffer);
      add(o.times[k], buffer);
    }
  }
  // what happened at t: told before and after
  function happen(event) {
    samplesTo(event.t);
    at(event.t, buffer);
    add(event.t, buffer);
    o.watch.happen(event, buffer);
    add(event.t, buffer);
    solver.resume(event.t, buffer);
  }
  // one step, and what happened in it
  function go() {
    const now = solver.now(), next = o.next ? o.next(now.t) : end,
      stop = (end - next)*dir > 0 ? next : end, failed = solver.step(stop);
    if (failed) return failed;
    const event = o.watch ? o.watch.look() : null, stops = now.t === stop && stop !== end;
    if (event) happen(event);
    else samplesTo(now.t);
    if (o.tally) o.tally.stepped(now.t, now.x);
    if (stops && o.tick) o.tick(now.t, now.x);
    if (!event && stops) solver.kick();
    if (!event && !o.times) add(now.t, now.x);
    return "";
  }
  const x = x0.slice();
  try {
    if (o.tick) o.tick(t0, x);
    if (o.watch) o.watch.begin(t0, x);
    solver.start(t0, x);
    add(t0, x);
    if (o.tally) o.tally.begin(t0, x);
    yield t0;
    while (!rows.failed && solver.now().t !== end) {
      rows.failed = go();
      yield solver.now().t;
    }
  } catch (e) { rows.failed = e.message; }
  if (!rows.t.length) add(t0, x);
  if (o.times && !rows.failed) add(solver.now().t, solver.now().x);
  return rows;
}
function finish(job) { for (let s = job.next(); ; s = job.next()) if (s.done) return s.value; }
]==]
