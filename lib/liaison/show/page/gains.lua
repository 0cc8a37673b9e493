-- gains.lua - JavaScript of the living page: what a reader has of programs beside a run: their
-- columns as curves, sliders for their values
return [==[
// the columns of programs beside run r as they are held at a time; of curves with points between
// the rows, by those
function signalsAt(r, time) {
  const { t, signals } = r.rowsOf || r;
  let lo = 0, hi = t.length;
  while (hi - lo > 1) { const m = (lo + hi) >> 1; if (t[m] <= time) lo = m; else hi = m; }
  return signals[lo];
}
// what runs beside the mechanism: references in one picture, what each unit gives in another
function besideGroups() {
  const out = [], { columns, measures, nref, shown, held } = setup.loop;
  columns.forEach((name, k) => {
    const head = k < nref ? "references" : name.replace(/\.[^.]*$/, "");
    let g = out.find(o => o.head === head);
    if (!g) out.push(g = { head, places: [], held: k >= nref + shown - held });
    g.places.push(k);
  });
  return out.map(g => [g.head, g.places.map(k => [columns[k].replace(/^.*\./, ""),
    r => r.signals.map(row => row[k]), measures[k]]), c => {
    const row = signalsAt(run, c.t);
    return g.places.map(k => row[k]);
  }, g.held]);
}
// values of programs beside the run, those of one under its name; many are folded away
const FEW = 12;
function gainSliders(add, heading, into) {
  const groups = [];
  loop.sliders.forEach((s, k) => {
    const g = groups.find(o => o.unit === s.unit) || groups[groups.push({ unit: s.unit,
      head: s.group, list: [] }) - 1];
    g.list.push([s, k]);
  });
  for (const g of groups) {
    if (g.list.length > FEW) into(`${g.head}: ${g.list.length} values`);
    else heading(g.head);
    for (const [s, k] of g.list)
      add(s.name, s.min, s.max, s.value, x => { gains[k] = x; rerun(); }, s.measure)
        .row.title = `${g.head}.${s.name}`;
    into(null);
  }
}
]==]
