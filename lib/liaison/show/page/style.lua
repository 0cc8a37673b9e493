-- style.lua - how the living page looks: one sheet, light or dark as the reader's system is
return [==[
:root { color-scheme: light dark;
  --paper: #ffffff; --panel: #f6f7f9; --ink: #1d2430; --soft: #647084; --line: #d9dee6;
  --mark: #0072b2; --sky1: #eef3f8; --sky2: #ffffff; --veil: rgba(255, 255, 255, .72); }
@media (prefers-color-scheme: dark) {
  :root { --paper: #14181f; --panel: #1b212b; --ink: #e4e9f0; --soft: #94a1b5; --line: #313a48;
    --mark: #56b4e9; --sky1: #1a2029; --sky2: #232b37; --veil: rgba(20, 24, 31, .66); }
}
* { box-sizing: border-box; }
html, body { margin: 0; height: 100%; background: var(--paper); color: var(--ink);
  font: 14px/1.45 system-ui, "DejaVu Sans", sans-serif; }
body { display: grid; grid-template-rows: auto 1fr; }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 18px; padding: 9px 16px;
  border-bottom: 1px solid var(--line); }
header h1 { font-size: 17px; margin: 0; font-weight: 650; }
header span { color: var(--soft); }
main { display: grid; grid-template-columns: minmax(0, 1fr) minmax(340px, 40%); min-height: 0; }
#stage { position: relative; min-height: 320px; border-right: 1px solid var(--line);
  background: linear-gradient(var(--sky1), var(--sky2)); }
#scene { position: absolute; inset: 0; width: 100%; height: 100%; touch-action: none;
  cursor: grab; }
#shows { position: absolute; left: 12px; right: 12px; top: 10px; display: flex; flex-wrap: wrap;
  align-items: flex-start; gap: 4px 12px; pointer-events: none; font-size: 12.5px;
  color: var(--soft); }
#shows > * { pointer-events: auto; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  margin: 0; }
#switches > div { display: flex; flex-wrap: wrap; gap: 4px 12px; }
#switches > summary { display: none; }
#shows label { cursor: pointer; padding: 1px 6px; border-radius: 6px; background: var(--veil);
  white-space: nowrap; }
#views { display: flex; gap: 2px; }
#views button { font-size: 12px; padding: 0 7px; color: var(--soft); background: var(--veil); }
#views button.on { color: var(--ink); border-color: var(--mark); }
#save { padding: 1px 6px; border-radius: 6px; background: var(--veil); position: relative; }
#save div { position: absolute; z-index: 2; left: 0; top: 100%; margin-top: 4px; padding: 6px;
  background: var(--paper); border: 1px solid var(--line); border-radius: 6px; display: grid;
  gap: 4px; white-space: nowrap; }
#keys { padding: 1px 6px; border-radius: 6px; background: var(--veil); }
#keys table { position: absolute; z-index: 1; left: 0; top: 100%; margin-top: 4px; padding: 4px 8px;
  background: var(--paper); border: 1px solid var(--line); border-radius: 6px;
  white-space: nowrap; }
#keys td { padding: 1px 8px 1px 0; }
#shows i { display: inline-block; width: 9px; height: 9px; border-radius: 50%; margin: 0 1px; }
#labels { position: absolute; inset: 0; overflow: hidden; pointer-events: none; font-size: 12px; }
#labels span { position: absolute; left: 6px; top: -9px; padding: 0 4px; border-radius: 4px;
  background: var(--veil); white-space: nowrap; }
#labels .scale { background: none; color: var(--soft); font-size: 11px; opacity: .85; padding: 0; }
#labels .run { font-weight: 600; font-size: 13px; }
#labels .size { background: var(--paper); border: 1px solid var(--mark); font-weight: 600; }
#stage.empty { min-height: 0; border: 0; background: none; }
#stage.empty #bar { position: static; margin: 10px 12px; }
main.plain { grid-template-columns: 1fr; grid-template-rows: auto 1fr; }
main.plain section, main.plain #bar { max-width: 860px; }
#bar { position: absolute; left: 12px; right: 12px; bottom: 10px; display: flex;
  align-items: center; gap: 10px; padding: 7px 10px;
  background: var(--paper); border: 1px solid var(--line); border-radius: 8px; }
#line { position: relative; flex: 1; min-width: 60px; display: flex; }
#line input { width: 100%; margin: 0; }
#ticks { position: absolute; left: 8px; right: 8px; top: 50%; pointer-events: none; }
#ticks button { position: absolute; width: 4px; height: 14px; margin: -7px 0 0 -2px; padding: 0;
  border: 0; border-radius: 2px; background: #d55e00; pointer-events: auto; opacity: .85; }
#whole { position: sticky; top: 0; float: right; z-index: 1; }
#live.on { border-color: var(--mark); color: var(--mark); }
#clock b { font-weight: 400; }
#clock { font-variant-numeric: tabular-nums; min-width: 9.5em; text-align: right;
  color: var(--soft); }
button, select { font: inherit; color: inherit; background: var(--panel);
  border: 1px solid var(--line); border-radius: 6px; padding: 3px 10px; cursor: pointer; }
button:hover, select:hover { border-color: var(--mark); }
input[type=range], input[type=checkbox] { accent-color: var(--mark); }
aside { display: grid; grid-template-rows: auto 1fr; min-height: 0; min-width: 0; }
nav { display: flex; flex-wrap: wrap; gap: 2px; padding: 6px 10px 0;
  border-bottom: 1px solid var(--line); }
nav button { border: 0; border-radius: 6px 6px 0 0; background: none; color: var(--soft);
  padding: 5px 12px; }
nav button.on { color: var(--ink); box-shadow: inset 0 -2px 0 var(--mark); }
section { display: none; overflow: auto; padding: 12px 14px; }
section.on { display: block; }
svg text { fill: var(--soft); font-size: 11px; }
svg .axis { stroke: var(--line); fill: none; }
svg .now { stroke: var(--ink); stroke-opacity: .55; stroke-dasharray: 3 3; }
svg .before { opacity: .35; }
svg .other { opacity: .75; stroke-width: 1.2; }
svg .rule { stroke: var(--mark); stroke-opacity: .8; }
svg .event { stroke: #d55e00; stroke-opacity: .35; }
svg .chosen { fill: var(--mark); fill-opacity: .14; }
.chart svg { touch-action: pan-y; cursor: crosshair; display: block; }
figure { margin: 0 0 14px; text-align: center; }
figure svg { max-width: 100%; height: auto; }
figcaption { color: var(--soft); font-size: 12px; }
.legend { display: flex; flex-wrap: wrap; gap: 0 14px; font-size: 12px; margin: 0 0 2px 44px; }
.legend { max-height: 6.9em; overflow-y: auto; }
.legend button { border: 0; background: none; padding: 0; border-radius: 3px; }
.legend .off { opacity: .4; text-decoration: line-through; }
.legend i { display: inline-block; width: 16px; height: 0; border-top: 2.5px solid;
  margin-right: 5px; vertical-align: 4px; }
.legend b { font-weight: 500; font-variant-numeric: tabular-nums; color: var(--soft); }
h2 { font-size: 13px; font-weight: 650; margin: 10px 0 4px; }
.slider { display: grid; grid-template-columns: minmax(4em, min(var(--name, 7.5em), 45%)) 1fr 8.6em;
  gap: 10px; align-items: center; margin: 3px 0; }
.slider input { min-width: 3em; width: 100%; }
.slider label { overflow-wrap: anywhere; line-height: 1.2; }
.slider output { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap;
  font-size: 13px; }
.law { display: block; margin: 0 0 5px; font-size: 12px; color: var(--soft); cursor: pointer; }
.law code { overflow-wrap: anywhere; }
.mode { display: flex; gap: 10px; align-items: baseline; margin: 3px 0; }
.mode button { min-width: 2.6em; }
.mode button.on { border-color: var(--mark); color: var(--mark); }
.note { color: var(--soft); margin: 6px 0 10px; }
pre { font: 12px/1.5 ui-monospace, "DejaVu Sans Mono", monospace; white-space: pre;
  overflow-x: auto; margin: 4px 0; }
math { font-size: 1.08em; font-family: "STIX Two Math", "Latin Modern Math", "Cambria Math",
  "DejaVu Math TeX Gyre", "DejaVu Serif", serif; }
#scene:focus-visible { outline: 3px solid var(--mark); outline-offset: -3px; }
summary:focus-visible,
a:focus-visible, button:focus-visible, input:focus-visible, select:focus-visible {
  outline: 2px solid var(--mark); outline-offset: 1px; }
.equation { padding: 3px 0 3px 1.6em; text-indent: -1.6em; line-height: 2.1;
  overflow-wrap: anywhere; overflow-x: auto; overflow-y: hidden; }
.text { font: 12px/1.5 ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
.text div { padding-left: 3em; text-indent: -3em; }
summary { cursor: pointer; color: var(--soft); font-size: 12px; }
@media (max-width: 800px) {
  main { grid-template-columns: minmax(0, 1fr); grid-template-rows: 60vh auto; }
  main.plain { grid-template-rows: auto auto; }
  #stage { border-right: 0; }
  #stage.empty { height: auto; }
  body { height: auto; }
  #clock { min-width: 4.5em; }
  #clock span { display: none; }
  #switches > summary { display: block; padding: 1px 6px; border-radius: 6px;
    background: var(--veil); }
  #switches[open] > div { margin-top: 4px; }
  #shows label, #views button, #shows summary { padding: 4px 8px; }
  header { max-height: 7.4em; overflow-y: auto; }
}
]==]
