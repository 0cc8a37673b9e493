// checks.js - what every page of pages.lua must hold, asked in the page itself: checks(name) gives what does not
"use strict";
const LIVING = { planar: 1e-9, puma: 1e-9, spring: 1e-9, quadruped: 1e-9, fourbar: 1e-9, forces: 1e-9, inputs: 1e-9, loop: 1e-9, told: 1e-9, disc: 1e-9, driver: 1e-9, struck: 1e-8, stopped: 1e-8, many: 1e-9, moves: 1e-9, road: 1e-9, steered: 1e-8 };
const BOXES = { puma: ["ground", "frames", "names", "centres", "weight", "joints", "trace"], fourbar: ["held", "joints", "weight"], forces: ["applied", "joints"], inputs: ["applied"], driven: ["held", "joints"], stopped: ["held"], disc: ["contacts"], road: ["ground"] };
const frame = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
const input = (e, x) => { e.value = x; e.dispatchEvent(new Event("input")); };
async function until(test) { for (let n = 0; n < 200; n++) { if (test()) return true; await new Promise(done => setTimeout(done, 25)); } return false; }
// the picture as numbers, small
async function picture() {
  const c = document.getElementById("scene"), p = document.createElement("canvas");
  p.width = 320; p.height = 200;
  return new Promise(done => {
    liaison.seek(liaison.state().t);
    requestAnimationFrame(() => { const x = p.getContext("2d"); x.drawImage(c, 0, 0, 320, 200); done(x.getImageData(0, 0, 320, 200).data); });
  });
}
const colours = d => { const s = new Set(); for (let i = 0; i < d.length; i += 4) if (d[i + 3] > 200) s.add(d[i] + 256*d[i + 1]); return s.size; };
const changed = (a, b) => { let n = 0; for (let i = 0; i < a.length; i += 4) if (Math.abs(a[i] - b[i]) + Math.abs(a[i + 1] - b[i + 1]) + Math.abs(a[i + 2] - b[i + 2]) > 24) n++; return n; };

async function checks(name) {
  const wrong = [], say = (what, good, got) => { checks.count++; if (!good) wrong.push(`${name}: ${what}${got === undefined ? "" : `: got ${got}`}`); };
  const $ = id => document.getElementById(id), sliders = () => [...document.querySelectorAll("#sliders input")], state = liaison.state;
  checks.count = 0;
  if ($("scene") && name !== "flat") { const n = colours(await picture()); say("drawn", n > 40, n + " colours"); }
  if (LIVING[name]) {
    const d = liaison.verify();
    say("the run computed again equals the engine's", d < LIVING[name], d);
    say("and the page says so", await until(() => /difference from the run is \d/.test($("again").textContent)), $("again").textContent);
  }
  if (name === "planar") {
    const said = await until(() => / rad /.test([...document.querySelectorAll("#plots .legend b")].map(b => b.textContent + " ").join("")));
    say("curves have their units", said && / rad\/s /.test([...document.querySelectorAll("#plots .legend b")].map(b => b.textContent + " ").join("")));
  }
  if (["planar", "puma", "fourbar", "quadruped"].includes(name)) { // nothing drives or brakes them: the energy stays at every moment, not at rows alone
    const end = +$("time").max, at = t => { liaison.seek(t); return liaison.energy(); }, [T0, V0] = at(0);
    let wobble = 0, size = 0;
    for (let k = 1; k <= 1000; k++) { const [T, V] = at(k/1000*end); wobble = Math.max(wobble, Math.abs(T + V - T0 - V0)); size = Math.max(size, T); }
    liaison.seek(0);
    say("the energy does not wobble between rows", wobble < 1e-4*size, `${wobble} J of ${size} J`);
  }
  if ($("scene") && name !== "flat") {
    say("all of it stands in the free part of the picture", liaison.outside() < 1, liaison.outside());
    for (const key of ["v", "v", "v", "v"]) {
      document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      say(`from ${liaison.view()} too`, liaison.outside() < 1, liaison.outside());
    }
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "f", bubbles: true }));
    say("keys are told", /next view/.test($("keys").textContent));
    tab("sliders");
    const cut = [...document.querySelectorAll(".slider label")].filter(e => e.scrollWidth > e.clientWidth + 1);
    say("no label of a slider is cut", !cut.length, cut.length && cut[0].textContent);
    tab("equations");
    const wide = $("equations").scrollWidth - $("equations").clientWidth;
    say("equations are not cut", wide <= 1, wide + " pixels");
    tab(document.querySelector("nav button").dataset.tab);
    const charts = [...document.querySelectorAll("#plots svg")];
    say("axes have units", charts.every(e => /t \(s\)/.test(e.textContent)));
    say("at most eight curves in a picture", charts.every(e => e.parentElement.querySelectorAll(".legend button").length <= 8));
  }
  if (["fourbar", "fourbar_joints", "delta"].includes(name)) {
    const text = $("equations").textContent;
    say("equations with multipliers", /J: constraint rows/.test(text) && /\u03bb/.test(text) && /multiplier lambda/.test(text));
  }
  if (name === "delta") {
    const q = state().q;
    say("hangs as its weight goes, all arms alike", q[2] < -0.1 && Math.abs(q[0]) + Math.abs(q[1]) < 1e-9 && Math.abs(q[3] - q[4]) + Math.abs(q[4] - q[5]) < 1e-9, q.join());
    const a = await picture(), held = data.mechanism.constraints;
    data.mechanism.constraints = [];
    const n = changed(a, await picture());
    data.mechanism.constraints = held;
    say("its rods are drawn", n > 300, n + " points");
  }
  if (name === "moves") {
    say("a crank that is told by its move is no solid, and stands on a foot", mechanism.bodies().every((b, i) => !goesFree(i)) && standing(0) && standing(2));
    say("its view is that along an axis", [...document.querySelectorAll("#views button")].filter(b => b.classList.contains("on")).map(b => b.dataset.view).join() === "z");
  }
  if (name === "moving") {
    say("a body that goes its own way is a solid", goesFree(0) && solidOf(mechanism.bodies()[0], 0));
    say("all of that is in the picture", ground.e.list.some(([, r]) => r > 0.3));
  }
  if (name === "front") {
    say("a planar mechanism is seen from the front", liaison.view() === "front");
    const left = scene.screen([0, 0, 0]), right = scene.screen([1, 0, 0]), up = scene.screen([0, 1, 0]);
    say("x to the right, y up", right[0] > left[0] + 50 && Math.abs(right[1] - left[1]) < 40 && up[1] < left[1] - 50, [left, right, up].join(" | "));
  }
  if (name === "quad") {
    say("home is within the limits", [...document.querySelectorAll("#sliders input")].every(e => +e.min <= +e.value && +e.value <= +e.max));
    say("shapes guessed from inertia stay within reach", mechanism.bodies().every((b, i) => { const s = solidOf(b, i); return !s || Math.hypot(...s.size) < 0.6*size; }));
  }
  if (name === "chosen") say("stands where it was told", Math.abs(state().q[0] - 0.5) + Math.abs(state().q[3] + 2) < 1e-12, state().q.join());
  if (["planar", "puma", "fourbar", "driven"].includes(name)) {
    say("pictures of curves", document.querySelectorAll("#plots svg").length >= 3);
    const before = state().t;
    liaison.play();
    say("it plays", await until(() => state().t > before && state().playing));
    liaison.play();
    const q = state().q.join(), end = +$("time").max;
    input($("time"), end/3);
    say("the time slider moves the mechanism", state().q.join() !== q && Math.abs(state().t - end/3) < 1e-9);
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    say("an arrow key goes on", state().t > end/3);
  }
  if (["planar", "spring", "quadruped", "fourbar", "forces"].includes(name)) {
    liaison.seek(+$("time").max/2);
    const s = sliders()[0], q = state().q.join();
    input(s, +s.min + 0.8*(s.max - s.min));
    say("a parameter computes it again", await until(() => !state().busy && state().q.join() !== q && $("failed").textContent === ""), $("failed").textContent);
    if (name === "fourbar") {
      const a = [...sliders()].find(x => x.getAttribute("aria-label") === "a");
      input(a, +a.value + 0.2);
      await until(() => !state().busy);
      const gap = Math.max(...liaison.dynamics.rows(0, Float64Array.from(state().q), new Float64Array(3)).map(r => Math.abs(r.g)));
      say("the loop stays closed when the start is moved", gap < 1e-5, gap);
    }
    document.querySelector("#sliders > button").click();
    say("and back again", state().q.join() === q);
  }
  if (name === "struck" || name === "stopped") {
    const heads = () => [...document.querySelectorAll(".told")].map(e => e.textContent).join(),
      before = heads(), log = $("log").textContent, word = name === "struck" ? "slope" : "stop";
    say("what struck is told in the head", new RegExp(`${word} struck its`).test(before), before);
    say("and what events took", /lost at events/.test(log), log);
    liaison.seek(+$("time").max);
    const q = state().q.join(), s = sliders()[0];
    input(s, +s.min + 0.9*(s.max - s.min));
    say("a slider computes all of it again",
      await until(() => !state().busy && state().q.join() !== q && $("failed").textContent === ""),
      $("failed").textContent);
    say("it is told anew", heads() !== before && new RegExp(`${word} struck its`).test(heads()),
      heads());
    say("as is its energy", /^computed again to t = .* lost at events, drift \d/.test(
      $("log").textContent), $("log").textContent);
    const drift = +$("log").textContent.match(/drift (.*)$/)[1];
    say("which is accounted for", drift < 1e-5, drift);
    document.querySelector("#sliders > button").click();
    say("and as it was after the reset", state().q.join() === q && heads() === before
      && $("log").textContent === log);
    const times = [];
    for (let k = 0; k < 9; k++) {
      const began = performance.now();
      liaison.again({}, first.x[0]);
      times.push(performance.now() - began);
    }
    const most = name === "struck" ? 16 : 64;
    say(`a slider answers in ${most} ms`, Math.min(...times) < most, times.join());
    if (name === "struck") {
      liaison.seek(+$("time").max);
      await frame();
      const a = await picture();
      document.querySelector("[data-show=applied]").click();
      const n = changed(a, await picture());
      say("the push of the plane is an arrow", n > 15, n + " points");
      const at = contactsOf(mechanism.poses(configuration().q), liaison.forces());
      say("a contact point lies on its plane, where something pushes", at.every(c => { const { through, normal } = planeOfLoad(dynamics.laws.elements.find(l => l.plane)); return Math.abs(dot3(normal, c.x.map((x, i) => x - through[i]))) < 1e-12; }) && at.length > 0, at.length);
    }
  }
  for (const key of BOXES[name] || []) {
    liaison.seek(0.4*$("time").max);
    await frame();
    const box = document.querySelector(`[data-show=${key}]`);
    if (!box) { say(`a switch for ${key}`, false); continue; }
    const a = await picture();
    box.click();
    if (key === "names") { await frame(); say("names stand at the bodies", $("labels").children.length >= 2); }
    else { const n = changed(a, await picture()); say(`the switch ${key} changes the picture`, n > 15, n + " points"); }
    box.click();
  }
  if (name === "joints" || name === "fourbar_joints") await dragged(say, name);
  if (name === "puma") await charted(say);
  if (name === "painted") {
    const t = data.mechanism.bodies[0].shapes[0].thin, parts = scene.known(t);
    say("triangles have the colours of their material", parts.length === 2 && parts.every(([, c]) => c) && parts[0][1][0] === 1 && parts[1][1][2] === 1, JSON.stringify(parts));
    const flat = Thin.triangles(Thin.of(t)), sum = parts.reduce((n, [m]) => n + scene.solids()[m].count, 0);
    say("none of them is lost", sum === flat.length/6 && flat.every(Number.isFinite));
    const box = { points: new Float64Array([0,0,0, 1,0,0, 1,1,0, 0,1,0, 0,0,1, 1,0,1, 1,1,1, 0,1,1]), faces: new Uint16Array([0,2,1, 0,3,2, 4,5,6, 4,6,7, 0,1,5, 0,5,4, 1,2,6, 1,6,5, 2,3,7, 2,7,6, 3,0,4, 3,4,7]) }, N = Thin.triangles(box);
    let edge = 0;
    for (let i = 0; i < N.length; i += 6) edge = Math.max(edge, Math.min(...[3, 4, 5].map(k => Math.abs(1 - Math.abs(N[i + k])))));
    say("edges of a box stay sharp", edge < 1e-6, edge);
  }
  if (name === "runs") {
    const box = k => document.querySelector(`[data-show=${k}]`), dashed = () => document.querySelectorAll(".chart path.other").length;
    say("two runs beside it", others.map(o => o.name).join() === "later,shorter" && dashed() === 8, dashed());
    liaison.seek(0.7);
    const a = await picture();
    others[0].shown = false;
    const n = changed(a, await picture());
    say("a shade is drawn where the other run is", n > 60, n);
    others[0].shown = true;
    say("at the same time", Math.abs(stateAt(others[0], 0.7).t - liaison.state().t) < 1e-12 && stateAt(others[1], 1.7).q.every((x, k) => x === last(others[1].x)[k]));
    box("beside").click();
    const b = await picture();
    say("side by side: three pictures, named", changed(a, b) > 200 && [...document.querySelectorAll("#labels .run")].map(e => e.textContent).join() === "later,shorter");
    box("beside").click();
  }
  if ($("scene") && name !== "flat") await reached_by_keys(say);
  if (name === "driven") say("played back, and says why", /played back: the input is a Lua function/.test($("again").textContent), $("again").textContent);
  if (name.startsWith("inputs")) {
    const named = n => sliders().find(e => e.getAttribute("aria-label") === n), F = named("F");
    say("the range of an input is that of the description", F && +F.min === -40 && +F.max === 40);
    say("one that was chosen is told",
      /range of wind was chosen/.test($("sliders").textContent));
  }
  if (name === "inputs") {
    const law = document.querySelector(".law"), tick = law.querySelector("input"),
      F = sliders().find(e => e.getAttribute("aria-label") === "F"), end = +$("time").max;
    liaison.seek(end);
    const q = state().q, near = () => state().q.every((x, k) => Math.abs(x - q[k]) < 1e-9);
    say("an expression is shown as such",
      /F = 20\*sin\(2\*t\) - 5\*x'/.test(law.textContent) && tick.checked);
    input(F, 25);
    say("a slider takes its place", await until(() => !state().busy && !near())
      && !tick.checked && liaison.drive().u[0] === 25 && !liaison.drive().law[0]);
    tick.click();
    say("and the expression takes it back",
      await until(() => !state().busy && near()));
    input(F, 10);
    await until(() => !state().busy && !near());
    document.querySelector("#sliders > button").click();
    say("as the reset does", near() && tick.checked && liaison.drive().law[0]);
  }
  if (name === "steered") {
    const steer = sliders().find(e => e.getAttribute("aria-label") === "steer"), run = state().rows;
    await until(() => /difference from the run is \d/.test($("again").textContent));
    $("live").click();
    say("it goes on live", await until(() => liaison.live().t > 0.5), liaison.live().t);
    input(steer, 1);
    say("beyond the end of the run", await until(() => liaison.live().t > 1.5), liaison.live().t);
    const costs = [...liaison.live().costs].sort((a, b) => a - b), median = costs[costs.length >> 1];
    say("at 60 pictures a second", median < 1000/60, `${median} ms for a picture`);
    say("the car turns", Math.abs(state().q[3]) > 0.02, state().q[3]);
    $("live").click();
    say("and stays as a run with its curves", !liaison.live() && state().rows > run && +$("time").max > 1.5
      && [...document.querySelectorAll("#plots .legend b")].some(e => /steer/.test(e.parentElement.textContent)));
    document.querySelector("#sliders > button").click();
    say("the reset brings the recorded run back", state().rows === run && +$("time").max === 1);
  }
  if (name === "loop") {
    const heads = id => [...document.querySelectorAll(`#${id} h2`)].map(e => e.textContent), end = +$("time").max,
      row = label => document.querySelectorAll("#sliders .slider")[[...document.querySelectorAll("#sliders .slider")].findIndex(e => e.textContent.startsWith(label))].querySelector("input");
    say("values stand under the name of their block", ["seen", "pid", "measured.x", "At the start"].every(h => heads("sliders").includes(h)), heads("sliders").join());
    say("columns of blocks are curves", ["references", "measured", "seen", "pid"].every(h => heads("plots").includes(h)), heads("plots").join());
    say("and held from time to time", /H/.test([...document.querySelectorAll("#plots > div")].find(e => e.textContent.startsWith("pid")).querySelector("path").getAttribute("d")));
    say("what a block holds has no slider of its own", !sliders().some(e => e.getAttribute("aria-label") === "F"));
    say("ranges are those of the block", +row("l1").max === 90 && +row("l1").min === 0 && +row("kp").max === 160);
    liaison.seek(end);
    const q = state().q[0], moved = async (label, x) => {
      input(row(label), x);
      const there = await until(() => !state().busy && Math.abs(state().q[0] - q) > 1e-6);
      document.querySelector("#sliders > button").click();
      return there && Math.abs(state().q[0] - q) < 1e-12;
    };
    for (const [label, x] of [["kp", 5], ["delay", 0.04], ["noise", 0.02]]) say(`the slider of ${label} moves the motion, the reset takes it back`, await moved(label, x));
    input(row("kp"), 4000*40);
    say("what does not stand is told, and what was is drawn on", await until(() => !state().busy) && state().q.every(Number.isFinite));
    document.querySelector("#sliders > button").click();
  }
  if (name === "inputs_model") {
    const F = sliders().find(e => e.getAttribute("aria-label") === "F"),
      push = () => liaison.forces().applied[0].F[0];
    input(F, 30);
    say("the slider of an input changes the force", push() === 30, push());
    document.querySelector("#sliders > button").click();
    say("and back", push() === 0, push());
  }
  if (name.startsWith("modes")) {
    const buttons = [...document.querySelectorAll(".mode button")], home = state().q.join();
    say("a button for every mode", buttons.length === data.modes.length && buttons.length > 1);
    for (const b of buttons) {
      b.click();
      say("a mode moves it", await until(() => state().q.join() !== home) && liaison.mode());
      const gaps = liaison.dynamics.rows(0, Float64Array.from(state().q),
        new Float64Array(data.v.length)).map(r => Math.abs(r.g));
      say("and keeps its loops closed", Math.max(0, ...gaps) < 1e-6, Math.max(0, ...gaps));
      b.click();
      say("and stops", !liaison.mode() && state().q.join() === home);
    }
    buttons[0].click();
    input(sliders()[0], +sliders()[0].value + 0.1);
    say("a slider stops it", !liaison.mode() && !document.querySelector(".mode .on"));
    document.querySelector("#sliders > button").click();
    say("back", state().q.join() === home);
  }
  if (name === "many") say("fewer rows, and says so", /\d+ of 4001 rows/.test(document.querySelector("header").textContent));
  if (name === "curves") say("curves alone", document.querySelectorAll("#plots svg").length === 1 && !$("scene"));
  if (name === "flat") {
    say("without WebGL2: a word, and the curves", /no WebGL2/.test($("note").textContent) && document.querySelectorAll("#plots svg").length >= 3);
    liaison.seek(0.5);
    say("and the slider works", Math.abs(state().t - 0.5) < 1e-9);
  }
  if (name === "joints") {
    say("a slider for each of seven joints", sliders().length === 7, sliders().length);
    input(sliders()[0], 1);
    say("a slider turns its joint", Math.abs(state().q[0] - 1) < 0.01);
  }
  if (name === "fourbar_joints") {
    const q = state().q;
    input(sliders()[0], 1.4);
    const now = state().q;
    say("a slider closes the loop", now[0] === 1.4 && now[1] !== q[1] && now[2] !== q[2]);
    const X = liaison.poses(Float64Array.from(now)), at = (i, p) => Pose.point(X[i].body, p), d = at(1, [3, 0, 0]).map((x, k) => x - at(2, [2.5, 0, 0])[k]);
    say("to rounding", Math.hypot(...d) < 1e-9, Math.hypot(...d));
  }
  if (name === "every_joint") {
    const X = liaison.poses(Float64Array.from(POSES.q)), names = JSON.parse($("data").textContent).mechanism.bodies.map(b => b.name);
    say("every kind of joint stands where the engine says", names.every((n, i) => POSES.p[n].every((x, k) => Math.abs(x - X[i].body.p[k]) < 1e-12)));
  }
  return [checks.count, ...wrong].join("; ");
}

// a pointer of this script on an element, at a place in it
function pointer(e, kind, x, y) {
  const b = e.getBoundingClientRect();
  e.dispatchEvent(new PointerEvent(kind, { pointerId: 7, clientX: b.left + x, clientY: b.top + y, button: 0, buttons: kind === "pointerup" ? 0 : 1, bubbles: true }));
}
// a body is taken where it is seen and drawn to where another configuration has that point
async function dragged(say, name) {
  const c = document.getElementById("scene"), home = start.slice(), gaps = () => name === "joints" ? [0] : liaison.dynamics.rows(0, start.slice(), new Float64Array(data.v.length)).map(r => Math.abs(r.g));
  let from = null;
  draw();
  for (let y = 60; y < c.clientHeight && !from; y += 5)
    for (let x = 10; x < c.clientWidth && !from; x += 5) {
      const h = scene.hit(scene.ray(x, y));
      if (h && h.note.body === data.mechanism.bodies.length - 1) from = [x, y];
    }
  say("the last body can be seen", from);
  if (!from) return;
  pointer(c, "pointerdown", ...from);
  const { body, at } = held_body, other = start.slice();
  if (name === "joints") data.joints.forEach((j, k) => { other[j.q] += k % 2 ? 0.12 : -0.12; });
  else { other[0] += 0.3; liaison.dynamics.assemble(other, [true, false, false]); }
  const goal = Pose.point(mechanism.poses(other)[body].body, at), to = scene.screen(goal);
  for (let k = 1; k <= 12; k++) pointer(c, "pointermove", from[0] + (to[0] - from[0])*k/12, from[1] + (to[1] - from[1])*k/12);
  for (let k = 0; k < 8; k++) pointer(c, "pointermove", ...to);
  const there = Pose.point(mechanism.poses(start)[body].body, at), off = Math.hypot(...there.map((x, i) => x - held_body.target[i]));
  say("the point comes to where it is drawn", off < (name === "joints" ? 1e-6 : 2e-2)*size, off/size);
  say("its loops stay closed", Math.max(...gaps()) < 1e-9, Math.max(...gaps()));
  say("within its limits", (data.limits || []).every(l => start[l.q] >= l.min - 1e-12 && start[l.q] <= l.max + 1e-12));
  const told = [...document.querySelectorAll("#sliders input")].slice(0, data.joints.length).map(e => +e.value);
  say("sliders follow", data.joints.every((j, k) => Math.abs(told[k] - Math.min(j.max, Math.max(j.min, start[j.q]))) < 1e-9) && start.some((x, k) => Math.abs(x - home[k]) > 1e-3));
  pointer(c, "pointermove", 1e5, 1e5); // far beyond what it can reach
  say("beyond its reach it stays whole", start.every(Number.isFinite) && Math.max(...gaps()) < 1e-9);
  pointer(c, "pointerup", ...to);
  document.querySelector("#sliders > button").click();
  const box = document.querySelector("[data-show=measure]");
  box.click();
  const floor = [20, c.clientHeight - 20], seen = (x, y) => { const r = scene.ray(x, y), h = scene.hit(r), g = level(), d = h ? h.along : (g.h - r.from[g.k])/r.along[g.k]; return r.from.map((a, i) => a + d*r.along[i]); };
  const [A, B] = [seen(...from), seen(...floor)], apart = Math.hypot(...A.map((x, i) => x - B[i]));
  for (const place of [from, floor]) { pointer(c, "pointerdown", ...place); pointer(c, "pointerup", ...place); }
  draw();
  const told_m = parseFloat(document.querySelector("#labels .size").textContent);
  say("a distance between two points is told", Math.abs(told_m - apart) < 1e-3*apart && apart > 0.1*size, `${told_m} of ${apart}`);
  box.click();
  const cost = [];
  for (let k = 0; k < 30; k++) { const began = performance.now(); draw(); cost.push(performance.now() - began); }
  cost.sort((a, b) => a - b);
  say("a picture costs the page less than 16 ms", cost[15] < 16, cost[15]);
}
async function charted(say) {
  const $ = id => document.getElementById(id), svg = document.querySelector(".chart svg"), w = svg.getBoundingClientRect().width, now = () => document.querySelector(".legend b").textContent;
  // traces: between its points the path is where the motion is
  let worst = 0;
  for (let k = 0; k + 3 < trace.length; k += 3) worst = Math.max(worst, Math.hypot(trace[k + 3] - trace[k], trace[k + 4] - trace[k + 1], trace[k + 5] - trace[k + 2]));
  const near = p => { let d = Infinity; for (let k = 0; k + 3 < trace.length; k += 3) { const a = trace.slice(k, k + 3), u = [0, 1, 2].map(i => trace[k + 3 + i] - a[i]), s = Math.min(1, Math.max(0, u.reduce((m, x, i) => m + x*(p[i] - a[i]), 0)/(u.reduce((m, x) => m + x*x, 0) || 1))); d = Math.min(d, Math.hypot(...p.map((x, i) => x - a[i] - s*u[i]))); } return d; };
  let off = 0;
  for (let k = 0; k < 60; k++) off = Math.max(off, near(tipAt(stateAt(run, +$("time").max*(k + 0.37)/60).q)));
  say("the path of the tip goes through what moves between rows", off < 2e-3*size, off/size);
  liaison.seek(0); await frame();
  const before = now();
  pointer(svg, "pointermove", 0.6*w, 40); await frame();
  say("values where the reader points", now() !== before && document.querySelectorAll(".rule[visibility=visible]").length === document.querySelectorAll(".chart").length);
  svg.dispatchEvent(new PointerEvent("pointerleave")); await frame();
  say("and those of the present again", now() === before);
  pointer(svg, "pointerdown", 0.3*w, 40); pointer(svg, "pointermove", 0.5*w, 40); pointer(svg, "pointerup", 0.5*w, 40);
  say("a drag shows a part", lens.window && lens.window[1] - lens.window[0] < 0.3*$("time").max && !$("whole").hidden);
  const d = dense(run);
  say("with the motion between its rows", d.t.length > 200 && d.t[0] <= lens.window[0] && last(d.t) >= lens.window[1], d.t.length);
  $("whole").click();
  say("and a button all of it", lens.window === null && $("whole").hidden);
  pointer(svg, "pointerdown", 0.5*w, 40); pointer(svg, "pointerup", 0.5*w, 40);
  say("a click goes to a time", Math.abs(liaison.state().t/$("time").max - 0.427) < 0.02, liaison.state().t);
  const drawing = new DOMParser().parseFromString(curvesDrawing(), "image/svg+xml");
  say("curves are saved as a drawing", !drawing.querySelector("parsererror") && drawing.querySelectorAll("path").length > 10);
  const p = pictureOf(2);
  say("a picture twice as fine", p.width === 2*Math.round(scene.canvas.clientWidth*devicePixelRatio), p.width);
  if (canRecord()) {
    const end = setup.end; $("speed").value = "5"; $("speed").dispatchEvent(new Event("change"));
    saveVideo(() => {}); await frame(); await frame(); t = end;
    say("a video", await until(() => offer.last && /webm$/.test(offer.last.name) && offer.last.blob.size > 200), offer.last && offer.last.name);
    $("speed").value = "1"; $("speed").dispatchEvent(new Event("change"));
  }
}
// all that can be clicked can be reached and named
async function reached_by_keys(say) {
  const $ = id => document.getElementById(id), c = $("scene"), key = k => c.dispatchEvent(new KeyboardEvent("keydown", { key: k, bubbles: true })), { azimuth, distance } = scene.camera;
  key("ArrowLeft"); key("+");
  say("arrows turn the picture, + goes nearer", scene.camera.azimuth !== azimuth && scene.camera.distance < distance);
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "f", bubbles: true }));
  pointer(c, "pointerdown", 3, c.clientHeight - 3);
  for (let k = 1; k < 5; k++) pointer(c, "pointermove", 3 + 8*k, c.clientHeight - 3);
  const turned_by = scene.camera.azimuth;
  pointer(c, "pointerup", 35, c.clientHeight - 3);
  scene.glide(0.02);
  say("a turn that is let go runs out", scene.camera.azimuth !== turned_by);
  for (let k = 0; k < 200; k++) scene.glide(0.05);
  say("and ends", !scene.glide(0.05));
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "f", bubbles: true }));
  const bare = [...document.querySelectorAll("button, input, select, canvas, summary")].filter(e => !(e.getAttribute("aria-label") || e.textContent.trim() || (e.labels && e.labels.length && e.labels[0].textContent.trim()) || e.title));
  say("everything has a name", !bare.length, bare.length && bare[0].outerHTML);
  const tabs = [...document.querySelectorAll("[role=tab]")];
  tabs[0].focus();
  tabs[0].dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  say("tabs go by arrows", tabs.length < 2 || document.activeElement === tabs[1] && tabs[1].getAttribute("aria-selected") === "true" && $(tabs[1].getAttribute("aria-controls")).classList.contains("on"));
  tab(tabs[0].dataset.tab);
  say("the picture is told in words", await until(() => $("described").textContent.includes(data.q[0])), $("described").textContent);
}
