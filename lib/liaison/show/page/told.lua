-- told.lua - JavaScript of the living page: what there is to tell of a run computed here, in the
-- words of bindings/sim/lmachine_told.c and ltold.c: stops and planes struck, bounds passed, what
-- was cut
return [==[
const digits = (x, n) => String(+x.toPrecision(n));
const amount = (x, unit) => `${digits(x, 3)}${unit ? " " + unit : ""}`;
const times = n => n === 1 ? "once" : n === 2 ? "twice" : `${n} times`;

// bounds: [{ kind, at, name, unit, low, high }], of states (limit, soft, speed) or of what motors
// are told to give (effort: it is cut; push: it is not); those of inputs stand with them
function Tally(bounds, dynamics, mech) {
  const list = bounds.map(b => ({ ...b, low: mech.read(b.low), high: mech.read(b.high) }));
  acts.inputs.forEach((i, at) => {
    if (i.low !== undefined || i.high !== undefined) list.push({ kind: "input", at, name: i.name,
      unit: i.unit, low: () => i.low === undefined ? -Infinity : i.low,
      high: () => i.high === undefined ? Infinity : i.high });
  });
  const pushes = new Float64Array(nv), efforts = list.some(b => /effort|push/.test(b.kind));
  let steps = 0, before = NaN;
  // how far it is beyond, below 0 within
  function excess(b, x) {
    const p = mech.values(), from = { effort: pushes, push: pushes, input: dynamics.laws.asked },
      y = (from[b.kind] || x)[b.at];
    return Math.max(y - b.high(p), b.low(p) - y);
  }
  // the part of a step that is spent beyond, where the excess runs straight from a to b
  function partBeyond(a, b) {
    if (a <= 0 && b <= 0) return 0;
    return a >= 0 && b >= 0 ? 1 : Math.max(a, b)/Math.abs(b - a);
  }
  function look(t, x) {
    const q = x.subarray(0, nq), v = x.subarray(nq, nq + nv);
    if (efforts) dynamics.told(t, q, v, pushes);
    if (list.some(b => b.kind === "input")) dynamics.laws.ask(t, q, v);
    for (const b of list) {
      const by = excess(b, x);
      if (t !== before) b.held += (t - before || 0)*partBeyond(b.last, by);
      b.last = by;
      if (by > 0 && (Number.isFinite(before) || !/limit|soft|speed/.test(b.kind))) {
        if (!b.steps++) b.first = t;
        b.most = Math.max(b.most, by);
      }
    }
    before = t;
  }
  function begin(t, x) {
    for (const b of list) Object.assign(b, { steps: 0, first: NaN, most: 0, held: 0, last: 0 });
    steps = 0;
    before = NaN;
    look(t, x);
  }
  function stepped(t, x) { steps++; look(t, x); }
  function bound(b) {
    const p = mech.values(), high = amount(b.high(p), b.unit), low = amount(b.low(p), b.unit);
    if (b.kind === "input") {
      const what = !Number.isFinite(b.low(p)) ? `its max ${high}`
        : !Number.isFinite(b.high(p)) ? `its min ${low}` : `its bounds ${+b.low(p)} and ${high}`;
      return `the input ${b.name} was cut to ${what} for ${amount(Math.abs(b.held), "s")}, first `
        + `at t = ${digits(b.first, 4)}, by ${amount(b.most, b.unit)} at most`;
    }
    const words = { limit: `${b.name} was beyond its limits, which were ignored,`,
      soft: `${b.name} was pressed into its soft stop`,
      speed: `${b.name} was above its speed limit`,
      effort: `the push on ${b.name} was cut to its effort ${high}`,
      push: `${b.name} was pushed with more than its effort ${high}` };
    return `${words[b.kind]} in ${Math.min(b.steps, steps)} of ${steps} steps, first at t = ${
      digits(b.first, 4)}, by ${amount(b.most, b.unit)} at most`;
  }
  function jumped(l) {
    const stop = l.jumps.how === "stop", out = [], unit = k => (setup.units || [])[k] || "";
    if (l.outside > 0) out.push(`${l.said} began ${amount(l.outside, unit(l.sum[0].q))} beyond its `
      + "limits: it is free until it has come back");
    if (l.struck) out.push(`${l.said} struck its ${stop ? "limit" : "plane"} ${
      times(l.struck)}, first at t = ${digits(l.first, 4)}, with ${amount(l.hardest,
      stop ? unit(nq + l.sum[0].v) : "m/s")} at most`);
    return out;
  }
  // a line for everything there is to tell
  const lines = () => [...(dynamics.jumps ? dynamics.jumps.list : []).flatMap(jumped),
    ...list.filter(b => b.steps).map(bound)];
  return { begin, stepped, lines, steps: () => steps };
}
]==]
