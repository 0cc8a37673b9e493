-- modes.lua - JavaScript of the living page: a model in one of its modes of small motions, as large
-- as can be seen and as slow as can be followed
return [==[
let mode = null; // { m, from: when it was begun, size }
const SWING = 2; // seconds that a swing takes on the page
// coordinates at a phase: q0 moved by size (shape cos - other sin), what is held follows
function modeAt(m, size, phase) {
  const q = Float64Array.from(data.home), c = size*Math.cos(phase), s = size*Math.sin(phase);
  dynamics.step(q, m.shape.map((x, k) => c*x - s*m.other[k]));
  if (dynamics.constrained) dynamics.assemble(q, new Array(nv).fill(false));
  return q;
}
// how far anything goes for a size of 1, by a small one
function reachOf(m) {
  const few = 1e-4, spots = q => spotsOf(mechanism.poses(q)).flat(), at = spots(data.home);
  let most = 0;
  for (const phase of [0, Math.PI/2])
    spots(modeAt(m, few, phase)).forEach((p, i) => { most = Math.max(most, between(p, at[i])); });
  return most/few;
}
function swing(now) {
  if (!mode) return null;
  const phase = 2*Math.PI*(now - mode.from)/1000/SWING, m = mode.m;
  // what does not swing goes to and fro along its shape
  return modeAt(m, mode.size*(m.im > 0 ? 1 : Math.cos(phase)), m.im > 0 ? phase : 0);
}
function startMode(m) {
  const reach = m && reachOf(m);
  mode = m ? { m, from: performance.now(),
    size: Math.min(0.5, reach > 0 ? 0.12*size/reach : 0.5) } : null;
  dirty = true;
}
// "1.21 Hz, damping 0.268"; of what does not swing how fast it goes or grows
function modeText(m) {
  const rate = Math.hypot(m.re, m.im);
  if (rate < 1e-7) return "moves freely";
  if (m.im > 0) {
    const damping = Math.abs(m.damping) < 1e-9 ? "undamped"
      : `damping ${short(+m.damping.toPrecision(3))}${m.damping < 0 ? ", grows" : ""}`;
    return `${short(+m.frequency.toPrecision(4))} Hz, ${damping}`;
  }
  return `no swing, ${m.re > 0 ? "grows" : "dies away"} with e^(t/${
    short(+(1/Math.abs(m.re)).toPrecision(3))} s)`;
}
function modeButtons(box) {
  const buttons = data.modes.map((m, k) => {
    const row = box.appendChild(document.createElement("div")),
      b = row.appendChild(document.createElement("button"));
    row.className = "mode";
    b.textContent = k + 1;
    b.title = "play this mode, or stop it";
    row.append(modeText(m));
    b.addEventListener("click", () => {
      startMode(mode && mode.m === m ? null : m);
      buttons.forEach(o => o.classList.toggle("on", o === b && mode !== null));
    });
    return b;
  });
  const p = box.appendChild(document.createElement("p"));
  p.className = "note";
  p.textContent = "Small motions about the place of rest where it stands at first "
    + `(${data.stability}), drawn larger than small, a swing in ${SWING} s whatever its frequency, `
    + "damping left out.";
  const stop = () => {
    startMode(null);
    buttons.forEach(o => o.classList.remove("on"));
  };
  box.addEventListener("input", stop, true);
  return stop;
}
]==]
