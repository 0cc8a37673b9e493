-- jumps.lua - JavaScript of the living page: what jumps, as core/sim/stick_impact.h has it: dry
-- friction that sticks, points that strike a hard plane, joints at their stops
--
-- Between events every element has a mode. What is held or rests are rows J on the accelerations,
-- with the forces W lambda:  J a = -dJ/dt v,  (J C W) lambda = -(J a_0 + dJ/dt v),  where W = J',
-- or Jn' - mu Jd' for a point that slides in direction d, and
-- C = M^-1 - M^-1 G' (G M^-1 G')^-1 G M^-1 keeps loops and constraints. Impulses by the same
-- J C W. The numbers of the elements stand where their row says (l.jumps).
return [==[
// slower than STILL is at rest, nearer touches; a point strikes BEHIND its plane, and a joint that
// slides comes to rest going BACK, so that rounding is neither; a joint BEYOND its end began there,
// and has not come back yet
const STILL = 1e-9, BEHIND = 1e-11, BACK = 1e-11, BEYOND = 1e-6;
// modes: of a joint the sign of the way it slides, or HELD; of a point; of a stop
const HELD = 0, AWAY = 0, SLIDES = 1, STICKS = 2, LOW = 1, HIGH = 2, LOCKED = 3;

// two directions across n, the first along the axis that is furthest from it
function across(n) {
  let k = Math.abs(n[0]) < Math.abs(n[1]) ? 0 : 1;
  if (!(Math.abs(n[k]) < Math.abs(n[2]))) k = 2;
  const u = n.map((x, i) => (i === k ? 1 : 0) - n[k]*x), size = Math.hypot(...u);
  const first = u.map(x => x/size);
  return [first, Vec.cross3(n, first)];
}
// y with A y = b, by elimination with pivots and refinement: a little is put on the diagonal and
// taken off again, so that rows that say the same twice share; null: there is none
function shared(A, b) {
  const r = b.length, most = A.reduce((m, row, k) => Math.max(m, Math.abs(row[k])), 0),
    LU = A.map((row, i) => row.map((x, k) => i === k ? x + 1e-5*most : x)), order = [];
  for (let k = 0; k < r; k++) {
    let p = k;
    for (let i = k + 1; i < r; i++) if (Math.abs(LU[i][k]) > Math.abs(LU[p][k])) p = i;
    if (!(Math.abs(LU[p][k]) > 0)) return null;
    [LU[k], LU[p]] = [LU[p], LU[k]];
    order.push(p);
    for (let i = k + 1; i < r; i++) {
      const f = LU[i][k] /= LU[k][k];
      for (let j = k + 1; j < r; j++) LU[i][j] -= f*LU[k][j];
    }
  }
  const solved = c => {
    const x = Array.from(c);
    order.forEach((p, k) => { [x[k], x[p]] = [x[p], x[k]]; });
    for (let i = 0; i < r; i++) for (let j = 0; j < i; j++) x[i] -= LU[i][j]*x[j];
    for (let i = r - 1; i >= 0; i--) {
      for (let j = i + 1; j < r; j++) x[i] -= LU[i][j]*x[j];
      x[i] /= LU[i][i];
    }
    return x;
  };
  const y = new Array(r).fill(0);
  for (let turn = 0, left = Infinity; turn < 40; turn++) {
    const rest = b.map((x, i) => x - inner(A[i], y)),
      now = rest.reduce((m, x) => Math.max(m, Math.abs(x)), 0);
    if (!(now < left/2)) break;   // rounding: it gets no better
    left = now;
    solved(rest).forEach((x, i) => { y[i] += x; });
  }
  return y;
}

// elements: of the laws. body: what the dynamics knows of a state: move(q, v); velocity(b, x) of
// point x of body b; bias(b, c, x): its acceleration where nothing is accelerated, x at a fixed arm
// from c; along(b, x, u, scale, J): J += scale times how fast it moves along u; centre(l): of the
// point of element l; compliance(t, q, v): C as { half, whole }, C w = whole(half(w)); rates(t, x):
// the accelerations in the modes now; step(q, d)
function Jumps(elements, body, nq, nv) {
  const all = elements.filter(l => l.jumps), { dot3 } = Vec;
  // those that do: what gives way with its numbers now does not
  let list = all;
  const is = (l, how) => l.jumps.how === how, number = (l, name) => l.numbers[l.jumps[name]],
    three = (l, name) => [0, 1, 2].map(k => l.numbers[l.jumps[name] + k]);
  const mu = l => number(l, "mu"), slow = l => number(l, "rest"), iv = l => l.sum[0].v,
    limit = l => Math.max(number(l, "most"), number(l, "coulomb"));
  const rests = l => !is(l, "stick") && l.mode !== AWAY;
  const stuck = () => list.some(l => is(l, "stick") ? l.mode === HELD : l.mode !== AWAY);
  const positions = x => x.subarray(0, nq), rates = x => x.subarray(nq, nq + nv);

  // ---- a point and its plane, after move; a coordinate and its stop

  // gap; where it touches: at, its velocity v, vn along the normal n, slip and speed along the
  // plane
  function touch(l) {
    const b = l.ends[0].body, centre = body.centre(l), normal = three(l, "normal"),
      through = three(l, "through"), size = Math.hypot(...normal), n = normal.map(x => x/size),
      r = number(l, "radius"), at = centre.map((x, k) => x - r*n[k]), v = body.velocity(b, at),
      vn = dot3(n, v), side = v.map((x, k) => x - vn*n[k]), speed = Math.hypot(...side);
    return { b, centre, n, at, v, vn, speed, slip: side.map(x => speed > 0 ? x/speed : 0),
      gap: centre.reduce((sum, x, k) => sum + n[k]*(x - through[k]), -r) };
  }
  // where friction takes it to slide: the way it goes, or at rest and just after it has turned the
  // way it was set off
  const wayOf = (l, c) => c.speed > 1e-12 && dot3(l.way, c.slip) > 0.4 ? c.slip : l.way;
  // to the end it rests on, else the nearer one; way: +1 the lower
  function ending(l, q, v) {
    const at = q[l.sum[0].q], low = at - number(l, "min"), high = number(l, "max") - at;
    return l.mode === LOW || l.mode !== HIGH && low <= high
      ? { gap: low, rate: v[iv(l)], way: 1 } : { gap: high, rate: -v[iv(l)], way: -1 };
  }
  const endMode = way => way > 0 ? LOW : HIGH;

  // ---- rows: what must not move, { l, J, W, u, c }

  // none where nothing can move that way
  function pointRow(rows, l, c, u) {
    const J = new Float64Array(nv);
    body.along(c.b, c.at, u, 1, J);
    if (J.some(x => Math.abs(x) > 1e-12)) rows.push({ l, J, W: J, u, c });
  }
  // its normal, and where it sticks two along the plane
  function pointRows(rows, l, c, sticks) {
    pointRow(rows, l, c, c.n);
    if (sticks) for (const u of across(c.n)) pointRow(rows, l, c, u);
  }
  function coordinateRow(rows, l, way) {
    const J = new Float64Array(nv);
    J[iv(l)] = way;
    rows.push({ l, J, W: J });
  }
  // W = Jn' - mu Jd'
  function rubs(row, l, c, way) {
    row.W = row.J.slice();
    body.along(c.b, c.at, way, -mu(l), row.W);
  }
  // of everything that is held or rests, but one
  function held(but, joints, friction) {
    const rows = [];
    for (const l of list) {
      if (l === but || is(l, "stick") && (!joints || l.mode !== HELD)) continue;
      if (is(l, "stick")) { coordinateRow(rows, l, 1); continue; }
      if (l.mode === AWAY) continue;
      if (is(l, "stop")) { coordinateRow(rows, l, l.mode === HIGH ? -1 : 1); continue; }
      const c = touch(l), at = rows.length;
      pointRows(rows, l, c, l.mode === STICKS);
      if (friction && l.mode === SLIDES && rows.length > at) rubs(rows[at], l, c, wayOf(l, c));
    }
    return rows;
  }

  // ---- equations

  // (J C W) y = b
  function solve(C, rows, b) {
    const P = rows.map(r => C.half(r.J)), Q = rows.map((r, k) => r.W === r.J ? P[k] : C.half(r.W)),
      A = P.map(p => Q.map(w => inner(p, w)));
    // at a dead point of its loop this is the rounding of 0, but never less than 0
    rows.forEach((r, k) => { if (!is(r.l, "strike")) A[k][k] = Math.abs(A[k][k]); });
    const y = shared(A, b);
    if (!y) throw new Error("what sticks and rests has no forces that hold it");
    return y;
  }
  // W y, and v += C W y
  function spread(C, rows, y, v) {
    const force = new Float64Array(nv);
    rows.forEach((r, k) => { for (let a = 0; a < nv; a++) force[a] += y[k]*r.W[a]; });
    C.whole(C.half(force)).forEach((x, a) => { v[a] += x; });
    return force;
  }
  const biasOf = r => is(r.l, "strike") ? dot3(r.u, body.bias(r.c.b, r.c.centre, r.c.at)) : 0;
  // what an element holds with
  function heldForce(l, c) {
    if (!is(l, "strike")) {
      l.F = [is(l, "stop") && l.mode === HIGH ? -l.lambda : l.lambda];
      return;
    }
    const way = wayOf(l, c), rub = l.mode === SLIDES ? mu(l) : 0;
    l.F = c.n.map((x, k) => l.lambda*(x - rub*way[k]) + l.side[k]);
    l.at = c.at;
  }
  // a, accelerations without what holds, corrected; the forces on the coordinates that did it
  function correct(C, a) {
    const rows = held(null, true, true),
      y = solve(C, rows, rows.map(r => -biasOf(r) - inner(r.J, a))),
      force = spread(C, rows, y, a);
    rows.forEach((r, i) => {
      if (i && rows[i - 1].l === r.l) r.l.side = r.l.side.map((x, k) => x + y[i]*r.u[k]);
      else { r.l.lambda = y[i]; r.l.side = [0, 0, 0]; }
    });
    rows.forEach(r => heldForce(r.l, r.c));
    return force;
  }
  // the same after other forces were asked: of lambda and side as they are
  function hold() {
    for (const l of list) {
      l.at = null;
      if (is(l, "stick") ? l.mode === HELD : rests(l)) heldForce(l, is(l, "strike") && touch(l));
    }
  }
  // v least changed so that nothing held or resting moves
  function halt(t, q, v) {
    const C = body.compliance(t, q, v), rows = held(null, true, false);
    spread(C, rows, solve(C, rows, rows.map(r => -inner(r.J, v))), v);
    for (const r of rows) if (!is(r.l, "strike")) v[iv(r.l)] = 0;
    return C;
  }
  // after a step: back to rest, and what rests back onto its plane
  function keep(t, x) {
    const q = positions(x), v = rates(x), C = halt(t, q, v), rows = [], b = [];
    for (const l of list) {
      if (!rests(l)) continue;
      if (is(l, "stop")) {
        const e = ending(l, q, v);
        coordinateRow(rows, l, e.way);
        b.push(-e.gap);
        continue;
      }
      const c = touch(l), n = rows.length;
      pointRow(rows, l, c, c.n);
      if (rows.length > n) b.push(-c.gap);
    }
    if (!rows.length) return;
    const d = new Float64Array(nv);
    spread(C, rows, solve(C, rows, b), d);
    body.step(q, d);
  }

  // ---- modes

  function slip(l) {
    const size = Math.hypot(...l.side);
    l.mode = SLIDES;
    l.way = l.side.map(x => size > 0 ? -x/size : 0);
  }
  const touches = (l, gap, rate) => gap < STILL && Math.abs(rate) < Math.max(slow(l), STILL);
  // everything at rest is held, everything that touches and does not move off rests, but one
  function holdAll(but, q, v) {
    body.move(q, v);
    for (const l of list) {
      l.freed = l === but;
      if (l.freed) continue;
      if (is(l, "stick") && Math.abs(v[iv(l)]) < STILL) l.mode = HELD;
      if (is(l, "stop") && l.mode === AWAY) {
        const e = ending(l, q, v);
        if (e.gap > -BEYOND && touches(l, e.gap, e.rate)) l.mode = endMode(e.way);
      }
      if (!is(l, "strike")) continue;
      const c = touch(l);
      if (l.mode === AWAY && touches(l, c.gap, c.vn)) { l.mode = SLIDES; l.way = c.slip; }
      if (l.mode === SLIDES && mu(l) > 0 && c.speed < STILL) l.mode = STICKS;
    }
  }
  // by how much a point would have to pull, or anything held takes more than it can. What stands at
  // its limit slides: if it should not, it comes to rest at once
  const pull = l => rests(l) && l.mode !== LOCKED ? -l.lambda : 0, NEARLY = 1 - 1e-10;
  function excess(l) {
    if (is(l, "stick"))
      return l.mode === HELD ? Math.abs(l.lambda) - NEARLY*limit(l) : 0;
    return is(l, "strike") && l.mode === STICKS
      ? Math.hypot(...l.side) - NEARLY*mu(l)*l.lambda : 0;
  }
  // what pulls most leaves, then what takes most beyond its limit slides the way the rest pushes it
  function letGo() {
    for (const by of [pull, excess]) {
      let worst = null, most = 0;
      for (const l of list) if (by(l) > most) { most = by(l); worst = l; }
      if (!worst) continue;
      worst.freed = true;
      if (by === pull) worst.mode = AWAY;
      else if (is(worst, "stick")) worst.mode = worst.lambda > 0 ? -1 : 1;
      else slip(worst);
      return true;
    }
    return false;
  }
  // what touches, does not move off and is pushed in comes to rest; a: the accelerations now
  function takeUp(q, v, a) {
    let taken = false;
    for (const l of list) {
      if (is(l, "stick") || l.mode !== AWAY || l.freed) continue;
      if (is(l, "stop")) {
        const e = ending(l, q, v);
        if (e.gap > STILL || e.gap < -BEYOND || Math.abs(e.rate) > STILL
          || e.way*a[iv(l)] >= -STILL) continue;
        l.mode = endMode(e.way);
      } else {
        const c = touch(l), rows = [];
        if (c.gap > STILL || Math.abs(c.vn) > STILL) continue;
        pointRow(rows, l, c, c.n);
        if (!rows.length || inner(rows[0].J, a) + biasOf(rows[0]) >= -STILL) continue;
        l.mode = c.speed < STILL && mu(l) > 0 ? STICKS : SLIDES;
        l.way = c.slip;
      }
      taken = true;
    }
    return taken;
  }
  // a point that has just slipped goes where it is accelerated, which need not be where it was
  // pushed: friction is told against that
  function turnWays(a) {
    let turned = false;
    for (const l of list) {
      if (!is(l, "strike") || l.mode !== SLIDES || !(mu(l) > 0)) continue;
      const c = touch(l), rows = [];
      if (c.speed > STILL) continue;
      pointRows(rows, l, c, true);
      let to = [0, 0, 0];
      for (const r of rows.slice(1)) {
        const part = inner(r.J, a) + biasOf(r);
        to = to.map((x, k) => x + part*r.u[k]);
      }
      const size = Math.hypot(...to), same = dot3(to, l.way);
      if (size < STILL || same > 0.9999*size) continue;
      to = to.map((x, k) => x/size + (same > -0.9*size ? l.way[k] : 0));
      const whole = Math.hypot(...to);
      l.way = to.map(x => x/whole);
      turned = true;
    }
    return turned;
  }
  // modes that fit: all that is at rest is held, then let go one after the other where it cannot
  // be. `but` is free already
  function settle(but, t, x) {
    const q = positions(x), v = rates(x);
    holdAll(but, q, v);
    if (stuck()) halt(t, q, v);
    for (let turn = 0; turn < 4*elements.length + 40; turn++) {
      const a = body.rates(t, x);
      if (!letGo() && !takeUp(q, v, a) && !turnWays(a)) return;
    }
  }

  // ---- impacts

  // q along C J' so that the gap becomes `gap`: rounding must not leave a point behind its plane
  function lift(C, l, gap, q, v) {
    const rows = [];
    let now;
    if (is(l, "stop")) {
      const e = ending(l, q, v);
      coordinateRow(rows, l, e.way);
      now = e.gap;
    } else {
      const c = touch(l);
      pointRow(rows, l, c, c.n);
      now = c.gap;
    }
    if (rows.length) {
      const d = C.whole(C.half(rows[0].J)), size = inner(d, rows[0].J);
      if (size > 0) body.step(q, d.map(x => x*(gap - now)/size));
    }
    body.move(q, v);
  }
  // of the rows before `at`: a point that would have to pull is let go, one that sticks and takes
  // too much slides
  function overtaxed(rows, y, at) {
    let changed = false;
    for (let k = 0; k < at; k++) {
      const l = rows[k].l, along = i => i < at && rows[i].l === l ? y[i] : 0;
      if (k && rows[k - 1].l === l) continue;
      const side = along(k + 1), more = along(k + 2), both = Math.hypot(side, more);
      if (y[k] < 0 && !(is(l, "stop") && l.mode === LOCKED)) {
        l.mode = AWAY;
        changed = true;
      } else if (is(l, "strike") && l.mode === STICKS && both > mu(l)*y[k] && both > 1e-12) {
        l.way = [0, 1, 2].map(i => -(side*rows[k + 1].u[i]
          + (more !== 0 ? more*rows[k + 2].u[i] : 0))/both);
        l.mode = SLIDES;
        changed = true;
      }
    }
    return changed;
  }
  // of one point: first as if it stuck along the plane, then sliding where friction does not
  // suffice
  function impulse(C, l, e, v) {
    const c = touch(l);
    for (let slide = mu(l) > 0 ? 0 : 1; slide < 2; slide++) {
      const rows = held(l, false, false), at = rows.length;
      pointRows(rows, l, c, !slide);
      const b = rows.map(r => -inner(r.J, v));
      if (at < rows.length) {
        b[at] = -(1 + e)*c.vn;
        if (slide && c.speed > 0) rubs(rows[at], l, c, c.slip);
      }
      const y = solve(C, rows, b), side = Math.hypot(...y.slice(at + 1));
      if (!slide && side > mu(l)*y[at]) continue;
      if (overtaxed(rows, y, at)) impulse(C, l, e, v);
      else spread(C, rows, y, v);
      return;
    }
  }
  // of a joint at its end
  function stopImpulse(C, l, e, q, v) {
    const rows = held(l, false, false), at = rows.length, end = ending(l, q, v),
      b = rows.map(r => -inner(r.J, v));
    coordinateRow(rows, l, end.way);
    b.push(-(1 + e)*end.rate);
    const y = solve(C, rows, b);
    if (overtaxed(rows, y, at)) stopImpulse(C, l, e, q, v);
    else spread(C, rows, y, v);
  }
  // what an impulse has set in motion slides the way it goes
  function setOff(v) {
    for (const l of list) {
      if (is(l, "stick") && Math.abs(v[iv(l)]) > 1e-14) l.mode = Math.sign(v[iv(l)]);
      if (!is(l, "strike") || l.mode !== SLIDES) continue;
      const c = touch(l);
      if (c.speed > 1e-12) l.way = c.slip;
    }
  }
  const goingIn = (l, q, v) => is(l, "stop") ? -ending(l, q, v).rate : -touch(l).vn;
  function strike(l, t, x) {
    const q = positions(x), v = rates(x), C = body.compliance(t, q, v), speed = goingIn(l, q, v),
      e = number(l, "restitution"), way = is(l, "stop") ? ending(l, q, v).way : 0,
      stays = e === 0 || speed*e < slow(l);
    if (speed > STILL) {
      if (!l.struck++) l.first = t;
      l.hardest = Math.max(l.hardest, speed);
    }
    if (is(l, "stop")) stopImpulse(C, l, stays ? 0 : e, q, v);
    else impulse(C, l, stays ? 0 : e, v);
    body.move(q, v);
    lift(C, l, stays ? 0 : 1e-12, q, v);
    l.mode = is(l, "stop") ? endMode(way) : SLIDES;
    if (!stays) l.mode = AWAY;
    if (is(l, "strike")) l.way = touch(l).slip;
    setOff(v);
    settle(stays ? null : l, t, x);
  }
  // what an impulse has driven onto its plane strikes in the same moment, one after the other
  function strikeOn(t, x) {
    const q = positions(x), v = rates(x), most = 40*elements.length;
    for (let k = 0, turn = 0; k < list.length && turn < most; k++) {
      const l = list[k];
      if (is(l, "stick") || l.mode !== AWAY) continue;
      body.move(q, v);
      const gap = is(l, "stop") ? ending(l, q, v).gap : touch(l).gap;
      if (gap > STILL || is(l, "stop") && gap < -BEYOND || goingIn(l, q, v) <= STILL) continue;
      strike(l, t, x);
      k = -1;
      turn++;
    }
  }

  // ---- at the start; at events

  function beginPoint(l, t, x) {
    body.move(positions(x), rates(x));
    const c = touch(l);
    if (c.gap < -1e-6) throw new Error(`${l.name} starts ${-c.gap} m behind its plane`);
    if (c.gap <= 1e-9*(1 + number(l, "radius")) && c.vn <= slow(l)) strike(l, t, x);
  }
  function beginStop(l, t, x) {
    const e = ending(l, positions(x), rates(x));
    if (number(l, "min") === number(l, "max") && Math.abs(e.gap) <= STILL) {
      l.mode = LOCKED;
      halt(t, positions(x), rates(x));
      return;
    }
    if (e.gap < -BEYOND) l.outside = -e.gap;
    if (e.gap <= 1e-9 && e.gap >= -BEYOND && e.rate <= slow(l)) strike(l, t, x);
  }
  function begin(t, x) {
    body.ask(t, positions(x), rates(x));
    list = all.filter(l => !(number(l, "yields") > 0));
    owners = list.flatMap(l => is(l, "strike") ? [{ l, which: 0 }, { l, which: 1 }]
      : [{ l, which: 0 }]);
    for (const l of all) {
      Object.assign(l, { lambda: 0, side: [0, 0, 0], way: [0, 0, 0], struck: 0, first: NaN,
        hardest: 0, outside: 0, freed: false, mode: AWAY });
      if (is(l, "stick")) l.mode = rates(x)[iv(l)] >= 0 ? 1 : -1;
    }
    for (const l of list) {
      if (is(l, "strike") && l.mode === AWAY) beginPoint(l, t, x);
      if (is(l, "stop") && l.mode === AWAY) beginStop(l, t, x);
    }
    settle(null, t, x);
    strikeOn(t, x);
  }
  // of a point: it strikes or leaves; it turns (its speed falls to nothing, or it has turned by 60
  // degrees) or slips
  function pointEvents(l) {
    const c = touch(l), g = [l.mode === AWAY ? c.gap + BEHIND : l.lambda, 1];
    if (l.mode === SLIDES && mu(l) > 0) g[1] = c.speed*(dot3(l.way, c.slip) - 0.5);
    if (l.mode === STICKS) g[1] = mu(l)*l.lambda - Math.hypot(...l.side);
    return g;
  }
  // of a stop: it strikes or leaves; of one that is both ends at once neither
  function stopEvent(l, q, v) {
    if (l.mode === LOCKED) return 1;
    return l.mode === AWAY ? ending(l, q, v).gap + BEHIND : l.lambda;
  }
  const stickEvent = (l, v) => l.mode !== HELD ? l.mode*v[iv(l)] + BACK
    : limit(l) - Math.abs(l.lambda);
  // what each event belongs to: { l, which }
  let owners = [];
  // functions whose falling zeros are the events
  function events(t, x) {
    const q = positions(x), v = rates(x);
    if (stuck()) body.rates(t, x);
    else if (list.some(l => is(l, "strike"))) body.move(q, v);
    return list.flatMap(l => {
      if (is(l, "strike")) return pointEvents(l);
      return [is(l, "stop") ? stopEvent(l, q, v) : stickEvent(l, v)];
    });
  }
  // true: nothing can have happened between x0 and x, h apart. Between its ends a cubic is never
  // further from the straight line than 4/27 h times what its slopes differ from that; twice as far
  // is allowed for
  function calm(h, x0, x) {
    return list.every(l => {
      if (!is(l, "stop") || l.mode !== AWAY) return false;
      const k = l.sum[0].q, j = nq + iv(l),
        reach = Math.abs(h)*(Math.abs(x0[j]) + Math.abs(x[j]))/2;
      return Math.min(x0[k], x[k]) - reach > number(l, "min")
        && Math.max(x0[k], x[k]) + reach < number(l, "max");
    });
  }
  function leave(l, t, x) {
    l.mode = AWAY;
    settle(l, t, x);
  }
  function stickAt(l, t, x) {
    if (l.mode !== HELD) {
      rates(x)[iv(l)] = 0;
      settle(null, t, x);
      return;
    }
    body.rates(t, x);
    l.mode = l.lambda > 0 ? -1 : 1;
    settle(l, t, x);
  }
  // a point that sticks slips; one that slides turns, or comes to rest
  function turnAt(l, t, x) {
    const q = positions(x), v = rates(x);
    if (l.mode === STICKS) {
      body.rates(t, x);
      slip(l);
      settle(l, t, x);
      return;
    }
    body.move(q, v);
    const c = touch(l);
    l.way = c.slip;
    if (c.speed > Math.max(slow(l), STILL)) return;
    l.mode = STICKS;
    halt(t, q, v);
    settle(null, t, x);
  }
  // event k happened
  function at(k, t, x) {
    const { l, which } = owners[k];
    if (is(l, "stick")) stickAt(l, t, x);
    else if (which === 1) turnAt(l, t, x);
    else if (l.mode === AWAY) strike(l, t, x);
    else leave(l, t, x);
    strikeOn(t, x);
  }

  // ---- what others ask

  // what is not told by the state: kept between the pieces of a run, and by its rows
  const WHOLE = ["mode", "lambda", "side", "way", "freed", "struck", "first", "hardest", "outside"];
  const save = () => all.map(l => Object.fromEntries(WHOLE.map(k => [k, l[k]])));
  const restore = saved => all.forEach((l, i) => Object.assign(l, saved[i]));
  return { list: all, stuck, correct, hold, keep, begin, events, calm, at, save, restore,
    nameOf: k => owners[k].l.name };
}
]==]
