-- curves.lua - JavaScript of the living page: which curves there are, of the run and of the run
-- computed again
return [==[
// ---- curves
const charts = [];
// rows far apart are joined as they move, not by straight lines
function dense(r) {
  if (r.t.length < 2 || r.t.length > 400 || !drawn) return r;
  if (r.dense) return r.dense;
  const end = last(r.t), out = r.dense = { t: [], x: [] };
  for (let i = 0; i < r.t.length; i++) {
    const n = i + 1 < r.t.length ? Math.max(1, Math.ceil(500*(r.t[i + 1] - r.t[i])/(end - r.t[0])))
      : 1;
    for (let k = 0; k < n; k++) {
      const time = r.t[i] + (n > 1 ? k/n*(r.t[i + 1] - r.t[i]) : 0), s = stateAt(r, time),
        x = new Float64Array(nq + nv);
      x.set(s.q); x.set(s.v, nq);
      out.t.push(time);
      out.x.push(k ? x : r.x[i]);
    }
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
  const sets = first !== run && first ? [first, run] : [run];
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
    times = sets.map(r => dense(r).t), pictures = groups.flatMap(pictured);
  if (!charts.length)
    for (const p of pictures)
      charts.push({ chart: Chart(p.more ? fold(p.title) : $("plots"), p.title,
        p.columns.map(c => c[0]), p.columns.map(c => c[2] || ""), seek, drawn ? "t (s)" : "t"),
        at: p.at });
  pictures.forEach(
    (p, k) => charts[k].chart.show(
      sets.map((r, i) => ({ t: smooth.has(p.group) ? times[i] : r.t,
        stairs: stairs.has(p.group), lists: p.columns.map(c => c[1](r)) }))));
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
function seek(time) { goLive(false); t = time; dirty = true; }
]==]
