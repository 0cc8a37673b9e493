// pictures.js - node pictures.js PAGE.html: milliseconds of the processor that the page computes for
// a picture, one of 300 at 60 a second, of a run that goes on while its first input is moved
"use strict";
const fs = require("fs"), vm = require("vm"), html = fs.readFileSync(process.argv[2], "utf8");
const text = html.match(/<script type="application\/json" id="data">([\s\S]*?)<\/script>/)[1];
const code = html.match(/<script>\n"use strict";\n.*\n([\s\S]*)<\/script>/)[1]
  .split("const Solid={")[0];
const context = vm.createContext({ atob, data: JSON.parse(text), performance });
const { live, hand } = vm.runInContext(code + "\n({ live: Live(first.x[0].slice()), "
  + "hand: x => { drive.u[0] = x; drive.law[0] = false; } })", context);
const PICTURES = 300, WARM = 60;
let began;
for (let k = 0; k < WARM + PICTURES; k++) {
  if (k === WARM) began = process.cpuUsage();
  hand(0.5*Math.sin(k/30));
  live.to((k + 1)/60, Infinity);
}
const { user, system } = process.cpuUsage(began);
if (live.rows.failed) throw new Error(live.rows.failed);
console.log((user + system)/1000/PICTURES);
