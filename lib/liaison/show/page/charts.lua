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

// one picture of several curves of one unit over `below`. lens: what all pictures share: { seek(t),
// hover(t or null), zoom(from, to) or zoom(null), window: [from, to] or null, marks: times }
function Chart(parent, title, names, units, lens, below) {
  const W = 520, H = 186, left = 62, right = 8, top = 6, bottom = 36;
  const box = document.createElement("div");
  parent.appendChild(box);
  box.className = "chart";
  const hidden = names.map(() => false);
  let sets = null;
  box.innerHTML = "<h2></h2><div class=legend></div>";
  box.querySelector("h2").textContent = title;
  const legend = box.querySelector(".legend"), values = names.map((name, i) => {
    const s = document.createElement("button");
    s.title = "hide or show";
    s.setAttribute("aria-pressed", "true");
    s.addEventListener("click", () => {
      hidden[i] = !hidden[i];
      s.classList.toggle("off", hidden[i]);
      s.setAttribute("aria-pressed", !hidden[i]);
      if (sets) show(sets);
    });
    s.innerHTML = "<i></i><span></span> <b></b>";
    s.querySelector("i").style.borderTopColor = COLORS[i % COLORS.length];
    if (i >= COLORS.length) s.querySelector("i").style.borderTopStyle = "dashed";
    s.querySelector("span").textContent = name;
    legend.appendChild(s);
    return s.querySelector("b");
  });
  const svg = SVG("svg", box, { viewBox: `0 0 ${W} ${H}`, width: "100%", role: "img" }),
    back = SVG("g", svg, {}), curves = SVG("g", svg, { fill: "none", "stroke-width": 1.6 });
  const clip = `clip${Chart.count = (Chart.count || 0) + 1}`;
  SVG("rect", SVG("clipPath", svg, { id: clip }), { x: left, y: top - 2, width: W - left - right,
    height: H - top - bottom + 4 });
  curves.setAttribute("clip-path", `url(#${clip})`);
  const mark = SVG("line", svg, { class: "now", y1: top, y2: H - bottom }),
    rule = SVG("line", svg, { class: "rule", y1: top, y2: H - bottom, visibility: "hidden" }),
    chosen = SVG("rect", svg, { class: "chosen", y: top, height: H - top - bottom,
      visibility: "hidden" });
  SVG("text", svg, { x: (left + W - right)/2, y: H - 6, "text-anchor": "middle" }).textContent =
    below;
  if (units[0])
    SVG("text", svg, { transform: `translate(12 ${(top + H - bottom)/2}) rotate(-90)`,
      "text-anchor": "middle" }).textContent = units[0];
  let t0 = 0, t1 = 1;
  const X = t => left + (t - t0)/(t1 - t0 || 1)*(W - left - right);
  // the rows within the window, and one on either side
  function within(t) {
    const a = Math.min(t0, t1), b = Math.max(t0, t1);
    let from = 0, to = t.length;
    while (from + 1 < t.length && (t[from + 1] < a || t[from + 1] > b)) from++;
    while (to > from + 2 && (t[to - 2] < a || t[to - 2] > b)) to--;
    return [from, to];
  }
  // stairs: values that are held from a row to the next
  const draw = (t, lists, look, Y, stairs) => lists.forEach((list, i) => {
    if (hidden[i]) return;
    const [from, to] = within(t);
    let d = "", pen = false;
    const step = Math.max(1, Math.floor((to - from)/1000)), put = k => {
      if (pen && stairs) d += "H" + X(t[k]).toFixed(1);
      d += (pen ? "L" : "M") + X(t[k]).toFixed(1) + " " + Y(list[k]).toFixed(1);
      pen = true;
    };
    // of many rows the least and the largest of every few
    for (let k = from; k < to; k += step) {
      let low = -1, high = -1;
      for (let j = k; j < Math.min(k + step, to); j++) {
        if (!Number.isFinite(list[j])) { pen = false; continue; }
        if (low < 0 || list[j] < list[low]) low = j;
        if (high < 0 || list[j] > list[high]) high = j;
      }
      if (low < 0) continue;
      put(Math.min(low, high));
      if (high !== low) put(Math.max(low, high));
    }
    SVG("path", curves, { d, stroke: COLORS[i % COLORS.length], class: look.name || "",
      "stroke-dasharray": look.dash || (i >= COLORS.length ? "5 3" : "none") });
  });
  // least and largest of what is seen
  function spread() {
    let lo = Infinity, hi = -Infinity;
    for (const s of sets) {
      const [from, to] = within(s.t);
      s.lists.forEach((list, i) => {
        if (hidden[i]) return;
        for (let k = from; k < to; k++) if (Number.isFinite(list[k])) {
          lo = Math.min(lo, list[k]);
          hi = Math.max(hi, list[k]);
        }
      });
    }
    if (!(lo <= hi)) { lo = 0; hi = 1; }
    if (hi - lo < 1e-9*Math.max(1, Math.abs(lo))) {
      lo -= 0.5*Math.max(1e-6, Math.abs(lo)) + 1e-9;
      hi += 0.5*Math.max(1e-6, Math.abs(hi)) + 1e-9;
    }
    const pad = 0.05*(hi - lo);
    return [lo - pad, hi + pad];
  }
  // sets: [{ t, lists, stairs, look }], the last one is the present run
  function show(given) {
    sets = given;
    const last = sets[sets.length - 1];
    [t0, t1] = lens.window || [last.t[0], last.t[last.t.length - 1]];
    const [lo, hi] = spread(), Y = y => top + (hi - y)/(hi - lo)*(H - top - bottom);
    back.replaceChildren();
    curves.replaceChildren();
    for (const y of ticks(lo, hi, 5)) {
      SVG("line", back, { class: "axis", x1: left, x2: W - right, y1: Y(y), y2: Y(y) });
      SVG("text", back, { x: left - 5, y: Y(y) + 4, "text-anchor": "end" }).textContent = short(y);
    }
    for (const t of ticks(Math.min(t0, t1), Math.max(t0, t1), 8))
      SVG("text", back, { x: X(t), y: H - bottom + 14, "text-anchor": "middle" }).textContent =
        short(t);
    for (const t of lens.marks)
      if ((t - t0)*(t - t1) <= 0)
        SVG("line", back, { class: "event", x1: X(t), x2: X(t), y1: top, y2: H - bottom });
    sets.forEach((s, k) => draw(s.t, s.lists,
      s.look || { name: k < sets.length - 1 ? "before" : "" }, Y, s.stairs));
    svg.setAttribute("aria-label", `${title}: ${names.join(", ")}, ${short(lo)} ... ${short(hi)} ${
      units[0]}, ${below} ${short(t0)} ... ${short(t1)}`);
  }
  // a click points at a time, a drag at a part of the run, a double click shows all of it again
  const timeAt = e => {
    const r = svg.getBoundingClientRect(), x = (e.clientX - r.left)/r.width*W,
      s = Math.min(1, Math.max(0, (x - left)/(W - left - right)));
    return t0 + s*(t1 - t0);
  };
  let from = null;
  svg.addEventListener("pointerdown", e => {
    try { svg.setPointerCapture(e.pointerId); } catch (none) { /* a pointer of a script */ }
    from = { x: e.clientX, t: timeAt(e) };
  });
  svg.addEventListener("pointermove", e => {
    const t = timeAt(e);
    lens.hover(t);
    if (!from || Math.abs(e.clientX - from.x) < 6) return;
    chosen.setAttribute("visibility", "visible");
    chosen.setAttribute("x", Math.min(X(t), X(from.t)));
    chosen.setAttribute("width", Math.abs(X(t) - X(from.t)));
  });
  svg.addEventListener("pointerup", e => {
    if (!from) return;
    const far = Math.abs(e.clientX - from.x) >= 6, [a, b] = [from.t, timeAt(e)];
    from = null;
    chosen.setAttribute("visibility", "hidden");
    if (!far) lens.seek(b);
    else if (a !== b) lens.zoom(...((b - a)*(t1 - t0) > 0 ? [a, b] : [b, a]));
  });
  svg.addEventListener("pointercancel", () => {
    from = null;
    chosen.setAttribute("visibility", "hidden");
  });
  svg.addEventListener("pointerleave", () => lens.hover(null));
  svg.addEventListener("dblclick", () => lens.zoom(null));
  // the present, and where the reader points (null: nowhere); list: values there
  function now(t, list, hover) {
    const put = (e, x) => {
      e.setAttribute("visibility", x !== null && (x - t0)*(x - t1) <= 0 ? "visible" : "hidden");
      if (x !== null) for (const k of ["x1", "x2"]) e.setAttribute(k, X(x));
    };
    put(mark, t);
    put(rule, hover === undefined ? null : hover);
    values.forEach((b, i) => {
      b.textContent = list && Number.isFinite(list[i]) ? (short(list[i]) + " " + units[i]).trim()
        : "";
    });
  }
  // as a drawing of its own, its legend above it: { text, height }
  function drawing(y) {
    const place = values.map((b, i) => `<g transform="translate(${left + 115*(i % 4)} ${
      34 + 15*Math.floor(i/4)})"><path d="M0 -4h16" stroke="${COLORS[i % COLORS.length]}" ${
      i >= COLORS.length ? 'stroke-dasharray="5 3"' : ""} stroke-width="2"/><text x="21">${
      plainText(names[i])}</text></g>`).join(""),
      head = 40 + 15*Math.floor((values.length - 1)/4);
    return { height: head + H + 12, text: `<g transform="translate(0 ${y})"><text x="${left}"
      y="16" font-weight="bold">${plainText(title)}</text>${place}<svg y="${head}" width="${W}"
      height="${H}" viewBox="0 0 ${W} ${H}">${svg.innerHTML}</svg></g>` };
  }
  return { show, now, drawing, width: W, box };
}
const plainText = s => s.replace(/&/g, "&amp;").replace(/</g, "&lt;");
]==]
