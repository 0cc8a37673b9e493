-- maths.lua - JavaScript of the living page: vectors, poses, expressions, where every body stands
return [==[
// a pose is { R: 9 numbers by rows, p: 3 }
const Pose = {
  one: () => ({ R: [1, 0, 0, 0, 1, 0, 0, 0, 1], p: [0, 0, 0] }),
  turn(u, a) {
    const n = Math.hypot(u[0], u[1], u[2]) || 1, x = u[0]/n, y = u[1]/n, z = u[2]/n, c = Math.cos(a), s = Math.sin(a), k = 1 - c;
    return { R: [c + k*x*x, k*x*y - s*z, k*x*z + s*y, k*x*y + s*z, c + k*y*y, k*y*z - s*x, k*x*z - s*y, k*y*z + s*x, c + k*z*z], p: [0, 0, 0] };
  },
  slide(u, a) {
    const n = Math.hypot(u[0], u[1], u[2]) || 1;
    return { R: [1, 0, 0, 0, 1, 0, 0, 0, 1], p: [u[0]*a/n, u[1]*a/n, u[2]*a/n] };
  },
  quaternion(w, x, y, z) {
    const n = Math.hypot(w, x, y, z) || 1;
    w /= n; x /= n; y /= n; z /= n;
    return { R: [1 - 2*(y*y + z*z), 2*(x*y - w*z), 2*(x*z + w*y), 2*(x*y + w*z), 1 - 2*(x*x + z*z), 2*(y*z - w*x), 2*(x*z - w*y), 2*(y*z + w*x), 1 - 2*(x*x + y*y)], p: [0, 0, 0] };
  },
  vector(A, v) {
    const R = A.R;
    return [R[0]*v[0] + R[1]*v[1] + R[2]*v[2], R[3]*v[0] + R[4]*v[1] + R[5]*v[2], R[6]*v[0] + R[7]*v[1] + R[8]*v[2]];
  },
  point(A, v) { const w = Pose.vector(A, v); return [w[0] + A.p[0], w[1] + A.p[1], w[2] + A.p[2]]; },
  times(A, B) {
    const R = new Array(9);
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) R[3*i + j] = A.R[3*i]*B.R[j] + A.R[3*i + 1]*B.R[3 + j] + A.R[3*i + 2]*B.R[6 + j];
    return { R, p: Pose.point(A, B.p) };
  },
  // the same point seen from the pose: inverse applied
  inward(A, v) {
    const d = [v[0] - A.p[0], v[1] - A.p[1], v[2] - A.p[2]], R = A.R;
    return [R[0]*d[0] + R[3]*d[1] + R[6]*d[2], R[1]*d[0] + R[4]*d[1] + R[7]*d[2], R[2]*d[0] + R[5]*d[1] + R[8]*d[2]];
  },
  // the pose whose z is u
  along(p, u) {
    const n = Math.hypot(u[0], u[1], u[2]) || 1, z = [u[0]/n, u[1]/n, u[2]/n], a = Math.abs(z[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
    let x = [a[1]*z[2] - a[2]*z[1], a[2]*z[0] - a[0]*z[2], a[0]*z[1] - a[1]*z[0]];
    const m = Math.hypot(x[0], x[1], x[2]);
    x = x.map(c => c/m);
    const y = [z[1]*x[2] - z[2]*x[1], z[2]*x[0] - z[0]*x[2], z[0]*x[1] - z[1]*x[0]];
    return { R: [x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]], p: p.slice() };
  },
};

// numbers of the description may be expressions in the parameters: read once, evaluated when a slider moves
function readExpression(text, names) {
  let at = 0;
  const token = () => { const m = /^\s*(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+|[A-Za-z_]\w*|[-+*/^(),])/.exec(text.slice(at)); return m ? m[1] : ""; };
  const take = () => { const s = token(); at += /^\s*/.exec(text.slice(at))[0].length + s.length; return s; };
  function primary() {
    const s = take();
    if (s === "(") { const e = sum(); take(); return e; }
    if (/^[\d.]/.test(s)) { const x = Number(s); return () => x; }
    if (token() === "(" && typeof Math[s] === "function") {
      take();
      const args = [sum()];
      while (token() === ",") { take(); args.push(sum()); }
      take();
      return p => Math[s](...args.map(f => f(p)));
    }
    if (s === "pi") return () => Math.PI;
    const k = names.indexOf(s);
    if (k < 0) throw new Error("unknown name " + s + " in " + text);
    return p => p[k];
  }
  function power() {
    const b = primary();
    if (token() !== "^") return b;
    take();
    const e = sign();
    return p => Math.pow(b(p), e(p));
  }
  function sign() {
    if (token() === "-") { take(); const e = sign(); return p => -e(p); }
    return power();
  }
  function product() {
    let e = sign();
    for (let s = token(); s === "*" || s === "/"; s = token()) {
      take();
      const a = e, b = sign();
      e = s === "*" ? p => a(p)*b(p) : p => a(p)/b(p);
    }
    return e;
  }
  function sum() {
    let e = product();
    for (let s = token(); s === "+" || s === "-"; s = token()) {
      take();
      const a = e, b = product();
      e = s === "+" ? p => a(p) + b(p) : p => a(p) - b(p);
    }
    return e;
  }
  return sum();
}

const AXES = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

// the mechanism with numbers for its parameters: poses(q) of all joints and bodies
function Mechanism(spec, names) {
  const read = v => typeof v === "string" ? readExpression(v, names) : () => v;
  const move = m => m[0] === "frame" ? () => ({ R: [0, 1, 2, 4, 5, 6, 8, 9, 10].map(i => m[1][i]), p: [3, 7, 11].map(i => m[1][i]) })
    : (f => p => Pose[m[0][0] === "R" ? "turn" : "slide"](AXES[m[0][1]], f(p)))(read(m[1]));
  const place = list => { const fs = (list || []).map(move); return p => fs.reduce((A, f) => Pose.times(A, f(p)), Pose.one()); };
  const bodies = spec.bodies.map(b => ({
    b, pre: place(b.place), post: place(b.after), pitch: read(b.pitch || 0), com: (b.com || [0, 0, 0]).map(read), mass: read(b.mass || 0),
    axis: (b.axis || AXES.z).map(read), axis2: (b.axis2 || AXES.y).map(read),
    dofs: b.dofs.map(d => ({ q: d.q, scale: read(d.scale === undefined ? 1 : d.scale), offset: read(d.offset || 0) })),
    moves: (b.moves || []).map(m => typeof m === "string" ? m : move(m)),
    shapes: (b.shapes || []).map(s => ({ s, at: place(s.place), size: (s.size || []).map(read) })),
  }));
  const frames = (spec.frames || []).map(f => ({ f, at: place(f.place) })), g = spec.gravity.map(read);
  let P = [], fixed = [], spots = [], gravity = [];
  function set(p) {
    P = p;
    gravity = g.map(f => f(P));
    fixed = bodies.map(k => ({
      pre: k.pre(P), post: k.post(P), pitch: k.pitch(P), axis: k.axis.map(f => f(P)), axis2: k.axis2.map(f => f(P)), com: k.com.map(f => f(P)), mass: k.mass(P),
      moves: k.moves.map(m => typeof m === "string" ? m : m(P)), shapes: k.shapes.map(s => ({ s: s.s, X: s.at(P), size: s.size.map(f => f(P)) })),
      dofs: k.dofs.map(d => ({ q: d.q, scale: d.scale(P), offset: d.offset(P) })),
    }));
    spots = frames.map(f => ({ body: f.f.body, name: f.f.name, X: f.at(P) }));
  }
  function joint(kind, k, q) {
    const x = k.dofs.map(d => d.q < 0 ? d.offset : d.scale*q[d.q] + d.offset);
    switch (kind) {
      case "revolute": return Pose.turn(k.axis, x[0]);
      case "prismatic": return Pose.slide(k.axis, x[0]);
      case "helical": return Pose.times(Pose.turn(k.axis, x[0]), Pose.slide(k.axis, k.pitch*x[0]));
      case "cylindrical": return Pose.times(Pose.turn(k.axis, x[0]), Pose.slide(k.axis, x[1]));
      case "universal": return Pose.times(Pose.turn(k.axis, x[0]), Pose.turn(k.axis2, x[1]));
      case "planar": return Pose.times({ R: Pose.one().R, p: [x[0], x[1], 0] }, Pose.turn(AXES.z, x[2]));
      case "spherical": { const i = k.dofs[0].q; return Pose.quaternion(q[i], q[i + 1], q[i + 2], q[i + 3]); }
      case "floating": { const i = k.dofs[0].q; return { R: Pose.quaternion(q[i + 3], q[i + 4], q[i + 5], q[i + 6]).R, p: [q[i], q[i + 1], q[i + 2]] }; }
      case "moves": {
        let A = Pose.one(), n = 0;
        for (const m of k.moves) A = Pose.times(A, typeof m === "string" ? Pose[m[0] === "R" ? "turn" : "slide"](AXES[m[1]], x[n++]) : m);
        return A;
      }
    }
    return Pose.one();
  }
  // { joint, body }: the joint frame after its motion, and the frame of the body
  function poses(q) {
    const out = [];
    bodies.forEach((k, i) => {
      const c = fixed[i], base = k.b.parent < 0 ? c.pre : Pose.times(out[k.b.parent].body, c.pre), moved = Pose.times(base, joint(k.b.joint, c, q));
      out.push({ base, joint: moved, body: Pose.times(moved, c.post) });
    });
    return out;
  }
  // V of weight and of the springs of joints
  function potential(q) {
    let V = 0;
    poses(q).forEach((X, i) => { const c = Pose.point(X.body, fixed[i].com); V -= fixed[i].mass*(gravity[0]*c[0] + gravity[1]*c[1] + gravity[2]*c[2]); });
    for (const s of spec.passive || []) if (s.stiffness) { const x = s.scale*q[s.q] + s.offset - s.rest; V += s.stiffness*x*x/2; }
    return V;
  }
  return { set, poses, potential, bodies: () => fixed, frames: () => spots, gravity: () => gravity };
}
]==]
