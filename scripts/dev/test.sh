#!/bin/sh
# test.sh - run the C tests, then the Lua tests on every Lua found; close with 'N passed, N failed'
# LUAS and BUILD come from the Makefile.
pass=0 fail=0

count() { # name, exit code
  if [ "$2" -eq 0 ]; then pass=$((pass + 1)); else fail=$((fail + 1)); echo "FAILED: $1"; fi
}

"$BUILD/unit" > "$BUILD/unit.log" 2>&1
code=$?
cat "$BUILD/unit.log"
# Criterion's own closing line: Tested: a | Passing: b | Failing: c | Crashing: d
plain() { sed 's/\x1b\[[0-9;]*m//g' "$BUILD/unit.log"; }
tested=$(plain | sed -n 's/.*Passing: *\([0-9]*\).*/\1/p' | tail -1)
bad=$(plain | sed -n 's/.*Failing: *\([0-9]*\) *| *Crashing: *\([0-9]*\).*/\1 \2/p' | tail -1)
if [ -z "$tested" ]; then count "C tests did not report" 1; else
  pass=$((pass + tested))
  for n in $bad; do fail=$((fail + n)); done
fi
[ "$code" -eq 0 ] || [ "$fail" -gt 0 ] || count "C tests" "$code"

for lua in $LUAS; do
  for t in tests/lua/test_*.lua; do
    [ -e "$t" ] || continue
    LUA_CPATH="$BUILD/$lua/?.so" LUA_PATH='lib/?.lua;lib/?/init.lua;tests/lua/?.lua' LIAISON_BUILD="$BUILD" \
      LD_PRELOAD="$LUA_PRELOAD" $lua "$t"
    count "$t on $lua" $?
  done
done

echo "$pass passed, $fail failed"
[ "$fail" -eq 0 ]
