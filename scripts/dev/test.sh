#!/bin/sh
# test.sh - run the C tests, then the Lua tests on every Lua found; close with 'N passed, N failed'
#
# LUAS, BUILD, SAN and CC come from the Makefile; ONLY='rot frame' keeps the Lua tests test_rot.lua and test_frame.lua and the
# C suites rot and frame. What a test prints is kept in $BUILD/log and shown when it fails. A Lua test that closes with
# 'N passed, N failed' is counted by its numbers, any other counts as one. What all of it passed with is kept in $BUILD/passed, so
# that REUSE=1 need not run again what has not changed since.

log=$BUILD/log

plain() { sed 's/\x1b\[[0-9;]*m//g' "$1"; }

# one Lua test in its own process: $1 the Lua, $2 the file; leaves "passed failed" in a .count file
one() {
  name=$(basename "$2" .lua)-$1
  preload= pictures=
  case $2 in scripts/*) mkdir -p "$log/$name" && pictures="--html --svg $log/$name/" ;; esac
  if [ -n "$SAN" ]; then preload="$(${CC:-gcc} -print-file-name=libasan.so) $(${CC:-gcc} -print-file-name=libubsan.so)"; fi
  start=$(date +%s%N)
  env ${preload:+LD_PRELOAD="$preload"} LUA_CPATH="$BUILD/$1/?.so" LUA_PATH='lib/?.lua;lib/?/init.lua;tests/lua/?.lua' \
    LIAISON_BUILD="$BUILD" LIAISON_LUA="$1" "$1" "$2" $pictures > "$log/$name.txt" 2>&1
  code=$?
  took=$((($(date +%s%N) - start) / 1000000))
  counts=$(plain "$log/$name.txt" | sed -n 's/^\([0-9][0-9]*\) passed, \([0-9][0-9]*\) failed$/\1 \2/p' | tail -1)
  p=${counts% *} f=${counts#* }
  : "${p:=0}" "${f:=0}"
  if [ $code -ne 0 ]; then
    [ "$f" -gt 0 ] || f=1
    echo "FAILED: $2 on $1 (exit code $code)"
    tail -40 "$log/$name.txt" | sed 's/^/    /'
  elif [ "$f" -gt 0 ]; then echo "FAILED: $2 on $1 ($f failed)"
  else
    [ "$p" -gt 0 ] || p=1
    printf '  ok    %-40s %-7s %4d passed %6d ms\n' "$2" "$1" "$p" "$took"
  fi
  echo "$p $f" > "$log/$name.count"
}

if [ "$1" = one ]; then
  one "$2" "$3"
  exit 0
fi

# a fingerprint of everything the tests see
seen() {
  {
    echo "$LUAS" "$SAN" "$CC"
    find "$BUILD/unit" "$BUILD"/libliaison.* $(for l in $LUAS; do echo "$BUILD/$l/liaison" "$BUILD/$l/oom"; done) lib scripts tests \
      ./*.md -type f ! -name '*.log' -exec cksum {} +
  } | LC_ALL=C sort | cksum
}

if [ -n "$REUSE" ] && [ -z "$ONLY" ] && [ -s "$BUILD/passed" ] && [ "$(seen)" = "$(head -1 "$BUILD/passed")" ]; then
  echo "nothing has changed since all of them passed"
  tail -1 "$BUILD/passed"
  exit 0
fi

rm -rf "$log" "$BUILD/passed"
mkdir -p "$log"
pass=0 fail=0

export OPENBLAS_NUM_THREADS=1
if [ -n "$SAN" ]; then # findings go to files, since Criterion counts a leak as a pass
  report=$(cd "$log" && pwd)/report
  export UBSAN_OPTIONS="log_path=$report:print_stacktrace=1"
  export ASAN_OPTIONS="log_path=$report:allocator_may_return_null=1:detect_leaks=1"
fi

# Criterion's own closing line: Tested: a | Passing: b | Failing: c | Crashing: d
filter=$(for s in $ONLY; do printf "%s|" "$s"; done)
start=$(date +%s%N)
sh scripts/dev/unit.sh "$BUILD/unit" ${filter:+--filter "@(${filter%|})/*"} > "$log/unit.txt" 2>&1
code=$?
took=$((($(date +%s%N) - start) / 1000000))
numbers=$(plain "$log/unit.txt" | sed -n 's/.*Passing: *\([0-9]*\) *| *Failing: *\([0-9]*\) *| *Crashing: *\([0-9]*\).*/\1 \2 \3/p' | tail -1)
if [ -n "$numbers" ]; then
  set -- $numbers
  pass=$1 fail=$(($2 + $3))
fi
if [ -z "$numbers" ] || { [ $code -ne 0 ] && [ $fail -eq 0 ]; }; then
  fail=$((fail + 1))
  echo "FAILED: $BUILD/unit ended with exit code $code"
fi
if [ $fail -gt 0 ]; then
  plain "$log/unit.txt" | grep -v '^\[====\] Running' | tail -60 | sed 's/^/    /'
  echo "FAILED: the C tests ($pass passed, $fail failed)"
else
  printf '  ok    %-48s %4d passed %6d ms\n' "the C tests ($BUILD/unit)" "$pass" "$took"
fi

if [ -n "$SAN" ]; then # an interpreter that leaves by os.exit gives nothing back; the live count of core is asked by the tests
  export ASAN_OPTIONS="log_path=$report:allocator_may_return_null=1:detect_leaks=0"
fi
jobs() { # the Lua and the file of each; the long ones first, so that no processor waits for them at the end
  long="tests/lua/test_oom.lua tests/lua/test_fuzz.lua tests/lua/test_kernels.lua"
  for t in $long $(ls tests/lua/test_*.lua scripts/[0-9]*.lua | grep -vxF "$(printf '%s\n' $long)"); do
    name=$(basename "$t" .lua)
    [ -z "$ONLY" ] || case " $ONLY " in *" ${name#test_} "*) ;; *) continue ;; esac
    for lua in $LUAS; do printf '%s\n%s\n' "$lua" "$t"; done
  done
}
jobs > "$log/jobs"
want=$(($(wc -l < "$log/jobs") / 2)) got=0
[ $want -eq 0 ] || xargs -n 2 -P "$(nproc 2>/dev/null || echo 1)" sh scripts/dev/test.sh one < "$log/jobs"
for c in "$log"/*.count; do
  [ -e "$c" ] || continue
  read -r p f < "$c"
  pass=$((pass + p)) fail=$((fail + f)) got=$((got + 1))
done
if [ $got -ne $want ]; then
  fail=$((fail + want - got))
  echo "FAILED: $((want - got)) Lua tests left no verdict"
fi

for r in "$log"/report*; do
  [ -s "$r" ] || continue
  fail=$((fail + 1))
  echo "FAILED: a sanitizer report, $r"
  head -30 "$r" | sed 's/^/    /'
done

[ $fail -gt 0 ] || [ -n "$ONLY" ] || { seen && echo "$pass passed, $fail failed"; } > "$BUILD/passed"
echo "$pass passed, $fail failed"
[ $fail -eq 0 ]
