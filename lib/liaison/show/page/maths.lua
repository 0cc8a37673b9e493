-- maths.lua - JavaScript of the living page: vectors, poses, expressions, where every body stands
return [==[
// a pose is { R: 9 numbers by rows, p: 3 }
const Pose = {
  one: () => ({ R: [1, 0, 0, 0, 1, 0, 0, 0, 1], p: [0, 0, 0] }),
  turn(u, a) {
    const n = Math.hypot(u[0], u[1], u[2]) || 1, x = u[0]/n, y = u[1]/n, z = u[2]/n,
      c = Math.cos(a), s = Math.sin(a), k = 1 - c;
    return { R: [c + k*x*x, k*x*y - s*z, k*x*z + s*y, k*x*y + s*z, c + k*y*y, k*y*z - s*x,
      k*x*z - s*y, k*y*z + s*x, c + k*z*z], p: [0, 0, 0] };
  },
  slide(u, a) {
    const n = Math.hypot(u[0], u[1], u[2]) || 1;
    return { R: [1, 0, 0, 0, 1, 0, 0, 0, 1], p: [u[0]*a/n, u[1]*a/n, u[2]*a/n] };
  },
  quaternion(w, x, y, z) {
    const n = Math.hypot(w, x, y, z) || 1;
    w /= n; x /= n; y /= n; z /= n;
    return { R: [1 - 2*(y*y + z*z), 2*(x*y - w*z), 2*(x*z + w*y), 2*(x*y + w*z), 1 - 2*(x*x + z*z),
      2*(y*z - w*x), 2*(x*z - w*y), 2*(y*z + w*x), 1 - 2*(x*x + y*y)], p: [0, 0, 0] };
  },
  vector(A, v) {
    const R = A.R;
    return [R[0]*v[0] + R[1]*v[1] + R[2]*v[2], R[3]*v[0] + R[4]*v[1] + R[5]*v[2],
      R[6]*v[0] + R[7]*v[1] + R[8]*v[2]];
  },
  point(A, v) {
    const w = Pose.vector(A, v);
    return [w[0] + A.p[0], w[1] + A.p[1], w[2] + A.p[2]];
  },
  times(A, B) {
    const R = new Array(9);
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++)
        R[3*i + j] = A.R[3*i]*B.R[j] + A.R[3*i + 1]*B.R[3 + j] + A.R[3*i + 2]*B.R[6 + j];
    return { R, p: Pose.point(A, B.p) };
  },
  // the same point seen from the pose: inverse applied
  inward(A, v) {
    const d = [v[0] - A.p[0], v[1] - A.p[1], v[2] - A.p[2]], R = A.R;
    return [R[0]*d[0] + R[3]*d[1] + R[6]*d[2], R[1]*d[0] + R[4]*d[1] + R[7]*d[2],
      R[2]*d[0] + R[5]*d[1] + R[8]*d[2]];
  },
  // the pose whose z is u
  along(p, u) {
    const n = Math.hypot(u[0], u[1], u[2]) || 1, z = [u[0]/n, u[1]/n, u[2]/n],
      a = Math.abs(z[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
    let x = [a[1]*z[2] - a[2]*z[1], a[2]*z[0] - a[0]*z[2], a[0]*z[1] - a[1]*z[0]];
    const m = Math.hypot(x[0], x[1], x[2]);
    x = x.map(c => c/m);
    const y = [z[1]*x[2] - z[2]*x[1], z[2]*x[0] - z[0]*x[2], z[0]*x[1] - z[1]*x[0]];
    return { R: [x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]], p: p.slice() };
  },
};

// what expressions are computed in: numbers, or jets [x, x', x''] of a quantity and its first two
// rates
const SLOPES = { // f, f', f''
  sin: [Math.sin, Math.cos, x => -Math.sin(x)],
  cos: [Math.cos, x => -Math.sin(x), x => -Math.cos(x)],
  tan: [Math.tan, x => 1 + Math.tan(x)**2, x => 2*Math.tan(x)*(1 + Math.tan(x)**2)],
  asin: [Math.asin, x => 1/Math.sqrt(1 - x*x), x => x*Math.pow(1 - x*x, -1.5)],
  acos: [Math.acos, x => -1/Math.sqrt(1 - x*x), x => -x*Math.pow(1 - x*x, -1.5)],
  atan: [Math.atan, x => 1/(1 + x*x), x => -2*x/(1 + x*x)**2], exp: [Math.exp, Math.exp, Math.exp],
  log: [Math.log, x => 1/x, x => -1/(x*x)],
  tanh: [Math.tanh, x => 1 - Math.tanh(x)**2, x => -2*Math.tanh(x)*(1 - Math.tanh(x)**2)],
  sqrt: [Math.sqrt, x => 0.5/Math.sqrt(x), x => -0.25*Math.pow(x, -1.5)],
  abs: [Math.abs, Math.sign, () => 0], sign: [Math.sign, () => 0, () => 0],
  floor: [Math.floor, () => 0, () => 0],
};
SLOPES.ln = SLOPES.log;
const COMPARE = { "<": (a, b) => a < b, "<=": (a, b) => a <= b, ">": (a, b) => a > b,
  ">=": (a, b) => a >= b, "==": (a, b) => a === b };
function piecewise(list, truth) {
  for (let i = 0; i + 1 < list.length; i += 2) if (truth(list[i])) return list[i + 1];
  return list[list.length - 1];
}
const Numbers = {
  num: x => x, add: (a, b) => a + b, sub: (a, b) => a - b, mul: (a, b) => a*b, div: (a, b) => a/b,
  neg: a => -a, pow: Math.pow, value: a => a,
  call(name, a) {
    if (name === "atan2" || name === "atan" && a.length === 2) return Math.atan2(a[0], a[1]);
    if (name === "piecewise") return piecewise(a, c => c !== 0);
    if (name === "pow" || name === "min" || name === "max") return Math[name](...a);
    return SLOPES[name][0](a[0]);
  },
};
const Jets = {
  num: x => [x, 0, 0], add: (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]],
  sub: (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]],
  mul: (a, b) => [a[0]*b[0], a[1]*b[0] + a[0]*b[1], a[2]*b[0] + 2*a[1]*b[1] + a[0]*b[2]],
  neg: a => [-a[0], -a[1], -a[2]], value: a => a[0],
  chain: (a, f, d, dd) => [f, d*a[1], d*a[2] + dd*a[1]*a[1]],
  div: (a, b) => Jets.mul(a, Jets.chain(b, 1/b[0], -1/(b[0]*b[0]), 2/(b[0]*b[0]*b[0]))),
  pow(a, b) {
    if (b[1] !== 0 || b[2] !== 0) return Jets.call("exp", [Jets.mul(b, Jets.call("log", [a]))]);
    const n = b[0], times = (c, e) => c === 0 ? 0 : c*Math.pow(a[0], e);
    return Jets.chain(a, Math.pow(a[0], n), times(n, n - 1), times(n*(n - 1), n - 2));
  },
  call(name, a) {
    if (name === "atan2" || name === "atan" && a.length === 2) {
      const [y, x] = a, d = Jets.add(Jets.mul(x, x), Jets.mul(y, y)), n = x[0]*y[1] - y[0]*x[1];
      return [Math.atan2(y[0], x[0]), n/d[0], (x[0]*y[2] - y[0]*x[2])/d[0] - n*d[1]/(d[0]*d[0])];
    }
    if (name === "pow") return Jets.pow(a[0], a[1]);
    if (name === "piecewise") return piecewise(a, c => c[0] !== 0);
    if (name === "min" || name === "max")
      return a.reduce((x, y) => (name === "min" ? y[0] < x[0] : y[0] > x[0]) ? y : x);
    const [f, d, dd] = SLOPES[name], x = a[0][0];
    return Jets.chain(a[0], f(x), d(x), dd(x));
  },
};

// an expression of the description as a function of the list of values of names. The engine has
// read it: its words stand in data.formulas, operands first
const CONSTANTS = { pi: Math.PI, deg: Math.PI/180 };
const SIGNS = { "+": "add", "-": "sub", "*": "mul", "/": "div", "^": "pow" };

function readExpression(text, names, A = Numbers) {
  const stack = [];
  const number = x => { const y = A.num(x); return () => y; };
  const pair = f => { const b = stack.pop(), a = stack.pop(); return p => f(a(p), b(p)); };
  function name(word) {
    const k = names.indexOf(word);
    if (k >= 0) return p => p[k];
    if (word in CONSTANTS) return number(CONSTANTS[word]);
    if (Number.isFinite(Number(word))) return number(Number(word));
    throw new Error("unknown name " + word + " in " + text);
  }
  function call(word) {
    const [f, count] = word.split("("), args = stack.splice(-count);
    return p => A.call(f, args.map(a => a(p)));
  }
  function meaning(word) {
    if (word === null) return number(Infinity);   // larger than any double
    if (typeof word === "number") return number(word);
    if (word === "~") { const a = stack.pop(); return p => A.neg(a(p)); }
    if (SIGNS[word]) return pair(A[SIGNS[word]]);
    if (COMPARE[word]) return pair((x, y) => A.num(COMPARE[word](A.value(x), A.value(y)) ? 1 : 0));
    return word.includes("(") ? call(word) : name(word);
  }
  for (const word of data.formulas[text] || [text]) stack.push(meaning(word));
  return stack[0];
}

const AXES = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

// a frame with z along an axis of the one it stands in, as core/kinds/joint.c lays it
function aligned(u) {
  const n = Math.hypot(...u), k = u.findIndex(x => x !== 0), R = new Array(9).fill(0);
  if (u.filter(x => x !== 0).length === 1) {
    const s = Math.sign(u[k]);
    R[3*((k + 1)%3)] = 1; R[3*((k + 2)%3) + 1] = s; R[3*k + 2] = s;
    return { R, p: [0, 0, 0] };
  }
  const [x, y, z] = u.map(c => c/n), s = z < 0 || Object.is(z, -0) ? -1 : 1, a = -1/(s + z),
    b = x*y*a;
  return { R: [1 + s*x*x*a, b, x, s*b, s + y*y*a, y, -s*x, -y, z], p: [0, 0, 0] };
}

// the mechanism with numbers for its parameters: poses(q) of all joints and bodies
function Mechanism(spec, names) {
  const read = v => typeof v === "string" ? readExpression(v, names) : () => v;
  const move = m => m[0] === "frame"
    ? () => ({ R: [0, 1, 2, 4, 5, 6, 8, 9, 10].map(i => m[1][i]), p: [3, 7, 11].map(i => m[1][i]) })
    : (f => p => Pose[m[0][0] === "R" ? "turn" : "slide"](AXES[m[0][1]], f(p)))(read(m[1]));
  const place = list => {
    const fs = (list || []).map(move);
    return p => fs.reduce((A, f) => Pose.times(A, f(p)), Pose.one());
  };
  const vector = (v, other) => (v || other).map(read);
  const unit = u => { const n = Math.hypot(...u) || 1; return u.map(x => x/n); };
  // a piece of a joint's motion: turns and slides by a multiple k of degree of freedom d, poses
  // that stay, a ball, a free body
  function stepOf(s) {
    if (s.kind === "ball" || s.kind === "free") return () => ({ kind: s.kind });
    if (s.kind === "fixed") { const X = move(s.move); return p => ({ kind: "fixed", X: X(p) }); }
    const axis = vector(s.axis), k = read(s.k === undefined ? 1 : s.k),
      at = p => axis.map(f => f(p));
    if (s.kind === "aligned") return p => {
      const R = aligned(at(p)).R;
      return { kind: "fixed", X: { R: s.back ? [0, 3, 6, 1, 4, 7, 2, 5, 8].map(i => R[i]) : R,
        p: [0, 0, 0] } };
    };
    return p => ({ kind: s.kind, u: unit(at(p)), d: s.d, k: k(p) });
  }
  const bodies = spec.bodies.map(b => ({
    b, pre: place(b.place), post: place(b.after), com: vector(b.com, [0, 0, 0]),
    mass: read(b.mass || 0), inertia: vector(b.inertia, []),
    axis: vector(b.axis, AXES.z), steps: b.steps.map(stepOf),
    dofs: b.dofs.map(d => ({ q: d.q, v: d.v, scale: read(d.scale === undefined ? 1 : d.scale),
      offset: read(d.offset || 0), rotor: read(d.rotor || 0), gear: read(d.gear || 1) })),
    shapes: (b.shapes || []).map(s => ({ s, at: place(s.place), size: (s.size || []).map(read) })),
  }));
  const frames = (spec.frames || []).map(f => ({ f, at: place(f.place) })),
    g = spec.gravity.map(read);
  let P = [], fixed = [], spots = [], gravity = [];
  function set(p) {
    P = p;
    gravity = g.map(f => f(P));
    fixed = bodies.map(k => {
      const c = {
        pre: k.pre(P), post: k.post(P), axis: k.axis.map(f => f(P)), com: k.com.map(f => f(P)),
        mass: k.mass(P),
        inertia: k.inertia.map(f => f(P)),
        shapes: k.shapes.map(s => ({ s: s.s, X: s.at(P), size: s.size.map(f => f(P)) })),
        dofs: k.dofs.map(d => {
          const gear = d.gear(P);
          return { q: d.q, v: d.v, scale: d.scale(P), offset: d.offset(P),
            armature: d.rotor(P)*gear*gear };
        }),
      };
      c.steps = k.steps.map(f => f(P));
      return c;
    });
    spots = frames.map(f => ({ body: f.f.body, name: f.f.name, X: f.at(P) }));
  }
  // the pose a step moves by
  function moved(step, c, q) {
    if (step.kind === "fixed") return step.X;
    const i = c.dofs.length ? c.dofs[0].q : 0;
    if (step.kind === "ball") return Pose.quaternion(q[i], q[i + 1], q[i + 2], q[i + 3]);
    if (step.kind === "free")
      return { R: Pose.quaternion(q[i + 3], q[i + 4], q[i + 5], q[i + 6]).R,
        p: [q[i], q[i + 1], q[i + 2]] };
    const d = c.dofs[step.d], x = step.k*(d.q < 0 ? d.offset : d.scale*q[d.q] + d.offset);
    return Pose[step.kind](step.u, x);
  }
  // { base, joint, body }: the joint frame before and after its motion, and the frame of the body
  function poses(q) {
    const out = [];
    bodies.forEach((k, i) => {
      const c = fixed[i], base = k.b.parent < 0 ? c.pre : Pose.times(out[k.b.parent].body, c.pre),
        joint = c.steps.reduce((A, s) => Pose.times(A, moved(s, c, q)), base);
      out.push({ base, joint, body: Pose.times(joint, c.post) });
    });
    return out;
  }
  return { set, poses, moved, place, read, bodies: () => fixed, frames: () => spots,
    gravity: () => gravity, values: () => P };
}
]==]
