#!/bin/sh
# fuzz.sh - nonsense under the sanitizers: 10,000 calls of every function, then every way of describing a mechanism, and expressions
#
# The first finding stops it. LUAS, BUILD, CC and SECONDS_EACH (for a way of describing) come from the Makefile;
# WAYS='calls urdf' for some of it, FUZZ_CALLS=100000 for more calls, FUZZ_ONLY=rot. for some functions (all on each Lua).
preload="$(${CC:-gcc} -print-file-name=libasan.so) $(${CC:-gcc} -print-file-name=libubsan.so)"
export ASAN_OPTIONS="allocator_may_return_null=1:detect_leaks=0" UBSAN_OPTIONS="print_stacktrace=1"
export FUZZ_CALLS="${FUZZ_CALLS:-10000}" OPENBLAS_NUM_THREADS=1

on() { # a Lua, its script and arguments
  lua=$1
  shift
  env LD_PRELOAD="$preload" LUA_CPATH="$BUILD/$lua/?.so" LUA_PATH='lib/?.lua;lib/?/init.lua;tests/lua/?.lua' \
    LIAISON_BUILD="$BUILD" LIAISON_LUA="$lua" "$lua" "$@" || exit 1
}

for way in ${WAYS:-calls phrase urdf robot definition maple dh file expr mesh}; do
  if [ "$way" = calls ]; then
    for lua in $LUAS; do on "$lua" tests/lua/test_fuzz.lua; done
  else
    on "${LUAS%% *}" tests/fuzz/describe.lua "$way" "${SECONDS_EACH:-600}"
  fi
done
