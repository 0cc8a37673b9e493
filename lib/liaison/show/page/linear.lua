-- linear.lua - JavaScript of the living page: products of vectors, factors of a mass matrix, what
-- is nearest under constraints
return [==[
const Vec = {
  cross3: (a, b) => [a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]],
  dot3: (a, b) => a[0]*b[0] + a[1]*b[1] + a[2]*b[2],
};

// L with M = L L', rows of the lower half; null where M is not positive
function cholesky(M, n) {
  const L = M.slice();
  for (let j = 0; j < n; j++) {
    for (let k = 0; k < j; k++) {
      const f = L[j*n + k];
      if (f !== 0) for (let i = j; i < n; i++) L[i*n + j] -= f*L[i*n + k];
    }
    const d = L[j*n + j];
    if (!(d > 1e-14*Math.abs(M[j*n + j]))) return null;
    const s = Math.sqrt(d);
    for (let i = j; i < n; i++) L[i*n + j] /= s;
  }
  return L;
}
function lower(L, n, x) {
  for (let i = 0; i < n; i++) {
    let s = x[i];
    for (let k = 0; k < i; k++) s -= L[i*n + k]*x[k];
    x[i] = s/L[i*n + i];
  }
  return x;
}
function upper(L, n, x) {
  for (let i = n - 1; i >= 0; i--) {
    let s = x[i];
    for (let k = i + 1; k < n; k++) s -= L[k*n + i]*x[k];
    x[i] = s/L[i*n + i];
  }
  return x;
}
const inner = (a, b) => { let s = 0; for (let i = 0; i < a.length; i++) s += a[i]*b[i]; return s; };

// the directions L^-1 G' of rows G, orthonormal: Q, those first that say most; rows that follow
// from others are left out
function independent(L, n, G) {
  const m = G.length, norm = G.map(g => Math.sqrt(inner(g, g)) || 1),
    W = G.map((g, r) => lower(L, n, g.map(x => x/norm[r])));
  const first = W.map(w => Math.sqrt(inner(w, w))), R = G.map(() => []), Q = [], used = [],
    left = new Set(G.keys());
  while (left.size && Q.length < n) {
    let r = -1, most = 1e-9;
    for (const s of left) {
      const rest = first[s] > 0 ? Math.sqrt(inner(W[s], W[s]))/first[s] : 0;
      if (rest > most) { most = rest; r = s; }
    }
    if (r < 0) break;
    const w = W[r];
    Q.forEach((q, k) => {
      const c = inner(q, w);
      R[r][k] += c;
      for (let i = 0; i < n; i++) w[i] -= c*q[i];
    });
    const size = Math.sqrt(inner(w, w)), q = w.map(x => x/size);
    R[r].push(size);
    left.delete(r);
    for (const s of left) {
      const c = inner(q, W[s]);
      R[s].push(c);
      for (let i = 0; i < n; i++) W[s][i] -= c*q[i];
    }
    Q.push(q);
    used.push(r);
  }
  const back = c => {
    const z = Array.from(c);
    for (let k = z.length - 1; k >= 0; k--) {
      for (let j = k + 1; j < z.length; j++) z[k] -= R[used[j]][k]*z[j];
      z[k] /= R[used[k]][k];
    }
    return z;
  };
  // combinations of rows that push nothing: they take no part in the multipliers
  const idle = () => {
    const none = [];
    for (const s of left) {
      const v = new Float64Array(m);
      v[s] = 1/norm[s];
      back(used.map((r, k) => R[s][k] || 0)).forEach((c, k) => { v[used[k]] = -c/norm[used[k]]; });
      for (const u of none) { const c = inner(u, v); v.forEach((x, i) => { v[i] = x - c*u[i]; }); }
      const size = Math.sqrt(inner(v, v));
      if (size > 0) none.push(v.map(x => x/size));
    }
    return none;
  };
  // the least multipliers lambda with L^-1 G' lambda = sum c_k q_k
  function multipliers(c) {
    const lambda = new Float64Array(m);
    back(c).forEach((x, k) => { lambda[used[k]] = x/norm[used[k]]; });
    for (const u of idle()) {
      const x = inner(u, lambda);
      u.forEach((y, i) => { lambda[i] -= x*y; });
    }
    return lambda;
  }
  // the parts along Q that bring G x from that of x0 to `want`
  function parts(x0, want) {
    const y = [];
    used.forEach((r, k) => {
      let s = (want[r] - inner(G[r], x0))/norm[r];
      for (let j = 0; j < k; j++) s -= R[r][j]*y[j];
      y.push(s/R[r][k]);
    });
    return y;
  }
  return { L, n, Q, multipliers, parts };
}

// x nearest to x0 in the metric M = L L' with G x = want, B = independent(L, n, G); multipliers:
// M (x - x0) = G' lambda, least where rows follow from others
function nearestBy(B, x0, want) {
  const y = B.parts(x0, want), step = new Float64Array(B.n);
  B.Q.forEach((q, k) => { for (let i = 0; i < B.n; i++) step[i] += y[k]*q[i]; });
  const x = upper(B.L, B.n, step);
  for (let i = 0; i < B.n; i++) x[i] += x0[i];
  return { x, lambda: B.multipliers(y) };
}
const nearest = (L, n, x0, G, want) => nearestBy(independent(L, n, G), x0, want);
]==]
