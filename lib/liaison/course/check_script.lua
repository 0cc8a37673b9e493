-- check_script.lua - JavaScript of a sheet: answers read and compared as reading.lua, forms.lua and
-- judge.lua do, statement for statement; right and wrong answers come as data of the same engine
return [==[
"use strict";
// ---- formulas (formula.lua) ----
const LONGEST = 4000, DEEPEST = 100;
const NUMBERS = { sin: Math.sin, cos: Math.cos, tan: Math.tan, asin: Math.asin, acos: Math.acos,
  atan: Math.atan, atan2: Math.atan2, sqrt: Math.sqrt, exp: Math.exp, log: Math.log,
  abs: Math.abs };
const OTHER = { arcsin: "asin", arccos: "acos", arctan: "atan", arctan2: "atan2", ln: "log",
  racine: "sqrt" };
function plain(text) {
  for (const [a, b] of SHEET.letters) text = text.split(a).join(b);
  return text.split("**").join("^");
}
function bare(text) {
  return plain(text).replace(/^\s*[A-Za-z][\w']*\s*=\s*/, "").replace(/^\s*=\s*/, "")
    .replace(/([A-Za-z\d')\]}])\s*\.\s*$/, "$1");
}
function Reader(text, env) {
  let at = 0, depth = 0;
  const stop = (key, what) => { throw { key, what }; };
  function match(pattern) {
    const re = new RegExp("\\s*(" + pattern + ")", "y");
    re.lastIndex = at;
    const m = re.exec(text);
    return m && { word: m[1], end: re.lastIndex };
  }
  function takes(pattern) {
    const m = match(pattern);
    if (m) at = m.end;
    return m ? m.word : null;
  }
  const word = () => { const m = match("[A-Za-z_]\\w*'*"); return m ? m.word : null; };
  function call(name) {
    const list = [];
    if (!takes("\\(")) list.push(power());
    else {
      do list.push(sum()); while (takes(","));
      if (!takes("\\)")) stop("bracket");
    }
    if (list.length !== (name === "atan2" ? 2 : 1)) stop("arguments", name);
    return env.call[name](...list);
  }
  function primary() {
    const digits = takes("\\d+\\.?\\d*[eE][-+]?\\d+|\\.?\\d+\\.?\\d*");
    if (digits) return Number(digits);
    if (takes("\\(")) {
      const x = sum();
      if (!takes("\\)")) stop("bracket");
      return x;
    }
    const w = word();
    if (!w) stop(text.slice(at).trim() === "" ? "end" : "sign", text.slice(at));
    const f = OTHER[w] || w, is = Object.hasOwn(env.call, f);
    const x = is ? null : w === "pi" ? Math.PI : env.name(w);
    if (!is && x == null) stop("name", w);
    takes(w);
    return is ? call(f) : x;
  }
  function power() {
    if (++depth > DEEPEST) stop("deep");
    let x;
    if (takes("-")) x = -power();
    else if (takes("\\+")) x = power();
    else {
      x = primary();
      if (takes("\\^")) x = Math.pow(x, power());
    }
    depth--;
    return x;
  }
  function goesOn() {
    if (match("\\(")) return true;
    const w = word();
    if (!w) return !!env.letters && !!match("[\\d.]");
    return !!env.letters || w === "pi" || Object.hasOwn(env.call, OTHER[w] || w);
  }
  function product() {
    let x = power();
    for (;;) {
      if (takes("\\*")) x = x * power();
      else if (takes("/")) x = x / power();
      else if (goesOn()) x = x * power();
      else return x;
    }
  }
  function sum() {
    let x = product();
    for (;;) {
      if (takes("\\+")) x = x + product();
      else if (takes("-")) x = x - product();
      else return x;
    }
  }
  return { value: () => sum(), rest: () => text.slice(at).trim() };
}
// { x, rest } or { why: { key, what } }
function value(text, env) {
  if (text.length > LONGEST) return { why: { key: "long" } };
  const r = Reader(plain(text), env);
  try { return { x: r.value(), rest: r.rest() }; } catch (why) { return { why }; }
}
const NOTHING = { name: () => null, call: NUMBERS };
function lettersEnv(names, stem, at) {
  const known = new Set(names.split(/[\s,]+/).filter(s => s));
  const has = n => known.has(n);
  function abbreviation(w) {
    const m = /^([cCsS])(\d[\d_]*)$/.exec(w);
    if (!m || !stem) return null;
    const list = has(stem + m[2]) ? [stem + m[2]]
      : m[2].match(m[2].includes("_") ? /\d+/g : /\d/g).map(d => stem + d);
    return list.every(has) ? { f: /c/i.test(m[1]) ? Math.cos : Math.sin, list } : null;
  }
  function usual(w) {
    const bare = w.replace(/^[Tt]heta/, "th").replace(/_/g, "");
    if (has(bare)) return bare;
    for (const re of [/^d(.+)$/, /^(.+)p$/, /^(.+)dot$/]) {
      const m = re.exec(bare);
      if (m) return has(m[1] + "'") ? m[1] + "'" : null;
    }
    return null;
  }
  return { letters: true, call: NUMBERS, name(w) {
    if (has(w)) return at[w];
    const a = abbreviation(w);
    if (a) return a.f(a.list.reduce((sum, n) => sum + at[n], 0));
    const n = usual(w);
    return n ? at[n] : null;
  } };
}
// ---- units (units.lua) ----
function unitOf(text) {
  for (const [a, b] of SHEET.unitLetters) text = text.split(a).join(b);
  text = text.replace(/[A-Za-z\u0080-\uffff]+/g,
    w => Object.hasOwn(SHEET.unitWords, w) ? SHEET.unitWords[w] : w)
    .replace(/rev\s*\/\s*min/g, "rpm").replace(/[*.]/g, " ").replace(/\s*\^\s*/g, "^")
    .replace(/\s*\/\s*/g, "/");
  let factor = 1, sign = 1, at = 0;
  const dim = [0, 0, 0];
  for (;;) {
    while (at < text.length && /[\s()]/.test(text[at])) at++;
    if (at >= text.length) return { factor, dim };
    if (text[at] === "/") { sign = -1; at++; }
    const m = /^([A-Za-z%]+)\^?([-+]?\d*)/.exec(text.slice(at));
    if (!m && text[at] === "1") at++;
    else if (!m || !Object.hasOwn(SHEET.units, m[1])) {
      return { word: m ? m[1] : text.slice(at) };
    } else {
      const one = SHEET.units[m[1]], p = Number(m[2]), n = sign * (m[2] && p === p ? p : 1);
      factor *= Math.pow(one[0], n);
      for (let i = 0; i < 3; i++) dim[i] += n * one[i + 1];
      at += m[0].length;
    }
    sign = 1;
  }
}
function unitFactor(typed, asked) {
  const a = unitOf(typed);
  if (!a.dim) return { why: "word", word: a.word };
  const b = unitOf(asked || "");
  return a.dim.every((n, i) => n === b.dim[i]) ? { factor: a.factor / b.factor }
    : { why: "dimension" };
}
// ---- readings (reading.lua) ----
const OPEN = "([{", CLOSE = ")]}";
function inside(text) {
  text = text.trim();
  const none = { text, unit: "", bracket: false };
  if (!text || !OPEN.includes(text[0])) return none;
  let depth = 0, at = 0;
  for (; at < text.length; at++) {
    if (OPEN.includes(text[at])) depth++;
    else if (CLOSE.includes(text[at]) && --depth === 0) break;
  }
  if (at >= text.length) return none;
  const unit = text.slice(at + 1).trim();
  if (unit && !unitOf(unit).dim) return none;
  return { text: text.slice(1, at).trim(), unit, bracket: true };
}
function split(text, separators) {
  const out = [];
  let depth = 0, from = 0;
  for (let at = 0; at < text.length; at++) {
    if (OPEN.includes(text[at])) depth++;
    else if (CLOSE.includes(text[at])) depth--;
    else if (depth === 0 && separators.includes(text[at])) {
      out.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  const last = text.slice(from).trim();
  if (last || !out.length) out.push(last);
  return out;
}
function entries(text) {
  const list = split(text, ",");
  if (list.length > 1) return list;
  const out = [];
  for (const part of split(text.replace(/\s+/g, " ").replace(/\s*([*\/^])\s*/g, "$1")
    .replace(/([-+]) /g, "$1"), " ")) {
    if (out.length && !/^[-+\d.(%]/.test(part)) out[out.length - 1] += " " + part;
    else if (part) out.push(part);
  }
  return out;
}
function rowsOf(text) {
  const rows = split(text, ";\n");
  const alone = rows.length === 1 ? split(rows[0], ",") : null;
  return alone && alone[0] && OPEN.includes(alone[0][0]) && alone.every(p => inside(p).bracket)
    ? alone : rows;
}
function readList(text) {
  const all = inside(text), deeper = inside(all.text);
  if (deeper.bracket && !deeper.unit) all.text = deeper.text;
  const rows = rowsOf(all.text);
  const r = { rows: rows.length, cols: 0, values: [], units: [] };
  for (let i = 0; i < rows.length; i++) {
    const row = inside(rows[i]), unit = row.unit || all.unit, list = entries(row.text);
    if (i && list.length !== r.cols) return { why: { key: "rows", what: i + 1 } };
    r.cols = list.length;
    for (const w of list) {
      const v = value(w, NOTHING);
      if (v.why) return v;
      if (!Number.isFinite(v.x)) return { why: { key: "infinite", what: w } };
      r.values.push(v.x);
      r.units.push(v.rest || unit || null);
    }
  }
  return r;
}
function readNumber(text) {
  const v = value(text, NOTHING);
  if (v.why) return v;
  if (!Number.isFinite(v.x)) return { why: { key: "infinite", what: text } };
  if (/^[^A-Za-z\u0080-\uffff%\/]|[,;\n]|\s[-+\d]/.test(v.rest)) {
    return { why: { key: "sign", what: v.rest } };
  }
  return { rows: 1, cols: 1, values: [v.x], units: [v.rest || null] };
}
function withoutBrackets(text) {
  const m = /^([^]*[\d)\]}])\s*[[(]\s*([A-Za-z%][^[\]()]*)[\])]\s*$/.exec(text);
  return m && unitOf(m[2]).factor ? m[1] + " " + m[2] : text;
}
// the readings, or { why }
function readings(text) {
  text = withoutBrackets(bare(text));
  const comma = text.replace(/(\d),(?=\d)/g, "$1.");
  const out = [], seen = new Set();
  let why = null;
  for (const [read, t] of [[readNumber, text], [readNumber, comma], [readList, text],
    [readList, comma]]) {
    const r = read(t);
    if (r.why) { why = why || r.why; continue; }
    const key = r.values.join(" ") + "/" + r.rows + (r.units[0] || "");
    if (!seen.has(key)) { seen.add(key); out.push(r); }
  }
  return out.length ? { list: out } : { why };
}
// ---- forms (forms.lua) ----
function off(a, b, period) {
  let d = a - b;
  if (period > 0) d -= period * Math.floor(d / period + 0.5);
  return Math.abs(d);
}
function rowIs(form, x, i, k, loose) {
  for (let j = 0; j < form.cols; j++) {
    const at = k * form.cols + j, here = i * form.cols + j;
    const period = Array.isArray(form.period) ? form.period[j] : form.period;
    if (!(off(x.values[here], form.values[at], period) <= form.tol[at] * loose)) return false;
  }
  return true;
}
function rowsWithoutOrder(form, x, loose) {
  const taken = new Set();
  for (let i = 0; i < x.rows; i++) {
    let found = -1;
    for (let k = 0; k < form.rows; k++) {
      if (found < 0 && !taken.has(k) && rowIs(form, x, i, k, loose)) found = k;
    }
    if (found < 0) return false;
    taken.add(found);
  }
  return true;
}
function shaped(form, x) {
  if (form.set || form.part) {
    if (x.cols === form.cols) return x;
    return form.cols === 1 && x.rows === 1 ? { rows: x.cols, cols: 1, values: x.values } : null;
  }
  if (x.rows === form.rows && x.cols === form.cols) return x;
  return Math.min(form.rows, form.cols) === 1 && Math.min(x.rows, x.cols) === 1
    && x.values.length === form.values.length
    ? { rows: form.rows, cols: form.cols, values: x.values } : null;
}
function matchForm(form, reading, loose = 1) {
  const x = shaped(form, reading);
  if (!x) return false;
  if (form.part) return x.rows > 0 && x.rows < form.rows && rowsWithoutOrder(form, x, loose);
  if (form.set) return x.rows === form.rows && rowsWithoutOrder(form, x, loose);
  for (let i = 0; i < form.rows; i++) if (!rowIs(form, x, i, i, loose)) return false;
  return true;
}
// ---- verdicts (judge.lua) ----
const matches = (forms, x, loose) => forms.some(f => matchForm(f, x, loose));
function inUnit(r, unit) {
  const values = [];
  for (let i = 0; i < r.values.length; i++) {
    let factor = 1;
    if (r.units[i]) {
      const f = unitFactor(r.units[i], unit);
      if (!f.factor) return { stop: { status: "unit", why: f.why, word: f.word,
        unit: r.units[i] } };
      factor = f.factor;
    }
    values.push(r.values[i] * factor);
  }
  return { rows: r.rows, cols: r.cols, values };
}
function fitting(list, q) {
  let stopped = null;
  for (const r of list) for (const form of q.forms) {
    if (!shaped(form, r)) continue;
    const x = inUnit(r, q.unit);
    if (!x.stop) return x;
    stopped = stopped || x.stop;
  }
  const last = list[list.length - 1];
  return { stop: stopped || { status: "shape", rows: last.rows, cols: last.cols } };
}
function isNear(forms, x) {
  return forms.some(f => {
    const most = Math.max(...f.values.map(Math.abs));
    return most > 0 && f.tol[0] > 0 && !f.set && matchForm(f, x, 0.02 * most / f.tol[0]);
  });
}
const why = w => (SHEET.texts.why[w.key] || SHEET.texts.why.compute)
  .replace("%s", w.what == null ? "" : w.what);
function blame(row) {
  return { status: "wrong", mistake: row.name,
    text: SHEET.texts.mistake.replace("%s", row.text), hint: row.hint };
}
function judgeNumbers(q, text) {
  const all = readings(text), T = SHEET.texts;
  if (all.why) return { status: "unreadable", text: why(all.why) };
  const x = fitting(all.list, q);
  if (x.stop) {
    const s = x.stop;
    return { status: s.status, text: s.status === "shape" && s.rows === 1 && s.cols === 1
      ? T.shape_one.replace("%s", q.expected) : s.status === "shape"
      ? T.shape_of.replace("%s", q.expected).replace("%d", s.rows).replace("%d", s.cols)
      : s.why === "word" ? T.unit_word.replace("%s", s.word)
      : T.unit_of.replace("%s", q.unit || "1").replace("%s", s.unit) };
  }
  if (matches(q.forms, x)) return { status: "right" };
  const wrong = q.wrongs.find(w => matches(w.forms, x));
  if (wrong) return blame(wrong);
  if (isNear(q.forms, x)) {
    return { status: "imprecise", text: T.imprecise.replace("%d", q.digits), hint: q.hint };
  }
  return { status: "wrong", text: T.unknown, hint: q.hint };
}
// a formula by its values at the points
function judgeFormula(q, text) {
  const at = [];
  text = bare(text).replace(/[[{]/g, "(").replace(/[\]}]/g, ")");
  for (const point of q.points) {
    const v = value(text, lettersEnv(q.letters, q.stem, point));
    if (v.why || v.rest) {
      return { status: "unreadable", text: why(v.why || { key: "sign", what: v.rest }) };
    }
    at.push(v.x);
  }
  const same = list => list.every((x, i) =>
    Math.abs(x - at[i]) <= 1e-9 * Math.max(Math.abs(x), Math.abs(at[i]), 1));
  if (same(q.right)) return { status: "right" };
  const wrong = q.wrongs.find(w => same(w.values));
  if (wrong) return blame(wrong);
  const p = q.points[0], short = x => Number(x.toPrecision(6));
  const place = Object.keys(p).sort().map(k => k + " = " + p[k]).join(", ");
  return { status: "wrong", hint: q.hint, text: SHEET.texts.unknown + "; " + SHEET.texts.at
    .replace("%s", place).replace("%s", short(at[0])).replace("%s", short(q.right[0])) };
}
function judge(q, text) {
  if (!text.trim()) return { status: "empty", text: SHEET.texts.empty };
  if (q.kind === "choice") {
    if (text === q.right) return { status: "right" };
    const wrong = q.wrongs.find(w => w.key === text);
    return wrong ? blame(wrong) : { status: "wrong", text: SHEET.texts.unknown, hint: q.hint };
  }
  return q.kind === "formula" ? judgeFormula(q, text) : judgeNumbers(q, text);
}
]==]
