#!/bin/sh
# page.sh - the living pages in a real browser: they draw, play, follow the sliders, agree with the engine, and complain of nothing
#
# page.sh LUA FOLDER: pages and screenshots are left in FOLDER. Needs chromium, chromedriver and curl; where one is not here, says so.
lua=${1:-lua5.4} dir=${2:-build/page} port=${PORT:-9517}
for tool in chromium chromedriver curl; do
  command -v $tool >/dev/null 2>&1 || { echo "left out: the pages in a browser ($tool is not here; apt-get install chromium chromium-driver curl)"; exit 0; }
done
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
"$lua" tests/page/pages.lua "$dir" || exit 1
chromedriver --port="$port" > "$dir/driver.log" 2>&1 &
driver=$!
trap 'curl -s -X DELETE "$session" >/dev/null 2>&1; kill $driver 2>/dev/null; rm -rf "$dir/profile"' EXIT
for _ in 1 2 3 4 5 6 7 8 9 10; do curl -s "http://localhost:$port/status" >/dev/null 2>&1 && break; sleep 0.3; done
post() { curl -s --max-time 60 -H 'Content-Type: application/json' -X POST "$1" -d "$2"; }
id=$(post "http://localhost:$port/session" '{"capabilities":{"alwaysMatch":{"browserName":"chrome","goog:loggingPrefs":{"browser":"ALL"},
  "goog:chromeOptions":{"args":["--headless=new","--no-sandbox","--use-angle=swiftshader","--enable-unsafe-swiftshader","--window-size=1280,760","--user-data-dir='"$dir/profile"'"]}}}}' |
  sed -n 's/.*"sessionId":"\([^"]*\)".*/\1/p')
[ -n "$id" ] || { echo "no browser session ($dir/driver.log)"; exit 1; }
session="http://localhost:$port/session/$id"
pass=0 fail=0
open() { page=$1; post "$session/url" "{\"url\":\"file://$dir/$1.html\"}" >/dev/null; }
# the value of a JavaScript expression
value() { post "$session/execute/sync" "{\"script\":\"return $1\",\"args\":[]}" | sed -n 's/^{"value":\(.*\)}$/\1/p'; }
is() { # what, wanted, got
  if [ "$2" = "$3" ]; then pass=$((pass + 1)); else fail=$((fail + 1)); echo "FAILED: $page: $1: expected $2, got $3"; fi
}
picture() { curl -s "$session/screenshot" | sed 's/^{"value":"//; s/"}$//' | base64 -d > "$dir/$page$1.png"; }
quiet() { is "no word in the console" '{"value":[]}' "$(post "$session/se/log" '{"type":"browser"}' | sed 's/{[^{}]*GPU stall[^{}]*},*//g')"; }
drawn='(() => { const c = document.getElementById(`scene`), gl = c.getContext(`webgl2`); liaison.seek(liaison.state().t); return new Promise(done => requestAnimationFrame(() => { const p = document.createElement(`canvas`); p.width = c.width; p.height = c.height; const x = p.getContext(`2d`); x.drawImage(c, 0, 0); const d = x.getImageData(0, 0, p.width, p.height).data; const s = new Set(); for (let i = 0; i < d.length; i += 4) if (d[i+3] > 200) s.add(d[i] + 256*d[i+1]); done(s.size > 50); })); })()'

for p in planar puma spring; do
  open $p
  is "the run computed again equals the engine's to 1e-9" true "$(value 'liaison.verify() < 1e-9')"
  is "drawn" true "$(value "$drawn")"
  is "three pictures of curves at least" true "$(value 'document.querySelectorAll(`#plots svg`).length >= 3')"
  is "it plays" true "$(value '(() => { const a = liaison.state().t; liaison.play(); return new Promise(done => setTimeout(() => { const s = liaison.state(); liaison.play(); done(s.t > a && s.playing); }, 400)); })()')"
  is "the time slider moves the mechanism" true "$(value '(() => { const a = liaison.state().q.join(); const s = document.getElementById(`time`); s.value = 3.3; s.dispatchEvent(new Event(`input`)); return liaison.state().q.join() !== a && Math.abs(liaison.state().t - 3.3) < 1e-9; })()')"
  is "a parameter computes it again" true "$(value '(() => { const s = document.querySelector(`#sliders input`); const before = liaison.state().q.join(); s.value = +s.min + 0.8*(s.max - s.min); s.dispatchEvent(new Event(`input`)); return liaison.state().q.join() !== before && document.getElementById(`failed`).textContent === ``; })()')"
  is "and back again" true "$(value '(() => { document.querySelector(`#sliders button`).click(); return liaison.state().rows > 10; })()')"
  picture
  quiet
done
open quadruped
is "played back, and says why" true "$(value 'document.getElementById(`again`).textContent.length > 20')"
is "drawn" true "$(value "$drawn")"
picture
quiet
open joints
is "a slider for each of seven joints" 7 "$(value 'document.querySelectorAll(`#sliders input`).length')"
is "a slider turns its joint" true "$(value '(() => { const s = document.querySelector(`#sliders input`); s.value = 1; s.dispatchEvent(new Event(`input`)); return Math.abs(liaison.state().q[0] - 1) < 0.01; })()')"
is "drawn" true "$(value "$drawn")"
picture
quiet
open every_joint
expected=$(sed 's/"/`/g' "$dir/poses.json" | sed 's/`\([a-z]*\)`:/\1:/g')
is "every kind of joint stands where the engine says" true "$(value "(() => { const e = $expected, X = liaison.poses(Float64Array.from(e.q)), names = JSON.parse(document.getElementById(\`data\`).textContent).mechanism.bodies.map(b => b.name); return names.every((n, i) => e.p[n].every((x, k) => Math.abs(x - X[i].body.p[k]) < 1e-12)); })()")"
quiet
size=$(wc -c < "$dir/puma.html")
page=puma
is "under 300 kB" 1 $((size < 300000))
echo "$pass passed, $fail failed"
[ $fail -eq 0 ]
