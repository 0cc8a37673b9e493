#!/bin/sh
# page.sh - the living pages in a real browser: they draw, play, follow the sliders, agree with the engine, and complain of nothing
#
# page.sh LUA FOLDER: pages and screenshots are left in FOLDER. Needs chromium, chromedriver and curl; where one is not here, says so.
# PAGE_LONG=1: also the runs of runs.lua (every robot and vehicle, every constraint) computed again by the pages' JavaScript in node.
lua=${1:-lua5.4} dir=${2:-build/page} port=${PORT:-9517}
for tool in chromium chromedriver curl; do
  command -v $tool >/dev/null 2>&1 || {
    echo "skipped: the living pages in a browser: $tool is not here (apt-get install chromium chromium-driver curl)"
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
  }
done
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
chromedriver --port="$port" > "$dir/driver.log" 2>&1 &
driver=$!
trap 'curl -s -X DELETE "$session" >/dev/null 2>&1; kill $driver 2>/dev/null; rm -rf "$dir/profile"' EXIT
"$lua" tests/page/pages.lua "$dir" || exit 1
for _ in 1 2 3 4 5 6 7 8 9 10; do curl -s "http://localhost:$port/status" >/dev/null 2>&1 && break; sleep 0.3; done
post() { curl -s --max-time 60 -H 'Content-Type: application/json' -X POST "$1" -d "$2"; }
id=$(post "http://localhost:$port/session" '{"capabilities":{"alwaysMatch":{"browserName":"chrome","goog:loggingPrefs":{"browser":"ALL"},
  "goog:chromeOptions":{"args":["--headless=new","--no-sandbox","--use-angle=swiftshader","--enable-unsafe-swiftshader","--window-size=900,600","--user-data-dir='"$dir/profile"'"]}}}}' |
  sed -n 's/.*"sessionId":"\([^"]*\)".*/\1/p')
[ -n "$id" ] || { echo "no browser session ($dir/driver.log)"; exit 1; }
session="http://localhost:$port/session/$id"
pass=0 fail=0
wrong() { fail=$((fail + 1)); echo "FAILED: $1"; }

for page in planar painted runs puma spring quadruped fourbar forces inputs inputs_model loop modes modes_loop told disc driver struck stopped driven many curves flat joints fourbar_joints every_joint delta front quad chosen road steered; do
  post "$session/url" "{\"url\":\"file://$dir/$page.html\"}" >/dev/null
  said=$(post "$session/execute/sync" "{\"script\":\"return checks('$page')\",\"args\":[]}" | sed -n 's/^{"value":"\(.*\)"}$/\1/p')
  case $said in
    [0-9]*\;*) pass=$((pass + ${said%%;*} - 1)) && wrong "${said#*; }" ;;
    [0-9]*) pass=$((pass + said)) ;;
    *) wrong "$page: ${said:-no answer}" ;;
  esac
  console=$(post "$session/se/log" '{"type":"browser"}' | sed 's/{[^{}]*GPU stall[^{}]*},*//g')
  if [ "$console" = '{"value":[]}' ]; then pass=$((pass + 1)); else wrong "$page: in the console: $console"; fi
  case $page in planar|painted|runs|puma|quadruped|fourbar|forces|inputs|inputs_model|loop|modes|struck|stopped|joints|delta|front|quad|road|steered) curl -s "$session/screenshot" | sed 's/^{"value":"//; s/"}$//' | base64 -d > "$dir/$page.png" ;; esac
  if [ "$(wc -c < "$dir/$page.html")" -lt 300000 ]; then pass=$((pass + 1)); else wrong "$page: 300 kB or more"; fi
done

# the expressions of a page: its JavaScript gives the engine's values
if command -v node >/dev/null 2>&1; then
  "$lua" tests/page/formulas.lua tests/fuzz/corpus/expr > "$dir/formulas.js" && said=$(node "$dir/formulas.js") || wrong "formulas: $said"
  pass=$((pass + $(echo "$said" | sed -n 's/^\([0-9]*\) passed.*/\1/p')))
else echo "left out: formulas.lua (node is not here)"; fi

if [ -n "$PAGE_LONG" ]; then
  if command -v node >/dev/null 2>&1; then
    "$lua" tests/page/runs.lua "$dir" > "$dir/runs.list" && node tests/page/again.js $(cat "$dir/runs.list") || wrong "runs.lua"
  else echo "left out: runs.lua (node is not here)"; fi
fi
echo "$pass passed, $fail failed, 0 skipped"
[ $fail -eq 0 ]
