-- scene.lua - JavaScript of the living page: solids, their shadows, lines and a camera in WebGL2,
-- nothing borrowed
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
  turned(profile, segments = 28) {
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
    const p = [], N = 14;
    for (let i = 0; i < N; i++)
      for (const k of [i, i + 1]) {
        const a = Math.PI*(k/N - 0.5);
        p.push([Math.cos(a), Math.sin(a), Math.cos(a), Math.sin(a)]);
      }
    return Solid.turned(p);
  },
};

const VERTEX = `#version 300 es
layout(location = 0) in vec3 at; layout(location = 1) in vec3 normal;
uniform mat4 view, place; uniform vec3 size; out vec3 n; out vec3 w;
void main() {
  vec4 p = place*vec4(at*size, 1.0);
  w = p.xyz;
  n = mat3(place)*(normal/size);
  gl_Position = view*p;
}`;
const FRAGMENT = `#version 300 es
precision highp float;
in vec3 n; in vec3 w; uniform vec4 color; uniform vec3 eye, up; uniform float lit; out vec4 o;
void main() {
  vec3 N = normalize(n), V = normalize(eye - w);
  if (dot(N, V) < 0.0) N = -N;
  vec3 L = normalize(V + 0.7*up + 0.35*cross(up, V));
  float d = max(dot(N, L), 0.0), s = pow(max(dot(N, normalize(L + V)), 0.0), 40.0);
  vec3 c = color.rgb*(0.38 + 0.12*dot(N, up) + 0.6*d) + 0.18*s;
  o = vec4(mix(color.rgb, c, lit), color.a);
}`;

function Scene(canvas) {
  const gl = canvas.getContext("webgl2", { antialias: true, alpha: true, premultipliedAlpha: false,
    stencil: true });
  if (!gl) return null;
  const program = gl.createProgram();
  for (const [kind, text] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
    const s = gl.createShader(kind);
    gl.shaderSource(s, text);
    gl.compileShader(s);
    if (!gl.getShaderParameter(s, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(s));
    gl.attachShader(program, s);
  }
  gl.linkProgram(program);
  gl.useProgram(program);
  const where = {};
  for (const name of ["view", "place", "size", "color", "eye", "up", "lit"])
    where[name] = gl.getUniformLocation(program, name);
  const mesh = numbers => {
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(numbers), gl.STATIC_DRAW);
    for (const k of [0, 1]) {
      gl.enableVertexAttribArray(k);
      gl.vertexAttribPointer(k, 3, gl.FLOAT, false, 24, 12*k);
    }
    return { array, count: numbers.length/6 };
  };
  const solids = {};
  for (const kind of ["box", "cylinder", "cone", "sphere", "square"])
    solids[kind] = mesh(Solid[kind]());
  // a solid of the caller's own, positions and normals of triangles
  const add = (kind, numbers) => { solids[kind] = mesh(numbers); };
  const lines = { array: gl.createVertexArray(), buffer: gl.createBuffer() };
  gl.bindVertexArray(lines.array);
  gl.bindBuffer(gl.ARRAY_BUFFER, lines.buffer);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 12, 0);

  // the camera looks at `middle` from a distance, turned about `up`
  const camera = { middle: [0, 0, 0], distance: 3, azimuth: 0.6, elevation: 0.35, up: [0, 0, 1],
    forward: [1, 0, 0] };
  const cross = (a, b) => [a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]];
  const unit = a => { const n = Math.hypot(...a) || 1; return a.map(x => x/n); };
  const dot = (a, b) => a[0]*b[0] + a[1]*b[1] + a[2]*b[2];
  function look() {
    const u = unit(camera.up), f = camera.forward, s = cross(u, f), ce = Math.cos(camera.elevation);
    const back = [0, 1, 2].map(
      i => ce*(Math.cos(camera.azimuth)*f[i] + Math.sin(camera.azimuth)*s[i])
      + Math.sin(camera.elevation)*u[i]);
    const eye = camera.middle.map((c, i) => c + camera.distance*back[i]), x = unit(cross(u, back)),
      y = cross(back, x);
    return { eye, x, y, z: back };
  }
  // what a slope to the right and up is in the picture, whose edges are -1 and 1
  function scales() {
    const a = canvas.clientWidth/canvas.clientHeight || 1, f = 1/Math.tan(0.35);
    return { x: a < 1 ? f : f/a, y: a < 1 ? f*a : f, width: canvas.clientWidth,
      height: canvas.clientHeight };
  }
  function viewMatrix(l) {
    const s = scales(), near = camera.distance*0.02, far = camera.distance*40;
    const V = [l.x[0], l.y[0], l.z[0], 0, l.x[1], l.y[1], l.z[1], 0, l.x[2], l.y[2], l.z[2], 0,
      -dot(l.x, l.eye), -dot(l.y, l.eye), -dot(l.z, l.eye), 1];
    const P = [s.x, 0, 0, 0, 0, s.y, 0, 0, 0, 0, (far + near)/(near - far), -1, 0, 0,
      2*far*near/(near - far), 0];
    const out = new Float32Array(16);
    for (let c = 0; c < 4; c++)
      for (let r = 0; r < 4; r++) for (let k = 0; k < 4; k++) out[4*c + r] += P[4*k + r]*V[4*c + k];
    return out;
  }
  function begin() {
    const scale = window.devicePixelRatio || 1, w = Math.round(canvas.clientWidth*scale),
      h = Math.round(canvas.clientHeight*scale);
    if (canvas.width !== w || canvas.height !== h) { canvas.width = w; canvas.height = h; }
    const l = look();
    gl.viewport(0, 0, w, h);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
    cast = [];
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.uniformMatrix4fv(where.view, false, viewMatrix(l));
    gl.uniform3fv(where.eye, l.eye);
    gl.uniform3fv(where.up, unit(camera.up));
  }
  // what follows is drawn over what there is
  const front = () => gl.clear(gl.DEPTH_BUFFER_BIT);
  const matrix = X => new Float32Array([X.R[0], X.R[3], X.R[6], 0, X.R[1], X.R[4], X.R[7], 0,
    X.R[2], X.R[5], X.R[8], 0, X.p[0], X.p[1], X.p[2], 1]);
  let cast = []; // the solids of this picture, for their shadows
  function solid(kind, X, size, color) {
    if (color[3] > 0.9) cast.push([kind, X, size]);
    gl.uniform1f(where.lit, 1);
    gl.uniformMatrix4fv(where.place, false, matrix(X));
    gl.uniform3fv(where.size, size.map(s => Math.max(Math.abs(s), 1e-9)));
    gl.uniform4fv(where.color, color);
    gl.bindVertexArray(solids[kind].array);
    gl.drawArrays(gl.TRIANGLES, 0, solids[kind].count);
  }
  // the solid of a mesh of whole numbers, made at its first picture; flat triangles
  const meshes = new Map();
  function known(m) {
    if (meshes.has(m)) return meshes.get(m);
    const at = k => [0, 1, 2].map(i => m.low[i] + m.step*m.points[3*k + i]), out = [],
      less = (a, b) => a.map((x, i) => x - b[i]);
    for (let i = 0; i < m.faces.length; i += 3) {
      const [a, b, c] = [0, 1, 2].map(k => at(m.faces[i + k])),
        n = unit(cross(less(b, a), less(c, a)));
      out.push(...a, ...n, ...b, ...n, ...c, ...n);
    }
    const name = "mesh" + meshes.size;
    solids[name] = mesh(out);
    meshes.set(m, name);
    return name;
  }
  // shadows of the solids so far, on the plane of coordinate k at h, from a light that stands
  // almost above; every point once
  function shadows(k, h, up, color) {
    const l = look(), s = Math.sign(up[k]) || 1;
    if (s*(l.eye[k] - h) <= 0) return;
    const light = [0.18, 0.12, 0.15];
    light[k] = s;
    gl.uniform1f(where.lit, 0);
    gl.uniform4fv(where.color, color);
    gl.enable(gl.STENCIL_TEST);
    gl.stencilFunc(gl.EQUAL, 0, 255);
    gl.stencilOp(gl.KEEP, gl.KEEP, gl.INCR);
    gl.depthMask(false);
    for (const [kind, X, size] of cast) {
      if (s*(X.p[k] - h) < -1e-6*camera.distance) continue;
      const P = matrix(X);
      // p - light (p_k - h)/light_k, a little above the plane
      for (let c = 0; c < 4; c++) {
        const height = P[4*c + k] - (c === 3 ? h + s*4e-4*camera.distance : 0);
        for (let r = 0; r < 3; r++) P[4*c + r] -= light[r]*height/light[k];
      }
      gl.uniformMatrix4fv(where.place, false, P);
      gl.uniform3fv(where.size, size.map(x => Math.max(Math.abs(x), 1e-9)));
      gl.bindVertexArray(solids[kind].array);
      gl.drawArrays(gl.TRIANGLES, 0, solids[kind].count);
    }
    gl.depthMask(true);
    gl.disable(gl.STENCIL_TEST);
  }
  // points in pairs (segments), or one after the other (strip)
  function line(points, color, strip) {
    gl.uniform1f(where.lit, 0);
    gl.uniformMatrix4fv(where.place, false, matrix(Pose.one()));
    gl.uniform3f(where.size, 1, 1, 1);
    gl.uniform4fv(where.color, color);
    gl.bindVertexArray(lines.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, lines.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(points), gl.DYNAMIC_DRAW);
    gl.disableVertexAttribArray(1);
    gl.vertexAttrib3f(1, 0, 0, 1);
    gl.drawArrays(strip ? gl.LINE_STRIP : gl.LINES, 0, points.length/3);
  }
  function rod(from, to, radius, color) {
    const d = to.map((x, i) => x - from[i]), length = Math.hypot(...d);
    if (length < 1e-9) return;
    solid("cylinder", Pose.along(from.map((x, i) => (x + to[i])/2), d), [radius, radius, length],
      color);
  }
  function arrow(from, d, radius, color) {
    const length = Math.hypot(...d), head = Math.min(6*radius, 0.5*length);
    if (length < 2*radius) return;
    const at = s => from.map((x, i) => x + d[i]*s/length);
    rod(from, at(length - head), radius, color);
    solid("cone", Pose.along(at(length - head/2), d), [2.4*radius, 2.4*radius, head], color);
  }
  // dragging turns, with shift or the right button it shifts; the wheel goes nearer
  function handle(redraw) {
    let last = null;
    const held = new Map();
    canvas.addEventListener("contextmenu", e => e.preventDefault());
    canvas.addEventListener("pointerdown", e => {
      canvas.setPointerCapture(e.pointerId);
      held.set(e.pointerId, e);
      last = { x: e.clientX, y: e.clientY, shift: e.button === 2 || e.shiftKey };
    });
    const leave = e => { held.delete(e.pointerId); last = null; };
    canvas.addEventListener("pointerup", leave);
    canvas.addEventListener("pointercancel", leave);
    canvas.addEventListener("pointermove", e => {
      if (!last || !held.has(e.pointerId)) return;
      const dx = e.clientX - last.x, dy = e.clientY - last.y, l = look();
      if (held.size > 1) {
        const other = [...held.values()].find(o => o.pointerId !== e.pointerId),
          far = (a, b) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
        camera.distance *= far(held.get(e.pointerId), other)/(far(e, other) || 1);
        held.set(e.pointerId, e);
      } else if (last.shift) {
        const s = camera.distance*0.73/canvas.clientHeight;
        camera.middle = camera.middle.map((c, i) => c - s*dx*l.x[i] + s*dy*l.y[i]);
      } else {
        camera.azimuth -= dx*0.008;
        camera.elevation = Math.max(-1.55, Math.min(1.55, camera.elevation + dy*0.008));
      }
      last.x = e.clientX;
      last.y = e.clientY;
      redraw();
    });
    canvas.addEventListener("wheel", e => {
      e.preventDefault();
      camera.distance *= Math.exp(e.deltaY*0.001);
      redraw();
    }, { passive: false });
  }
  // where a point is on the page, from the corner of the canvas; null behind the eye
  function screen(p) {
    const V = viewMatrix(look()), at = r => V[r]*p[0] + V[4 + r]*p[1] + V[8 + r]*p[2] + V[12 + r],
      w = at(3);
    return w > 0 ? [(at(0)/w + 1)/2*canvas.clientWidth, (1 - at(1)/w)/2*canvas.clientHeight] : null;
  }
  return { camera, look, scales, begin, front, add, solid, known, shadows, line, rod, arrow,
    screen, handle };
}
]==]
