-- scene.lua - JavaScript of the living page: solids in soft light with their shadows, lines, ground
-- and sky in WebGL2, nothing borrowed
--
-- What is drawn is first noted, from begin to end: then the light looks at all solids (depth), and
-- the picture is made with what it saw.
return [==[
function Scene(canvas) {
  const gl = canvas.getContext("webgl2", { antialias: true, alpha: false });
  if (!gl) return null;
  const eyes = Camera(canvas, window.matchMedia
    ? window.matchMedia("(prefers-reduced-motion: reduce)") : { matches: false });
  const camera = eyes.camera;
  // a program with the places of its uniforms
  function program(vertex, fragment) {
    const p = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const s = gl.createShader(kind);
      gl.shaderSource(s, text);
      gl.compileShader(s);
      if (!gl.getShaderParameter(s, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(s));
      gl.attachShader(p, s);
    }
    gl.linkProgram(p);
    const where = {};
    for (let k = gl.getProgramParameter(p, gl.ACTIVE_UNIFORMS) - 1; k >= 0; k--) {
      const name = gl.getActiveUniform(p, k).name;
      where[name] = gl.getUniformLocation(p, name);
    }
    return { p, where };
  }
  const lit = program(VERTEX, FRAGMENT), lamp = program(LAMP_VERTEX, LAMP_FRAGMENT),
    floor = program(FLOOR_VERTEX, FLOOR_FRAGMENT), sky = program(SKY_VERTEX, SKY_FRAGMENT);

  // ---- solids
  // triangles of positions and normals, with the ball around them
  const mesh = numbers => {
    const array = gl.createVertexArray(), list = new Float32Array(numbers), points = [];
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, list, gl.STATIC_DRAW);
    for (const k of [0, 1]) {
      gl.enableVertexAttribArray(k);
      gl.vertexAttribPointer(k, 3, gl.FLOAT, false, 24, 12*k);
    }
    for (let i = 0; i < list.length; i += 6) points.push([[list[i], list[i + 1], list[i + 2]], 0]);
    const ball = boxOf(points);
    return { array, count: list.length/6, list, middle: ball.middle, reach: ball.reach };
  };
  const solids = {};
  for (const kind of ["box", "cylinder", "cone", "sphere", "square"])
    solids[kind] = mesh(Solid[kind]());
  // a solid of the caller's own, positions and normals of triangles
  const add = (kind, numbers) => { solids[kind] = mesh(numbers); };
  // the solids of a thinned mesh, one for each colour, made at its first picture: [name, colour
  // (null: that of the shape)]
  const meshes = new Map();
  function known(m) {
    if (meshes.has(m)) return meshes.get(m);
    const t = Thin.of(m), all = Thin.triangles(t), out = [];
    for (const [k, color] of [null, ...(t.palette || [])].entries()) {
      const own = [];
      for (let i = 0; i < all.length/18; i++)
        if ((t.colours ? t.colours[i] : 0) === k) own.push(...all.subarray(18*i, 18*i + 18));
      if (!own.length) continue;
      const name = `mesh${meshes.size}.${k}`;
      solids[name] = mesh(own);
      out.push([name, color && [...color, 1]]);
    }
    meshes.set(m, out);
    return out;
  }
  const lines = { array: gl.createVertexArray(), buffer: gl.createBuffer() };
  gl.bindVertexArray(lines.array);
  gl.bindBuffer(gl.ARRAY_BUFFER, lines.buffer);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 12, 0);

  // ---- what the light sees
  const seen = gl.createFramebuffer(), depth = gl.createTexture(), MOST = 2048;
  gl.bindTexture(gl.TEXTURE_2D, depth);
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.DEPTH_COMPONENT24, MOST, MOST);
  for (const [name, x] of [[gl.TEXTURE_MIN_FILTER, gl.LINEAR], [gl.TEXTURE_MAG_FILTER, gl.LINEAR],
    [gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE], [gl.TEXTURE_COMPARE_FUNC, gl.LEQUAL]])
    gl.texParameteri(gl.TEXTURE_2D, name, x);
  gl.bindFramebuffer(gl.FRAMEBUFFER, seen);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, depth, 0);
  gl.drawBuffers([gl.NONE]);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  // while it moves, pictures that come too late get coarser: texels of shadows, looks at them,
  // points of the screen; where it rests they are fine again. A processor that draws in place of a
  // graphics card begins with the coarsest
  const LEVELS = [[MOST, 12, 1], [1024, 6, 1], [512, 1, 0.6]],
    card = gl.getExtension("WEBGL_debug_renderer_info"),
    slow = /swiftshader|llvmpipe|software/i.test(
      card ? gl.getParameter(card.UNMASKED_RENDERER_WEBGL) : "");
  let level = slow ? LEVELS.length - 1 : 0, pace = 0, since = 0, moving = false;
  // a picture of a motion, dt seconds after the one before
  function paced(dt) {
    moving = true;
    if (!(dt > 0 && dt < 1)) return;
    pace += 0.2*(dt - pace);
    if (++since < 6 || pace < 0.03 || level === LEVELS.length - 1) return;
    level++;
    since = 0;
  }
  // whether the picture is to be drawn again, now that it rests
  function rest() {
    const again = moving && level > 0;
    moving = false;
    return again;
  }

  let notes = [], ground = null, casts = false, ratio = 1,
    steady = false; // as many points as ever: the picture is being recorded
  const count = { calls: 0, triangles: 0 };
  const matrix = X => new Float32Array([X.R[0], X.R[3], X.R[6], 0, X.R[1], X.R[4], X.R[7], 0,
    X.R[2], X.R[5], X.R[8], 0, X.p[0], X.p[1], X.p[2], 1]);
  // shadows: whether solids cast them
  function begin(shadows = true) {
    notes = [];
    ground = null;
    casts = shadows;
  }
  let tint = null; // the colour of all solids, where they are a shade of another run
  function solid(kind, X, size, own) {
    const color = tint || own;
    notes.push({ kind, X, place: matrix(X),
      size: new Float32Array(size.map(s => Math.max(Math.abs(s), 1e-9))), color });
  }
  // points in pairs (segments), or one after the other (strip)
  const line = (points, color, strip) => { notes.push({ points, color, strip }); };
  // what follows is drawn over what there is
  const front = () => { notes.push({ front: true }); };
  // the ground across coordinate k at height h: { k, h, middle, reach, pitch, ink, tint, shade,
  // grid: whether its lines are drawn }
  const floorAt = o => { ground = o; };

  // the light stands high, a little to the side; it sees the box, in its axes, around the balls
  // of what casts: { out: its matrix, wide: of some texels, soft: of an edge in its picture }
  function lampMatrix(cast, key, texels) {
    const x = unit3(cross3(Math.abs(key[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0], key)),
      axes = [x, cross3(key, x), key], out = new Float32Array(16);
    const box = boxOf(cast.map(c => {
      const s = solids[c.kind], p = Pose.point(c.X, s.middle.map((y, i) => y*c.size[i]));
      return [axes.map(a => dot3(a, p)), s.reach*Math.max(...c.size)];
    })), half = axes.map((_, i) => 0.5*(box.hi[i] - box.lo[i])*1.03 + 1e-9);
    half[2] *= 2;
    axes.forEach((axis, row) => {
      const k = (row === 2 ? -1 : 1)/half[row];
      for (let c = 0; c < 3; c++) out[4*c + row] = k*axis[c];
      out[12 + row] = -k*box.middle[row];
    });
    out[15] = 1;
    const edge = 0.009*Math.max(half[0], half[1]);
    return { out, wide: 3*Math.max(half[0], half[1])/texels,
      soft: [0.5*edge/half[0], 0.5*edge/half[1]] };
  }
  function triangles(where, n) {
    const s = solids[n.kind];
    gl.uniformMatrix4fv(where.place, false, n.place);
    gl.uniform3fv(where.size, n.size);
    gl.bindVertexArray(s.array);
    gl.drawArrays(gl.TRIANGLES, 0, s.count);
    count.calls++;
    count.triangles += s.count/3;
  }
  function drawDepth(cast, key, texels) {
    const light = lampMatrix(cast, key, texels);
    gl.bindFramebuffer(gl.FRAMEBUFFER, seen);
    gl.viewport(0, 0, texels, texels);
    gl.enable(gl.SCISSOR_TEST);
    gl.scissor(0, 0, texels, texels);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    gl.disable(gl.SCISSOR_TEST);
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(1.5, 4);
    gl.useProgram(lamp.p);
    gl.uniformMatrix4fv(lamp.where.lamp, false, light.out);
    for (const n of cast) triangles(lamp.where, n);
    gl.disable(gl.POLYGON_OFFSET_FILL);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    return light;
  }
  function put(prog, values) {
    gl.useProgram(prog.p);
    for (const [name, x] of Object.entries(values)) {
      const at = prog.where[name];
      if (at === undefined) continue;
      if (name === "depth") gl.uniform1i(at, 0);
      else if (x.length === 16) gl.uniformMatrix4fv(at, false, x);
      else if (x.length === 3) gl.uniform3fv(at, x);
      else if (x.length === 2) gl.uniform2fv(at, x);
      else gl.uniform1f(at, x);
    }
  }
  function square(prog, values) {
    put(prog, values);
    gl.bindVertexArray(solids.square.array);
    gl.drawArrays(gl.TRIANGLES, 0, 6);
    count.calls++;
  }
  function drawLine(n) {
    gl.uniform1f(lit.where.lit, 0);
    gl.uniformMatrix4fv(lit.where.place, false, matrix(Pose.one()));
    gl.uniform3f(lit.where.size, 1, 1, 1);
    gl.uniform4fv(lit.where.color, n.color);
    gl.bindVertexArray(lines.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, lines.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(n.points), gl.DYNAMIC_DRAW);
    gl.disableVertexAttribArray(1);
    gl.vertexAttrib3f(1, 0, 0, 1);
    gl.drawArrays(n.strip ? gl.LINE_STRIP : gl.LINES, 0, n.points.length/3);
    gl.uniform1f(lit.where.lit, 1);
    count.calls++;
  }
  function drawGround(shared, u) {
    const { k, h } = ground, unit = i => [0, 1, 2].map(j => j === i ? 1 : 0),
      middle = ground.middle.slice(), above = (shared.eye[k] - h)*(Math.sign(u[k]) || 1) > 0;
    middle[k] = h;
    gl.disable(gl.DEPTH_TEST);
    square(floor, { ...shared, middle, across: unit((k + 1) % 3), aside: unit((k + 2) % 3),
      reach: ground.reach, pitch: ground.pitch, ink: ground.ink, tint: ground.tint,
      shade: above ? ground.shade : 0, grid: ground.grid ? 1 : 0 });
    gl.enable(gl.DEPTH_TEST);
  }
  // heaven: { high, low }, colours above and below
  function end(heaven) {
    const [texels, looks, points] = LEVELS[moving ? level : 0],
      scale = ratio*(steady ? 1 : points)*(window.devicePixelRatio || 1),
      w = Math.round(canvas.clientWidth*scale),
      h = Math.round(canvas.clientHeight*scale), side_ = eyes.part() || [0, 1];
    if (canvas.width !== w || canvas.height !== h) { canvas.width = w; canvas.height = h; }
    const l = eyes.look(), u = unit3(camera.up), side = cross3(u, camera.forward),
      key = unit3([0, 1, 2].map(i => 0.88*u[i] + 0.30*camera.forward[i] - 0.36*side[i]));
    const until = notes.findIndex(n => n.front),
      cast = casts ? (until < 0 ? notes : notes.slice(0, until))
        .filter(n => n.kind && n.color[3] > 0.9) : [];
    if (!side_[0]) count.calls = count.triangles = 0;
    gl.enable(gl.DEPTH_TEST);
    gl.disable(gl.BLEND);
    const light = cast.length ? drawDepth(cast, key, texels)
      : { out: new Float32Array(16), wide: 0, soft: [0, 0] };
    gl.viewport(Math.round(side_[0]*w), 0, Math.round((side_[1] - side_[0])*w), h);
    gl.enable(gl.SCISSOR_TEST);
    gl.scissor(Math.round(side_[0]*w), 0, Math.round((side_[1] - side_[0])*w), h);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.bindTexture(gl.TEXTURE_2D, depth);
    const shared = { view: eyes.matrix(l), eye: l.eye, up: u, key, lamp: light.out, depth: 0,
      shadowed: cast.length ? 1 : 0, looks,
      wide: light.wide, soft: light.soft, part: texels/MOST };
    gl.depthMask(false);
    gl.disable(gl.DEPTH_TEST);
    square(sky, heaven);
    gl.enable(gl.DEPTH_TEST);
    if (ground) drawGround(shared, u);
    gl.depthMask(true);
    put(lit, { ...shared, lit: 1 });
    for (const n of notes) {
      if (n.front) gl.clear(gl.DEPTH_BUFFER_BIT);
      else if (n.points) drawLine(n);
      else {
        gl.uniform4fv(lit.where.color, n.color);
        triangles(lit.where, n);
      }
    }
    gl.disable(gl.SCISSOR_TEST);
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
  // does the ray come near to the ball around it?
  function near(s, n, ray) {
    const c = Pose.point(n.X, s.middle.map((x, i) => x*n.size[i])).map((x, i) => x - ray.from[i]),
      a = dot3(c, ray.along), r = s.reach*Math.max(...n.size);
    return dot3(c, c) - a*a < r*r && a > -r;
  }
  // where a ray first meets the bodies of the last picture: { along, note }, or null
  function hit(ray) {
    let best = null;
    for (const n of notes) {
      if (n.front) break;
      if (!n.kind || n.body === undefined || !near(solids[n.kind], n, ray)) continue;
      const d = hits(solids[n.kind], n, ray);
      if (d !== null && (!best || d < best.along)) best = { along: d, note: n };
    }
    return best;
  }
  // distance along the ray to the triangles of a solid, in the axes of the solid; null: none
  function hits(s, n, ray) {
    const from = Pose.inward(n.X, ray.from).map((x, i) => x/n.size[i]),
      to = Pose.inward(n.X, ray.from.map((x, i) => x + ray.along[i])).map((x, i) => x/n.size[i]),
      d = to.map((x, i) => x - from[i]), L = s.list;
    let best = null;
    for (let i = 0; i < L.length; i += 18) { // [Moller and Trumbore 1997]
      const ax = L[i], ay = L[i + 1], az = L[i + 2], ux = L[i + 6] - ax, uy = L[i + 7] - ay,
        uz = L[i + 8] - az, vx = L[i + 12] - ax, vy = L[i + 13] - ay, vz = L[i + 14] - az,
        px = d[1]*vz - d[2]*vy, py = d[2]*vx - d[0]*vz, pz = d[0]*vy - d[1]*vx,
        det = ux*px + uy*py + uz*pz;
      if (Math.abs(det) < 1e-14) continue;
      const tx = from[0] - ax, ty = from[1] - ay, tz = from[2] - az,
        a = (tx*px + ty*py + tz*pz)/det;
      if (a < 0 || a > 1) continue;
      const qx = ty*uz - tz*uy, qy = tz*ux - tx*uz, qz = tx*uy - ty*ux,
        b = (d[0]*qx + d[1]*qy + d[2]*qz)/det, along = (vx*qx + vy*qy + vz*qz)/det;
      if (b < 0 || a + b > 1 || along <= 0) continue;
      if (best === null || along < best) best = along;
    }
    return best;
  }
  // does a body stand before this point?
  function hidden(p) {
    const from = eyes.look().eye, d = p.map((x, i) => x - from[i]), far = Math.hypot(...d),
      found = hit({ from, along: d.map(x => x/far) });
    return found !== null && found.along < 0.999*far;
  }
  // what is noted from here on belongs to body i
  function mark(from, i) {
    if (!tint) for (let k = from; k < notes.length; k++) notes[k].body = i;
  }
  return { ...eyes, camera, begin, end, front, floorAt, hidden, add, solid, known, line, rod,
    arrow, hit, mark, paced, rest, level: () => level, noted: () => notes.length, count, canvas,
    solids: () => solids, shade: c => { tint = c; }, at: r => { ratio = r; },
    hold: on => { steady = on; } };
}
]==]
