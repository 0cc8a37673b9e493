-- charts.lua - JavaScript of the living page: curves over time in SVG, with the present marked
return [==[
const COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#7f56d9",
  "#8a8f98"];
const SVG = (tag, parent, set) => {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const k in set) e.setAttribute(k, set[k]);
  if (parent) parent.appendChild(e);
  return e;
};
// round ticks within a range
function ticks(lo, hi, count) {
  const span = hi - lo || 1, raw = span/count, ten = Math.pow(10, Math.floor(Math.log10(raw))),
    step = [1, 2, 5, 10].find(k => k*ten >= raw)*ten, out = [];
  for (let k = Math.ceil(lo/step - 1e-9); k*step <= hi + 1e-9*span; k++) out.push(k*step);
  return out;
}
const short = x => {
  const a = Math.abs(x);
  return a !== 0 && (a < 1e-3 || a >= 1e5) ? x.toExponential(1).replace("e+", "e")
    : String(+x.toPrecision(4));
};

// one picture of several curves of one unit over `below`; seek(t) when the reader points at a time
function Chart(parent, title, names, units, seek, below) {
  const W = 520, H = 186, left = 62, right = 8, top = 6, bottom = 36;
  const box = document.createElement("div");
  parent.appendChild(box);
  const hidden = names.map(() => false);
  let sets = null;
  box.innerHTML = "<h2></h2><div class=legend></div>";
  box.querySelector("h2").textContent = title;
  const legend = box.querySelector(".legend"), values = names.map((name, i) => {
    const s = document.createElement("button");
    s.title = "hide or show";
    s.addEventListener("click", () => {
      hidden[i] = !hidden[i];
      s.classList.toggle("off", hidden[i]);
      if (sets) show(sets);
    });
    s.innerHTML = "<i></i><span></span> <b></b>";
    s.querySelector("i").style.borderTopColor = COLORS[i % COLORS.length];
    if (i >= COLORS.length) s.querySelector("i").style.borderTopStyle = "dashed";
    s.querySelector("span").textContent = name;
    legend.appendChild(s);
    return s.querySelector("b");
  });
  const svg = SVG("svg", box, { viewBox: `0 0 ${W} ${H}`, width: "100%" }),
    back = SVG("g", svg, {}), curves = SVG("g", svg, { fill: "none", "stroke-width": 1.6 });
  const mark = SVG("line", svg, { class: "now", y1: top, y2: H - bottom });
  SVG("text", svg, { x: (left + W - right)/2, y: H - 6, "text-anchor": "middle" }).textContent =
    below;
  if (units[0])
    SVG("text", svg, { transform: `translate(12 ${(top + H - bottom)/2}) rotate(-90)`,
      "text-anchor": "middle" }).textContent = units[0];
  let t0 = 0, t1 = 1;
  const X = t => left + (t - t0)/(t1 - t0 || 1)*(W - left - right);
  // stairs: values that are held from a row to the next
  const draw = (t, lists, className, Y, stairs) => lists.forEach((list, i) => {
    if (hidden[i]) return;
    let d = "", pen = false;
    const step = Math.max(1, Math.floor(t.length/1000)), put = k => {
      if (pen && stairs) d += "H" + X(t[k]).toFixed(1);
      d += (pen ? "L" : "M") + X(t[k]).toFixed(1) + " " + Y(list[k]).toFixed(1);
      pen = true;
    };
    // of many rows the least and the largest of every few
    for (let k = 0; k < t.length; k += step) {
      let low = -1, high = -1;
      for (let j = k; j < Math.min(k + step, t.length); j++) {
        if (!Number.isFinite(list[j])) { pen = false; continue; }
        if (low < 0 || list[j] < list[low]) low = j;
        if (high < 0 || list[j] > list[high]) high = j;
      }
      if (low < 0) continue;
      put(Math.min(low, high));
      if (high !== low) put(Math.max(low, high));
    }
    SVG("path", curves, { d, stroke: COLORS[i % COLORS.length], class: className,
      "stroke-dasharray": i >= COLORS.length ? "5 3" : "none" });
  });
  // sets: [{ t, lists, stairs }], the last one is the present run, those before are drawn faintly
  function show(given) {
    let lo = Infinity, hi = -Infinity;
    sets = given;
    for (const s of sets)
      for (const [i, list] of s.lists.entries())
        if (!hidden[i]) for (const y of list) if (Number.isFinite(y)) {
          lo = Math.min(lo, y);
          hi = Math.max(hi, y);
        }
    if (!(lo <= hi)) { lo = 0; hi = 1; }
    if (hi - lo < 1e-9*Math.max(1, Math.abs(lo))) {
      lo -= 0.5*Math.max(1e-6, Math.abs(lo)) + 1e-9;
      hi += 0.5*Math.max(1e-6, Math.abs(hi)) + 1e-9;
    }
    const pad = 0.05*(hi - lo), last = sets[sets.length - 1];
    lo -= pad;
    hi += pad;
    t0 = last.t[0];
    t1 = last.t[last.t.length - 1];
    const Y = y => top + (hi - y)/(hi - lo)*(H - top - bottom);
    back.replaceChildren();
    curves.replaceChildren();
    for (const y of ticks(lo, hi, 5)) {
      SVG("line", back, { class: "axis", x1: left, x2: W - right, y1: Y(y), y2: Y(y) });
      SVG("text", back, { x: left - 5, y: Y(y) + 4, "text-anchor": "end" }).textContent = short(y);
    }
    for (const t of ticks(t0, t1, 8))
      SVG("text", back, { x: X(t), y: H - bottom + 14, "text-anchor": "middle" }).textContent =
        short(t);
    sets.forEach((s, k) => draw(s.t, s.lists, k < sets.length - 1 ? "before" : "", Y, s.stairs));
  }
  const point = e => {
    const r = svg.getBoundingClientRect(), x = (e.clientX - r.left)/r.width*W;
    seek(Math.min(t1, Math.max(t0, t0 + (x - left)/(W - left - right)*(t1 - t0))));
  };
  svg.addEventListener("pointerdown", e => { svg.setPointerCapture(e.pointerId); point(e); });
  svg.addEventListener("pointermove", e => { if (e.buttons) point(e); });
  function now(t, list) {
    mark.setAttribute("x1", X(t));
    mark.setAttribute("x2", X(t));
    values.forEach((b, i) => {
      b.textContent = list && Number.isFinite(list[i]) ? (short(list[i]) + " " + units[i]).trim()
        : "";
    });
  }
  return { show, now };
}
]==]
