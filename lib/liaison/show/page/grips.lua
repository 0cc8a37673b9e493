-- grips.lua - JavaScript of the living page: constraints as in core/model/constraints, rows and their rates by jets
local json = require "liaison.show.page.json"
local kinds = require "liaison.constrained.rowkinds"

return "const PARTS = " .. json.text(kinds.parts) .. [==[;

// a vector jet is [x, x', x''], each of three numbers; a jet of numbers is [g, g', g'']
const Vec = {
  add: (a, b) => a.map((x, o) => x.map((c, i) => c + b[o][i])), sub: (a, b) => a.map((x, o) => x.map((c, i) => c - b[o][i])),
  cross3: (a, b) => [a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]], dot3: (a, b) => a[0]*b[0] + a[1]*b[1] + a[2]*b[2],
  plus3: (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]],
  dot: (a, b) => [Vec.dot3(a[0], b[0]), Vec.dot3(a[1], b[0]) + Vec.dot3(a[0], b[1]), Vec.dot3(a[2], b[0]) + 2*Vec.dot3(a[1], b[1]) + Vec.dot3(a[0], b[2])],
  cross(a, b) {
    const x = Vec.cross3, sum = Vec.plus3;
    return [x(a[0], b[0]), sum(x(a[1], b[0]), x(a[0], b[1])), sum(sum(x(a[2], b[0]), x(a[0], b[2])), x(a[1], b[1]).map(c => 2*c))];
  },
  times: (s, a) => [0, 1, 2].map(i => Jets.mul(s, [a[0][i], a[1][i], a[2][i]])).reduce((o, c) => { o[0].push(c[0]); o[1].push(c[1]); o[2].push(c[2]); return o; }, [[], [], []]),
  norm: a => Jets.call("sqrt", [Vec.dot(a, a)]),
  unit: a => Vec.times(Jets.div([1, 0, 0], Vec.norm(a)), a),
};

// a frame that moves: R, p; its twist V and the rate A of that about the origin of the base
function End(X, V, A) {
  const w = [V[3], V[4], V[5]], al = [A[3], A[4], A[5]], at = (l, turn, x) => Vec.plus3(l, Vec.cross3(turn, x));
  const u = at([V[0], V[1], V[2]], w, X.p), a = Vec.plus3(at([A[0], A[1], A[2]], al, X.p), Vec.cross3(w, u));
  const axis = k => { const n = [X.R[k], X.R[3 + k], X.R[6 + k]], d = Vec.cross3(w, n); return [n, d, Vec.plus3(Vec.cross3(al, n), Vec.cross3(w, d))]; };
  return { p: [X.p, u, a], w: [w, al, [0, 0, 0]], axis: [axis(0), axis(1), axis(2)] };
}
const pace = a => [a[1], a[2], [0, 0, 0]];

// rows of every kind from its ends: [g, g', g''] of positions; [0, velocity, its rate] of rolling
const Grips = (() => {
  const gap = e => Vec.sub(e[0].p, e[1].p), along = (e, k) => Vec.dot(e[1].axis[k], gap(e)), square = (e, i, j) => Vec.dot(e[1].axis[i], e[0].axis[j]);
  const point = e => { const d = gap(e); return [0, 1, 2].map(k => [d[0][k], d[1][k], d[2][k]]); };
  const part = { point, upright: e => [square(e, 0, 2), square(e, 1, 2)], turned: e => [square(e, 1, 2), square(e, 2, 0), square(e, 0, 1)],
    aside: e => [along(e, 0), along(e, 1)], height: e => [along(e, 2)] };
  const parts = kind => e => PARTS[kind].flatMap(name => part[name](e)), held = Object.fromEntries(Object.keys(PARTS).map(kind => [kind, parts(kind)]));
  const less = (g, x) => [g[0] - x, g[1], g[2]], distance = (a, b) => Vec.norm(Vec.sub(a.p, b.p));
  const surface = (c, e) => { const d = gap(e), x = [0, 1, 2].map(k => Vec.dot(e[1].axis[k], d)); return c.surfaces.map(f => f(x)); };
  // the contact of a disc about z of the first on the plane of the second: normal, ahead, left, from the centre to the contact
  function touch(e, radius) {
    const a = e[0].axis[2], n = e[1].axis[2], f = Vec.unit(Vec.cross(a, n));
    return { n, f, l: Vec.cross(n, f), r: Vec.times([-radius, 0, 0], Vec.cross(f, a)) };
  }
  function slip(e, dir, r) {
    const d = Vec.add(gap(e), r), v = Vec.sub(Vec.add(pace(e[0].p), Vec.cross(e[0].w, r)), Vec.add(pace(e[1].p), Vec.cross(e[1].w, d))), s = Vec.dot(dir, v);
    return [0, s[0], s[1]];
  }
  const none = [[0, 0, 0], [0, 0, 0], [0, 0, 0]];
  return {
    ...held,
    angle: (e, c) => [less(Vec.dot(e[1].axis[2], e[0].axis[2]), Math.cos(c.angle))],
    cross: e => [...point(e), square(e, 1, 2)],
    distance: (e, c) => [less(distance(e[0], e[1]), c.length)],
    pulley: (e, c) => [less(Jets.add(distance(e[0], e[1]), Jets.mul([c.ratio, 0, 0], distance(e[2], e[3]))), c.length)],
    thread(e, c) {
      const t = Jets.call("atan2", [Vec.dot(e[1].axis[1], e[0].axis[0]), Vec.dot(e[1].axis[0], e[0].axis[0])]), z = along(e, 2);
      if (c.pitch !== 0) t[0] += 2*Math.PI*Math.floor((z[0]/c.pitch - t[0])/(2*Math.PI) + 0.5);
      return [...held.thread(e), Jets.sub(z, Jets.mul([c.pitch, 0, 0], t))];
    },
    on_surface: (e, c) => surface(c, e), on_curve: (e, c) => surface(c, e),
    knife_edge: e => [slip(e, touch(e, 0).f, none)],
    wheel: (e, c) => { const h = touch(e, c.radius); return [slip(e, h.f, h.r), slip(e, h.l, h.r)]; },
    wheel_lateral: (e, c) => { const h = touch(e, c.radius); return [slip(e, h.l, h.r)]; },
    wheel_longitudinal: (e, c) => { const h = touch(e, c.radius); return [slip(e, h.f, h.r)]; },
    rolling_disc: (e, c) => { const h = touch(e, c.radius); return [Vec.dot(h.n, Vec.add(gap(e), h.r)), slip(e, e[1].axis[0], h.r), slip(e, e[1].axis[1], h.r)]; },
  };
})();
const ROLLING = { knife_edge: [0], wheel: [0, 1], wheel_lateral: [0], wheel_longitudinal: [0], rolling_disc: [1, 2] };

// L with M = L L', rows of the lower half; null where M is not positive
function cholesky(M, n) {
  const L = Float64Array.from(M);
  for (let j = 0; j < n; j++) {
    for (let k = 0; k < j; k++) { const f = L[j*n + k]; if (f !== 0) for (let i = j; i < n; i++) L[i*n + j] -= f*L[i*n + k]; }
    const d = L[j*n + j];
    if (!(d > 1e-14*Math.abs(M[j*n + j]))) return null;
    const s = Math.sqrt(d);
    for (let i = j; i < n; i++) L[i*n + j] /= s;
  }
  return L;
}
function lower(L, n, x) { for (let i = 0; i < n; i++) { let s = x[i]; for (let k = 0; k < i; k++) s -= L[i*n + k]*x[k]; x[i] = s/L[i*n + i]; } return x; }
function upper(L, n, x) { for (let i = n - 1; i >= 0; i--) { let s = x[i]; for (let k = i + 1; k < n; k++) s -= L[k*n + i]*x[k]; x[i] = s/L[i*n + i]; } return x; }
const inner = (a, b) => { let s = 0; for (let i = 0; i < a.length; i++) s += a[i]*b[i]; return s; };

// x nearest to x0 in the metric M = L L' with G x = want; multipliers: M (x - x0) = G' lambda, least where rows follow from others
function nearest(L, n, x0, G, want) {
  const m = G.length, norm = G.map(g => Math.sqrt(inner(g, g)) || 1), W = G.map((g, r) => lower(L, n, Float64Array.from(g, x => x/norm[r])));
  const first = W.map(w => Math.sqrt(inner(w, w))), R = G.map(() => []), Q = [], used = [], left = new Set(G.keys());
  while (left.size && Q.length < n) {
    let r = -1, most = 1e-9;
    for (const s of left) { const rest = first[s] > 0 ? Math.sqrt(inner(W[s], W[s]))/first[s] : 0; if (rest > most) { most = rest; r = s; } }
    if (r < 0) break;
    const w = W[r];
    Q.forEach((q, k) => { const c = inner(q, w); R[r][k] += c; for (let i = 0; i < n; i++) w[i] -= c*q[i]; });
    const size = Math.sqrt(inner(w, w)), q = w.map(x => x/size);
    R[r].push(size);
    left.delete(r);
    for (const s of left) { const c = inner(q, W[s]); R[s].push(c); for (let i = 0; i < n; i++) W[s][i] -= c*q[i]; }
    Q.push(q);
    used.push(r);
  }
  const y = [], step = new Float64Array(n), lambda = new Float64Array(m);
  used.forEach((r, k) => { let s = (want[r] - inner(G[r], x0))/norm[r]; for (let j = 0; j < k; j++) s -= R[r][j]*y[j]; y.push(s/R[r][k]); });
  Q.forEach((q, k) => { for (let i = 0; i < n; i++) step[i] += y[k]*q[i]; });
  const back = c => { const z = Array.from(c); for (let k = z.length - 1; k >= 0; k--) { for (let j = k + 1; j < z.length; j++) z[k] -= R[used[j]][k]*z[j]; z[k] /= R[used[k]][k]; } return z; };
  back(y).forEach((c, k) => { lambda[used[k]] = c/norm[used[k]]; });
  // combinations of rows that push nothing take no part in the multipliers
  const none = [];
  for (const s of left) {
    const v = new Float64Array(m);
    v[s] = 1/norm[s];
    back(used.map((r, k) => R[s][k] || 0)).forEach((c, k) => { v[used[k]] = -c/norm[used[k]]; });
    for (const u of none) { const c = inner(u, v); v.forEach((x, i) => { v[i] = x - c*u[i]; }); }
    const size = Math.sqrt(inner(v, v));
    if (size > 0) none.push(v.map(x => x/size));
  }
  for (const u of none) { const c = inner(u, lambda); u.forEach((x, i) => { lambda[i] -= c*x; }); }
  const x = upper(L, n, step);
  for (let i = 0; i < n; i++) x[i] += x0[i];
  return { x, lambda, rank: used.length };
}
]==]
