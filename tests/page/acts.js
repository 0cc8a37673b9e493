// acts.js - node acts.js JOBS.json: pages against what the engine says of the same runs, without a
// browser. A job: page; limit; rows: { t, a, T, V, F } recorded by the engine; told: its lines;
// balance: { given, lost, events }; moved: a list of { set: { p, u, law }, gains: { "pid.kp": 3 },
// start: q and v or nothing, limit, x: q and v at the end (null: any), y: columns of programs
// beside it there, changes: { "pid.u": how often }, told: a line, failed: words of why it ended };
// beside: { names, rows, ticks } of these columns in the run, and how often each changed; branches:
// the time from which on its events are not those of the run; zeno: { e, h, g, t };
// live: { pictures, dt, hands, x, limit }, see liveTo
"use strict";
const fs = require("fs"), vm = require("vm");
const far = (a, b) => Math.abs(a - b)/(1 + Math.abs(b));
let failed = 0;

// the page's JavaScript up to where it draws, and what a test asks of it
function opened(file) {
  const html = fs.readFileSync(file, "utf8");
  const text = html.match(/<script type="application\/json" id="data">([\s\S]*?)<\/script>/)[1];
  const code = html.match(/<script>\n"use strict";\n.*\n([\s\S]*)<\/script>/)[1]
    .split("const Solid={")[0];
  const context = vm.createContext({ atob, data: JSON.parse(text), performance });
  return vm.runInContext(code + "\n({ living, verify, first, again, dynamics, energyAt, stateAt, "
    + "nq, nv, last, under, stateOf, trouble: () => trouble, setup, Solver, Watch, simulation, "
    + "finish, checking, Live, hand: (u, law) => { drive.u = u; drive.law = law; } })", context);
}
// accelerations, forces of elements and energies at the recorded rows
function rowsOf(page, want) {
  const worst = { a: 0, F: 0, T: 0, V: 0 };
  page.first.x.forEach((_, i) => {
    const c = page.stateOf(page.first, i), { t, q, v, z } = c, dz = new Float64Array(z.length),
      at = f => page.under(page.first, f, c);
    if (want.a) at(() => page.dynamics.accelerate(t, q, v, z, dz)).a
      .forEach((a, k) => { worst.a = Math.max(worst.a, far(a, want.a[i][k])); });
    if (want.F) at(() => page.dynamics.elementForces(t, q, v, z)).each.flat()
      .forEach((f, k) => { worst.F = Math.max(worst.F, far(f, want.F[i][k])); });
    page.energyAt(page.first, { t, q, v }).slice(0, 2).forEach((e, k) => {
      const name = "TV"[k];
      if (want[name]) worst[name] = Math.max(worst[name], far(e, want[name][i]));
    });
  });
  return worst;
}
// how far it ends from x; infinite where it ends, or does not, as it should not, or tells something
// else
function movedTo(page, { set, gains, start, x, y, changes, told, failed }) {
  const x0 = page.first.x[0].slice();
  (start || []).forEach((z, k) => { x0[k] = z; });
  const rows = page.again({ ...set, ...(gains && { g: gainsOf(page, gains) }) }, x0),
    end = page.last(rows.x);
  if (failed ? !rows.failed.includes(failed) : rows.failed) return `${Infinity} ${rows.failed}`;
  if (told && !rows.told.some(line => line.includes(told)))
    return `${Infinity} ${rows.told.join("; ")}`;
  for (const name in changes || {}) {
    const n = changesOf(rows, page.setup.loop.columns.indexOf(name));
    if (n !== changes[name]) return `${Infinity} ${name} changed ${n} times`;
  }
  const off = (list, mine) => (list || []).reduce((m, z, k) => z === null ? m
    : Math.max(m, far(mine[k], z)), 0);
  return Math.max(off(x, end), y ? off(y, page.last(rows.signals)) : 0);
}
// values of all sliders, some of them set
function gainsOf(page, given) {
  const { sliders } = page.setup.loop, g = sliders.map(s => s.value);
  for (const name in given) {
    const k = sliders.findIndex(s => `${s.group}.${s.name}` === name);
    if (k < 0) throw new Error(`no slider ${name}`);
    g[k] = given[name];
  }
  return g;
}
const changesOf = ({ signals }, k) => signals.filter((s, i) => i && s[k] !== signals[i - 1][k])
  .length;
// how far the columns of a run of the page's own steps are from those recorded at the same times,
// the largest of all; infinite where they change another number of times
function besideOf(page, { names, rows, ticks }) {
  if (JSON.stringify(page.setup.loop.columns) !== JSON.stringify(names))
    return `${Infinity} ${page.setup.loop.columns}`;
  const mine = page.again({}, page.first.x[0]), at = new Map();
  mine.t.forEach((t, i) => at.set(t, mine.signals[i]));
  let worst = 0, met = 0;
  for (const [t, ...y] of rows) {
    if (!at.has(t)) continue;
    met++;
    y.forEach((z, k) => { worst = Math.max(worst, far(at.get(t)[k], z)); });
  }
  for (const [k, n] of (ticks || []).entries())
    if (n !== changesOf(mine, k)) return `${Infinity} ${names[k]} did not change ${n} times`;
  return met > rows.length/3 ? worst : `${Infinity} only ${met} of ${rows.length} times are met`;
}
// how far from t = zeno.t the page says that a ball piles up its bounces, where no element lets it
// rest
function pilesUp(page, { e, h, g, t }) {
  const solver = page.Solver(page.setup.method, 2, (_, x, dx) => { dx[0] = x[1]; dx[1] = -g; },
    { rtol: 1e-10, atol: 1e-12, h: 0, h_max: 0, max_steps: 1e4 });
  const ball = { begin() {}, events: (_, x) => [x[0]], calm: () => false, nameOf: () => "ball",
    at: (k, _, x) => { x[0] = 0; x[1] *= -e; } };
  const watch = page.Watch(ball, solver, { project() {}, total: () => 0, note() {} });
  const rows = page.finish(page.simulation(solver, 0, new Float64Array([h, 0]), 2*t, { watch }));
  return rows.failed.startsWith("ball jumps ever faster (Zeno)")
    ? Math.abs(page.last(rows.t) - t) : `${Infinity} ${rows.failed}`;
}
// lines and the balance of energy of the run computed again, against the recorded ones
function accounts(page, job) {
  const rows = page.again({}, page.first.x[0]), here = JSON.stringify(rows.told);
  if (job.told && here !== JSON.stringify(job.told)) return `${Infinity} ${here}`;
  return Object.entries(job.balance || {}).reduce((m, [name, x]) => Math.max(m,
    far(rows.balance[name], x)), rows.balance.drift);
}
// how far a run that goes on picture by picture, hands = [{ after, u, law }] set while it goes,
// after this many pictures, is from x at the end; infinite where it forgets what was set when
function liveTo(page, { pictures, dt, hands, x }) {
  const live = page.Live(page.first.x[0].slice());
  const asked = [];
  let t = 0, count = 1;
  for (let k = 0; k < pictures; k++) {
    for (const h of hands || []) {
      if (h.after !== k) continue;
      count++;
      if (!h.law[0]) asked.push([t, h.u[0]]);
      page.hand(h.u, h.law);
    }
    t = live.to((k + 1)*dt, Infinity);
  }
  const rows = live.end();
  if (rows.failed || t !== pictures*dt) return `${Infinity} ${t} ${rows.failed}`;
  const at = c => page.under(rows, () => page.dynamics.laws.inputs(c.t, c.q, c.v), c);
  for (const [from, u] of asked)
    if (far(at(page.stateOf(rows, rows.t.findIndex(s => s > from)))[0], u) > 0)
      return `${Infinity} forgotten`;
  if (rows.hands.length !== count) return `${Infinity} ${rows.hands.length} hands`;
  const end = page.last(rows.x);
  return x.reduce((m, z, k) => Math.max(m, far(end[k], z)), 0);
}
// how far T + V goes from its start between the rows, as a part of the largest T
function wobble(page) {
  const end = page.last(page.first.t), at = k => page.energyAt(page.first,
    page.stateAt(page.first, page.first.t[0] + k/1000*(end - page.first.t[0])));
  let most = 0, size = 0;
  for (let k = 0; k <= 1000; k++) {
    const [T, , E] = at(k);
    most = Math.max(most, Math.abs(E - at(0)[2]));
    size = Math.max(size, T);
  }
  return most/size;
}
for (const job of JSON.parse(fs.readFileSync(process.argv[2], "utf8"))) {
  const name = job.page.replace(/.*\//, ""), limit = job.limit || 1e-9;
  const say = (what, x, most) => {
    const good = parseFloat(x) < most;
    if (!good) failed++;
    if (!good || process.env.TELL) console.log(`${name} ${what} ${x}${good ? "" : "  FAILED"}`);
  };
  try {
    const page = opened(job.page);
    say("is living", page.living ? 0 : 1, 0.5);
    if (job.branches) {
      const { worst, until } = page.finish(page.checking());
      say("says from when on its events are others", Math.abs(until - job.branches), 1e-6);
      say("and what the difference was up to there", worst, limit);
      continue;
    }
    say(`again ${page.trouble()}`, page.verify(), limit);
    if (job.rows)
      for (const [what, x] of Object.entries(rowsOf(page, job.rows))) say(what, x, limit);
    (job.moved || []).forEach((m, k) => say(`moved ${k} ${page.trouble()}`, movedTo(page, m),
      m.limit || limit));
    if (job.beside) say("columns beside it", besideOf(page, job.beside), limit);
    if (job.zeno) say("told where bounces pile up", pilesUp(page, job.zeno), 1e-6);
    if (job.told || job.balance) say("told and its balance", accounts(page, job), 1e-6);
    if (job.live) say(`live ${page.trouble()}`, liveTo(page, job.live), job.live.limit || limit);
    if (job.wobble) say("wobble", wobble(page), job.wobble);
  } catch (e) {
    failed++;
    console.log(`${name} FAILED ${e.stack}`);
  }
}
console.log(`ended with ${failed} wrong`);
process.exit(failed ? 1 : 0);
