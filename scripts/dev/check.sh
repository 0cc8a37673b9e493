#!/bin/sh
# check.sh - all that must hold before a commit, timed and counted, closed with 'N passed, N failed, N skipped' (make check)
#
# layers, luacheck, gcc -Werror with all tests, clang -Werror and its ASan+UBSan with all tests (each Lua test on one Lua, in
# turn; BOTH=1: those of gcc too), the Lua tests in two other locales and in a folder with spaces, valgrind on a few, install and
# uninstall. What needs a tool that is not here is named and counted as skipped; STRICT=1: as failed, unless tests/skips.txt allows it. QUICK=1 keeps layers, luacheck
# and gcc. REUSE=1 does not run again tests of which nothing has changed since they passed.
# Logs are in build/check/.

make=${MAKE:-make}
jobs=$(nproc 2>/dev/null || echo 1)
dir=build/check
pass=0 fail=0 skip=0
has() { command -v "$1" >/dev/null 2>&1; }
clock() { date +%s; }
mkdir -p $dir

# step 'what' log command...: one check; its own 'N passed, N failed, N skipped' is added up, else it counts as one
step() {
  what=$1 log=$dir/$2.txt
  shift 2
  t0=$(clock)
  "$@" > "$log" 2>&1
  code=$?
  set -- $(sed -n 's/^\([0-9][0-9]*\) passed, \([0-9][0-9]*\) failed, \([0-9][0-9]*\) skipped$/\1 \2 \3/p' "$log" | tail -1)
  p=${1:-0} f=${2:-0} k=${3:-0}
  [ "$code" -eq 0 ] && [ $((p + k)) -eq 0 ] && p=1
  [ "$code" -ne 0 ] && [ "$f" -eq 0 ] && f=1
  pass=$((pass + p)) fail=$((fail + f)) skip=$((skip + k))
  if [ "$f" -eq 0 ]; then
    printf 'ok      %-46s %6d passed %5d s\n' "$what" "$p" $(($(clock) - t0))
    grep '^skipped: ' "$log" | sed 's/^/        /'
  else
    printf 'FAILED  %-46s %6d passed, %d failed (%s) %5d s\n' "$what" "$p" "$f" "$log" $(($(clock) - t0))
    grep -E 'FAILED|error:|warning:|Error ' "$log" | head -20 | sed 's/^/        /'
    tail -25 "$log" | sed 's/^/        /'
  fi
}

skipped() { # what, why
  if [ -n "$STRICT" ] && ! grep -v '^#' tests/skips.txt | grep -qF "$1"; then
    fail=$((fail + 1))
    echo "FAILED  $1: $2, and tests/skips.txt does not allow it"
  else
    skip=$((skip + 1))
    echo "skipped: $1: $2"
  fi
}
left_out() { skipped "$1" "$2 is not here (apt-get install $3)"; }

# everything compiled, and not a word from the compiler, now or when the object was made (make keeps it in *.o.says)
silent_build() { # folder, arguments of make
  folder=$1
  shift
  "$make" -s -j"$jobs" BUILD="$folder" LUAS="$LUAS" "$@" all "$folder/unit" || return 1
  find "$folder/core" "$folder/tests" $(for l in $LUAS; do echo "$folder/$l"; done) -name '*.o.says' -size +0 \
    -exec cat {} + > $dir/said.txt
  cat $dir/said.txt
  [ ! -s $dir/said.txt ]
}

# what is Lua alone or waits for compilers and other programs: sanitizers see nothing new there
aside="exercises firmware ship surface_laws surface_runs iso8608 page_jumps page_loops page_acts page_road loop_page mutate"
aside="$aside languages fmu road_laws nonlinear_flat law_explain vehicle_explain inverse_equations progress layers launcher locale"
aside="$aside blackboard french drawing 38_sampled_pendulum conversions every_description docs exercises manoeuvres_car lane_change"

# 9 calls of every function with nonsense; make fuzz makes 10,000. Each suite on one Lua, in turn
sanitized() { # the compiler
  export FUZZ_CALLS="${FUZZ_CALLS:-9}" FUZZ_SECONDS="${FUZZ_SECONDS:-0.1}" OOM_STEP="${OOM_STEP:-397}" OOM_MOST="${OOM_MOST:-4}"
  cc=$1 folder=$dir/$1-san
  set -- CC="$cc" SAN=address,undefined OPT="-O1 -g"
  step "$cc with ASan+UBSan: the build, not a warning" "$cc-build" silent_build "$folder" "$@"
  step "all tests, $cc with ASan+UBSan" "$cc-san" env LEAVE="$aside linkages inria80_motion history counts" \
    "$make" -s BUILD="$folder" LUAS="$LUAS" "$@" test
}

# clang as the second compiler, under its sanitizers where those are here: they see what those of gcc do not, null pointers that
# are moved, numbers that do not fit their type. The bits are those of gcc: golden runs are compared
second_compiler() {
  echo 'int main(void) { return 0; }' > $dir/empty.c
  if clang -fsanitize=address,undefined -shared-libsan -o $dir/empty $dir/empty.c 2> $dir/empty.txt; then
    sanitized clang
    return
  fi
  left_out "ASan and UBSan of clang" "their runtime" libclang-rt-dev
  step "warnings as errors, clang" clang-build silent_build $dir/clang CC=clang
  step "all tests, clang" clang-test env FUZZ_CALLS="${FUZZ_CALLS:-8}" LEAVE="oom $aside" \
    "$make" -s BUILD=$dir/clang CC=clang LUAS="$LUAS" test
  sanitized gcc
}

# where a comma is the decimal point, where I is not the capital of i, and in a folder with spaces; what these places cannot
# matter to is left out
other_places() {
  capitals="names expr latex describe_tables describe_phrase describe_urdf datafile errors help launcher xacro tyres files"
  leave="languages fmu drawing docs history linkages inria80_motion oom kernels inverse_equations fuzz hostile interrupt firmware ship page_jumps page_loops page_acts page_road mutate surface_laws"
  step "Lua tests in German" locale-de env LEAVE="$leave" LOCALE=de_DE.UTF-8 "$make" -s LUAS="$LUAS" test
  step "Lua tests in Turkish" locale-tr env LOCALE=tr_TR.UTF-8 "$make" -s LUAS="${LUAS##* }" ONLY="$capitals" test
  step "tests in a folder with spaces" spaces in_spaces
}

in_spaces() {
  there="$dir/a folder & more"
  rm -rf "$there"
  mkdir -p "$there/build"
  sh scripts/dev/copy.sh "$there" &&
    cp -Rp build/core build/tests build/flags build/files build/unit build/libliaison.* build/lua* build/locale "$there/build/"
  (cd "$there" && "$make" -s LUAS="${LUAS%% *}" ONLY="text cc docs errors launcher layers page kernels sim_files names" test)
}

# valgrind sees the use of what was never written; a few suites, since it is slow, and only where it knows this processor
valgrind_tests() {
  export OPENBLAS_NUM_THREADS=1
  valgrind -q --trace-children=yes --error-exitcode=9 build/unit -j1 --filter 'status/*' > $dir/valgrind-try.txt 2>&1
  if grep -q 'Illegal\|SIGILL\|unhandled instruction' $dir/valgrind-try.txt; then
    skipped valgrind "it does not know an instruction of this processor"
    return
  fi
  step "valgrind, the ground floor" valgrind valgrind -q --trace-children=yes --error-exitcode=9 \
    sh scripts/dev/unit.sh build/unit -j1 --filter '@(mem|arena|status|names|text|rng)/*'
}

begin=$(clock)
step "layers" layers "$make" -s layers LUAS="$LUAS"
if has luacheck; then step "luacheck" luacheck luacheck -q --no-color lib scripts tests/lua; else left_out luacheck luacheck lua-check; fi
step "warnings as errors, gcc" gcc-build silent_build build CC=gcc
step "all tests, gcc" gcc-test "$make" -s LUAS="$LUAS" CC=gcc test
if [ -z "$QUICK" ]; then
  step "all of it on the other Lua" gcc-long env LONG=other OOM_STEP="${OOM_STEP:-797}" \
    OOM_MOST="${OOM_MOST:-5}" LEAVE="drawing" "$make" -s LUAS="$LUAS" CC=gcc test
  step "20,000 random expressions" expressions env SYM_CASES=20000 sh scripts/dev/unit.sh build/unit --filter '@(build|eval|diff|parse|expand|zero|simp|share|large)/*'
  step "5,000 random mechanisms" mechanisms env LIAISON_CASES=5000 sh scripts/dev/unit.sh build/unit --filter '@(closed|constrained)/*'
  step "1,000 random linkages" linkages env LIAISON_CASES=1000 "$make" -s LUAS="${LUAS%% *}" ONLY=linkages test
  step "1,000,000 motions on line" online env LIAISON_CASES=1000000 sh scripts/dev/unit.sh build/unit --filter "online/@(random_motions|no_motion_made)*"
  step "laws of runs: fronts, forces" runs env LIAISON_CASES=40 "$make" -s LUAS="${LUAS%% *}" ONLY="fronts force_laws" test
  step "every third example alone" history env LIAISON_PART=3 "$make" -s LUAS="${LUAS%% *}" ONLY=history test
  if has clang; then second_compiler; else left_out "the second compiler" clang clang && sanitized gcc; fi
  [ -z "$BOTH" ] || sanitized gcc
  other_places
  step "one more of every kind" toys "$make" -s toys LUAS="$LUAS"
  if has valgrind; then valgrind_tests; else left_out valgrind valgrind valgrind; fi
  if has chromium && has chromedriver && has curl; then step "the living pages in a browser" page "$make" -s page LUAS="$LUAS"
  else left_out "the living pages in a browser" chromium "chromium chromium-driver curl"; fi
  step "install, use, uninstall" install sh tests/install/test_install.sh
fi
echo "check: $(($(clock) - begin)) s"
echo "$pass passed, $fail failed, $skip skipped"
[ $fail -eq 0 ]
