-- dynamics.lua - JavaScript of the living page: accelerations of a tree with forces and
-- constraints, from its description alone
--
-- Everything in base axes about the origin of the base, linear part first: columns S of the joints,
-- twists V = sum S q', their rates A = sum S q'' + S' q'; inertia as mass, first moment, second
-- moment. M by composite bodies, forces by recursion [RBDA 5.3, 6.2]; constraints of frames by the
-- programs in ROWS, forces by those in FORCES, both made from the rows of the engine.
return [==[
// spec: the mechanism with bodies, constraints, passive; acts: force elements (loads) and inputs;
// rates: where quaternions stand; options: q, v, params (names), rateOf, tau, efforts, keep, rate,
// jumps (whether what jumps is computed)
function Dynamics(spec, mech, nq, nv, acts, rates, options) {
  const nb = spec.bodies.length, parent = spec.bodies.map(b => b.parent);
  const columns = spec.bodies.map(() => []), S = [], Sd = [];
  const V = spec.bodies.map(() => new Float64Array(6)),
    A = spec.bodies.map(() => new Float64Array(6)), X = [];
  const point = (b, at) => { if (b < 0) return at; return Pose.point(X[b].body, at); };
  const shift = (V, x) => [V[0] + V[4]*x[2] - V[5]*x[1], V[1] + V[5]*x[0] - V[3]*x[2],
    V[2] + V[3]*x[1] - V[4]*x[0]];
  // rate of a column carried with the twist V
  function carried(V, s, out) {
    out[0] = V[4]*s[2] - V[5]*s[1] + V[1]*s[5] - V[2]*s[4];
    out[1] = V[5]*s[0] - V[3]*s[2] + V[2]*s[3] - V[0]*s[5];
    out[2] = V[3]*s[1] - V[4]*s[0] + V[0]*s[4] - V[1]*s[3];
    out[3] = V[4]*s[5] - V[5]*s[4];
    out[4] = V[5]*s[3] - V[3]*s[5];
    out[5] = V[3]*s[4] - V[4]*s[3];
  }
  function newColumn(i, lead, scale) {
    const c = S.length;
    S.push(new Float64Array(6));
    Sd.push(new Float64Array(6));
    columns[i].push({ c, lead, scale });
    return c;
  }
  // the columns of body i do not change with parameters, what stands in them does
  function lay() {
    if (S.length) return;
    mech.bodies().forEach((c, i) => {
      for (const s of c.steps) {
        if (s.kind === "fixed") continue;
        if (s.kind === "ball" || s.kind === "free") {
          for (let k = 0; k < (s.kind === "ball" ? 3 : 6); k++) newColumn(i, c.dofs[0].v + k, 1);
          continue;
        }
        newColumn(i, c.dofs[s.d].v, s.k*c.dofs[s.d].scale);
      }
    });
  }
  const across = (p, u) => Vec.cross3(p, u);
  function put(s, linear, angular) {
    for (let k = 0; k < 3; k++) { s[k] = linear[k]; s[3 + k] = angular[k]; }
  }
  // poses, columns, twists, and rates of twists where nothing is accelerated
  function move(q, v) {
    lay();
    mech.bodies().forEach((c, i) => {
      const up = parent[i], Vi = V[i], Ai = A[i], list = columns[i];
      if (up < 0) { Vi.fill(0); Ai.fill(0); } else { Vi.set(V[up]); Ai.set(A[up]); }
      const base = up < 0 ? c.pre : Pose.times(X[up].body, c.pre);
      let Y = base, at = 0;
      for (const step of c.steps) {
        if (step.kind === "fixed") { Y = Pose.times(Y, step.X); continue; }
        const now = at, many = step.kind === "ball" ? 3 : step.kind === "free" ? 6 : 1;
        if (many > 1) {
          Y = Pose.times(Y, mech.moved(step, c, q));
          for (let k = 0; k < many; k++) {
            const u = [Y.R[k % 3], Y.R[3 + k % 3], Y.R[6 + k % 3]];
            if (many === 6 && k < 3) put(S[list[now + k].c], u, [0, 0, 0]);
            else put(S[list[now + k].c], across(Y.p, u), u);
          }
        } else {
          const u = Pose.vector(Y, step.u);
          if (step.kind === "turn") put(S[list[now].c], across(Y.p, u), u);
          else put(S[list[now].c], u, [0, 0, 0]);
          Y = Pose.times(Y, mech.moved(step, c, q));
        }
        at += many;
        for (let k = now; k < at; k++) {
          const d = list[k], w = d.lead < 0 ? 0 : d.scale*v[d.lead], s = S[d.c];
          for (let j = 0; j < 6; j++) Vi[j] += s[j]*w;
        }
        for (let k = now; k < at; k++) {
          const d = list[k], w = d.lead < 0 ? 0 : d.scale*v[d.lead];
          carried(Vi, S[d.c], Sd[d.c]);
          for (let j = 0; j < 6; j++) Ai[j] += Sd[d.c][j]*w;
        }
      }
      X[i] = { base, joint: Y, body: Pose.times(Y, c.post) };
    });
  }
  // mass, first and second moment of every body about the origin: [m, h, J by rows of its upper
  // half]
  const I = spec.bodies.map(() => new Float64Array(10));
  function inertias() {
    mech.bodies().forEach((b, i) => {
      const m = b.mass, T = I[i], e = b.inertia, R = X[i].body.R, c = Pose.point(X[i].body, b.com);
      T[0] = m;
      for (let k = 0; k < 3; k++) T[1 + k] = m*c[k];
      const s = m*Vec.dot3(c, c), x = e[0] || 0, y = e[1] || 0, z = e[2] || 0, xy = e[3] || 0,
        xz = e[4] || 0, yz = e[5] || 0;
      for (let r = 0, n = 4; r < 3; r++) {
        const [a, b, d] = [R[3*r], R[3*r + 1], R[3*r + 2]], u = a*x + b*xy + d*xz,
          v = a*xy + b*y + d*yz, w = a*xz + b*yz + d*z;
        for (let j = r; j < 3; j++, n++)
          T[n] = (r === j ? s : 0) - m*c[r]*c[j] + u*R[3*j] + v*R[3*j + 1] + w*R[3*j + 2];
      }
    });
  }
  // momentum of a twist
  function momentum(T, v, out) {
    const [m, a, b, c, xx, xy, xz, yy, yz, zz] = T;
    out[0] = m*v[0] + v[4]*c - v[5]*b;
    out[1] = m*v[1] + v[5]*a - v[3]*c;
    out[2] = m*v[2] + v[3]*b - v[4]*a;
    out[3] = xx*v[3] + xy*v[4] + xz*v[5] + b*v[2] - c*v[1];
    out[4] = xy*v[3] + yy*v[4] + yz*v[5] + c*v[0] - a*v[2];
    out[5] = xz*v[3] + yz*v[4] + zz*v[5] + a*v[1] - b*v[0];
  }
  const six = (a, b) => a[0]*b[0] + a[1]*b[1] + a[2]*b[2] + a[3]*b[3] + a[4]*b[4] + a[5]*b[5];
  const M = new Float64Array(nv*nv), C = spec.bodies.map(() => new Float64Array(10)),
    F = new Float64Array(6);
  function massMatrix() {
    M.fill(0);
    C.forEach((T, i) => T.set(I[i]));
    for (let i = nb - 1; i > 0; i--)
      if (parent[i] >= 0) for (let k = 0; k < 10; k++) C[parent[i]][k] += C[i][k];
    for (let i = 0; i < nb; i++) {
      for (const k of columns[i]) {
        if (k.lead < 0) continue;
        momentum(C[i], S[k.c], F);
        for (const j of columns[i])
          if (j.lead >= 0) M[j.lead*nv + k.lead] += j.scale*k.scale*six(S[j.c], F);
        for (let up = parent[i]; up >= 0; up = parent[up])
          for (const j of columns[up]) if (j.lead >= 0) {
            const x = j.scale*k.scale*six(S[j.c], F);
            M[j.lead*nv + k.lead] += x;
            M[k.lead*nv + j.lead] += x;
          }
      }
      for (const d of mech.bodies()[i].dofs)
        if (d.v >= 0 && d.armature) M[d.v*nv + d.v] += d.scale*d.scale*d.armature;
    }
    return M;
  }
  // what joints transmit to their bodies, about the origin: f (6 for every body); a: accelerations
  // or null; push: forces from outside (6 each)
  const f = spec.bodies.map(() => new Float64Array(6)),
    Aa = spec.bodies.map(() => new Float64Array(6)), L = new Float64Array(6);
  function transmitted(a, push) {
    const g = mech.gravity();
    for (let i = 0; i < nb; i++) {
      const up = parent[i], fi = f[i], Ai = Aa[i], Vi = V[i];
      if (a) {
        for (let k = 0; k < 6; k++) Ai[k] = A[i][k] + (up < 0 ? 0 : Aa[up][k] - A[up][k]);
        for (const d of columns[i])
          if (d.lead >= 0) for (let k = 0; k < 6; k++) Ai[k] += S[d.c][k]*d.scale*a[d.lead];
      } else Ai.set(A[i]);
      for (let k = 0; k < 3; k++) Ai[k] -= g[k];
      momentum(I[i], Ai, fi);
      for (let k = 0; k < 3; k++) Ai[k] += g[k];
      momentum(I[i], Vi, L);
      fi[0] += Vi[4]*L[2] - Vi[5]*L[1];
      fi[1] += Vi[5]*L[0] - Vi[3]*L[2];
      fi[2] += Vi[3]*L[1] - Vi[4]*L[0];
      fi[3] += Vi[4]*L[5] - Vi[5]*L[4] + Vi[1]*L[2] - Vi[2]*L[1];
      fi[4] += Vi[5]*L[3] - Vi[3]*L[5] + Vi[2]*L[0] - Vi[0]*L[2];
      fi[5] += Vi[3]*L[4] - Vi[4]*L[3] + Vi[0]*L[1] - Vi[1]*L[0];
      if (push) for (let k = 0; k < 6; k++) fi[k] -= push[i][k];
    }
    for (let i = nb - 1; i > 0; i--)
      if (parent[i] >= 0) for (let k = 0; k < 6; k++) f[parent[i]][k] += f[i][k];
    return f;
  }

  // ---- what acts on it, what holds it, what jumps
  const tree = { spec, mech, parent, columns, nb, nq, nv, S, I, X, V, A, point, shift, six,
    inertias };
  const { laws, elements, push, put6, power, applied, told, drive, efforts, brake, storedByJoints,
    storedByElements } = Forces(tree, acts, options);
  const { constrained, rowsOf } = Constraints(tree, acts, laws, options), nz = laws.nz;
  const jumps = options.jumps ? Jumps(elements, { move, step, centre, velocity: velocityOf, bias,
    along, compliance, rates: ratesAt, ask: laws.ask }, nq, nv) : null;

  // L of M, or of M with the constraints' own stiffness in it where something without mass is held
  // by them alone
  function factor(rows) {
    let L = cholesky(M, nv);
    if (L || !rows.length) return L;
    const K = M.slice();
    let s = 0;
    for (let i = 0; i < nv; i++) s = Math.max(s, M[i*nv + i]);
    for (const r of rows)
      for (let i = 0; i < nv; i++)
        for (let j = 0; j < nv; j++) K[i*nv + j] += (s || 1)*r.G[i]*r.G[j];
    return cholesky(K, nv);
  }
  const SINGULAR = "the mass matrix is singular";
  const tau = new Float64Array(nv), none = new Float64Array(nv);
  // q'' and what goes with it: { a, lambda, rows }; after it, poses and twists are those of q, v
  function accelerate(t, q, v, z, dz) {
    move(q, v);
    inertias();
    applied(t, q, v, z, tau, dz);
    transmitted(null, push);
    for (let i = 0; i < nb; i++)
      for (const d of columns[i]) if (d.lead >= 0) tau[d.lead] -= d.scale*six(S[d.c], f[i]);
    massMatrix();
    const rows = constrained ? rowsOf(t, q, v) : [], L = factor(rows);
    if (!L) throw new Error(SINGULAR);
    const free = upper(L, nv, lower(L, nv, tau.slice())),
      B = independent(L, nv, rows.map(r => r.G));
    let near = rows.length ? nearestBy(B, free, rows.map(r => -r.c)) : { x: free, lambda: [] };
    if (options.keep === "baumgarte" && rows.length) {
      const w = options.rate;
      near = { ...nearestBy(B, near.x,
        rows.map(r => -r.c - 2*w*(inner(r.G, v) + r.b) - w*w*r.g)), lambda: near.lambda };
    }
    if (jumps && jumps.stuck()) holding(B, v, near);
    rows.forEach((r, k) => { power.given -= near.lambda[k]*r.b; });
    return { a: near.x, lambda: near.lambda, rows };
  }
  // C = M^-1 - M^-1 G' (G M^-1 G')^-1 G M^-1 as its halves: C w = whole(half(w))
  function compliant(B) {
    function half(w) {
      const x = lower(B.L, nv, w.slice());
      for (const q of B.Q) {
        const c = inner(q, x);
        for (let i = 0; i < nv; i++) x[i] -= c*q[i];
      }
      return x;
    }
    return { half, whole: x => upper(B.L, nv, x) };
  }
  // near, { x: accelerations, lambda }, with what is held: it takes its part from the constraints,
  // and friction of what slides takes power
  function holding(B, v, near) {
    const force = jumps.correct(compliant(B), near.x),
      w = lower(B.L, nv, force.slice()),
      less = B.multipliers(B.Q.map(q => inner(q, w)));
    less.forEach((x, k) => { near.lambda[k] -= x; });
    power.lost -= inner(force, v);
  }
  function compliance(t, q, v) {
    move(q, v);
    inertias();
    massMatrix();
    const rows = constrained ? rowsOf(t, q, v) : [], L = factor(rows);
    if (!L) throw new Error(SINGULAR);
    return compliant(independent(L, nv, rows.map(r => r.G)));
  }
  function ratesAt(t, x) {
    return accelerate(t, x.subarray(0, nq), x.subarray(nq, nq + nv), x.subarray(nq + nv), null).a;
  }
  // of points of bodies, after move: the centre of a force element at a point; velocity; the
  // acceleration of x where nothing is accelerated, x at a fixed arm from c
  function centre(l) { return point(l.ends[0].body, laws.endAt(l.ends[0])); }
  function velocityOf(b, x) { return shift(V[b], x); }
  function bias(b, c, x) {
    const more = Vec.cross3(V[b].subarray(3), shift(V[b], c));
    return shift(A[b], x).map((a, k) => a + more[k]);
  }
  // J += scale times how fast point x of body b moves along u
  function along(b, x, u, scale, J) {
    const w = [...u, ...Vec.cross3(x, u)];
    for (; b >= 0; b = parent[b])
      for (const d of columns[b]) if (d.lead >= 0) J[d.lead] += scale*d.scale*six(w, S[d.c]);
  }
  // a point of body b and how it moves with v: { x, J: three rows }
  function moving(q, b, at) {
    move(q, none);
    const x = point(b, at), J = [0, 1, 2].map(k => {
      const row = new Float64Array(nv);
      along(b, x, [0, 1, 2].map(i => i === k ? 1 : 0), 1, row);
      return row;
    });
    return { x, J };
  }
  function velocity(t, q, v, rate) {
    move(q, none);
    inertias();
    massMatrix();
    const rows = rowsOf(t, q, none), L = factor(rows);
    if (!L) throw new Error(SINGULAR);
    return nearest(L, nv, v, rows.map(r => r.G), rows.map(r => -r.b - rate*r.g)).x;
  }
  // q moved by d: quaternions by the exponential
  function step(q, d) {
    for (const r of rates) {
      if (r.kind === "plain") { q[r.q] += d[r.v]; continue; }
      const o = r.kind === "free" ? 3 : 0, i = r.q + o,
        a = [d[r.v + o], d[r.v + o + 1], d[r.v + o + 2]], angle = Math.hypot(...a),
        s = angle < 1e-8 ? 0.5 : Math.sin(angle/2)/angle;
      const [w, x, y, z] = [q[i], q[i + 1], q[i + 2], q[i + 3]],
        b = [Math.cos(angle/2), s*a[0], s*a[1], s*a[2]];
      if (o) {
        const k2 = angle < 1e-4 ? 0.5 : (1 - Math.cos(angle))/angle**2,
          k3 = angle < 1e-3 ? 1/6 : (angle - Math.sin(angle))/angle**3;
        const u = [d[r.v], d[r.v + 1], d[r.v + 2]], c = Vec.cross3(a, u), e = Vec.cross3(a, c),
          m = Pose.vector(Pose.quaternion(w, x, y, z), u.map((p, k) => p + k2*c[k] + k3*e[k]));
        for (let k = 0; k < 3; k++) q[r.q + k] += m[k];
      }
      q[i] = w*b[0] - x*b[1] - y*b[2] - z*b[3];
      q[i + 1] = w*b[1] + x*b[0] + y*b[3] - z*b[2];
      q[i + 2] = w*b[2] - x*b[3] + y*b[0] + z*b[1];
      q[i + 3] = w*b[3] + x*b[2] - y*b[1] + z*b[0];
    }
    normalise(q);
  }
  function normalise(q) {
    for (const r of rates) {
      if (r.kind === "plain") continue;
      const i = r.kind === "free" ? r.q + 3 : r.q,
        n = Math.hypot(q[i], q[i + 1], q[i + 2], q[i + 3]) || 1;
      for (let k = 0; k < 4; k++) q[i + k] /= n;
    }
  }
  const widest = rows => rows.reduce((m, r) => Math.max(m, Math.abs(r.g)), 0);
  // one step towards g = 0 in the metric of L (null: that of M); stays: marks velocities that do
  // not move
  function positionStep(t, q, stays) {
    move(q, none);
    const rows = rowsOf(t, q, none).filter(r => r.holds), gap = widest(rows);
    if (!(gap > 1e-15)) return { gap, d: null };
    let L;
    if (stays) {
      rows.forEach(r => stays.forEach((s, k) => { if (s) r.G[k] = 0; }));
      L = new Float64Array(nv*nv);
      for (let i = 0; i < nv; i++) L[i*nv + i] = 1;
    } else {
      inertias();
      massMatrix();
      L = factor(rows);
      if (!L) throw new Error(SINGULAR);
    }
    return { gap, d: nearest(L, nv, none, rows.map(r => r.G), rows.map(r => -r.g)).x };
  }
  // positions and velocities onto the constraints, as core/sim/model_ode.c does after each step
  function project(t, x) {
    onto(t, x);
    if (jumps && jumps.stuck()) jumps.keep(t, x);
  }
  // the same without what is held
  function onto(t, x) {
    const q = x.subarray(0, nq), v = x.subarray(nq, nq + nv);
    normalise(q);
    if (!constrained || options.keep !== "project") return;
    for (let k = 0, gap = 1; k < 4 && gap > 1e-14; k++) {
      const last = gap, s = positionStep(t, q, null);
      gap = s.gap;
      if (s.d) step(q, s.d);
      if (k && gap > last/2) break;
    }
    normalise(q);
    v.set(velocity(t, q, v, 0));
  }
  // loops closed from q, coordinates marked in stays as they are: what gap is left
  function assemble(q, stays) {
    let gap = Infinity;
    for (let n = 0; n < 60; n++) {
      const s = positionStep(0, q, stays);
      gap = s.gap;
      if (!(gap > 1e-12) || !s.d) break;
      const from = q.slice(), size = Math.hypot(...s.d);
      let part = Math.min(1, 0.5/(size || 1)), better = false;
      for (let k = 0; k < 20 && !better; k++, part /= 2) {
        q.set(from);
        step(q, s.d.map(x => part*x));
        move(q, none);
        better = widest(rowsOf(0, q, none).filter(r => r.holds)) < gap;
      }
      if (!better) { q.set(from); break; }
    }
    return gap;
  }
  // kinetic and potential energy
  function energy(t, q, v) {
    move(q, v);
    inertias();
    let T = 0, E = storedByElements(t, q, v) + storedByJoints(q);
    const g = mech.gravity();
    for (let i = 0; i < nb; i++) {
      momentum(I[i], V[i], L);
      T += six(V[i], L)/2;
      for (const d of mech.bodies()[i].dofs)
        if (d.v >= 0 && d.armature) T += d.armature*(d.scale*v[d.v])**2/2;
      for (let k = 0; k < 3; k++) E -= g[k]*I[i][1 + k];
    }
    return [T, E];
  }
  // energy that must stay, as audit of core/sim/model_ode.c: what a step changed it by, 1 where
  // that is the tolerance
  function audit(rtol, tOld, xOld, t, x) {
    const part = (at, y) => energy(at, y.subarray(0, nq), y.subarray(nq, nq + nv)),
      [T0, V0] = part(tOld, xOld), [T1, V1] = part(t, x), g = Math.hypot(...mech.gravity());
    // something drives it
    if (rowsOf(t, x.subarray(0, nq), x.subarray(nq, nq + nv)).some(r => r.b !== 0)) return 0;
    const size = I.reduce((s, m) => s + g*Math.hypot(m[1], m[2], m[3]), Math.max(T0, T1));
    const most = size*Math.max(rtol*Math.max(Math.abs(t - tOld)/60, 6e-5),
      500*2.220446049250313e-16);
    return most > 0 ? Math.abs(T1 + V1 - T0 - V0)/most : 0;
  }
  // what acts at a time: of force elements, of constraints, through joints, each as { x, F } in
  // base axes; a: accelerations if they are known
  function actions(t, q, v, z, a, lambda) {
    let s = null;
    if (!a || !lambda) try { s = accelerate(t, q, v, z, null); } catch (e) { return null; }
    move(q, v);
    inertias();
    const list = touching(applied(t, q, v, z, tau, null)),
      rows = constrained ? rowsOf(t, q, v) : [], held = [];
    (lambda || s.lambda).forEach((x, r) => {
      for (const e of rows[r].ends) {
        const F = Array.from(e.F, c => c*x);
        for (let k = 0; k < 6; k++) push[e.body][k] += F[k];
        const here = held.find(h => h.name === rows[r].name && h.body === e.body);
        if (here) here.F = here.F.map((c, k) => c + F[k]);
        else held.push({ name: rows[r].name, body: e.body, x: e.x, F: F.slice(0, 3) });
      }
    });
    const through = transmitted(a || s.a, push);
    return { applied: list, held,
      joints: through.map((w, i) => ({ x: X[i].joint.p, F: [w[0], w[1], w[2]] })) };
  }
  // force elements alone, at a state: what acts at points, as { x, F }, and what each does: along
  // its coordinates or line, or three numbers in base axes
  function elementForces(t, q, v, z) {
    if (jumps) accelerate(t, q, v, z, null);
    move(q, v);
    const list = touching(applied(t, q, v, z, tau, null));
    return { list, each: elements.map(l => l.F) };
  }
  // with what is held, as it was found by accelerate
  function touching(list) {
    if (!jumps) return list;
    jumps.hold();
    for (const l of elements) if (l.jumps && l.at) {
      put6(l.ends[0].body, l.at, l.F, 1);
      list.push({ x: l.at, F: l.F });
    }
    return list;
  }
  return { nz, laws, accelerate, velocity, project, onto, assemble, energy, audit, actions,
    normalise, step, moving, elementForces, jumps, power, told, drive, efforts, brake, constrained,
    storedByElements: (t, q, v) => { move(q, v); return storedByElements(t, q, v); },
    rows: (t, q, v) => { move(q, v); return rowsOf(t, q, v); } };
}
]==]
