-- roadway.lua - JavaScript of the living page: a road as a surface with lines along and across
return [==[
// the point of row i and column j, and its normal by differences
function roadPoint(r, i, j) {
  return [r.x + i*r.dx, r.y + j*r.dy, r.z[i*r.ny + j]];
}
function roadNormal(r, i, j) {
  const a = Math.max(i - 1, 0), b = Math.min(i + 1, r.nx - 1), c = Math.max(j - 1, 0),
    d = Math.min(j + 1, r.ny - 1);
  const p = (r.z[b*r.ny + j] - r.z[a*r.ny + j])/((b - a)*r.dx),
    q = (r.z[i*r.ny + d] - r.z[i*r.ny + c])/((d - c)*r.dy), n = Math.hypot(p, q, 1);
  return [-p/n, -q/n, 1/n];
}
// two triangles for every field
function roadMesh(r) {
  const out = [];
  for (let i = 0; i + 1 < r.nx; i++)
    for (let j = 0; j + 1 < r.ny; j++)
      for (const [a, b] of [[0, 0], [1, 0], [1, 1], [0, 0], [1, 1], [0, 1]])
        out.push(...roadPoint(r, i + a, j + b), ...roadNormal(r, i + a, j + b));
  return out;
}
// lines along and across, about one in eight, a little above
function roadLines(r, above) {
  const out = [], every = Math.max(1, Math.round(r.ny/8));
  const piece = (i, j, k, l) => {
    for (const p of [roadPoint(r, i, j), roadPoint(r, k, l)]) out.push(p[0], p[1], p[2] + above);
  };
  for (let i = 0; i < r.nx; i++)
    for (let j = 0; j < r.ny; j++) {
      if (i + 1 < r.nx && (j % every === 0 || j === r.ny - 1)) piece(i, j, i + 1, j);
      if (j + 1 < r.ny && (i % every === 0 || i === r.nx - 1)) piece(i, j, i, j + 1);
    }
  return out;
}
let roadInk = null;
function drawRoad(scene, r, size, night) {
  if (!roadInk) {
    scene.add("road", roadMesh(r));
    roadInk = roadLines(r, 0.002*size);
  }
  const shade = night ? 0.35 : 0.72;
  scene.solid("road", Pose.one(), [1, 1, 1], [shade, shade, 1.03*shade, 0.9]);
  scene.line(roadInk, night ? [0.62, 0.68, 0.76, 0.5] : [0.3, 0.34, 0.4, 0.35]);
}
]==]
