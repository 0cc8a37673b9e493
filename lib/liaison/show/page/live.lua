-- live.lua - JavaScript of the living page: a run that goes on while the reader sets it, picture
-- after picture; knows no screen
return [==[
// from x0 at the start of the run on, without an end. What the reader sets holds from one picture
// to the next: steps end there, as at times at which a law changes
function Live(x0) {
  const under = present(), s = solver(under), by = attended(s, under),
    rows = { t: [], x: [], events: [], signals: [], failed: "", more: [], told: [], log: "",
      modes: by.modes, under, hands: [] };
  let until = setup.start;
  const work = kept(under, simulation(s, setup.start, x0, Infinity, { ...by, times: null, rows,
    next: t => Math.min(until, by.next ? by.next(t) : Infinity) }));
  // what is set now: parameters, inputs, which of these go by their expressions
  function take(t) {
    const before = rows.hands[rows.hands.length - 1], hand = { t, ...present(), g: under.g },
      same = before && ["p", "u", "law"].every(k => hand[k].every((x, i) => x === before[k][i]));
    if (same) return;
    rows.hands.push(hand);
    for (const k of ["p", "u", "law"]) hand[k].forEach((x, i) => { under[k][i] = x; });
  }
  // on to a time, or as far as it comes in `most` milliseconds: the time it came to
  function to(time, most) {
    const stop = performance.now() + most;
    take(s.now().t);
    until = time;
    while (!rows.failed && s.now().t < time && performance.now() < stop) work.next();
    return s.now().t;
  }
  // the run up to here, told as others are; its energy where no parameter was moved
  function end() {
    settle(under);
    if (by.tally) rows.told = by.tally.lines();
    if (rows.hands.every(h => h.p.every((x, i) => x === rows.hands[0].p[i])))
      rows.log = balance(rows, by, s);
    settle(null);
    rows.between = null;
    return rows;
  }
  take(setup.start);
  work.next();
  return { rows, to, end };
}
]==]
