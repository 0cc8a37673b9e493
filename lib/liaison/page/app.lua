-- app.lua - JavaScript of the living page: the run that is shown, the reader's hands on it, and the same run computed again
return [==[
const data = JSON.parse(document.getElementById("data").textContent), $ = id => document.getElementById(id);
const doubles = text => { const s = atob(text), b = new Uint8Array(s.length); for (let i = 0; i < s.length; i++) b[i] = s.charCodeAt(i); return new Float64Array(b.buffer); };
const nq = data.q.length, nv = data.v.length, params = data.params || [], mechanism = Mechanism(data.mechanism, params.map(p => p.name));
let values = params.map(p => p.value), start = null, run = null, first = null, t = 0, playing = false, speed = 1, dirty = true;
mechanism.set(values);

// ---- runs: { t: [], x: [rows of q and v], forces: (row) => [[x, y, z] of every body] or null, more: { name: list } }
function stored() {
  if (!data.run) return null;
  const all = doubles(data.run.rows), width = 1 + nq + nv, n = all.length/width, out = { t: [], x: [], forces: null, more: [] };
  for (let i = 0; i < n; i++) { out.t.push(all[i*width]); out.x.push(all.subarray(i*width + 1, (i + 1)*width)); }
  if (data.run.forces) { const f = data.run.forces.rows, stride = data.run.forces.stride, nb = data.mechanism.bodies.length; out.forces = row => { const i = Math.min(Math.round(row/stride), f.length/(3*nb) - 1); return Array.from({ length: nb }, (_, b) => f.slice((i*nb + b)*3, (i*nb + b)*3 + 3)); }; }
  out.more = (data.run.more || []).map(c => ({ name: c.name, list: c.rows }));
  return out;
}

// q' of v: quaternions turn with the angular velocity in body axes
function rates(q, v, dq) {
  for (const r of data.rates) {
    if (r.kind === "plain") { dq[r.q] = v[r.v]; continue; }
    let i = r.q, j = r.v;
    const w = q.subarray(r.kind === "floating" ? i + 3 : i), o = r.kind === "floating" ? j + 3 : j, a = w[0], b = w[1], c = w[2], d = w[3], x = v[o], y = v[o + 1], z = v[o + 2];
    if (r.kind === "floating") {
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
function normalise(x) {
  for (const r of data.rates) {
    if (r.kind === "plain") continue;
    const i = r.kind === "floating" ? r.q + 3 : r.q, n = Math.hypot(x[i], x[i + 1], x[i + 2], x[i + 3]) || 1;
    for (let k = 0; k < 4; k++) x[i + k] /= n;
  }
}
function passive(q, v, tau) {
  tau.fill(0);
  for (const s of data.mechanism.passive || []) {
    const x = s.scale*q[s.q] + s.offset, w = s.scale*v[s.v];
    tau[s.v] += s.scale*(-s.damping*w - s.friction*Math.sign(w) - s.stiffness*(x - s.rest));
  }
}
const living = data.run && typeof fd !== "undefined";
// the model's forward dynamics, as exported, under the page's copy of the integrator
function solver(p) {
  const tau = new Float64Array(nv), out = [new Float64Array(nv)], inputs = data.run.inputs.map(i => p[i]);
  const f = (time, x, dx) => {
    const q = x.subarray(0, nq), v = x.subarray(nq);
    passive(q, v, tau);
    rates(q, v, dx);
    fd.call(inputs.length ? [q, v, tau, inputs] : [q, v, tau], out);
    dx.set(out[0], nq);
  };
  return Solver(data.run.method, nq + nv, f, data.run.options, data.rates.some(r => r.kind !== "plain") ? normalise : null);
}
function again(p, x0) {
  const rows = simulate(solver(p), data.run.start, x0, data.run.end, data.run.options.dt);
  return { t: rows.t, x: rows.x, failed: rows.failed, forces: null, more: [] };
}
// the stored run computed again from the same numbers: the largest difference of any coordinate or rate. Where rows are steps
// the same steps are taken: an error estimate is made of rounding, and steps of other lengths would be compared at other times
function verify() {
  const p = params.map(q => q.value), mine = [first.x[0]];
  if (data.run.options.dt > 0) mine.push(...again(p, first.x[0]).x.slice(1));
  else {
    const s = solver(p);
    s.start(first.t[0], first.x[0]);
    for (let i = 1; i < first.t.length && !s.exactly(first.t[i]); i++) mine.push(Float64Array.from(s.now().x));
  }
  let worst = mine.length === first.t.length ? 0 : Infinity;
  if (worst === 0) mine.forEach((row, i) => row.forEach((y, k) => { worst = Math.max(worst, Math.abs(y - first.x[i][k])/(1 + Math.abs(first.x[i][k]))); }));
  return worst;
}

// ---- the state at a time: cubic between rows, of coordinates and their rates
function stateAt(r, time) {
  let lo = 0, hi = r.t.length - 1;
  if (hi < 1) return { row: 0, q: r.x[0].subarray(0, nq), v: r.x[0].subarray(nq) };
  while (hi - lo > 1) { const m = (lo + hi) >> 1; if (r.t[m] <= time) lo = m; else hi = m; }
  const h = r.t[hi] - r.t[lo], s = h > 0 ? Math.min(1, Math.max(0, (time - r.t[lo])/h)) : 0, a = r.x[lo], b = r.x[hi], q = new Float64Array(nq), v = new Float64Array(nv);
  const da = new Float64Array(nq), db = new Float64Array(nq);
  rates(a.subarray(0, nq), a.subarray(nq), da);
  rates(b.subarray(0, nq), b.subarray(nq), db);
  for (let k = 0; k < nq; k++) q[k] = (1 + 2*s)*(1 - s)*(1 - s)*a[k] + s*(1 - s)*(1 - s)*h*da[k] + s*s*(3 - 2*s)*b[k] + s*s*(s - 1)*h*db[k];
  for (let k = 0; k < nv; k++) v[k] = (1 - s)*a[nq + k] + s*b[nq + k];
  normalise(q);
  return { row: s < 0.5 ? lo : hi, q, v };
}
function energies(r, p) {
  if (typeof mass === "undefined") return null;
  const M = [new Float64Array(nv*nv)], T = [], V = [], E = [], inputs = data.run.massInputs.map(i => p[i]);
  for (const x of r.x) {
    const q = x.subarray(0, nq), v = x.subarray(nq);
    mass.call(inputs.length ? [q, inputs] : [q], M);
    let e = 0;
    for (let i = 0; i < nv; i++) for (let j = 0; j < nv; j++) e += v[i]*M[0][i*nv + j]*v[j]/2;
    T.push(e);
    V.push(mechanism.potential(q));
    E.push(T[T.length - 1] + V[V.length - 1]);
  }
  return [T, V, E];
}

// ---- the picture
const scene = Scene($("scene")), show = { frames: false, centres: false, weight: false, forces: false, trace: true, ground: true };
let size = 1, trace = [];
const HUES = [[0.36, 0.52, 0.68], [0.80, 0.47, 0.26], [0.38, 0.60, 0.47], [0.66, 0.50, 0.62], [0.66, 0.58, 0.32], [0.45, 0.62, 0.72]];
function configuration() { return run ? stateAt(run, t) : { row: 0, q: start, v: new Float64Array(nv) }; }
function spotsOf(X) { // points that belong to a body: joints of its children, frames on it
  const out = X.map(P => [P.joint.p, P.body.p]);
  data.mechanism.bodies.forEach((b, i) => { if (b.parent >= 0) out[b.parent].push(X[i].base.p); });
  mechanism.frames().forEach(f => { if (f.body >= 0) out[f.body].push(Pose.point(X[f.body].body, f.X.p)); });
  return out;
}
function extent() {
  const lo = [Infinity, Infinity, Infinity], hi = [-Infinity, -Infinity, -Infinity], take = p => p.forEach((x, i) => { lo[i] = Math.min(lo[i], x); hi[i] = Math.max(hi[i], x); });
  const n = run ? run.t.length : 1, step = Math.max(1, Math.floor(n/120));
  trace = [];
  for (let k = 0; k < n; k += step) {
    const X = mechanism.poses(run ? run.x[k].subarray(0, nq) : start);
    spotsOf(X).forEach((list, i) => { list.forEach(take); take(Pose.point(X[i].body, mechanism.bodies()[i].com)); });
    mechanism.bodies().forEach((b, i) => b.shapes.forEach(s => { const c = Pose.times(X[i].body, s.X).p, r = Math.max(...s.size, 0)*0.7; take(c.map(x => x - r)); take(c.map(x => x + r)); }));
  }
  if (!(lo[0] <= hi[0])) { lo.fill(-0.5); hi.fill(0.5); }
  const tip = data.mechanism.tip;
  if (run && tip) for (let k = 0, s = Math.max(1, Math.floor(n/1500)); k < n; k += s) {
    const X = mechanism.poses(run.x[k].subarray(0, nq));
    trace.push(...Pose.point(X[tip.body].body, tip.frame >= 0 ? mechanism.frames()[tip.frame].X.p : [0, 0, 0]));
  }
  return { lo, hi, middle: lo.map((x, i) => (x + hi[i])/2), size: Math.max(0.05, Math.hypot(...hi.map((x, i) => x - lo[i]))) };
}
function frameView() {
  const e = extent(), g = mechanism.gravity(), n = Math.hypot(...g);
  size = e.size;
  scene.camera.up = n > 0 ? g.map(x => -x/n) : [0, 0, 1];
  const flat = [0, 1, 2].find(k => e.hi[k] - e.lo[k] < 1e-6*size && Math.abs(scene.camera.up[k]) < 0.5), a = Math.abs(scene.camera.up[0]) > 0.9 ? [0, 1, 0] : [1, 0, 0];
  const f = flat === undefined ? a : [0, 1, 2].map(k => k === flat ? 1 : 0), d = f.reduce((s, x, i) => s + x*scene.camera.up[i], 0);
  const side = f.map((x, i) => x - d*scene.camera.up[i]), m = Math.hypot(...side) || 1;
  scene.camera.forward = side.map(x => x/m);
  scene.camera.azimuth = flat === undefined ? 0.75 : flat === 1 ? -2.9 : 0.22;
  scene.camera.elevation = flat === undefined ? 0.42 : 0.14;
  scene.camera.middle = e.middle;
  scene.camera.distance = 1.75*size + 0.01;
  ground.e = e;
}
const ground = { e: null };
function drawGround() {
  const e = ground.e, u = scene.camera.up, k = [0, 1, 2].reduce((b, i) => Math.abs(u[i]) > Math.abs(u[b]) ? i : b, 0), s = Math.sign(u[k]) || 1, h = s > 0 ? Math.min(e.lo[k], 0) : Math.max(e.hi[k], 0);
  const step = Math.pow(10, Math.round(Math.log10(size/5))), reach = step*Math.ceil(0.8*size/step), points = [], i = (k + 1) % 3, j = (k + 2) % 3;
  const round = x => Math.round(x/step)*step, ci = round(e.middle[i]), cj = round(e.middle[j]);
  const point = (a, b) => { const p = [0, 0, 0]; p[k] = h; p[i] = a; p[j] = b; points.push(...p); };
  for (let a = -reach; a <= reach + 1e-9*reach; a += step) { point(ci + a, cj - reach); point(ci + a, cj + reach); point(ci - reach, cj + a); point(ci + reach, cj + a); }
  scene.line(points, [0.5, 0.55, 0.62, 0.35]);
}
function drawShape(X, c, hue) {
  const A = Pose.times(X, c.X), color = c.s.color || [...hue, 1], z = c.size;
  switch (c.s.kind) {
    case "box": return scene.solid("box", A, z, color);
    case "sphere": return scene.solid("sphere", A, [z[0], z[0], z[0]], color);
    case "cylinder": return scene.solid("cylinder", A, [z[0], z[0], z[1]], color);
    case "cone": return scene.solid("cone", A, [z[0], z[0], z[1]], color);
    case "capsule":
      scene.solid("cylinder", A, [z[0], z[0], z[1]], color);
      for (const s of [-1, 1]) scene.solid("sphere", { R: A.R, p: Pose.point(A, [0, 0, s*z[1]/2]) }, [z[0], z[0], z[0]], color);
  }
}
function drawBody(i, X, spots, hue) {
  const b = data.mechanism.bodies[i], c = mechanism.bodies()[i], r = 0.011*size, color = [...hue, 1];
  const drawn = c.shapes.filter(s => s.s.kind !== "mesh");
  drawn.forEach(s => drawShape(X[i].body, s, hue));
  if (drawn.length) return;
  const from = X[i].joint.p, far = spots[i].filter(p => Math.hypot(...p.map((x, k) => x - from[k])) > 1e-6*size);
  if (!far.length) { const com = Pose.point(X[i].body, c.com); if (Math.hypot(...com.map((x, k) => x - from[k])) > 1e-6*size) far.push(com); }
  for (const p of far) { scene.rod(from, p, r, color); scene.solid("sphere", { R: Pose.one().R, p }, [r, r, r], color); }
  const axis = A => Pose.along(A.p, Pose.vector(A, c.axis)), dark = [...hue.map(x => 0.62*x), 1];
  if (b.joint === "revolute" || b.joint === "helical" || b.joint === "cylindrical") scene.solid("cylinder", axis(X[i].joint), [2*r, 2*r, 5*r], dark);
  else if (b.joint === "prismatic") scene.solid("box", axis(X[i].joint), [3*r, 3*r, 6*r], dark);
  else if (b.joint === "floating") scene.solid("box", X[i].body, [8*r, 6*r, 4*r], color);
  else if (b.joint !== "fixed") scene.solid("sphere", X[i].joint, [2.3*r, 2.3*r, 2.3*r], dark);
  if (b.joint === "prismatic") scene.rod(X[i].base.p, X[i].joint.p, 0.7*r, dark);
}
function drawFrame(X, length) {
  [0, 1, 2].forEach(k => scene.arrow(X.p, [X.R[k]*length, X.R[3 + k]*length, X.R[6 + k]*length], 0.05*length, [[0.84, 0.2, 0.2, 1], [0.15, 0.62, 0.25, 1], [0.15, 0.35, 0.85, 1]][k]));
}
function draw() {
  dirty = false;
  const c = configuration();
  if (scene) {
    const X = mechanism.poses(c.q), spots = spotsOf(X), fixed = mechanism.bodies(), g = mechanism.gravity();
    scene.begin();
    if (show.ground) drawGround();
    if (show.trace && trace.length > 3) scene.line(trace, [0.84, 0.37, 0, 0.8], true);
    X.forEach((_, i) => drawBody(i, X, spots, HUES[i % HUES.length]));
    if (show.frames) { drawFrame(Pose.one(), 0.12*size); X.forEach(P => drawFrame(P.body, 0.08*size)); mechanism.frames().forEach(f => drawFrame(f.body < 0 ? f.X : Pose.times(X[f.body].body, f.X), 0.06*size)); }
    const total = fixed.reduce((s, b) => s + b.mass, 0) || 1, weight = Math.hypot(...g)*total || 1;
    X.forEach((P, i) => {
      const com = Pose.point(P.body, fixed[i].com);
      if (show.centres && fixed[i].mass > 0) scene.solid("sphere", { R: Pose.one().R, p: com }, [0.018*size, 0.018*size, 0.018*size], [0.1, 0.1, 0.12, 1]);
      if (show.weight && fixed[i].mass > 0) scene.arrow(com, g.map(x => 0.35*size*x*fixed[i].mass/weight), 0.006*size, [0.45, 0.3, 0.7, 1]);
    });
    if (show.forces && run && run.forces) {
      const F = run.forces(c.row);
      X.forEach((P, i) => scene.arrow(P.joint.p, Pose.vector(P.joint, F[i]).map(x => 0.35*size*x/weight), 0.006*size, [0.8, 0.12, 0.3, 1]));
    }
  }
  if (run) {
    $("time").value = t;
    $("clock").textContent = `${t.toFixed(3)} s of ${run.t[run.t.length - 1].toFixed(2)} s`;
    for (const k of charts) k.chart.now(t, k.at(c));
  }
}

// ---- curves
const charts = [];
// rows far apart are joined as they move, not by straight lines
function dense(r) {
  if (r.t.length < 2 || r.t.length > 400) return r;
  const end = r.t[r.t.length - 1], out = { t: [], x: [], forces: r.forces, more: r.more };
  for (let i = 0; i < r.t.length; i++) {
    const n = i + 1 < r.t.length ? Math.max(1, Math.ceil(500*(r.t[i + 1] - r.t[i])/(end - r.t[0]))) : 1;
    for (let k = 0; k < n; k++) {
      const s = stateAt(r, r.t[i] + (n > 1 ? k/n*(r.t[i + 1] - r.t[i]) : 0)), x = new Float64Array(nq + nv);
      x.set(s.q); x.set(s.v, nq);
      out.t.push(r.t[i] + (n > 1 ? k/n*(r.t[i + 1] - r.t[i]) : 0));
      out.x.push(k ? x : r.x[i]);
    }
  }
  return out;
}
function fillCharts() {
  const sets = first !== run && first ? [first, run] : [run];
  const groups = [["coordinates", data.q.map((n, k) => [n, r => r.x.map(x => x[k])]), c => c.q], ["rates", data.v.map((n, k) => [n, r => r.x.map(x => x[nq + k])]), c => c.v]];
  if (living && typeof mass !== "undefined") {
    for (const r of sets) r.energy = r.energy || energies(r, r === first ? params.map(p => p.value) : values);
    groups.push(["energy (J)", ["T", "V", "T + V"].map((n, k) => [n, r => r.energy[k]]), c => run.energy.map(e => e[c.row])]);
  }
  for (const c of (first || run).more) groups.push([c.name, [[c.name, r => r.more.length ? r.more.find(m => m.name === c.name).list : []]], s => run.more.length ? [run.more.find(m => m.name === c.name).list[s.row]] : []]);
  if (!charts.length) for (const [title, columns, at] of groups) charts.push({ chart: Chart($("plots"), title, columns.map(c => c[0]), seek), at });
  const fine = sets.map(dense);
  groups.forEach(([, columns], k) => charts[k].chart.show((k < 2 ? fine : sets).map(r => ({ t: r.t, lists: columns.map(c => c[1](r)) }))));
}
function seek(time) { t = time; dirty = true; }

// ---- sliders
function slider(parent, name, lo, hi, value, change) {
  const row = document.createElement("div");
  row.className = "slider";
  row.innerHTML = "<label></label><input type=range><output></output>";
  row.querySelector("label").textContent = name;
  const input = row.querySelector("input"), output = row.querySelector("output");
  input.min = lo; input.max = hi; input.step = (hi - lo)/1000 || 1; input.value = value; input.setAttribute("aria-label", name);
  output.textContent = short(value);
  input.addEventListener("input", () => { output.textContent = short(+input.value); change(+input.value); });
  parent.appendChild(row);
  return v => { input.value = v; output.textContent = short(v); };
}
function rerun() {
  mechanism.set(values);
  run = again(values, start);
  if (run.failed) $("failed").textContent = "stopped: " + run.failed; else $("failed").textContent = "";
  $("time").max = run.t[run.t.length - 1];
  t = Math.min(t, run.t[run.t.length - 1]);
  extent();
  fillCharts();
  dirty = true;
}
function sliders() {
  const box = $("sliders"), back = [];
  const add = (name, lo, hi, value, change) => { const set = slider(box, name, lo, hi, value, change); back.push(() => set(value)); };
  const heading = text => { const h = document.createElement("h2"); h.textContent = text; box.appendChild(h); };
  if (!data.run) {
    heading("Joints");
    for (const s of data.joints) add(s.name, s.min, s.max, s.value, x => { start[s.q] = x; dirty = true; });
  } else if (living) {
    if (params.length) heading("Parameters");
    params.forEach((p, k) => add(p.name, p.min, p.max, p.value, x => { values[k] = x; rerun(); }));
    heading("At the start");
    data.q.forEach((n, k) => { if (data.rates.some(r => r.kind === "plain" && r.q === k)) { const x = first.x[0][k], s = data.spans[k]; add(n, x - s, x + s, x, y => { start[k] = y; rerun(); }); } });
    data.v.forEach((n, k) => { const x = first.x[0][nq + k]; add(n, x - 5, x + 5, x, y => { start[nq + k] = y; rerun(); }); });
  }
  if (!back.length) return;
  const b = document.createElement("button");
  b.textContent = "as it was";
  b.style.marginTop = "10px";
  b.addEventListener("click", () => { back.forEach(f => f()); values = params.map(p => p.value); start = Float64Array.from(first ? first.x[0] : data.home); mechanism.set(values); if (first) { run = first; $("time").max = run.t[run.t.length - 1]; t = Math.min(t, run.t[run.t.length - 1]); $("failed").textContent = ""; extent(); fillCharts(); } dirty = true; });
  box.appendChild(b);
}

// ---- the page
function tab(name) { for (const b of document.querySelectorAll("nav button")) b.classList.toggle("on", b.dataset.tab === name); for (const s of document.querySelectorAll("section")) s.classList.toggle("on", s.id === name); }
for (const b of document.querySelectorAll("nav button")) b.addEventListener("click", () => tab(b.dataset.tab));
for (const [key, text] of [["ground", "ground"], ["frames", "frames"], ["centres", "centres of mass"], ["weight", "weights"], ["forces", "joint forces"], ["trace", "path of the tip"]]) {
  if (key === "forces" && !(data.run && data.run.forces) || key === "trace" && !data.run) continue;
  const label = document.createElement("label");
  label.innerHTML = `<input type=checkbox ${show[key] ? "checked" : ""}> ${text}`;
  label.querySelector("input").addEventListener("change", e => { show[key] = e.target.checked; dirty = true; });
  $("shows").appendChild(label);
}
first = stored();
run = first;
start = Float64Array.from(first ? first.x[0] : data.home);
if (scene) { frameView(); scene.handle(() => { dirty = true; }); $("scene").addEventListener("dblclick", () => { frameView(); dirty = true; }); }
else { $("note").textContent = "This browser has no WebGL2: the mechanism is not drawn, all else works."; extent(); }
sliders();
if (run) {
  $("time").min = t = run.t[0];
  $("time").max = run.t[run.t.length - 1];
  fillCharts();
  $("time").addEventListener("input", e => seek(+e.target.value));
  const play = on => { playing = on; $("play").textContent = on ? "\u275a\u275a" : "\u25b6"; $("play").setAttribute("aria-label", on ? "pause" : "play"); if (on && t >= run.t[run.t.length - 1]) t = run.t[0]; };
  $("play").addEventListener("click", () => play(!playing));
  $("speed").addEventListener("change", e => { speed = +e.target.value; });
  document.addEventListener("keydown", e => { if (e.key === " " && e.target === document.body) { e.preventDefault(); play(!playing); } });
  let before = 0;
  const advance = now => {
    if (playing) {
      t += Math.min(0.1, (now - before)/1000)*speed;
      dirty = true;
      if (t >= run.t[run.t.length - 1]) { t = run.t[run.t.length - 1]; play(false); }
    }
    before = now;
    if (dirty) draw();
    requestAnimationFrame(advance);
  };
  requestAnimationFrame(advance);
  if (living) { const d = verify(); $("again").textContent = Number.isFinite(d) ? `Computed again on this page: the largest difference from the run is ${d.toExponential(1)}.` : "Computed again on this page, the run comes out with other steps."; }
  play(false);
} else {
  const advance = () => { if (dirty) draw(); requestAnimationFrame(advance); };
  requestAnimationFrame(advance);
}
new ResizeObserver(() => { dirty = true; }).observe($("stage"));
draw();
// what a test asks the page
window.liaison = { verify, again, seek, play: () => $("play").click(), state: () => ({ t, playing, q: Array.from(configuration().q), rows: run ? run.t.length : 0 }), poses: q => mechanism.poses(q), webgl: !!scene };
]==]
