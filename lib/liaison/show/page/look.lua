-- look.lua - JavaScript of the living page: from where the mechanism is seen, and how near: from
-- the front where it is planar, all of it in the free part of the picture
return [==[
const cross3 = (a, b) => [a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]];
const dot3 = (a, b) => a[0]*b[0] + a[1]*b[1] + a[2]*b[2];
const unit3 = a => { const n = Math.hypot(...a) || 1; return a.map(x => x/n); };

const between = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
// the box of a list of [point, radius]
function boxOf(list) {
  const lo = [Infinity, Infinity, Infinity], hi = [-Infinity, -Infinity, -Infinity];
  for (const [p, r] of list) p.forEach((x, i) => {
    lo[i] = Math.min(lo[i], x - r);
    hi[i] = Math.max(hi[i], x + r);
  });
  if (!(lo[0] <= hi[0])) { lo.fill(-0.5); hi.fill(0.5); }
  const middle = lo.map((x, i) => (x + hi[i])/2);
  return { lo, hi, middle, size: Math.max(1e-4, between(lo, hi)),
    reach: list.reduce((m, [p, r]) => Math.max(m, between(p, middle) + r), 1e-4) };
}
// directions of all motions at q, in base axes: { turns, slides }; null where something turns in
// space
function motions(q) {
  const X = mechanism.poses(q), turns = [], slides = [];
  for (const [i, c] of mechanism.bodies().entries()) {
    let Y = X[i].base;
    for (const s of c.steps) {
      if (s.kind === "ball" || s.kind === "free") return null;
      if (s.kind !== "fixed") (s.kind === "turn" ? turns : slides).push(unit3(Pose.vector(Y, s.u)));
      Y = Pose.times(Y, mechanism.moved(s, c, q));
    }
  }
  return { turns, slides };
}
// the normal of the plane everything moves in, or null
function planeOf(q) {
  const m = motions(q);
  if (!m || !m.turns.length) return null;
  const n = m.turns[0];
  return m.turns.every(u => Math.abs(dot3(u, n)) > 0.9999)
    && m.slides.every(u => Math.abs(dot3(u, n)) < 1e-3) ? n : null;
}
// what runs to the right where n points to the reader: x, else y
const rightOf = n => Math.abs(n[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];

// the camera on the line of n, on the side from which what should run to the right does
function lookAlong(camera, n) {
  const up = unit3(camera.up), along = dot3(n, up);
  if (Math.abs(along) > 0.9) { // from above
    camera.forward = unit3(cross3(rightOf(up), up));
    camera.azimuth = 0;
    camera.elevation = 1.55;
    return;
  }
  const flat = unit3(n.map((x, i) => x - along*up[i])), right = cross3(up, flat),
    s = dot3(right, rightOf(flat)) < -1e-9 ? -1 : 1;
  camera.forward = flat.map(x => s*x);
  camera.azimuth = 0;
  camera.elevation = 0.04;
}
function lookAround(camera) {
  const up = unit3(camera.up), a = Math.abs(up[0]) > 0.9 ? [0, 1, 0] : [1, 0, 0], d = dot3(a, up);
  camera.forward = unit3(a.map((x, i) => x - d*up[i]));
  camera.azimuth = 0.75;
  camera.elevation = 0.38;
}
const VIEWS = { "3-D": null, x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

// middle and distance of the camera such that points [p, radius] fill the free part of the picture:
// bars are pixels above and below
function fit(scene, list, bars) {
  const camera = scene.camera, s = scene.scales(), h = s.height || 1;
  const right = 0.92, top = 1 - 2*bars.top/h - 0.06, bottom = -1 + 2*bars.bottom/h + 0.06,
    rise = Math.max(0.2, top - bottom), centre = (top + bottom)/2;
  if (!list.length) return;
  const box = boxOf(list);
  camera.middle = box.middle;
  camera.distance = 3.2*box.reach + 1e-3;
  for (let n = 0; n < 12; n++) {
    const l = scene.look(), lo = [Infinity, Infinity], hi = [-Infinity, -Infinity];
    for (const [p, r] of list) {
      const d = p.map((x, i) => x - camera.middle[i]),
        depth = Math.max(0.15*camera.distance, camera.distance - dot3(d, l.z));
      [[l.x, s.x], [l.y, s.y]].forEach(([axis, scale], k) => {
        const a = dot3(d, axis);
        lo[k] = Math.min(lo[k], scale*(a - r)/depth);
        hi[k] = Math.max(hi[k], scale*(a + r)/depth);
      });
    }
    const shift = [(lo[0] + hi[0])/2/s.x, ((lo[1] + hi[1])/2 - centre)/s.y];
    camera.middle =
      camera.middle.map((c, i) => c + camera.distance*(shift[0]*l.x[i] + shift[1]*l.y[i]));
    camera.distance *= Math.max(1e-3, (hi[0] - lo[0])/(2*right), (hi[1] - lo[1])/rise);
  }
}
]==]
