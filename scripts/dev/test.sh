#!/bin/sh
# test.sh - run the C tests, then the Lua tests on the Luas found, in turn; close with 'N passed, N failed, N skipped'
#
# LUAS, BUILD, SAN and CC come from the Makefile; ONLY='rot frame' keeps the Lua tests test_rot.lua and test_frame.lua and the
# C suites rot and frame, LEAVE='oom' leaves that Lua test out. What a test prints is kept in $BUILD/log and shown when it fails.
# A Lua test closes with 'N passed, N failed, N skipped' and is counted by these numbers; a script that prints counts as one.
# Every suite runs on one Lua, in turn; LONG=other runs it on the other one, LONG=both and ONLY on all of them (make check sees
# every suite on every Lua).
# What all of it passed with is kept in $BUILD/passed, so that REUSE=1 need not run again what has not changed since.
# LOCALE=de_DE.UTF-8 runs the Lua tests, and what they start, in that locale, without the C tests.
# STRICT=1: what is skipped and not allowed in tests/skips.txt has failed.

log=$BUILD/log${LOCALE:+-$LOCALE}${LONG:+-$LONG}

plain() { sed 's/\x1b\[[0-9;]*m//g' "$1"; }

# the closing line of $1 as 'passed failed skipped'; nothing where it has none
closing() {
  plain "$1" | sed -n 's/^\([0-9][0-9]*\) passed, \([0-9][0-9]*\) failed, \([0-9][0-9]*\) skipped$/\1 \2 \3/p' | tail -1
}

# the runtimes of $SAN, for a Lua that was built without
sanitizers() {
  clang_runtime=ubsan_standalone
  case $SAN in *address*) clang_runtime=asan ;; esac
  case $CC in
    *clang*) files="libclang_rt.$clang_runtime-$(uname -m).so" ;;
    *) files="libasan.so libubsan.so" ;;
  esac
  for file in $files; do "${CC:-gcc}" -print-file-name="$file"; done | tr '\n' ' '
}

# one Lua test in its own process: $1 the Lua, $2 the file; leaves "passed failed" in a .count file
one() {
  name=$(basename "$2" .lua)-$1
  preload= pictures=
  case $2 in scripts/*) mkdir -p "$log/$name" && pictures="--html --svg $log/$name/" ;; esac
  [ -z "$SAN" ] || preload=$(sanitizers)
  start=$(date +%s%N)
  env ${preload:+LD_PRELOAD="$preload"} LUA_CPATH="$BUILD/$1/?.so" LUA_PATH='lib/?.lua;lib/?/init.lua;tests/lua/?.lua' \
    ${LOCALE:+LC_ALL="$LOCALE" LANGUAGE=en LOCPATH="$LOCPATH" LUA_INIT="assert(os.setlocale '$LOCALE')"} \
    LIAISON_BUILD="$BUILD" LIAISON_LUA="$1" "$1" "$2" $pictures > "$log/$name.txt" 2>&1
  code=$?
  took=$((($(date +%s%N) - start) / 1000000))
  set -- "$1" "$2" $(closing "$log/$name.txt")
  p=${3:-0} f=${4:-0} k=${5:-0}
  if [ $code -ne 0 ]; then
    [ "$f" -gt 0 ] || f=1
    echo "FAILED: $2 on $1 (exit code $code)"
    tail -40 "$log/$name.txt" | sed 's/^/    /'
  elif [ "$f" -gt 0 ]; then echo "FAILED: $2 on $1 ($f failed)"
  elif why=$(says_nothing "$2" "$log/$name.txt" "$3"); then
    f=1
    echo "FAILED: $2 on $1 ($why)"
  else
    [ $((p + k)) -gt 0 ] || p=1
    printf '  ok    %-40s %-7s %4d passed %6d ms\n' "$2" "$1" "$p" "$took"
  fi
  echo "$p $f $k" > "$log/$name.count"
}

# a test that ends well but tells nothing may have tested nothing: $1 the file, $2 what it printed, $3 what it counted
says_nothing() {
  case $1 in
    tests/*) [ -z "$3" ] && echo "it did not close with its numbers" ;;
    *) [ ! -s "$2" ] && echo "it printed nothing" ;;
  esac
}

if [ "$1" = one ]; then
  one "$2" "$3"
  exit 0
fi

# a fingerprint of everything the tests see
seen() {
  {
    echo "$LUAS" "$SAN" "$CC" "$LOCALE" "$LEAVE" "$LONG"
    find "$BUILD/unit" "$BUILD"/libliaison.* $(for l in $LUAS; do echo "$BUILD/$l/liaison" "$BUILD/$l/oom"; done) lib scripts tests \
      ./*.md -type f ! -name '*.log' -exec cksum {} +
  } | LC_ALL=C sort | cksum
}

passed=$BUILD/passed${LOCALE:+-$LOCALE}${LONG:+-$LONG}
if [ -n "$REUSE" ] && [ -z "$ONLY" ] && [ -s "$passed" ] && [ "$(seen)" = "$(head -1 "$passed")" ]; then
  echo "nothing has changed since all of them passed"
  sed 1d "$passed"
  exit 0
fi

# a name that means nothing tests nothing
suites=
for name in $ONLY; do
  if "$BUILD/unit" --list | plain - | grep -q "^$name: "; then suites="$suites|$name"
  elif [ ! -e "tests/lua/test_$name.lua" ] && [ ! -e "scripts/$name.lua" ]; then
    echo "ONLY: there is neither a C suite nor a Lua test '$name'" >&2
    echo "0 passed, 1 failed, 0 skipped"
    exit 1
  fi
done

rm -rf "$log" "$passed"
mkdir -p "$log"
pass=0 fail=0 skip=0

made=$(sh scripts/dev/locales.sh)
[ -z "$made" ] || export LOCPATH="$made" # each test is a process of its own
if [ -n "$LOCALE" ] && [ ! -d "$LOCPATH/$LOCALE" ]; then
  echo "skipped: the Lua tests in $LOCALE: no locale can be made here (apt-get install locales)"
  echo "0 passed, ${STRICT:-0} failed, 1 skipped"
  [ -z "$STRICT" ]
  exit
fi

export OPENBLAS_NUM_THREADS=1
if [ -n "$SAN" ]; then # findings go to files, since Criterion counts a leak as a pass
  report=$(cd "$log" && pwd)/report
  export UBSAN_OPTIONS="log_path='$report':print_stacktrace=1"
  export ASAN_OPTIONS="log_path='$report':allocator_may_return_null=1:detect_leaks=1"
fi

# Criterion's own closing line: Tested: a | Passing: b | Failing: c | Crashing: d; to it a skipped test has passed
c_tests() {
  start=$(date +%s%N)
  LOCPATH=$LOCPATH sh scripts/dev/unit.sh "$BUILD/unit" ${suites:+--filter "@(${suites#|})/*"} > "$log/unit.txt" 2>&1
  code=$?
  took=$((($(date +%s%N) - start) / 1000000))
  numbers=$(plain "$log/unit.txt" | sed -n 's/.*Passing: *\([0-9]*\) *| *Failing: *\([0-9]*\) *| *Crashing: *\([0-9]*\).*/\1 \2 \3/p' | tail -1)
  if [ -n "$numbers" ]; then
    set -- $numbers
    skip=$(grep -c '^skipped: ' "$log/unit.txt")
    pass=$(($1 - skip)) fail=$(($2 + $3))
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
}
[ -n "$LOCALE" ] || [ "$LONG" = other ] || { [ -n "$ONLY" ] && [ -z "$suites" ]; } || c_tests

if [ -n "$SAN" ]; then # an interpreter that leaves by os.exit gives nothing back; the live count of core is asked by the tests
  export ASAN_OPTIONS="log_path='$report':allocator_may_return_null=1:detect_leaks=0"
fi
# the long ones first, so that no processor waits for them at the end
long="fuzz kernels oom inverse_equations hostile progress page_acts run_kernel ship car page_jumps loops_symbols sim_files iso8608"
long="$long page_loops launcher history firmware linkages inria80_motion mechanism counts mutate locale every_description"
long="$long kit docs conversions interrupt layers xacro urdf_odd gates oom_large help prompt force_rows vehicle_explain"
long="$long round_trips languages fmu kane_bicycle exercises time_optimal manoeuvres_car equations sheet builders 38_sampled_pendulum"
long="$long examples horizons linear_edges steady_turn motion mjcf joints_in_space latex ways reference manoeuvres"
long="$long describe_fuzz car_parts page page_data nonlinear lane_change zoo mjcf_peer contacts contacts_peer chassis"
long="$long acting_reader road_laws attitude memory car_drive datafile truck robot_writers surface_runs paper drivers follow"
long="$long 43_handling 45_stability_control 31_path_tracking 40_published_vehicles inria80_roads turned_inertia legs"
long="$long blackboard french drawing 24_operations 44_elk_test fronts golden_questions tyre_late page_live"
long="$long planning legs tasks 46_arm_among_obstacles 47_humanoid_reaching"

files() {
  [ "$LONG" = other ] && [ "$LUAS" = "${LUAS%% *}" ] && return
  for name in $long; do printf "%s\n" "tests/lua/test_$name.lua" "scripts/$name.lua"; done
  ls tests/lua/test_*.lua scripts/[0-9]*.lua 2> /dev/null
}

wanted_name() {
  [ -z "$ONLY" ] || case " $ONLY " in *" $1 "*) ;; *) return 1 ;; esac
  case " $LEAVE " in *" $1 "*) return 1 ;; esac
}

# which Lua suite number $1 is run on; nothing where on all of them
turn_of() {
  [ -z "$ONLY" ] && [ "$LONG" != both ] || return
  [ "$LONG" = other ] && echo $(($1 + 1)) || echo "$1"
}

luas_of() {
  turn=$(turn_of "$1")
  set -- $LUAS
  [ -z "$turn" ] || shift $((turn % $#))
  [ -z "$turn" ] && echo "$@" || echo "$1"
}

jobs() { # the Lua and the file of each
  number=0
  for t in $(files | awk '!seen[$0]++'); do
    name=$(basename "$t" .lua) name=${name#test_}
    wanted_name "$name" && [ -e "$t" ] || continue
    for lua in $(luas_of $number); do printf '%s\n%s\n' "$lua" "$t"; done
    number=$((number + 1))
  done
}
jobs > "$log/jobs"
want=$(($(wc -l < "$log/jobs") / 2)) got=0
[ $want -eq 0 ] || xargs -n 2 -P "$(nproc 2>/dev/null || echo 1)" sh scripts/dev/test.sh one < "$log/jobs"
for c in "$log"/*.count; do
  [ -e "$c" ] || continue
  read -r p f k < "$c"
  pass=$((pass + p)) fail=$((fail + f)) skip=$((skip + k)) got=$((got + 1))
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

# what was skipped, each reason once; the list of what may be says why
grep -h '^skipped: ' "$log"/*.txt | LC_ALL=C sort | uniq -c | sed 's/^ *\([0-9]*\) skipped: /skipped: \1 x /' > "$log/skipped"
cat "$log/skipped"
if [ -n "$STRICT" ] && grep -v '^#' tests/skips.txt | grep -vF -f - "$log/skipped" > "$log/not-allowed"; then
  fail=$((fail + $(wc -l < "$log/not-allowed")))
  sed 's/^/FAILED: not allowed by tests\/skips.txt: /' "$log/not-allowed"
fi

closing="$pass passed, $fail failed, $skip skipped"
[ $fail -gt 0 ] || [ -n "$ONLY" ] || { seen && cat "$log/skipped" && echo "$closing"; } > "$passed"
echo "$closing"
[ $fail -eq 0 ]
