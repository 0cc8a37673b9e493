#!/bin/sh
# check.sh - everything that must hold before a commit, timed, counted and closed with 'N passed, N failed' (make check)
#
# layers, luacheck, gcc -Werror with all tests, clang -Werror with all tests, ASan+UBSan with all tests, valgrind on a few,
# install and uninstall. What needs a tool that is not here is named and left out. QUICK=1 keeps layers, luacheck and gcc. REUSE=1
# does not run again tests of which nothing has changed since they passed.
# Logs are in build/check/.

make=${MAKE:-make}
jobs=$(nproc 2>/dev/null || echo 1)
dir=build/check
pass=0 fail=0
has() { command -v "$1" >/dev/null 2>&1; }
clock() { date +%s; }
mkdir -p $dir

# step 'what' log command...: one check; its own 'N passed, N failed' is added up, else it counts as one
step() {
  what=$1 log=$dir/$2.txt
  shift 2
  t0=$(clock)
  "$@" > "$log" 2>&1
  code=$?
  counts=$(sed -n 's/^\([0-9][0-9]*\) passed, \([0-9][0-9]*\) failed$/\1 \2/p' "$log" | tail -1)
  p=${counts% *} f=${counts#* }
  : "${p:=0}" "${f:=0}"
  [ "$code" -eq 0 ] && [ "$p" -eq 0 ] && p=1
  [ "$code" -ne 0 ] && [ "$f" -eq 0 ] && f=1
  pass=$((pass + p)) fail=$((fail + f))
  if [ "$f" -eq 0 ]; then
    printf 'ok      %-46s %6d passed %5d s\n' "$what" "$p" $(($(clock) - t0))
  else
    printf 'FAILED  %-46s %6d passed, %d failed (%s) %5d s\n' "$what" "$p" "$f" "$log" $(($(clock) - t0))
    grep -E 'FAILED|error:|warning:|Error ' "$log" | head -20 | sed 's/^/        /'
    tail -25 "$log" | sed 's/^/        /'
  fi
}

left_out() { echo "left out: $1 ($2 is not here; apt-get install $3)"; }

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

build_and_test() { # name, folder, arguments of make
  name=$1 folder=$2
  shift 2
  step "warnings as errors, $name" "$name-build" silent_build "$folder" "$@"
  step "all tests, $name" "$name-test" "$make" -s BUILD="$folder" LUAS="$LUAS" "$@" test
}

# 100 calls of every function with nonsense; make fuzz makes 10,000
sanitized_tests() {
  export FUZZ_CALLS="${FUZZ_CALLS:-100}" FUZZ_SECONDS="${FUZZ_SECONDS:-0.15}" OOM_STEP="${OOM_STEP:-7}" OOM_MOST="${OOM_MOST:-50}"
  step "build with ASan+UBSan" san-build "$make" -s -j"$jobs" BUILD=$dir/san SAN=address,undefined OPT="-O1 -g" LUAS="$LUAS" \
    all $dir/san/unit
  step "all tests under ASan+UBSan" san-test "$make" -s BUILD=$dir/san SAN=address,undefined OPT="-O1 -g" LUAS="$LUAS" test
}

# valgrind sees the use of what was never written; a few suites, since it is slow, and only where it knows this processor
valgrind_tests() {
  export OPENBLAS_NUM_THREADS=1
  valgrind -q --trace-children=yes --error-exitcode=9 build/unit -j1 --filter 'status/*' > $dir/valgrind-try.txt 2>&1
  if grep -q 'Illegal\|SIGILL\|unhandled instruction' $dir/valgrind-try.txt; then
    echo "left out: valgrind (it does not know an instruction of this processor)"
    return
  fi
  step "valgrind, the ground floor" valgrind valgrind -q --trace-children=yes --error-exitcode=9 \
    sh scripts/dev/unit.sh build/unit -j1 --filter '@(mem|arena|status|names|text|rng)/*'
}

begin=$(clock)
step "layers" layers "$make" -s layers LUAS="$LUAS"
if has luacheck; then step "luacheck" luacheck luacheck -q --no-color lib scripts tests/lua; else left_out luacheck luacheck lua-check; fi
build_and_test gcc build CC=gcc
if [ -z "$QUICK" ]; then
  step "100,000 random expressions" expressions env SYM_CASES=100000 sh scripts/dev/unit.sh build/unit --filter '@(build|eval|diff|parse|expand|zero|simp|share|large)/*'
  step "5,000 random mechanisms" mechanisms env LIAISON_CASES=5000 sh scripts/dev/unit.sh build/unit --filter '@(closed|constrained)/*'
  step "5,000 random linkages" linkages env LIAISON_CASES=5000 "$make" -s LUAS="${LUAS%% *}" ONLY=linkages test
  step "every example alone" history env LIAISON_LAW=all "$make" -s LUAS="${LUAS%% *}" ONLY=history test
  if has clang; then # one Lua is enough for a second opinion; what both share is in C
    luas=$LUAS LUAS=${LUAS%% *}
    build_and_test clang $dir/clang CC=clang
    LUAS=$luas
  else left_out "the second compiler" clang clang; fi
  sanitized_tests
  if has valgrind; then valgrind_tests; else left_out valgrind valgrind valgrind; fi
  if has chromium && has chromedriver && has curl; then step "the living pages in a browser" page "$make" -s page LUAS="$LUAS"
  else left_out "the living pages in a browser" chromium "chromium chromium-driver curl"; fi
  step "install, use, uninstall" install sh tests/install/test_install.sh
fi
echo "check: $(($(clock) - begin)) s"
echo "$pass passed, $fail failed"
[ $fail -eq 0 ]
