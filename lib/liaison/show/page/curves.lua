-- curves.lua - JavaScript of the living page: which curves there are, of the run and of the run
-- computed again
return [==[
// ---- curves
const charts = [];
// what all charts share: where the reader points, the part of the run that is shown, its events
let window_ = null, hovered = null;
const lens = {
  seek: time => seek(time), marks: [],
  get window() { return window_; },
  hover(time) { hovered = time; dirty = true; },
  zoom(from, to) {
    window_ = from === null ? null : [from, to];
    $("whole").hidden = !window_;
    for (const r of [first, run, ...others]) if (r) r.dense = r.energy = r.inputs = r.forces = null;
    fillCharts();
    dirty = true;
  },
};
// events of a run: rows of one time
const eventsOf = r => r.t.filter((_, i) => isBefore(r, i));
// rows far apart are joined as they move, not by straight lines; those of the part that is shown
function dense(r, whole) {
  if (r.t.length < 2 || !drawn) return r;
  if (!whole && r.dense) return r.dense;
  const w = whole ? null : window_, inside = i => !w || (r.t[i] - w[0])*(r.t[i] - w[1]) <= 0;
  let lo = 0, hi = r.t.length - 1;
  while (lo < hi && !inside(lo) && !inside(lo + 1)) lo++;
  while (hi > lo + 1 && !inside(hi) && !inside(hi - 1)) hi--;
  const out = { t: [], x: [] }, few = hi - lo < 400;
  for (let i = lo; i <= hi; i++) {
    const n = few && i < hi
      ? Math.max(1, Math.ceil(Math.abs(500*(r.t[i + 1] - r.t[i])/((w ? w[1] - w[0]
        : r.t[hi] - r.t[lo]) || 1)))) : 1;
    for (let k = 0; k < Math.min(n, 2000); k++) {
      const time = r.t[i] + (n > 1 ? k/n*(r.t[i + 1] - r.t[i]) : 0), s = stateAt(r, time),
        x = new Float64Array(nq + nv);
      x.set(s.q); x.set(s.v, nq);
      out.t.push(time);
      out.x.push(k ? x : r.x[i]);
    }
  }
  if (!whole) r.dense = out;
  return out;
}
// the path of a point of the mechanism, place(q), between all rows: as many points as it needs to
// stay within `near` of what moves
function pathOf(r, place, near) {
  const out = [], at = time => place(stateAt(r, time).q);
  function between_(a, p, b, q, depth) {
    const m = (a + b)/2, x = at(m), off = Math.hypot(...x.map((c, i) => c - (p[i] + q[i])/2));
    if (depth > 5 || off < near && depth > 0) { out.push(...q); return; }
    between_(a, p, m, x, depth + 1);
    between_(m, x, b, q, depth + 1);
  }
  const step = Math.max(1, Math.floor(r.t.length/1500));
  let a = 0, p = place(r.x[0].subarray(0, nq));
  out.push(...p);
  while (a + 1 < r.t.length && out.length < 60000) {
    const b = Math.min(r.t.length - 1, a + step), q = place(r.x[b].subarray(0, nq));
    if (!q.every(Number.isFinite)) break;
    if (r.t[b] === r.t[a]) out.push(...q);
    else between_(r.t[a], p, r.t[b], q, 0);
    a = b;
    p = q;
  }
  return out;
}
// the columns that stand behind coordinates and rates, those of one constraint in one picture
function moreGroups() {
  const out = [];
  for (const c of (first || run).more) {
    const head = c.multiplier ? "multipliers of " + c.name.replace(/\.\d+$/, "") : c.name,
      g = out.find(o => o.head === head);
    if (g) g.names.push(c.name); else out.push({ head, names: [c.name] });
  }
  return out;
}
const columnOf = (r, name) => {
  const c = (r.more || []).find(m => m.name === name);
  return c ? c.rows : [];
};
// energies of the states between the rows; as recorded where forces that store are not known
function energyGroup(sets) {
  const names = ["T", "V", "T + V"];
  if (setup.energy)
    return [["recorded energy", names.map((n, k) => [n, () => setup.energy[k], "J"]),
      c => setup.energy.map(list => list[c.row])]];
  for (const r of sets)
    if (!r.energy) r.energy = energies({ ...dense(r), under: r.under, hands: r.hands, rowsOf: r });
  return [["energy", names.map((n, k) => [n, r => r.energy[k], "J"]), c => energyAt(run, c)]];
}
// the inputs that expressions set, and those that the reader moved meanwhile
function inputGroup() {
  const moved = k => run.hands && run.hands.some(h => h.u[k] !== run.hands[0].u[k]),
    told = acts.inputs.map((i, k) => k).filter(k => acts.inputs[k].law || moved(k)),
    at = (r, c) => under(r, () => {
      try { return dynamics.laws.inputs(c.t, c.q, c.v); }
      catch (e) { return acts.inputs.map(() => NaN); }
    }, r.hands && c);
  const curve = (r, k) => {
    const d = dense(r);
    r.inputs = r.inputs || d.t.map((time, i) => at(r, { t: time, q: d.x[i].subarray(0, nq),
      v: d.x[i].subarray(nq, nq + nv) }));
    return r.inputs.map(u => u[k]);
  };
  return ["inputs", told.map(k => [acts.inputs[k].name, r => curve(r, k), acts.inputs[k].unit]),
    c => { const u = at(run, c); return told.map(k => u[k]); }];
}
// what every force element does: along its coordinate or line, at a point in base axes
function forceGroup() {
  const names = dynamics.laws.elements.flatMap(
    l => l.port === "point" ? ["x", "y", "z"].map(k => `${l.name}.${k}`) : [l.name]);
  const unknown = r => jumps && !r.modes, none = names.map(() => NaN);
  const at = (r, c) => unknown(r) ? none : under(r, () => {
    try { return dynamics.elementForces(c.t, c.q, c.v, c.z).each.flat(); }
    catch (e) { return none; }
  }, c);
  const curve = (r, k) => {
    const d = dense(r);
    r.forces = r.forces || d.t.map((time, i) => at(r, isBefore(d, i) ? stateOf(d, i)
      : stateAt(r, time)));
    return r.forces.map(F => F[k]);
  };
  const unit = l => {
    if (l.port !== "joint") return "N";
    const units = [...new Set(l.sum.map(s => ({ rad: "N m", m: "N" })[setup.units[s.q]] || ""))];
    return units.length === 1 ? units[0] : "";
  };
  const units = dynamics.laws.elements.flatMap(
    l => Array(l.port === "point" ? 3 : 1).fill(unit(l)));
  return ["forces", names.map((n, k) => [n, r => curve(r, k), units[k]]), c => at(run, c)];
}
function fillCharts() {
  const sets = first !== run && first ? [first, run] : [run],
    beside_ = others.filter(o => o.shown), moves = new Set(["coordinates", "states", "rates"]);
  lens.marks = eventsOf(run);
  showEvents(lens.marks);
  const groups = [[drawn ? "coordinates" : "states",
    data.q.map((n, k) => [n, r => dense(r).x.map(x => x[k]), setup.units[k]]), c => c.q]];
  if (nv)
    groups.push(["rates",
      data.v.map((n, k) => [n, r => dense(r).x.map(x => x[nq + k]), setup.units[nq + k]]),
      c => c.v]);
  const beside = loop ? besideGroups() : [],
    stairs = new Set(beside.filter(g => g[3]).map(g => g[0]));
  groups.push(...beside);
  if (drawn && setup.massive) groups.push(...energyGroup(sets));
  if (drawn && acts.inputs.some(i => i.law)) groups.push(inputGroup());
  if (living && acts.loads.length) groups.push(forceGroup());
  if (living && setup.multipliers)
    for (const r of sets)
      if (!r.more.some(m => m.multiplier)) r.more = [...r.more, ...multipliers(r)];
  for (const g of moreGroups())
    groups.push([g.head, g.names.map(n => [n, r => columnOf(r, n)]),
      s => g.names.map(n => columnOf(run, n)[s.row])]);
  const smooth = new Set(["coordinates", "states", "rates", "energy", "inputs",
    "forces"]),
    pictures = groups.flatMap(pictured);
  if (!charts.length)
    for (const p of pictures)
      charts.push({ chart: Chart(p.more ? fold(p.title) : $("plots"), p.title,
        p.columns.map(c => c[0]), p.columns.map(c => c[2] || ""), lens, drawn ? "t (s)" : "t"),
        at: p.at });
  pictures.forEach(
    (p, k) => charts[k].chart.show(
      [...(moves.has(p.group) ? beside_ : []), ...sets].map(r => ({
        t: smooth.has(p.group) ? dense(r).t : r.t, look: r.look, stairs: stairs.has(p.group),
        lists: p.columns.map(c => c[1](r)) }))));
}
// curves of one group as pictures of one unit and at most eight curves, else of six; the third and
// later ones are folded away
function pictured([group, columns, at]) {
  const units = [...new Set(columns.map(c => c[2] || ""))], out = [];
  for (const unit of units) {
    const all = columns.map((c, k) => k).filter(k => (columns[k][2] || "") === unit),
      most = all.length > 8 ? 6 : 8;
    for (let i = 0; i < all.length; i += most) {
      const part = all.slice(i, i + most), list = part.map(k => columns[k]),
        whole = part.length === columns.length;
      out.push({ group, columns: list, at: c => {
        const x = at(c);
        return part.map(k => x[k]);
      }, more: out.length > 1 || group === "forces",
        title: whole ? group : `${group} ${list[0][0]}${list.length > 1
          ? " \u2026 " + list[list.length - 1][0] : ""}` });
    }
  }
  return out;
}
function fold(title, where = $("plots")) {
  const d = where.appendChild(document.createElement("details"));
  d.appendChild(document.createElement("summary")).textContent = title;
  return d;
}
// values of all curves now, or where the reader points
function markCharts(c) {
  const there = hovered === null ? c : stateAt(run, hovered);
  for (const k of charts) k.chart.now(t, k.at(there), hovered);
}
// a mark over the time for every event; a click goes there
function showEvents(times) {
  const box = $("ticks");
  if (!box) return;
  const [a, b] = [run.t[0], last(run.t)], seen = new Set();
  box.replaceChildren();
  for (const time of times) {
    const at = ((time - a)/((b - a) || 1)*100).toFixed(1);
    if (seen.has(at)) continue;
    seen.add(at);
    const e = box.appendChild(document.createElement("button"));
    e.style.left = `${at}%`;
    e.title = `event at t = ${short(time)} s`;
    e.setAttribute("aria-label", e.title);
    e.tabIndex = -1;
    e.addEventListener("click", () => seek(time));
  }
}
function seek(time) { goLive(false); t = time; dirty = true; }
]==]
