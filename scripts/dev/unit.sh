#!/bin/sh
# unit.sh - run a Criterion program: unit.sh <program> [arguments]; LIMIT=seconds ends it with code 124
#
# Criterion 2.4.1 opens /tmp/criterion_<pid>.sock, leaves it behind, and gives up where another user left that name: the
# file is taken away afterwards, and a taken name is answered by another process.
out=$1.out
for try in 1 2 3 4 5; do
  ${LIMIT:+timeout -k 1 $LIMIT} sh -c 'echo $$ > "$0.pid"; exec "$0" "$@"' "$@" > "$out" 2>&1
  code=$?
  rm -f "/tmp/criterion_$(cat "$1.pid").sock" 2> /dev/null
  grep -q 'Could not initialize the message server' "$out" || break
done
cat "$out"
rm -f "$out" "$1.pid"
exit $code
