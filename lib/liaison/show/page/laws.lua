-- laws.lua - JavaScript of the living page: laws of force elements, their numbers and the inputs as
-- they vary with the state, by the programs of the engine (acting.lua)
return [==[
// The law of an element as (t, x, v, z) -> { f, dz, V, arm }; x and v are lists of one number, at a
// point of three. FORCES are the programs made from the rows of the engine, OWN those of forces
// told by expressions; given: what these are asked, [x, v, q, rates, u, t, p]
function lawOf(l, numbers, given) {
  const size = l.port === "point" ? 3 : 1, f = new Float64Array(size), dz = [0], V = [0],
    arm = [0, 0, 0];
  if (l.own !== undefined) return (t, x, v) => {
    given[0][0] = x[0];
    given[1][0] = v[0];
    OWN[l.own].call(given, [f]);
    return { f, dz: 0, V: 0, arm };
  };
  const program = FORCES[l.kind + (size === 3 ? " at" : " along")];
  return (t, x, v, z) => {
    program.call([numbers, x, v, [z], [t]], [f, dz, V, arm]);
    return { f, dz: dz[0], V: V[0], arm };
  };
}

// acts: { loads, inputs, count: how many numbers vary }
function Laws(acts, mech, nq, nv) {
  const u = Float64Array.from(acts.inputs, i => i.value), varied = new Float64Array(acts.count);
  const given = [[0], [0], new Float64Array(nq), new Float64Array(nv), u, [0], []];
  const elements = acts.loads.map(l => {
    const numbers = Float64Array.from(l.numbers, Number);
    return { ...l, numbers, law: lawOf(l, numbers, given), F: [],
      ends: (l.ends || []).map(e => ({ ...e, at: e.at.map(mech.read) })),
      sum: (l.sum || []).map(s => ({ ...s, k: mech.read(s.k) })) };
  });
  const nz = elements.reduce((n, l) => { l.iz = n; return n + l.nz; }, 0);
  // what sets the inputs: numbers, or (law) the expression of the run
  let set = { u: acts.inputs.map(i => i.value), law: acts.inputs.map(i => !!i.law) };
  function askInputs() {
    acts.inputs.forEach((i, k) => {
      if (set.law[k]) INPUTS[k].call(given, [u.subarray(k, k + 1)]);
      else u[k] = set.u[k];
      if (!Number.isFinite(u[k])) throw new Error(`the input ${i.name} is ${u[k]}`);
      // as a run keeps it between the bounds of the description
      if (i.low !== undefined) u[k] = Math.max(u[k], i.low);
      if (i.high !== undefined) u[k] = Math.min(u[k], i.high);
    });
  }
  function askNumbers() {
    if (!NUMBERS) return;
    NUMBERS.call(given, [varied]);
    for (const l of elements) for (const n of l.vary || []) {
      if (!Number.isFinite(varied[n.from]))
        throw new Error(`a number of ${l.name} is ${varied[n.from]}`);
      l.numbers[n.at] = varied[n.from];
    }
  }
  // inputs and numbers at a state: before any law is asked
  function ask(t, q, v) {
    given[2].set(q);
    given[3].set(v);
    given[5][0] = t;
    given[6] = mech.values();
    askInputs();
    askNumbers();
  }
  // sum of k x along the coordinates of an element; place: "q", or "v" of their rates
  function sumOf(l, x, place) {
    const p = mech.values();
    let sum = 0;
    for (const s of l.sum) if (s[place] >= 0) sum += s.k(p)*x[s[place]];
    return sum;
  }
  function endAt(e) {
    const p = mech.values(), at = e.at.map(f => f(p));
    return e.frame >= 0 ? Pose.point(mech.frames()[e.frame].X, at) : at;
  }
  return { elements, nz, ask, sumOf, endAt, drive: x => { set = x; }, driven: () => set,
    inputs: (t, q, v) => { ask(t, q, v); return Array.from(u); } };
}
]==]
