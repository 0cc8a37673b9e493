-- app.lua - JavaScript of the living page: the reader's hands on it: sliders, time, tabs, keys
return [==[
// ---- sliders
// an angle in degrees beside it
const brief = x => Math.abs(x) < 1e-9 ? "0" : short(+x.toPrecision(3));
const measured = (x, unit) => unit === "rad"
  ? `${brief(x)} rad (${brief(Math.round(x*1800/Math.PI)/10)}\u00b0)`
  : `${brief(x)}${unit ? " " + unit : ""}`;
function slider(parent, name, lo, hi, value, change, unit) {
  const row = document.createElement("div");
  row.className = "slider";
  row.innerHTML = "<label></label><input type=range><output></output>";
  const label = row.querySelector("label"), input = row.querySelector("input"),
    output = row.querySelector("output");
  label.textContent = label.title = name;
  input.min = lo;
  input.max = hi;
  input.step = "any";
  input.value = value;
  input.setAttribute("aria-label", name);
  output.textContent = measured(value, unit);
  input.addEventListener("input", () => {
    output.textContent = measured(+input.value, unit);
    change(+input.value);
  });
  input.addEventListener("keydown", e => { // "any" has no step of its own for the keys
    const d = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[e.key];
    if (d) {
      e.preventDefault();
      input.value = +input.value + d*(hi - lo)/200;
      input.dispatchEvent(new Event("input"));
    }
  });
  parent.appendChild(row);
  const set = v => { input.value = v; output.textContent = measured(v, unit); };
  set.row = row;
  return set;
}
// what is told of the recorded run in the head of the page, and of the one that is shown
const asRecorded = { told: [...document.querySelectorAll(".told")].map(e => e.textContent),
  log: data.run && $("log").textContent };
function tell(r) {
  const { told, log } = r === first ? asRecorded : r, head = document.querySelector("header"),
    old = [...head.querySelectorAll(".told")], place = old.length ? old[old.length - 1].nextSibling
      : null;
  old.forEach(e => e.remove());
  for (const text of told || []) {
    const e = document.createElement("span");
    e.className = "told";
    e.textContent = text;
    head.insertBefore(e, place);
  }
  $("log").textContent = log || "";
}
function shown(rows) {
  run = rows;
  $("failed").textContent = run.failed ? "stopped: " + run.failed
    + (trouble ? " (" + trouble + ")" : "") : "";
  tell(run);
  $("time").max = last(run.t);
  t = Math.min(t, last(run.t));
  forceScale = 0;
  if (scene) extent();
  fillCharts();
  dirty = true;
}
// the state that a run starts from, on what it is held by; null: there is none
function started() {
  settle(null);
  const x0 = Float64Array.from(start);
  trouble = "";
  try {
    if (dynamics.constrained) {
      dynamics.assemble(x0.subarray(0, nq), moved ? held() : new Array(nv).fill(false));
      dynamics.onto(setup.start, x0);
    }
  } catch (e) {
    $("failed").textContent = e.message;
    return null;
  }
  return x0;
}
function rerun() {
  if (live) return goLive(true);
  const x0 = started(), set = present();
  if (!x0) return;
  later("run", job(set, x0), rows => { rows.more = []; rows.under = set; shown(rows); }, time => {
    $("failed").textContent = `computing: t = ${time.toFixed(2)} s`;
  });
}
// what a live run is set by while it goes
const soon = () => { if (!live) rerun(); };
// ---- live: the run goes on, picture after picture, while its inputs are moved
const PICTURE = 1000/60; // milliseconds; some of it is left for drawing
let live = null;
function goLive(on) {
  if (!on) {
    if (!live) return;
    const ended = live.end();
    live = null;
    $("live").classList.remove("on");
    return shown(ended);
  }
  const x0 = started();
  if (!x0) return;
  play(false);
  working.run = null;
  live = Object.assign(Live(x0), { costs: [], lag: 0 });
  run = live.rows;
  t = setup.start;
  forceScale = 0;
  $("failed").textContent = "";
  $("live").classList.add("on");
  tab("sliders");
}
// dt: seconds since the picture before
function livePicture(dt) {
  const began = performance.now(), wanted = t + dt*speed;
  t = live.to(wanted, 0.6*PICTURE);
  live.lag = 0.95*live.lag + 0.05*(dt > 0 ? (wanted - t)/(dt*speed) : 0);
  $("time").max = t;
  draw();
  live.costs.push(performance.now() - began);
  $("clock").lastChild.textContent = live.lag > 0.02 ? ` at ${(100*(1 - live.lag)).toFixed(0)} %`
    : " live";
  if (live.rows.failed || live.rows.t.length > 2e5) goLive(false);
}
// the velocities that a slider has set stay where loops are closed
let moved = null;
const held = () => Array.from({ length: nv }, (_, k) => k === moved);
const turned = (q0, r, a) => { // a turn vector a after the quaternion that stands at home
  const q = Float64Array.from(q0), d = new Float64Array(nv), o = r.kind === "free" ? 3 : 0;
  for (let k = 0; k < 3; k++) d[r.v + o + k] = a[k];
  dynamics.step(q, d);
  return q.slice(r.q + o, r.q + o + 4);
};
function jointSliders(add) {
  const move = (v, q) => x => {
    const from = start[q],
      steps = dynamics.constrained ? Math.min(60, Math.ceil(Math.abs(x - from)/0.1) || 1) : 1;
    let gap = Infinity;
    moved = v;
    // by small steps, so that the loop stays on its branch
    for (let k = 1; k <= steps; k++) {
      start[q] = from + k/steps*(x - from);
      if (dynamics.constrained) gap = dynamics.assemble(start, held());
    }
    if (dynamics.constrained) {
      $("note").textContent = gap < 1e-9 ? ""
        : `The loop does not close there: a gap of ${short(gap)} is left.`;
      data.joints.forEach((j, k) => { if (j.v !== v) sets[k](start[j.q]); });
    }
    dirty = true;
  };
  const sets = data.joints.map(s => add(s.name, s.min, s.max, s.value, move(s.v, s.q), s.unit));
  follows.push(() => data.joints.forEach((j, k) => sets[k](start[j.q])));
  // a body moved as a whole stays where it is put, what holds it follows
  const follow = r => {
    if (dynamics.constrained) {
      const size = r.kind === "free" ? 6 : 3,
        gap = dynamics.assemble(start, Array.from({ length: nv },
          (_, k) => k >= r.v && k < r.v + size));
      $("note").textContent = gap < 1e-9 ? ""
        : `The loops do not close there: a gap of ${short(gap)} is left.`;
      data.joints.forEach((j, k) => sets[k](start[j.q]));
    }
    dirty = true;
  };
  for (const r of data.rates) {
    if (r.kind === "plain") continue;
    const o = r.kind === "free" ? 3 : 0, name = data.v[r.v + o].replace(/_wx'$/, ""), a = [0, 0, 0],
      home = Float64Array.from(data.home), wide = Math.max(0.5*size, 1e-3);
    if (o)
      ["x", "y", "z"].forEach((n, k) => {
        const set = add(`${name}_${n}`, data.home[r.q + k] - wide, data.home[r.q + k] + wide,
          data.home[r.q + k], x => {
          start[r.q + k] = x;
          follow(r);
        }, "m");
        follows.push(() => set(start[r.q + k]));
      });
    ["x", "y", "z"].forEach((n, k) => add(`${name}: turn ${n}`, -Math.PI, Math.PI, 0, x => {
      a[k] = x;
      start.set(turned(home, r, a), r.q + o);
      follow(r);
    }, "rad"));
  }
}
// how far the slider of an input goes, and whether that was chosen here: what the description has,
// else around what the run has
function rangeOf(i, k) {
  const all = [i.value];
  if (run && i.law) for (const u of first.t.map((time, n) => under(first, () => {
    try {
      return dynamics.laws.inputs(time, first.x[n].subarray(0, nq),
        first.x[n].subarray(nq, nq + nv))[k];
    } catch (e) { return i.value; }
  }))) all.push(u);
  const lo = Math.min(...all), hi = Math.max(...all),
    room = Math.max(hi - lo, 2*Math.abs(lo), 2*Math.abs(hi)) || 1;
  return { lo: i.min === undefined ? lo - room : i.min, hi: i.max === undefined ? hi + room : i.max,
    start: i.law && run ? all[1] : i.value, chosen: i.min === undefined || i.max === undefined };
}
// an input told by an expression: the words of it, and a switch that takes the slider instead
function lawSwitch(box, i, k, changed) {
  const row = box.appendChild(document.createElement("label"));
  row.className = "law";
  row.innerHTML = "<input type=checkbox checked> <code></code>";
  row.querySelector("code").textContent = `${i.name} = ${i.law}`;
  row.title = "off: the slider sets it";
  const tick = row.querySelector("input");
  tick.addEventListener("change", () => { drive.law[k] = tick.checked; changed(); });
  return on => { tick.checked = drive.law[k] = on; };
}
// changed: what a slider of an input is followed by
function inputSliders(add, box, changed) {
  const told = acts.inputs.map((i, k) => [i, k]).filter(([i]) => !i.scripted && !i.held),
    chosen = [];
  for (const [i, k] of told) {
    const r = rangeOf(i, k);
    drive.u[k] = r.start;
    let byLaw = null;
    const set = add(i.name, r.lo, r.hi, r.start, x => {
      drive.u[k] = x;
      if (byLaw) byLaw(false);
      changed();
    }, i.unit, () => { drive.u[k] = r.start; if (byLaw) byLaw(!!i.law); });
    set.row.title = i.text || "";
    if (i.law) byLaw = lawSwitch(box, i, k, changed);
    if (r.chosen) chosen.push(i.name);
  }
  if (!chosen.length) return;
  const p = box.appendChild(document.createElement("p"));
  p.className = "note";
  p.textContent = `The range of ${chosen.join(", ")} was chosen here: ${
    chosen.length === 1 ? "the input has" : "these inputs have"} no min and max.`;
}
function sliders() {
  const box = $("sliders"), back = [];
  let longest = 6, place = box;
  // what comes next stands in a fold of this name, or (null) in the open
  const into = name => {
    place = name ? fold(name, box) : box;
  };
  const add = (name, lo, hi, value, change, unit, reset) => {
    const set = slider(place, name, lo, hi, value, change, unit);
    longest = Math.max(longest, name.length);
    back.push(() => { set(value); if (reset) reset(); });
    return set;
  };
  const heading = text => {
    const h = document.createElement("h2");
    h.textContent = text;
    box.appendChild(h);
  };
  if (!drawn) return;
  if (!data.run) {
    heading("Joints");
    jointSliders(add);
    if (params.length) heading("Parameters");
    params.forEach((p, k) => add(p.name, p.min, p.max, p.value, x => {
      values[k] = x;
      mechanism.set(values);
      if (dynamics.constrained) dynamics.assemble(start, held());
      dirty = true;
    }));
    if (acts.inputs.length) heading("Inputs");
    inputSliders(add, box, () => {
      if (dynamics.constrained) dynamics.assemble(start, held());
      dirty = true;
    });
    if ((data.modes || []).length) {
      heading("Modes");
      back.push(modeButtons(box));
    }
  }
  else if (living) {
    if (loop) gainSliders(add, heading, into);
    if (acts.inputs.some(i => !i.held)) heading("Inputs");
    inputSliders(add, box, soon);
    if (params.length) heading("Parameters");
    params.forEach((p, k) => add(p.name, p.min, p.max, p.value, x => { values[k] = x; soon(); }));
    heading("At the start");
    data.q.forEach((n, k) => {
      const free = data.rates.find(r => r.kind === "free" && k >= r.q && k < r.q + 3),
        x = first.x[0][k], s = free ? 2 : data.spans[k];
      if (!(rateOf[k] >= 0 || free)) return;
      const set = add(n, x - s, x + s, x, y => {
        start[k] = y;
        moved = free ? free.v + k - free.q : rateOf[k];
        rerun();
      }, (setup.units || [])[k]);
      follows.push(() => set(start[k]));
    });
    data.v.forEach((n, k) => {
      const x = first.x[0][nq + k];
      add(n, x - 5, x + 5, x, y => {
        start[nq + k] = y;
        moved = null;
        rerun();
      }, (setup.units || [])[nq + k]);
    });
  }
  box.style.setProperty("--name", `${Math.min(longest, 34)*0.56 + 0.6}em`);
  if (!back.length) return;
  const b = document.createElement("button");
  b.textContent = "Reset";
  b.style.marginTop = "10px";
  b.addEventListener("click", () => {
    goLive(false);
    back.forEach(f => f());
    working.run = null;
    values = params.map(p => p.value);
    gains = asTold().g;
    start = Float64Array.from(first ? first.x[0] : data.home);
    settle(null);
    if (first) shown(first);
    $("note").textContent = "";
    dirty = true;
  });
  box.appendChild(b);
}

// ---- the page
function tab(name) {
  for (const b of document.querySelectorAll("nav button")) {
    b.classList.toggle("on", b.dataset.tab === name);
    b.setAttribute("aria-selected", b.dataset.tab === name);
    b.tabIndex = b.dataset.tab === name ? 0 : -1;
  }
  for (const s of document.querySelectorAll("section")) s.classList.toggle("on", s.id === name);
}
const tabs = [...document.querySelectorAll("nav button")];
tabs.forEach((b, i) => {
  b.addEventListener("click", () => tab(b.dataset.tab));
  b.addEventListener("keydown", e => {
    const d = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
    if (!d) return;
    e.preventDefault();
    e.stopPropagation();
    const next = tabs[(i + d + tabs.length) % tabs.length];
    tab(next.dataset.tab);
    next.focus();
  });
});
const known = data.run && massive && setup.forces !== false && !(setup.unknown && !living),
  pushed = acts.loads.some(l => l.ends);
const SWITCHES = [["ground", "ground and shadows", drawn], ["frames", "frames", drawn],
  ["names", "names", drawn], ["centres", "centres of mass", massive],
  ["weight", "weights", massive && setup.forces !== false],
  ["applied", "applied forces", (known || !data.run) && pushed],
  ["held", "constraint forces", known && (data.mechanism.constraints || []).some(c => c.ends)],
  ["joints", "joint forces", known],
  ["contacts", "contact points", drawn && (known || !data.run) && touches()],
  ["trace", "path of the tip",
    data.run && drawn && data.mechanism.tip],
  ["follow", "follow", data.run && drawn],
  ["drag", data.run ? "drag the start" : "drag bodies", drawn && nv && (!data.run || living)],
  ["measure", "measure", drawn], ["beside", "side by side", drawn && others.length]];
const switches = $("shows") && $("shows").appendChild(document.createElement("details"));
if (switches) {
  switches.id = "switches";
  switches.open = !window.matchMedia || !window.matchMedia("(max-width: 800px)").matches;
  switches.innerHTML = "<summary>show</summary><div></div>";
}
for (const [key, text, there] of SWITCHES) {
  if (!there) continue;
  const label = document.createElement("label"),
    c = ARROWS[key] || (key === "trace" ? [0.84, 0.37, 0] : null);
  label.innerHTML = `<input type=checkbox data-show="${key}" ${show[key] ? "checked" : ""}>${c
    ? `<i style="background: rgb(${c.slice(0, 3).map(x => Math.round(255*x)).join()})"></i>`
    : ""} ${text}`;
  label.querySelector("input").addEventListener("change", e => {
    show[key] = e.target.checked;
    if (key === "beside" && scene) {
      scene.split(show.beside ? [0, 1/(1 + others.filter(o => o.shown).length)] : null);
      fill();
    }
    if (key === "measure") {
      dimensions.on(show.measure);
      if (!show.measure) dimensions.clear();
    }
    dirty = true;
  });
  switches.lastChild.appendChild(label);
}
// a switch for every run beside this one
for (const o of others) {
  const label = switches.lastChild.appendChild(document.createElement("label"));
  label.innerHTML = `<input type=checkbox checked><i></i> <span></span>`;
  label.querySelector("i").style.background = o.color;
  label.lastChild.textContent = o.name;
  label.firstChild.addEventListener("change", e => {
    o.shown = e.target.checked;
    fillCharts();
    dirty = true;
  });
}
if (scene) {
  const box = $("shows").appendChild(document.createElement("span"));
  box.id = "views";
  for (const name in VIEWS) {
    const b = box.appendChild(document.createElement("button"));
    b.textContent = b.dataset.view = name;
    b.title = VIEWS[name] ? `along ${name} (v: the next view)`
      : "from above and aside (v: the next view)";
    b.addEventListener("click", () => { frameView(name); dirty = true; });
  }
  saveMenu($("shows"));
  const keys = $("shows").appendChild(document.createElement("details"));
  keys.id = "keys";
  keys.innerHTML = `<summary>keys</summary><table>${
    [["drag", "turn"], ["shift + drag, right button", "move"], ["wheel, two fingers", "nearer"],
      ["\u2190 \u2192 \u2191 \u2193 + -", "the same, in the picture"],
      ["drag a body", data.run ? "another start" : "it follows"],
      ["f, double click", "all of it"], ["v", "next view: 3-D, x, y, z"],
    ...(data.run ? [["space", "play, pause"], ["\u2190 \u2192", "a hundredth back, on"],
      ["Home, End", "begin, end"]] : [])].map(([k, what]) => `<tr><td>${k}<td>${what}`)
      .join("")}</table>`;
}
run = first;
start = Float64Array.from(first ? first.x[0] : data.home);
if (scene) {
  frameView();
  scene.handle(() => { dirty = touched = true; turnedAt = performance.now(); }, grab);
  // the hand over what it can take
  $("scene").addEventListener("pointermove", e => {
    if (e.buttons || e.pointerType === "touch" || !show.drag && !show.measure) return;
    const b = $("scene").getBoundingClientRect(),
      over = scene.hit(scene.ray(e.clientX - b.left, e.clientY - b.top));
    $("scene").style.cursor = show.measure ? "crosshair" : over ? "pointer" : "";
  });
  $("scene").addEventListener("dblclick", () => { frameView(); dirty = true; });
  dark.addEventListener && dark.addEventListener("change", () => { dirty = true; });
}
else if (drawn) {
  $("note").textContent = "This browser has no WebGL2: the mechanism is not drawn, all else works.";
  $("stage").classList.add("empty");
  for (const b of $("shows").querySelectorAll("label")) b.remove();
}
if (drawn) sliders();
const play = on => {
  goLive(false);
  playing = on;
  $("play").textContent = on ? "\u275a\u275a" : "\u25b6";
  $("play").setAttribute("aria-label", on ? "pause" : "play");
  if (on && t >= last(run.t)) t = run.t[0];
};
// keys on the picture: arrows turn it, with shift they move it, + and - go nearer and further
function handKeys(e) {
  const [a, b] = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1],
    ArrowDown: [0, -1] }[e.key] || [0, 0], k = { "+": 0.9, "=": 0.9, "-": 1/0.9 }[e.key];
  if (!a && !b && !k) return false;
  const w = scene.scales();
  if (k) scene.zoom(k, w.width/2, w.height/2);
  else if (e.shiftKey) scene.pan(30*a, 30*b);
  else scene.turn(-0.1*a, 0.1*b);
  dirty = touched = true;
  return true;
}
document.addEventListener("keydown", e => {
  if (e.ctrlKey || e.altKey || e.metaKey || /^(SELECT|TEXTAREA)$/.test(e.target.tagName)
      || e.target.type === "range" && e.target.id !== "time")
    return;
  const step = run ? (last(run.t) - run.t[0])/100 : 0, done = () => e.preventDefault(),
    bounded = x => seek(Math.min(last(run.t), Math.max(run.t[0], x)));
  if (e.target.id === "scene" && handKeys(e)) { done(); return; }
  if (e.key === "f" && scene) { frameView(); dirty = true; }
  if (e.key === "v" && scene) {
    const names = Object.keys(VIEWS);
    frameView(names[(names.indexOf(view) + 1) % names.length]);
    dirty = true;
  }
  if (!run) return;
  if (e.key === " " && e.target.tagName !== "BUTTON" && e.target.type !== "checkbox") {
    done();
    play(!playing);
  }
  if (e.key === "ArrowLeft") { done(); bounded(t - step); }
  if (e.key === "ArrowRight") { done(); bounded(t + step); }
  if (e.key === "Home") { done(); seek(run.t[0]); }
  if (e.key === "End") { done(); seek(last(run.t)); }
});
if (run) {
  if (!scene) saveMenu($("plots"));
  $("whole").addEventListener("click", () => lens.zoom(null));
  $("time").min = t = run.t[0];
  $("time").max = last(run.t);
  fillCharts();
  $("time").addEventListener("input", e => seek(+e.target.value));
  $("play").addEventListener("click", () => play(!playing));
  $("speed").addEventListener("change", e => { speed = +e.target.value; });
  play(false);
  if (Live) liveButton();
}
function liveButton() {
  const b = document.createElement("button");
  b.id = "live";
  b.textContent = "live";
  b.title = "from the start on and on, while the sliders of inputs set it";
  b.addEventListener("click", () => goLive(!live));
  $("bar").insertBefore(b, $("speed"));
}
// the picture in words, for who does not see it, once it rests
let describedAt = 0;
function describe(now) {
  describedAt = now;
  const c = configuration(), X = mechanism.poses(c.q), tip = data.mechanism.tip,
    list = [`${data.mechanism.bodies.length} bodies`];
  if (run) list.push(`t = ${t.toFixed(3)} s`);
  data.q.forEach((n, k) => {
    if (k < 40) list.push(`${n} ${brief(c.q[k])}`);
  });
  if (tip) list.push(`${data.mechanism.bodies[tip.body].name} at ${
    tipAt(c.q).map(x => brief(x)).join(", ")}`);
  dimensions.values(X).forEach(d => list.push(`distance ${short(d)} m`));
  const text = list.join("; ");
  if ($("described").textContent !== text) $("described").textContent = text;
}
let before = 0, turnedAt = -1e9;
const advance = now => {
  if (scene) {
    if (scene.glide(Math.min(0.05, (now - before)/1000))) { dirty = true; turnedAt = now; }
    if (playing || live || mode || held_body || now - turnedAt < 200)
      scene.paced((now - before)/1000);
    else if (scene.rest()) dirty = true;
  }
  if (live) livePicture(Math.min(0.1, (now - before)/1000));
  if (playing) {
    t += Math.min(0.1, (now - before)/1000)*speed;
    dirty = true;
    if (t >= last(run.t)) { t = last(run.t); play(false); }
  }
  before = now;
  if (dirty || mode) draw();
  else if (drawn && now - describedAt > 700) describe(now);
  requestAnimationFrame(advance);
};
requestAnimationFrame(advance);
// what the comparison with the recorded run found
function compares({ worst, until, failed }) {
  const how = setup.same ? ""
    : ` (the run was made with ${setup.made}, the page computes with dop853)`;
  if (until === null) return "Computed again on this page: the largest difference from the run is "
    + `${worst.toExponential(1)}${how}. Move a slider to compute another.`;
  const why = failed || trouble;
  if (!jumps) return `The page cannot compute this run to its end${why ? ": " + why : ""}.`;
  return "Computed again on this page: the largest difference from the run is "
    + `${worst.toExponential(1)} up to t = ${+until.toPrecision(4)} s${how}. From there on its `
    + `events are others${why ? " (" + why + ")" : ""}: what strikes again and again branches on `
    + "the last digits. Move a slider to compute another.";
}
if (living) setTimeout(() => later("check", checking(), d => {
  // now the states of forces are known, and what is held
  if (nz || jumps) {
    first.forces = null;
    first.more = first.more.filter(c => !c.multiplier);
    forceScale = 0;
    dirty = true;
    fillCharts();
  }
  $("again").textContent = compares(d);
}), 60);
new ResizeObserver(() => { if (scene && !touched) fill(); dirty = true; }).observe($("stage"));
draw();
// how far anything stands outside of the free part of the picture, in pixels
const outside = () => Math.max(...(show.follow ? ground.e.first : ground.e.list).map(([p]) => {
  const s = scene.screen(p), b = BARS(), w = scene.scales();
  return s ? Math.max(-s[0], s[0] - w.width, b.top - s[1], s[1] - w.height + b.bottom) : 1e9;
}));
// what a page that is loaded again shows as before
const keep = () => ({ t, tab: document.querySelector("nav .on").dataset.tab,
  camera: scene ? { ...scene.camera } : null, show: { ...show } });
function restore(o) {
  if ([...tabs].some(b => b.dataset.tab === o.tab)) tab(o.tab);
  if (run && Number.isFinite(o.t)) seek(Math.min(last(run.t), Math.max(run.t[0], o.t)));
  if (scene && o.camera) { Object.assign(scene.camera, o.camera); touched = true; }
  for (const key in o.show || {}) {
    const box = document.querySelector(`[data-show=${key}]`);
    if (box && box.checked !== o.show[key]) box.click();
  }
  dirty = true;
}
// what a test asks the page
window.liaison = { keep, restore, mode: () => mode, outside, view: () => view, verify, again, seek,
  play: () => $("play").click(),
  live: () => live && { t, costs: live.costs, lag: live.lag },
  state: () => ({ t, playing, q: Array.from(configuration().q), rows: run ? run.t.length : 0,
    busy: !!working.run }),
  poses: q => mechanism.poses(q), webgl: !!scene, living,
  forces: () => actingAt(configuration()), dynamics, drive: () => present(),
  energy: () => energyAt(run || { under: null }, configuration()) };
]==]
