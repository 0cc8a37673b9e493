-- forces.lua - JavaScript of the living page: what acts on a tree at a state: motors, springs and
-- dampers of joints, force elements on coordinates, along lines and at points, as
-- core/sim/element_forces.c brings laws to the mechanism
return [==[
// springs, dampers and dry friction of joints that stands in no element; rates of turns in space
// have no coordinate and no spring
function Brakes(list, mech) {
  const keys = ["scale", "offset", "stiffness", "rest", "damping", "friction"],
    read = (list || []).map(s => ({ s, f: keys.map(k => mech.read(s[k])) }));
  const each = act => read.forEach(({ s, f }) => act(s, ...f.map(x => x(mech.values()))));
  // added to tau; the power they take
  function brake(q, v, tau) {
    let lost = 0;
    each((s, scale, offset, stiffness, rest, damping, friction) => {
      const w = scale*v[s.v], f = -damping*w - friction*Math.sign(w),
        pull = stiffness ? stiffness*(scale*q[s.q] + offset - rest) : 0;
      tau[s.v] += scale*(f - pull);
      lost -= f*w;
    });
    return lost;
  }
  function stored(q) {
    let V = 0;
    each((s, scale, offset, stiffness, rest) => {
      if (stiffness) V += stiffness*(scale*q[s.q] + offset - rest)**2/2;
    });
    return V;
  }
  return { brake, stored };
}

// tree: what moves, of dynamics.lua; options: those of Dynamics
function Forces(tree, acts, options) {
  const { spec, mech, parent, columns, nb, nq, nv, S, I, X, V, point, shift, six } = tree;
  const laws = Laws(acts, mech, nq, nv, options.loop), { elements, ask, sumOf, endAt } = laws,
    brakes = Brakes(spec.passive, mech), still = [0, 0, 0];
  // force and moment about the origin of the base on each body; what drives gives, what brakes
  // loses (of elements: what they take in, be it stored or lost)
  const push = spec.bodies.map(() => new Float64Array(6)), power = { given: 0, lost: 0 };
  function put6(b, x, F, s) {
    if (b < 0) return;
    const m = Vec.cross3(x, F);
    for (let k = 0; k < 3; k++) { push[b][k] += s*F[k]; push[b][3 + k] += s*m[k]; }
  }
  function count(l, P) { if (l.gives) power.given += P; else power.lost -= P; }
  // what motors are told to give: by programs beside the run, expressions in coordinates, rates and
  // time
  const motors = (options.tau || []).map(
    text => text === "0" ? null : readExpression(text, [...options.q, ...options.v, "t"]));
  const loop = options.loop || null;
  function told(t, q, v, tau) {
    const known = [...q, ...v, laws.branch(t)];
    tau.fill(0);
    if (loop) loop.push(t, q, v, tau);
    motors.forEach((f, k) => { if (f) tau[k] += f(known); });
  }
  // they give no more than their efforts
  const efforts = (options.efforts || []).map(x => x === null ? null : mech.read(x));
  function drive(t, q, v, tau) {
    if (!motors.length && !loop) return;
    told(t, q, v, tau);
    efforts.forEach((f, k) => {
      const most = f ? f(mech.values()) : Infinity;
      tau[k] = Math.max(-most, Math.min(most, tau[k]));
    });
    power.given += inner(tau, v);
  }
  // after move: all of them, into tau and push; those at points as { x, F }
  function applied(t, q, v, z, tau, dz) {
    const list = [];
    tau.fill(0);
    power.given = power.lost = 0;
    drive(t, q, v, tau);
    push.forEach(p => p.fill(0));
    power.lost += brakes.brake(q, v, tau);
    ask(t, q, v);
    if (elements.some(l => l.weighs)) weigh();
    for (const l of elements) {
      const ends = l.ends.map(e => {
        const at = endAt(e), x = point(e.body, at);
        return { body: e.body, x, u: e.body < 0 ? [0, 0, 0] : shift(V[e.body], x) };
      });
      if (l.port === "joint") onCoordinates(l, t, q, v, z, tau, dz);
      else if (l.wheel) onWheel(l, t, ends[0], z, dz, list);
      else if (l.port === "point") atPoint(l, t, ends[0], list);
      else onLine(l, t, ends, list);
    }
    return list;
  }
  // what gravity asks of every speed: dV/dq of all bodies, from mass and first moment of all that a
  // joint carries
  const weight = new Float64Array(nv), carries = spec.bodies.map(() => new Float64Array(4));
  function weigh() {
    const g = mech.gravity(), down = g.map(x => -x);
    tree.inertias();
    weight.fill(0);
    carries.forEach((c, i) => c.set(I[i].subarray(0, 4)));
    for (let i = nb - 1; i >= 0; i--) {
      const c = carries[i], up = parent[i], m = Vec.cross3(c.subarray(1), down),
        F = [...down.map(x => c[0]*x), ...m];
      for (const d of columns[i]) if (d.lead >= 0) weight[d.lead] += d.scale*six(S[d.c], F);
      if (up >= 0) for (let k = 0; k < 4; k++) carries[up][k] += c[k];
    }
  }
  // own states of an element among all, and their rates
  const none = [0, 0], own = (l, z) => z && l.nz ? z.subarray(l.iz, l.iz + l.nz) : none;
  function keep(l, dz, now) {
    for (let k = 0; dz && k < l.nz; k++) dz[l.iz + k] = now.dz[k];
  }
  function onCoordinates(l, t, q, v, z, tau, dz) {
    const p = mech.values(), x = l.weighs ? weight[l.sum[0].v] : sumOf(l, q, "q"),
      rate = sumOf(l, v, "v"), now = l.law(t, [x], [rate], l.jumps ? [l.mode] : own(l, z));
    for (const s of l.sum) tau[s.v] += s.k(p)*now.f[0];
    keep(l, dz, now);
    l.F = [now.f[0]];
    count(l, now.f[0]*rate);
  }
  // out of the axes a force is expressed in: of a body, of its moved joint frame, of a frame
  function fromAxes(e, F) {
    if (e.frame >= 0) F = Pose.vector(mech.frames()[e.frame].X, F);
    return e.body >= 0 ? Pose.vector(X[e.body][e.of], F) : F;
  }
  function atPoint(l, t, a, list) {
    // where it acts is known from the point alone, the velocity there from where it acts
    const x = l.arm ? l.law(t, a.x, still, none).arm.map((c, k) => a.x[k] + c) : a.x,
      u = a.body < 0 ? a.u : shift(V[a.body], x);
    let F = Array.from(l.law(t, a.x, u, none).f);
    if (l.axes) F = fromAxes(l.axes, F);
    put6(a.body, x, F, 1);
    if (!l.jumps) list.push({ x, F });
    l.F = F;
    count(l, Vec.dot3(F, u));
  }
  // force at its centre, moment about it
  function onWheel(l, t, a, z, dz, list) {
    const axle = Array.from(l.numbers.slice(0, 3)), turn = a.body < 0 ? still : V[a.body].slice(3),
      now = l.law(t, [...a.x, ...(a.body < 0 ? axle : Pose.vector(X[a.body].body, axle))],
        [...a.u, ...turn], own(l, z)), F = Array.from(now.f.slice(0, 3)), M = now.f.slice(3);
    keep(l, dz, now);
    put6(a.body, a.x, F, 1);
    if (a.body >= 0) M.forEach((m, k) => { push[a.body][3 + k] += m; });
    list.push({ x: a.x, F });
    l.F = F;
    count(l, Vec.dot3(F, a.u) + Vec.dot3(M, turn));
  }
  function onLine(l, t, [a, b], list) {
    const d = b.x.map((c, k) => c - a.x[k]), length = Math.hypot(...d);
    l.F = [0];
    if (length === 0) return;
    const along = d.map(c => c/length), rate = Vec.dot3(along, b.u.map((c, k) => c - a.u[k]));
    const s = l.law(t, [length], [rate], none).f[0];
    put6(b.body, b.x, along, s);
    put6(a.body, a.x, along, -s);
    l.F = [s];
    count(l, s*rate);
    if (b.body >= 0) list.push({ x: b.x, F: along.map(c => s*c) });
    if (a.body >= 0) list.push({ x: a.x, F: along.map(c => -s*c) });
  }
  // what elements store; of all that is potential, springs of joints too
  function storedByElements(t, q, v) {
    ask(t, q, v);
    let E = 0;
    for (const l of elements) {
      if (!l.stores) continue;
      const [a, b] = l.ends.map(e => point(e.body, endAt(e)));
      const x = b ? [Math.hypot(...b.map((c, k) => c - a[k]))] : a || [sumOf(l, q, "q")];
      E += l.law(t, x, still, none).V;
    }
    return E;
  }
  return { laws, elements, push, put6, power, applied, told, drive, efforts, brake: brakes.brake,
    storedByJoints: brakes.stored, storedByElements };
}
]==]
