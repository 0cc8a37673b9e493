// acts.js - node acts.js JOBS.json: pages against what the engine says of the same runs, without a
// browser. A job: page; limit; rows: { t, a, T, V, F } recorded by the engine; moved: a list of
// { set: { u, law }, x: q and v at the end }
"use strict";
const fs = require("fs"), vm = require("vm");
const far = (a, b) => Math.abs(a - b)/(1 + Math.abs(b));
let failed = 0;

// the page's JavaScript up to where it draws, and what a test asks of it
function opened(file) {
  const html = fs.readFileSync(file, "utf8");
  const text = html.match(/<script type="application\/json" id="data">([\s\S]*?)<\/script>/)[1];
  const code = html.match(/<script>\n"use strict";\n.*\n([\s\S]*)<\/script>/)[1]
    .split("const Solid = {")[0];
  const context = vm.createContext({ atob, data: JSON.parse(text), performance });
  return vm.runInContext(code + "\n({ living, verify, first, again, dynamics, energyAt, stateAt, "
    + "nq, nv, last, trouble: () => trouble })", context);
}
// accelerations, forces of elements and energies at the recorded rows
function rowsOf(page, want) {
  const worst = { a: 0, F: 0, T: 0, V: 0 };
  page.first.x.forEach((x, i) => {
    const q = x.subarray(0, page.nq), v = x.subarray(page.nq, page.nq + page.nv),
      z = x.subarray(page.nq + page.nv), t = page.first.t[i];
    if (want.a) page.dynamics.accelerate(t, q, v, z, new Float64Array(z.length)).a
      .forEach((a, k) => { worst.a = Math.max(worst.a, far(a, want.a[i][k])); });
    if (want.F) page.dynamics.elementForces(t, q, v, z).each.flat()
      .forEach((f, k) => { worst.F = Math.max(worst.F, far(f, want.F[i][k])); });
    page.energyAt(page.first, { t, q, v }).slice(0, 2).forEach((e, k) => {
      const name = "TV"[k];
      if (want[name]) worst[name] = Math.max(worst[name], far(e, want[name][i]));
    });
  });
  return worst;
}
function movedTo(page, { set, x }) {
  const rows = page.again(set, page.first.x[0]), end = page.last(rows.x);
  return x.reduce((m, y, k) => Math.max(m, far(end[k], y)), rows.failed ? Infinity : 0);
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
    const good = x < most;
    if (!good) failed++;
    if (!good || process.env.TELL) console.log(`${name} ${what} ${x}${good ? "" : "  FAILED"}`);
  };
  try {
    const page = opened(job.page);
    say("is living", page.living ? 0 : 1, 0.5);
    say(`again ${page.trouble()}`, page.verify(), limit);
    if (job.rows)
      for (const [what, x] of Object.entries(rowsOf(page, job.rows))) say(what, x, limit);
    (job.moved || []).forEach((m, k) => say(`moved ${k} ${page.trouble()}`, movedTo(page, m), limit));
    if (job.wobble) say("wobble", wobble(page), job.wobble);
  } catch (e) {
    failed++;
    console.log(`${name} FAILED ${e.stack}`);
  }
}
console.log(`ended with ${failed} wrong`);
process.exit(failed ? 1 : 0);
