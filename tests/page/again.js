// again.js - node again.js PAGE.html ...: each page's run computed again by the page's own JavaScript, without a browser; the
// largest difference from the engine's run must be below 1e-9 (or what name:limit says)
"use strict";
const fs = require("fs"), vm = require("vm");
let failed = 0;
for (const arg of process.argv.slice(2)) {
  const [file, limit] = arg.split(":"), html = fs.readFileSync(file, "utf8");
  const text = html.match(/<script type="application\/json" id="data">([\s\S]*?)<\/script>/)[1];
  const code = html.match(/<script>\n"use strict";\n.*\n([\s\S]*)<\/script>/)[1].split("const Solid={")[0];
  const context = vm.createContext({ atob, data: JSON.parse(text), performance });
  const began = Date.now();
  let said;
  try {
    const [d, trouble, alive] = vm.runInContext(code + "\n[living ? verify() : NaN, trouble, living]", context);
    said = alive ? `${d.toExponential(1)} ${trouble}` : "played back";
    if (!(d < +(limit || 1e-9))) { failed++; said += "  FAILED"; }
  } catch (e) { failed++; said = "FAILED " + e.stack; }
  console.log(`${file.replace(/.*\//, "").padEnd(30)} ${said}  (${Date.now() - began} ms, ${html.length} bytes)`);
}
process.exit(failed ? 1 : 0);
