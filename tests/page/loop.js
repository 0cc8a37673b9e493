// loop.js - node loop.js PAGE.html: what the page of a control loop computes at its start, as lines
// of numbers: step (t, y), margins, poles of the closed loop
"use strict";
const fs = require("fs"), vm = require("vm");
const html = fs.readFileSync(process.argv[2], "utf8");
const code = html.match(/<script>\n([\s\S]*)<\/script>/)[1].split("// ---- drawn ----");
const marginsOf = code[1].match(/function margins[\s\S]*?\n}\n/)[0];
const context = vm.createContext({ Math, isFinite, console });
vm.runInContext(code[0] + marginsOf + `
const g = Object.fromEntries(DATA.sliders.map(s => [s.name, s.start]));
const [cn, cd] = controller(g), num = mul(cn, DATA.num), den = mul(cd, DATA.den);
const [t, y] = step(num, den, DATA.end);
console.log("t", t.join(" "));
console.log("y", y.join(" "));
const w = [];
for (let k = 0; k <= 4000; k++)
  w.push(DATA.w[0] * Math.pow(DATA.w[1] / DATA.w[0], k / 4000));
const m = margins(w, w.map(x => open(num, den, x)));
console.log("margins", m.gain, m.phase);
console.log("poles", roots(add(den, num)).map(r => r.join(" ")).join(" "));
`, context);
