-- constraints.lua - JavaScript of the living page: rows of loops and constraints at a state, those
-- of frames by the programs in ROWS, which are made from the rows of the engine
return [==[
// tree: what moves, of dynamics.lua; laws: what sets the inputs; options: those of Dynamics.
// { constrained, rowsOf(t, q, v) }
function Constraints(tree, acts, laws, options) {
  const { spec, mech, parent, columns, nq, nv, S, X, V, A, shift, six } = tree,
    held = new Float64Array(nv), zero6 = new Float64Array(6);
  const END = 24; // numbers of a frame that moves
  const constraints = (spec.constraints || []).map(c => {
    const o = { c, name: c.name };
    if (c.text) {
      const outside = [...options.q, ...options.v, "t", ...options.params],
        known = [...outside, ...acts.inputs.map(i => i.name)],
        law = readExpression(c.text, known, Jets),
        drives = acts.inputs.map(i => i.law && readExpression(i.law, outside, Jets)),
        names = new Set(c.text.match(/[A-Za-z_]\w*/g)),
        rated = acts.inputs.map(i => names.has(i.name) && /'/.test(i.law || ""));
      const zero = new Array(known.length).fill(0).map(() => [0, 0, 0]);
      // rates stand in it, or in the law of an input that does
      o.ask = () => { o.rolls = c.rolls || laws.driven().law.some((on, k) => on && rated[k]); };
      // jets of all that may stand in it: q moves with v, or with one of them alone
      o.at = (q, v, t, tick, only) => {
        const x = zero.slice();
        options.q.forEach((_, k) => {
          const j = options.rateOf[k];
          x[k] = [q[k], j < 0 ? 0 : only !== undefined ? (j === only && !o.rolls ? 1 : 0) : v[j],
            0];
        });
        options.v.forEach((_, j) => {
          x[nq + j] = [only !== undefined ? (j === only ? 1 : 0) : v[j], 0, 0];
        });
        x[nq + nv] = [t, tick, 0];
        mech.values().forEach((y, k) => { x[nq + nv + 1 + k] = [y, 0, 0]; });
        const set = laws.driven();
        drives.forEach((f, k) => {
          x[outside.length + k] = set.law[k] ? f(x) : [set.u[k], 0, 0];
        });
        return law(x);
      };
    } else {
      o.ends = c.ends.map(e => ({ body: e.body, place: mech.place(e.place), frame: e.frame,
        axis: e.axis && e.axis.map(mech.read) }));
      o.given = [c.params, c.more].map(list => list.map(mech.read));
      o.inputs = [new Float64Array(END*c.ends.length), new Float64Array(c.params.length),
        new Float64Array(c.more.length)];
      o.width = 3 + 6*c.ends.length;
      o.out = [new Float64Array(c.count*o.width)];
    }
    return o;
  });
  // a frame that moves, as ROWS read it: R, origin, their velocities, their accelerations. V, A: of
  // its body, about the origin
  function putEnd(out, at, Y, V, A) {
    const w = [V[3], V[4], V[5]], turn = [A[3], A[4], A[5]], u = shift(V, Y.p), a = shift(A, Y.p),
      more = Vec.cross3(w, u);
    for (let k = 0; k < 9; k++) out[at + k] = Y.R[k];
    for (let k = 0; k < 3; k++) {
      out[at + 9 + k] = Y.p[k];
      out[at + 12 + k] = u[k];
      out[at + 15 + k] = w[k];
      out[at + 18 + k] = a[k] + more[k];
      out[at + 21 + k] = turn[k];
    }
  }
  // a force and moment at p, about the origin of the base
  function aboutBase(p, F) {
    const m = Vec.cross3(p, F);
    return Float64Array.from(F, (x, k) => k < 3 ? x : x + m[k - 3]);
  }
  // frames of a constraint in their bodies
  function frameOf(e) {
    const p = mech.values(),
      Y = Pose.times(e.frame >= 0 ? mech.frames()[e.frame].X : Pose.one(), e.place(p));
    return e.axis ? Pose.times(Y, aligned(e.axis.map(a => a(p)))) : Y;
  }
  const stands = e => e.body < 0 ? frameOf(e) : Pose.times(X[e.body].body, frameOf(e));
  const path = b => {
    const list = [];
    for (; b >= 0; b = parent[b]) list.push(...columns[b]);
    return list;
  };
  // rows after move(q, v): G, g, b (velocity), c (acceleration), holds: has a position; pushes:
  // force of a unit at every end
  function rowsOf(t, q, v) {
    const out = [];
    for (const o of constraints) {
      if (o.c.text) {
        o.ask();
        const now = o.at(q, v, t, 1), still = o.at(q, held, t, o.rolls ? 0 : 1),
          G = new Float64Array(nv), tick = o.rolls ? still[0] : o.at(q, held, t, 1)[1];
        for (let j = 0; j < nv; j++)
          G[j] = o.rolls ? o.at(q, held, t, 0, j)[0] - still[0] : o.at(q, held, t, 0, j)[1];
        out.push({ G, g: o.rolls ? 0 : now[0], b: tick, c: o.rolls ? now[1] : now[2],
          holds: !o.rolls, name: o.name, ends: [] });
        continue;
      }
      const Y = o.ends.map(stands), values = mech.values(), [ends, ...given] = o.inputs;
      given.forEach((list, k) => o.given[k].forEach((f, i) => { list[i] = f(values); }));
      o.ends.forEach((e, k) => {
        if (e.body < 0) putEnd(ends, END*k, Y[k], zero6, zero6);
        else putEnd(ends, END*k, Y[k], V[e.body], A[e.body]);
      });
      ROWS[o.c.rows].call(o.inputs, o.out);
      const rows = Array.from({ length: o.c.count }, (_, r) => {
        const [g, period, c] = o.out[0].subarray(r*o.width);
        return { G: new Float64Array(nv), g: period ? g - period*Math.floor(g/period + 0.5) : g,
          b: 0, c, holds: r < o.c.holds, name: o.name, ends: [] };
      });
      o.ends.forEach((e, k) => {
        if (e.body < 0) return;
        rows.forEach((row, r) => {
          const push = aboutBase(Y[k].p, o.out[0].subarray(r*o.width + 3 + 6*k,
            r*o.width + 9 + 6*k));
          row.ends.push({ body: e.body, x: Y[k].p, F: push });
          for (const d of path(e.body)) if (d.lead >= 0) row.G[d.lead] += d.scale*six(push, S[d.c]);
        });
      });
      out.push(...rows);
    }
    return out;
  }
  return { constrained: constraints.length > 0, rowsOf };
}
]==]
