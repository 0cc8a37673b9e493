-- loop_script.lua - what the page of a control loop computes: its curves for the gains of the
-- sliders, from the polynomials of the plant
return [==[
"use strict";
// polynomials: coefficients, that of the highest power first
const trim = a => { let k = 0; while (k < a.length - 1 && a[k] === 0) k++; return a.slice(k); };
const mul = (a, b) => { const c = Array(a.length + b.length - 1).fill(0);
  a.forEach((x, i) => b.forEach((y, j) => { c[i + j] += x * y; })); return c; };
const add = (a, b) => { const n = Math.max(a.length, b.length), c = Array(n).fill(0);
  a.forEach((x, i) => { c[n - a.length + i] += x; });
  b.forEach((x, i) => { c[n - b.length + i] += x; }); return trim(c); };
const scale = (a, k) => a.map(x => k * x);
const value = (a, re, im) => { let x = 0, y = 0;
  for (const c of a) { const t = x * re - y * im + c; y = x * im + y * re; x = t; }
  return [x, y]; };
const over = (a, b) => { const d = b[0] * b[0] + b[1] * b[1];
  return [(a[0] * b[0] + a[1] * b[1]) / d, (a[1] * b[0] - a[0] * b[1]) / d]; };

// all roots at once [Aberth 1973]
function roots(poly) {
  let a = trim(poly), zeros = 0;
  while (a.length > 1 && a[a.length - 1] === 0) { a = a.slice(0, -1); zeros++; }
  const n = a.length - 1, z = [];
  const d = a.slice(0, -1).map((c, k) => c * (n - k));
  let size = 0;
  for (let k = 1; k <= n; k++) size = Math.max(size, Math.pow(Math.abs(a[k] / a[0]), 1 / k));
  for (let k = 0; k < n; k++) {
    const t = 2 * Math.PI * k / n + 0.4;
    z.push([size * Math.cos(t), size * Math.sin(t)]);
  }
  for (let turn = 0; turn < 200; turn++) {
    let most = 0;
    for (let k = 0; k < n; k++) {
      const p = value(a, z[k][0], z[k][1]), q = value(d, z[k][0], z[k][1]);
      if (p[0] === 0 && p[1] === 0) continue;
      const r = over(p, q);
      let s = [0, 0];
      for (let j = 0; j < n; j++) {
        if (j === k) continue;
        const t = over([1, 0], [z[k][0] - z[j][0], z[k][1] - z[j][1]]);
        s = [s[0] + t[0], s[1] + t[1]];
      }
      const w = over(r, [1 - (r[0] * s[0] - r[1] * s[1]), -(r[0] * s[1] + r[1] * s[0])]);
      if (!isFinite(w[0]) || !isFinite(w[1])) continue;
      z[k] = [z[k][0] - w[0], z[k][1] - w[1]];
      most = Math.max(most, Math.hypot(w[0], w[1]) / (1e-300 + Math.hypot(z[k][0], z[k][1])));
    }
    if (most < 1e-13) break;
  }
  for (let k = 0; k < zeros; k++) z.push([0, 0]);
  return z.map(r => Math.abs(r[1]) < 1e-9 * Math.hypot(r[0], r[1]) ? [r[0], 0] : r);
}

// the controller of the sliders as num, den
function controller(g) {
  let num = [g.kp], den = [1];
  const more = (n, d) => { num = add(mul(num, d), mul(n, den)); den = mul(den, d); };
  if (DATA.dt) {
    if (g.ki) more([g.ki * DATA.dt], [1, -1]);
    if (g.kd) more([g.kd, -g.kd], [g.tf + DATA.dt, -g.tf]);
  } else {
    if (g.ki) more([g.ki], [1, 0]);
    if (g.kd) more([g.kd, 0], [g.tf, 1]);
  }
  num = trim(mul(num, DATA.controller.num));
  den = mul(den, DATA.controller.den);
  // a derivative without a filter is no system: one far above all that is looked at
  while (num.length + DATA.num.length > den.length + DATA.den.length)
    den = mul(den, [0.01 / DATA.w[1], 1]);
  return [num, den];
}

const point = w => DATA.dt ? [Math.cos(w * DATA.dt), Math.sin(w * DATA.dt)] : [0, w];
function open(num, den, w) {
  const s = point(w), G = over(value(num, s[0], s[1]), value(den, s[0], s[1]));
  const c = Math.cos(-w * DATA.delay), d = Math.sin(-w * DATA.delay);
  return [G[0] * c - G[1] * d, G[0] * d + G[1] * c];
}

// ---- over time ----

const product = (A, B) => A.map(r => B[0].map((_, j) => r.reduce((s, x, k) => s + x * B[k][j], 0)));
function exponential(A) {
  const n = A.length;
  let norm = Math.max(...A.map(r => r.reduce((s, x) => s + Math.abs(x), 0))), halves = 0;
  while (norm > 0.1) { norm /= 2; halves++; }
  const f = Math.pow(2, -halves);
  let T = A.map((r, i) => r.map((_, j) => i === j ? 1 : 0)), E = T.map(r => r.slice());
  for (let k = 1; k < 12; k++) {
    T = product(T, A.map(r => r.map(x => x * f / k)));
    E = E.map((r, i) => r.map((x, j) => x + T[i][j]));
  }
  for (let k = 0; k < halves; k++) E = product(E, E);
  return E;
}

// companion form of num/den: x' = A x + B u, y = C x + D u
function companion(num, den) {
  const n = den.length - 1, a = den.map(x => x / den[0]);
  const b = Array(n + 1 - num.length).fill(0).concat(num).map(x => x / den[0]);
  const A = [], B = Array(n).fill(0), C = [];
  for (let i = 0; i < n; i++) {
    A.push(Array(n).fill(0));
    if (i) A[i][i - 1] = 1;
    C.push(b[i + 1] - b[0] * a[i + 1]);
  }
  for (let j = 0; j < n; j++) A[0][j] = -a[j + 1];
  if (n) B[0] = 1;
  return { A, B, C, D: b[0], n };
}

function march(f, Ad, Bd, steps, h, late) {
  const y = [], t = [], e = [];
  let x = Array(f.n).fill(0);
  for (let k = 0; k <= steps; k++) {
    let own = 0;
    for (let i = 0; i < f.n; i++) own += f.C[i] * x[i];
    // y = own + D e, e = 1 - y (late: of before)
    const back = late > 0 ? (k >= late ? y[k - late] : 0) : (own + f.D) / (1 + f.D);
    e[k] = 1 - back;
    y[k] = own + f.D * e[k];
    t.push(k * h);
    if (Math.abs(y[k]) > 1e6) break;
    const next = Array(f.n).fill(0);
    for (let i = 0; i < f.n; i++) {
      let s = Bd[i] * e[k];
      for (let j = 0; j < f.n; j++) s += Ad[i][j] * x[j];
      next[i] = s;
    }
    x = next;
  }
  // what is seen is late too
  return [t, y.map((_, k) => k >= late ? y[k - late] : 0)];
}

function step(num, den, end) {
  if (DATA.dt) {
    const f = companion(num, den), steps = Math.min(2000, Math.round(end / DATA.dt));
    return march(f, f.A, f.B, steps, DATA.dt, Math.round(DATA.delay / DATA.dt));
  }
  if (DATA.delay > 0) {
    const f = companion(num, den), parts = Math.max(1, Math.ceil(DATA.delay / (end / 1500)));
    const h = DATA.delay / parts, E = held(f.A, f.B, h);
    return march(f, E.A, E.B, Math.min(6000, Math.ceil(end / h)), h, parts);
  }
  // the closed loop itself, held inputs are exact: a step is constant
  const f = companion(num, add(den, num)), h = end / 600, E = held(f.A, f.B, h);
  const t = [], y = [];
  let x = Array(f.n).fill(0);
  for (let k = 0; k <= 600; k++) {
    t.push(k * h);
    y.push(f.C.reduce((s, c, i) => s + c * x[i], f.D));
    if (Math.abs(y[k]) > 1e6) break;
    x = E.A.map((r, i) => r.reduce((s, a, j) => s + a * x[j], E.B[i]));
  }
  return [t, y];
}

function held(A, B, h) {
  const n = A.length, M = A.map((r, i) => r.map(x => x * h).concat([B[i] * h]));
  M.push(Array(n + 1).fill(0));
  const E = exponential(M);
  return { A: E.slice(0, n).map(r => r.slice(0, n)), B: E.slice(0, n).map(r => r[n]) };
}

// ---- drawn ----

const SVG = "http://www.w3.org/2000/svg";
function nice(lo, hi, count) {
  const raw = (hi - lo) / count, p = Math.pow(10, Math.floor(Math.log10(raw)));
  const f = raw / p, s = (f <= 1 ? 1 : f <= 2 ? 2 : f <= 5 ? 5 : 10) * p, list = [];
  for (let k = Math.ceil(lo / s - 1e-9); k * s <= hi + 1e-9 * s; k++) list.push(k * s);
  return list;
}
const label = x => x === 0 ? "0" : Math.abs(x) >= 1e5 || Math.abs(x) < 1e-3
  ? x.toExponential(0) : String(+x.toPrecision(4));

function chart(id, o) {
  const box = document.getElementById(id), w = 460, h = o.high || 230, l = 52, b = 34, t = 8,
    r = 10;
  const tx = o.logx ? Math.log10 : x => x;
  let [x0, x1] = o.x.map(tx), [y0, y1] = o.y;
  if (o.equal) {
    const sx = (x1 - x0) / (w - l - r), sy = (y1 - y0) / (h - t - b), s = Math.max(sx, sy);
    const mx = (x0 + x1) / 2, my = (y0 + y1) / 2;
    x0 = mx - s * (w - l - r) / 2; x1 = mx + s * (w - l - r) / 2;
    y0 = my - s * (h - t - b) / 2; y1 = my + s * (h - t - b) / 2;
  }
  const px = x => l + (tx(x) - x0) / (x1 - x0) * (w - l - r);
  const py = y => h - b - (y - y0) / (y1 - y0) * (h - t - b);
  let out = "";
  const ticks = o.logx ? nice(x0, x1, 5).filter(k => Number.isInteger(k)).map(k => Math.pow(10, k))
    : nice(x0, x1, 6);
  for (const x of ticks) out += `<path class="grid" d="M${px(x)} ${t}V${h - b}"/>`
    + `<text x="${px(x)}" y="${h - b + 14}" text-anchor="middle">${label(x)}</text>`;
  for (const y of nice(y0, y1, 5)) out += `<path class="grid" d="M${l} ${py(y)}H${w - r}"/>`
    + `<text x="${l - 5}" y="${py(y) + 4}" text-anchor="end">${label(y)}</text>`;
  out += `<clipPath id="${id}c"><rect x="${l}" y="${t}" width="${w - l - r}" `
    + `height="${h - t - b}"/></clipPath><g clip-path="url(#${id}c)">`;
  for (const s of o.lines) {
    let d = "", pen = "M";
    for (let k = 0; k < s.x.length; k++) {
      if (!isFinite(s.y[k]) || !isFinite(s.x[k])) { pen = "M"; continue; }
      const v = Math.max(-1e5, Math.min(1e5, py(s.y[k])));
      if (s.steps && d) d += `H${px(s.x[k]).toFixed(1)}`;
      d += pen + px(s.x[k]).toFixed(1) + " " + v.toFixed(1);
      pen = "L";
    }
    out += `<path class="${s.style || "line"}" d="${d}"/>`;
  }
  for (const m of o.marks || [])
    out += m.cross
      ? `<path class="${m.style}" d="M${px(m.x) - 5} ${py(m.y) - 5}l10 10m0 -10l-10 10"/>`
      : `<circle class="${m.style}" cx="${px(m.x)}" cy="${py(m.y)}" r="4"/>`;
  out += `</g><path class="frame" d="M${l} ${t}V${h - b}H${w - r}"/>`
    + `<text x="${(l + w - r) / 2}" y="${h - 4}" text-anchor="middle">${o.xlabel}</text>`
    + `<text transform="translate(11 ${(t + h - b) / 2}) rotate(-90)" text-anchor="middle">`
    + `${o.ylabel}</text>`;
  box.innerHTML = `<svg xmlns="${SVG}" viewBox="0 0 ${w} ${h}">${out}</svg>`;
}

function frequencies() {
  const list = [];
  for (let k = 0; k <= 500; k++)
    list.push(DATA.w[0] * Math.pow(DATA.w[1] / DATA.w[0], k / 500));
  return list;
}

// crossings of the curve: |L| = 1 and the negative real axis, straight between points
function margins(w, L) {
  const m = { gain: Infinity, phase: Infinity };
  for (let k = 1; k < w.length; k++) {
    const a = Math.log(Math.hypot(...L[k - 1])), b = Math.log(Math.hypot(...L[k]));
    if ((a < 0) !== (b < 0)) {
      const f = a / (a - b), x = L[k - 1][0] + f * (L[k][0] - L[k - 1][0]);
      const y = L[k - 1][1] + f * (L[k][1] - L[k - 1][1]);
      let p = Math.atan2(y, x) * 180 / Math.PI + 180;
      if (p > 180) p -= 360;
      if (Math.abs(p) < Math.abs(m.phase)) {
        m.phase = p;
        m.wp = w[k - 1] * Math.pow(w[k] / w[k - 1], f);
      }
    }
    if ((L[k - 1][1] < 0) !== (L[k][1] < 0) && L[k][0] < 0 && L[k - 1][0] < 0) {
      const f = L[k - 1][1] / (L[k - 1][1] - L[k][1]);
      const x = L[k - 1][0] + f * (L[k][0] - L[k - 1][0]);
      if (Math.abs(Math.log(-x)) < Math.abs(Math.log(m.gain))) {
        m.gain = -1 / x;
        m.wg = w[k - 1] * Math.pow(w[k] / w[k - 1], f);
      }
    }
  }
  return m;
}

function show() {
  const g = {};
  for (const s of DATA.sliders) g[s.name] = slider(s).value();
  const [cn, cd] = controller(g);
  const num = mul(cn, DATA.num), den = mul(cd, DATA.den);
  const w = frequencies(), L = w.map(x => open(num, den, x));
  const size = L.map(x => 20 * Math.log10(Math.hypot(...x)));
  let turn = 0, last;
  const phase = L.map(x => {
    let a = Math.atan2(x[1], x[0]) * 180 / Math.PI + turn;
    if (last === undefined && a > 90) { turn -= 360; a -= 360; }
    while (last !== undefined && a - last > 180) { a -= 360; turn -= 360; }
    while (last !== undefined && a - last < -180) { a += 360; turn += 360; }
    last = a;
    return a;
  });
  const range = (list, lo, hi, least) => {
    const f = list.filter(isFinite);
    let a = Math.max(lo, Math.min(...f)), b = Math.min(hi, Math.max(...f));
    if (!(b - a > least)) { a -= least / 2; b += least / 2; }
    const m = 0.05 * (b - a);
    return [a - m, b + m];
  };
  const flat = v => ({ x: [w[0], w[w.length - 1]], y: [v, v], style: "mark" });
  chart("gain", { logx: true, x: DATA.w, y: range(size.concat([0]), -120, 120, 10), xlabel: "rad/s",
    ylabel: "gain (dB)", lines: [flat(0), { x: w, y: size }] });
  chart("phase", { logx: true, x: DATA.w, y: range(phase.concat([-180]), -720, 360, 20),
    xlabel: "rad/s", ylabel: "phase (deg)", lines: [flat(-180), { x: w, y: phase }] });
  const re = L.map(x => Math.hypot(...x) < 50 ? x[0] : NaN);
  const im = L.map(x => Math.hypot(...x) < 50 ? x[1] : NaN);
  chart("nyquist", { equal: true, x: [-3, 2], y: [-2.5, 2.5], high: 300, xlabel: "real",
    ylabel: "imaginary", lines: [{ x: re, y: im }, { x: re, y: im.map(v => -v), style: "mirror" }],
    marks: [{ x: -1, y: 0, style: "pole", cross: true }] });
  const m = margins(w, L);
  const closed = DATA.delay > 0 && !DATA.dt ? null : roots(add(withDelay(den), num));
  const end = horizon(closed);
  const [t, y] = step(num, den, end);
  chart("step", { x: [0, t[t.length - 1] || end], y: range(y.concat([0, 1.2]), -50, 50, 0.5),
    xlabel: "time (s)", ylabel: "closed loop", lines: [
      { x: [0, end], y: [1, 1], style: "mark" }, { x: t, y, steps: !!DATA.dt }] });
  poles(closed, num);
  tell(m, closed, g);
}

function withDelay(den) {
  if (!DATA.dt || !DATA.delay) return den;
  return den.concat(Array(Math.round(DATA.delay / DATA.dt)).fill(0));
}

const rate = p => DATA.dt ? [Math.log(Math.hypot(...p)) / DATA.dt, Math.atan2(p[1], p[0]) / DATA.dt]
  : p;
function horizon(closed) {
  if (!closed || !closed.length) return DATA.end;
  let slow = Infinity;
  for (const p of closed) {
    const r = rate(p);
    if (isFinite(r[0]) && Math.abs(r[0]) > 1e-9) slow = Math.min(slow, Math.abs(r[0]));
  }
  const end = Math.min(DATA.end * 5, Math.max(DATA.end / 20, isFinite(slow) ? 6 / slow : DATA.end));
  const p = Math.pow(10, Math.floor(Math.log10(end)));
  return Math.ceil(end / p * 2) / 2 * p;
}

function poles(closed, num) {
  const box = document.getElementById("polesbox");
  box.hidden = !closed;
  if (!closed) return;
  const zeros = roots(num), all = closed.concat(zeros);
  let far = 0.5;
  for (const p of closed) far = Math.max(far, Math.abs(p[0]), Math.abs(p[1]));
  const marks = closed.map(p => ({ x: p[0], y: p[1], style: "pole", cross: true }))
    .concat(zeros.map(p => ({ x: p[0], y: p[1], style: "zero" })));
  const lines = [{ x: [0, 0], y: [-far * 1.5, far * 1.5], style: "mark" }];
  if (DATA.dt) {
    const c = { x: [], y: [], style: "mark" };
    for (let k = 0; k <= 120; k++) {
      c.x.push(Math.cos(k * Math.PI / 60)); c.y.push(Math.sin(k * Math.PI / 60));
    }
    lines[0] = c;
    far = Math.max(far, 1);
  }
  chart("poles", { equal: true, high: 300, x: DATA.dt ? [-far, far] : [-1.3 * far, 0.6 * far],
    y: [-1.1 * far, 1.1 * far], xlabel: "real", ylabel: "imaginary", lines, marks });
}

function tell(m, closed, g) {
  const say = x => isFinite(x) ? String(+x.toPrecision(4)) : "\u221e";
  const stable = closed && closed.every(p => DATA.dt ? Math.hypot(...p) < 1 : p[0] < 0);
  const parts = [`gain margin ${say(m.gain)}` + (m.wg ? ` at ${say(m.wg)} rad/s` : ""),
    `phase margin ${say(m.phase)}\u00b0` + (m.wp ? ` at ${say(m.wp)} rad/s` : "")];
  if (closed) parts.unshift(stable ? "stable" : "not stable");
  const told = document.getElementById("told");
  told.textContent = parts.join(" \u00b7 ");
  told.className = closed && !stable ? "bad" : "";
  document.getElementById("gains").textContent =
    "{" + DATA.sliders.map(s => `${s.name} = ${+g[s.name].toPrecision(5)}`).join(", ") + "}";
}

// ---- sliders: 0, or three decades about the start ----

const inputs = {};
function slider(s) {
  if (inputs[s.name]) return inputs[s.name];
  const row = document.createElement("label"), range = document.createElement("input");
  const box = document.createElement("input"), middle = s.start > 0 ? s.start : s.scale;
  range.type = "range"; range.min = -0.02; range.max = 1; range.step = 0.002;
  box.type = "number"; box.step = "any"; box.min = 0;
  const at = v => v <= 0 ? -0.02 : Math.log10(v / middle) / 4 + 0.5;
  const from = u => u < 0 ? 0 : middle * Math.pow(10, (u - 0.5) * 4);
  const one = { value: () => Math.max(0, +box.value || 0) };
  box.value = s.start; range.value = at(s.start);
  range.oninput = () => { box.value = +from(+range.value).toPrecision(4); show(); };
  box.oninput = () => { range.value = at(one.value()); show(); };
  row.append(Object.assign(document.createElement("b"), { textContent: s.name }), range, box);
  row.title = s.text;
  document.getElementById("sliders").append(row);
  return (inputs[s.name] = one);
}
for (const s of DATA.sliders) slider(s);
show();
]==]
