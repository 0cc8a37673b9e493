-- solids.lua - JavaScript of the living page: triangles of simple solids, and of thinned meshes
-- with smooth normals
return [==[
const Solid = {
  // positions and normals of triangles, flat list
  box() {
    const out = [];
    for (let a = 0; a < 3; a++)
      for (const s of [-1, 1]) {
        const n = [0, 0, 0]; n[a] = s;
        const u = (a + 1) % 3, v = (a + 2) % 3, corner = (i, j) => {
          const p = [0, 0, 0];
          p[a] = s*0.5;
          p[u] = i*0.5;
          p[v] = j*0.5;
          return p;
        };
        const c = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
        for (const i of s > 0 ? [0, 1, 2, 0, 2, 3] : [0, 2, 1, 0, 3, 2]) out.push(...c[i], ...n);
      }
    return out;
  },
  // a square of side 1 across z
  square: () => [[-1, -1], [1, -1], [1, 1], [-1, -1], [1, 1], [-1, 1]]
    .flatMap(([x, y]) => [x/2, y/2, 0, 0, 0, 1]),
  // profile of [radius, z, normal radius, normal z] turned about z
  turned(profile, segments = 44) {
    const out = [],
      at = (q, a) => [q[0]*Math.cos(a), q[0]*Math.sin(a), q[1], q[2]*Math.cos(a), q[2]*Math.sin(a),
        q[3]];
    for (let i = 0; i + 1 < profile.length; i += 2)
      for (let s = 0; s < segments; s++) {
        const a = 2*Math.PI*s/segments, b = 2*Math.PI*(s + 1)/segments, p = profile[i],
          q = profile[i + 1];
        out.push(...at(p, a), ...at(p, b), ...at(q, b), ...at(p, a), ...at(q, b), ...at(q, a));
      }
    return out;
  },
  cylinder: () => Solid.turned([[0, -0.5, 0, -1], [1, -0.5, 0, -1], [1, -0.5, 1, 0], [1, 0.5, 1, 0],
    [1, 0.5, 0, 1], [0, 0.5, 0, 1]]),
  cone: () => Solid.turned([[0, -0.5, 0, -1], [1, -0.5, 0, -1], [1, -0.5, 0.9, 0.44],
    [0, 0.5, 0.9, 0.44]]),
  sphere() {
    const p = [], N = 20;
    for (let i = 0; i < N; i++)
      for (const k of [i, i + 1]) {
        const a = Math.PI*(k/N - 0.5);
        p.push([Math.cos(a), Math.sin(a), Math.cos(a), Math.sin(a)]);
      }
    return Solid.turned(p);
  },
};

// a mesh as the page holds it, unpacked once: points, faces, radius and middle of its ball, corners
// of its box. Whole numbers of 16 bits: point = low + step number
const Thin = {
  known: new Map(),
  numbers(text) {
    const s = atob(text), b = new Uint8Array(s.length);
    for (let i = 0; i < s.length; i++) b[i] = s.charCodeAt(i);
    return new Uint16Array(b.buffer);
  },
  of(m) {
    if (Thin.known.has(m)) return Thin.known.get(m);
    const whole = Thin.numbers(m.points), points = new Float64Array(whole.length),
      high = [-Infinity, -Infinity, -Infinity];
    for (let i = 0; i < whole.length; i++) {
      points[i] = m.low[i % 3] + m.step*whole[i];
      high[i % 3] = Math.max(high[i % 3], points[i]);
    }
    const corners = [0, 1, 2, 3, 4, 5, 6, 7]
      .map(c => m.low.map((x, k) => c >> k & 1 ? high[k] : x));
    const out = { points, faces: Thin.numbers(m.faces), corners,
      colours: m.colours ? Thin.numbers(m.colours) : null, palette: m.palette };
    Thin.known.set(m, out);
    return out;
  },
  // unit normals of its faces, and the area of each
  flat({ points, faces }) {
    const normals = new Float64Array(faces.length), areas = new Float64Array(faces.length/3);
    for (let i = 0; i < faces.length; i += 3) {
      const [a, b, c] = [0, 1, 2].map(k => points.subarray(3*faces[i + k], 3*faces[i + k] + 3)),
        n = cross3([0, 1, 2].map(k => b[k] - a[k]), [0, 1, 2].map(k => c[k] - a[k])),
        s = Math.hypot(...n);
      areas[i/3] = s/2;
      for (let k = 0; k < 3; k++) normals[i + k] = n[k]/(s || 1);
    }
    return { normals, areas };
  },
  // positions and normals of its triangles: at a corner the mean of the faces around it that are
  // turned from this one by less than the crease angle, by their areas
  triangles(mesh, crease = 0.75) {
    const { points, faces } = mesh, { normals, areas } = Thin.flat(mesh), around = [],
      least = Math.cos(crease), out = new Float32Array(6*faces.length);
    faces.forEach((p, i) => (around[p] = around[p] || []).push(Math.floor(i/3)));
    faces.forEach((p, i) => {
      const f = 3*Math.floor(i/3), n = [0, 0, 0];
      for (const g of around[p]) {
        const along = normals[f]*normals[3*g] + normals[f + 1]*normals[3*g + 1]
          + normals[f + 2]*normals[3*g + 2];
        if (along < least) continue;
        for (let k = 0; k < 3; k++) n[k] += areas[g]*normals[3*g + k];
      }
      const s = Math.hypot(...n);
      for (let k = 0; k < 3; k++) {
        out[6*i + k] = points[3*p + k];
        out[6*i + 3 + k] = s > 0 ? n[k]/s : normals[f + k];
      }
    });
    return out;
  },
};
]==]
