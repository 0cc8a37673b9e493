#!/bin/sh
# fuzz.sh - nonsense for every way of describing a mechanism, under the sanitizers; the first finding stops it
# LUAS, BUILD, CC and SECONDS_EACH come from the Makefile; WAYS='phrase urdf' for some of them.
preload="$(${CC:-gcc} -print-file-name=libasan.so) $(${CC:-gcc} -print-file-name=libubsan.so)"
export ASAN_OPTIONS="allocator_may_return_null=1:detect_leaks=0" UBSAN_OPTIONS="print_stacktrace=1"
lua=${LUAS%% *}
for way in ${WAYS:-phrase urdf robot definition maple dh file}; do
  env LD_PRELOAD="$preload" LUA_CPATH="$BUILD/$lua/?.so" LUA_PATH='lib/?.lua;lib/?/init.lua;tests/lua/?.lua' \
    "$lua" tests/fuzz/describe.lua "$way" "${SECONDS_EACH:-600}" || exit 1
done
