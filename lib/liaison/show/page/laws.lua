-- laws.lua - JavaScript of the living page: laws of force elements, their numbers and the inputs as
-- they vary with the state, by the programs of the engine (acting.lua)
return [==[
// The law of an element as (t, x, v, z) -> { f, dz, V, arm }; x and v are lists of one number, at a
// point of three, of a wheel of six; z and dz those of its own states. FORCES are the programs made
// from the rows of the engine, OWN those of forces told by expressions; given: what these are
// asked, [x, v, q, rates, u, t, p]
function lawOf(l, numbers, given) {
  const size = l.wheel ? 6 : l.port === "point" ? 3 : 1,
    f = new Float64Array(size), dz = new Float64Array(l.wheel ? 2 : 1), V = [0],
    arm = [0, 0, 0];
  if (l.own !== undefined) return (t, x, v) => {
    given[0][0] = x[0];
    given[1][0] = v[0];
    OWN[l.own].call(given, [f]);
    return { f, dz, V: 0, arm };
  };
  const program = FORCES[l.kind + (size > 1 ? " at" : " along")];
  return (t, x, v, z) => {
    program.call([numbers, x, v, z, [t]], [f, dz, V, arm]);
    return { f, dz, V: V[0], arm };
  };
}

// acts: { loads, inputs, count: how many numbers vary }; loop: programs beside the run that hold
// inputs, or nothing
function Laws(acts, mech, nq, nv, loop) {
  const u = Float64Array.from(acts.inputs, i => i.value), asked = u.slice(),
    varied = new Float64Array(acts.count);
  const given = [[0], [0], new Float64Array(nq), new Float64Array(nv), u, [0], []];
  const elements = acts.loads.map(l => {
    const numbers = Float64Array.from(l.numbers, Number);
    return { ...l, numbers, law: lawOf(l, numbers, given), F: [], mode: 0,
      ends: (l.ends || []).map(e => ({ ...e, at: e.at.map(mech.read) })),
      sum: (l.sum || []).map(s => ({ ...s, k: mech.read(s.k) })) };
  });
  const nz = elements.reduce((n, l) => { l.iz = n; return n + l.nz; }, 0);
  // on the way to a time at which a law changes its branch, the branch before it holds, up to the
  // end of the step: { t, dir } or null
  let ahead = null;
  const branch = t => ahead && (t - ahead.t)*ahead.dir >= 0
    ? ahead.t - ahead.dir*Math.max(Math.abs(ahead.t)*2**-53, Number.MIN_VALUE) : t;
  // what sets the inputs: numbers, or (law) the expression of the run
  let set = { u: acts.inputs.map(i => i.value), law: acts.inputs.map(i => !!i.law) };
  function askInputs() {
    acts.inputs.forEach((i, k) => {
      const held = loop ? loop.input(k) : undefined;
      if (held !== undefined) u[k] = held;
      else if (set.law[k]) INPUTS[k].call(given, [u.subarray(k, k + 1)]);
      else u[k] = set.u[k];
      if (!Number.isFinite(u[k])) throw new Error(`the input ${i.name} is ${u[k]}`);
      asked[k] = u[k];
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
    given[5][0] = branch(t);
    given[6] = mech.values();
    if (loop) loop.at(t, q, v);
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
  // asked: inputs before they are cut to their bounds
  return { elements, nz, ask, asked, sumOf, endAt, drive: x => { set = x; }, driven: () => set,
    branch, towards: x => { ahead = x; },
    inputs: (t, q, v) => { ask(t, q, v); return Array.from(u); } };
}
]==]
