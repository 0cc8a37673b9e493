#!/bin/sh
# bench.sh - run every benchmark and every peer that is here, then print the table (make bench)
#
# BENCH_ONLY='geo: exp' keeps some rows, BENCH_REPEATS=5 and BENCH_TIME=0.2 say how carefully, RECORD=1 keeps the result in
# tests/bench/recorded/ under the name of this processor. A peer is a file tests/bench/peers/*.cpp; its second line says
#   * needs <Debian package>: <command that prints its compiler flags>
# (or 'pkg-config <name>'), peers/*.py, with '# needs python3-<module>', or
# peers/*.m, with '% needs octave-<package>'; what cannot be compiled or imported is named and
# left out.

out=$BUILD/bench
rows=$out/rows.csv
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 BENCH_OUT=$out
mkdir -p "$out"
: > "$rows"

# one processor for all, the last one this process may use
pin=
if command -v taskset > /dev/null; then
  cpu=$(taskset -cp $$ | sed 's/.*[:,-] *//')
  taskset -c "$cpu" true 2> /dev/null && pin="taskset -c $cpu"
fi

run() { # what, command...
  echo "  $1" >&2
  shift
  $pin "$@" >> "$rows" || echo "  failed: $*" >&2
}

for program in "$@"; do run "$program" "$program"; done

for peer in tests/bench/peers/*.cpp; do
  [ -e "$peer" ] || continue
  name=$(basename "$peer" .cpp)
  needs=$(sed -n '2s/.*needs \([^:]*\): \(.*[^ */]\) *\(\*\/\)*$/\1|\2/p' "$peer")
  package=${needs%%|*} how=${needs#*|}
  case $how in pkg-config*) how="pkg-config --cflags --libs ${how#pkg-config }" ;; esac
  if flags=$($how 2> /dev/null) &&
    ${CXX:-g++} -std=c++17 -O2 -march=native -Icore -Itests/bench -o "$out/$name" "$peer" $flags 2> "$out/$name.err"; then
    run "$peer" "$out/$name"
  else
    echo "  left out: $peer ($package is not here: apt-get install g++ $package; see $out/$name.err)" >&2
  fi
done

for peer in tests/bench/peers/*.py; do
  [ -e "$peer" ] || continue
  package=$(sed -n '2s/^# needs *//p' "$peer")
  if python3 -c "import ${package#python3-}" 2> /dev/null; then run "$peer" python3 "$peer"
  else echo "  left out: $peer ($package is not here: apt-get install $package)" >&2; fi
done

for peer in tests/bench/peers/*.m; do
  [ -e "$peer" ] || continue
  package=$(sed -n '2s/^% needs *//p' "$peer")
  if command -v octave-cli > /dev/null && octave-cli -qf --eval "pkg load ${package#octave-}" > /dev/null 2>&1; then
    run "$peer" octave-cli -qf "$peer"
  else echo "  left out: $peer ($package is not here: apt-get install $package)" >&2; fi
done

for script in tests/bench/*.lua; do
  [ -e "$script" ] || continue
  for lua in $LUAS; do
    run "$script on $lua" env LUA_CPATH="$BUILD/$lua/?.so" LUA_PATH='lib/?.lua;lib/?/init.lua' "$lua" "$script"
  done
done

processor=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2> /dev/null | head -1)
slug=$(echo "${processor:-$(uname -m)}" | tr 'A-Z' 'a-z' | tr -cs 'a-z0-9' '-' | sed 's/^-//; s/-$//')
echo
echo "${processor:-$(uname -m)}, $(${CC:-gcc} --version | head -1)"
${LUAS%% *} scripts/dev/bench.lua "$rows" "tests/bench/recorded/$slug.csv"
if [ -n "$RECORD" ]; then
  mkdir -p tests/bench/recorded
  LC_ALL=C sort "$rows" > "tests/bench/recorded/$slug.csv"
  echo "recorded in tests/bench/recorded/$slug.csv"
fi
