-- camera.lua - JavaScript of the living page: a camera about a point, and the hands on it: mouse,
-- fingers, wheel; a turn that is let go runs out
return [==[
// slow: whether the reader asked for less motion
function Camera(canvas, slow) {
  const camera = { middle: [0, 0, 0], distance: 3, azimuth: 0.6, elevation: 0.35, up: [0, 0, 1],
    forward: [1, 0, 0] };
  const STEEP = 1.55;
  function look() {
    const u = unit3(camera.up), f = camera.forward, s = cross3(u, f),
      ce = Math.cos(camera.elevation);
    const back = [0, 1, 2].map(
      i => ce*(Math.cos(camera.azimuth)*f[i] + Math.sin(camera.azimuth)*s[i])
      + Math.sin(camera.elevation)*u[i]);
    const eye = camera.middle.map((c, i) => c + camera.distance*back[i]),
      x = unit3(cross3(u, back)), y = cross3(back, x);
    return { eye, x, y, z: back };
  }
  let part = null; // [from, to] of the width, where the picture is one of several
  const wide = () => canvas.clientWidth*(part ? part[1] - part[0] : 1);
  // what a slope to the right and up is in the picture, whose edges are -1 and 1
  function scales() {
    const a = wide()/canvas.clientHeight || 1, f = 1/Math.tan(0.35);
    return { x: a < 1 ? f : f/a, y: a < 1 ? f*a : f, width: wide(),
      height: canvas.clientHeight };
  }
  function matrix(l) {
    const s = scales(), near = camera.distance*0.02, far = camera.distance*40;
    const V = [l.x[0], l.y[0], l.z[0], 0, l.x[1], l.y[1], l.z[1], 0, l.x[2], l.y[2], l.z[2], 0,
      -dot3(l.x, l.eye), -dot3(l.y, l.eye), -dot3(l.z, l.eye), 1];
    const P = [s.x, 0, 0, 0, 0, s.y, 0, 0, 0, 0, (far + near)/(near - far), -1, 0, 0,
      2*far*near/(near - far), 0];
    const out = new Float32Array(16);
    for (let c = 0; c < 4; c++)
      for (let r = 0; r < 4; r++) for (let k = 0; k < 4; k++) out[4*c + r] += P[4*k + r]*V[4*c + k];
    return out;
  }
  // where a point is on the page, from the corner of the canvas; null behind the eye
  function screen(p) {
    const V = matrix(look()), at = r => V[r]*p[0] + V[4 + r]*p[1] + V[8 + r]*p[2] + V[12 + r],
      w = at(3);
    return w > 0 ? [(part ? part[0]*canvas.clientWidth : 0) + (at(0)/w + 1)/2*wide(),
      (1 - at(1)/w)/2*canvas.clientHeight] : null;
  }
  // the ray { from, along } through a place on the canvas
  function ray(x, y) {
    const l = look(), s = scales(), left = part ? part[0]*canvas.clientWidth : 0,
      a = (2*(x - left)/s.width - 1)/s.x, b = (1 - 2*y/s.height)/s.y;
    return { from: l.eye, along: unit3([0, 1, 2].map(i => a*l.x[i] + b*l.y[i] - l.z[i])) };
  }
  function turn(a, e) {
    camera.azimuth += a;
    camera.elevation = Math.max(-STEEP, Math.min(STEEP, camera.elevation + e));
  }
  function pan(dx, dy) {
    const l = look(), s = scales(), k = 2*camera.distance;
    camera.middle = camera.middle.map((c, i) => c - k*dx/(s.width*s.x)*l.x[i]
      + k*dy/(s.height*s.y)*l.y[i]);
  }
  // nearer by a factor, what is at x, y on the canvas stays there
  function zoom(factor, x, y) {
    const l = look(), r = ray(x, y), d = -camera.distance/dot3(r.along, l.z),
      p = r.from.map((c, i) => c + d*r.along[i]);
    camera.middle = camera.middle.map((c, i) => p[i] + factor*(c - p[i]));
    camera.distance *= factor;
  }
  let spin = null; // { a, e }: radians a second of a turn that was let go
  // one picture of that; whether it still turns
  function glide(dt) {
    if (!spin) return false;
    turn(spin.a*dt, spin.e*dt);
    const less = Math.exp(-dt/0.18);
    spin.a *= less;
    spin.e *= less;
    if (Math.hypot(spin.a, spin.e) < 0.02) spin = null;
    return true;
  }
  // dragging turns, with shift, the right button or two fingers it moves; the wheel goes nearer.
  // grab(event): takes the pointer instead where it wants it, { move(event), end() }, or null
  function handle(redraw, grab) {
    const held = new Map();
    let last = null, rate = null, taken = null;
    const here = e => { const b = canvas.getBoundingClientRect();
      return [e.clientX - b.left, e.clientY - b.top]; };
    const between = list => ({ x: (list[0].clientX + list[1].clientX)/2,
      y: (list[0].clientY + list[1].clientY)/2,
      far: Math.hypot(list[0].clientX - list[1].clientX, list[0].clientY - list[1].clientY) });
    canvas.addEventListener("contextmenu", e => e.preventDefault());
    canvas.addEventListener("pointerdown", e => {
      try { canvas.setPointerCapture(e.pointerId); } catch (none) { /* a pointer of a script */ }
      spin = null;
      held.set(e.pointerId, e);
      if (taken) { taken.end(); taken = null; }
      const shift = e.button === 2 || e.button === 1 || e.shiftKey;
      if (held.size === 1 && !shift && grab) taken = grab(e);
      last = { x: e.clientX, y: e.clientY, shift };
      rate = null;
    });
    const leave = e => {
      held.delete(e.pointerId);
      if (taken) { taken.end(); taken = null; }
      else if (rate && !slow.matches && performance.now() - rate.at < 80 && !held.size)
        spin = { a: rate.a, e: rate.e };
      last = rate = null;
    };
    canvas.addEventListener("pointerup", leave);
    canvas.addEventListener("pointercancel", leave);
    function fingers(e) {
      const before = between([...held.values()]);
      held.set(e.pointerId, e);
      const now = between([...held.values()]), b = canvas.getBoundingClientRect();
      pan(now.x - before.x, now.y - before.y);
      zoom(before.far/(now.far || 1), now.x - b.left, now.y - b.top);
    }
    canvas.addEventListener("pointermove", e => {
      if (!held.has(e.pointerId)) return;
      if (taken) { taken.move(e); return; }
      if (held.size === 2) { fingers(e); last = null; redraw(); return; }
      if (!last) last = { x: e.clientX, y: e.clientY, shift: false };
      const dx = e.clientX - last.x, dy = e.clientY - last.y, now = performance.now();
      held.set(e.pointerId, e);
      if (last.shift) pan(dx, dy);
      else {
        turn(-0.008*dx, 0.008*dy);
        const dt = Math.max(4, rate ? now - rate.at : 16)/1000, mix = 0.5;
        rate = { at: now, a: mix*(rate ? rate.a : 0) - (1 - mix)*0.008*dx/dt,
          e: mix*(rate ? rate.e : 0) + (1 - mix)*0.008*dy/dt };
      }
      last.x = e.clientX;
      last.y = e.clientY;
      redraw();
    });
    canvas.addEventListener("wheel", e => {
      e.preventDefault();
      zoom(Math.exp(e.deltaY*0.001), ...here(e));
      redraw();
    }, { passive: false });
  }
  return { camera, look, scales, matrix, screen, ray, turn, pan, zoom, glide, handle,
    split: p => { part = p; }, part: () => part };
}
]==]
