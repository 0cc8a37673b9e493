#!/bin/sh
# libfuzz.sh - coverage-guided fuzzing with clang's libFuzzer under its ASan and UBSan (make libfuzz)
#
# SECONDS_EACH=600 for each of WAYS: urdf, mesh and expr are C (tests/fuzz/fuzz_*.h), phrase, maple, file, mjcf, sdf, srdf and xacro are Lua in a
# Lua state of the
# fuzzer's own (tests/fuzz/texts.lua), whose lines count as coverage. It starts from tests/fuzz/corpus/WAY and from what earlier
# runs kept in build/libfuzz/corpus/WAY; every input is tried once more while memory gives out. The first finding of a way ends
# it and is left in build/libfuzz/found/WAY-*; mended, it belongs into tests/fuzz/corpus/WAY, which every `make test` goes through.
build=build/libfuzz
jobs=$(nproc 2> /dev/null || echo 1)
make=${MAKE:-make}
SAN=fuzzer-no-link,address,undefined

echo 'int LLVMFuzzerTestOneInput(const unsigned char *s, unsigned long n) { return s && n && 0; }' > "${TMPDIR:-/tmp}/fuzz.$$.c"
clang -fsanitize=fuzzer,address -o "${TMPDIR:-/tmp}/fuzz.$$" "${TMPDIR:-/tmp}/fuzz.$$.c" 2> /dev/null
here=$?
rm -f "${TMPDIR:-/tmp}/fuzz.$$" "${TMPDIR:-/tmp}/fuzz.$$.c"
[ $here -eq 0 ] || { echo "libfuzz: clang with libFuzzer is not here (apt-get install clang libclang-rt-dev)" >&2; exit 2; }

mkdir -p $build/found
bindings=$(ls bindings/*/*.c | sed "s|\\.c\$|.o|; s|^|$build/lua5.4/|")
"$make" -s -j"$jobs" BUILD=$build CC=clang SAN=$SAN OPT="-O1 -g" LUAS=lua5.4 $build/libliaison.a $bindings || exit 1

# a program for a way: $1 its name, $2 the source, then flags
program() {
  way=$1 source=$2
  shift 2
  clang -std=c17 -D_GNU_SOURCE -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -Icore -Itests "$@" \
    -o "$build/fuzz-$way" "$source" $more $build/libliaison.a $LIBS || exit 1
}

# without the seconds that a first finding stops early
run() {
  way=$1
  mkdir -p "$build/corpus/$way" "tests/fuzz/corpus/$way"
  "${LUA:-lua5.4}" tests/fuzz/texts.lua words "$way" > "$build/$way.dict" 2> /dev/null
  ASAN_OPTIONS=allocator_may_return_null=1:detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 OPENBLAS_NUM_THREADS=1 \
    "$build/fuzz-$way" -max_total_time="${SECONDS_EACH:-600}" -timeout=30 -rss_limit_mb=3000 -max_len=2000 -print_final_stats=1 \
    -dict="$build/$way.dict" -artifact_prefix="$build/found/$way-" "$build/corpus/$way" "tests/fuzz/corpus/$way" > "$build/$way.log" 2>&1
  code=$?
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$build/$way.log")
  kept=$(ls "$build/corpus/$way" | wc -l)
  if [ $code -eq 0 ]; then echo "$way: ${runs:-0} executions, $kept inputs kept, no finding"
  else
    echo "$way: a finding after ${runs:-?} executions (exit code $code, $build/$way.log)"
    grep -E 'ERROR|runtime error|fuzz.*\.[hc]:[0-9]+:|^(phrase|maple|file|expr):|Test unit written' "$build/$way.log" | head -10
    failed=1
  fi
}

failed=
for way in ${WAYS:-urdf mesh expr phrase maple file}; do
  more=
  case $way in
    urdf | mesh | expr) program "$way" tests/fuzz/fuzz_target.c -DFUZZ_WAY=fuzz_"$way" ;;
    *)
      more=$bindings
      program "$way" tests/fuzz/fuzz_lua.c "-DFUZZ_WAY=\"$way\"" $(pkg-config --cflags lua5.4) $(pkg-config --libs lua5.4)
      ;;
  esac
  run "$way"
done
[ -z "$failed" ]
