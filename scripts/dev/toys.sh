#!/bin/sh
# toys.sh - one more of every kind, by exactly one file and one row, in a copy of the tree: built,
# tested, run everywhere (make toys)
#
# tests/toys/<kind>/ has the files, `row` with a line for each (file, its folder, the list, the row)
# and test.lua, which tries them in numbers, symbols, equations, kernels, linearised, in the page,
# saved and loaded, in help. The C suites and Lua tests that go by the lists run too. Then the
# negative: a row without its file, a file with a column less and rows that are not what their
# equation says must not get through. Copy, pages and logs are in build/toys.
#
# LUAS='lua5.4 luajit'  KINDS='joint constraint': only these

make=${MAKE:-make}
luas=${LUAS:-lua5.4 luajit}
jobs=$(nproc 2>/dev/null || echo 1)
top=$PWD/build/toys tree=$PWD/build/toys/tree
pass=0 fail=0 skip=0
rm -rf "$top"
mkdir -p "$tree/build" "$top/pages"
kinds=${KINDS:-$(cd tests/toys && ls -d */ | tr -d /)}

good() { pass=$((pass + 1)); }
bad() {
  fail=$((fail + 1))
  echo "FAILED: $1 (build/toys/$2)"
  tail -20 "$top/$2"
}
# add up what a log says at its end
count() {
  log=$1
  set -- $(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed, \([0-9]*\) skipped$/\1 \2 \3/p' "$top/$1" | tail -1)
  pass=$((pass + ${1:-0})) skip=$((skip + ${3:-0}))
  [ "${2:-1}" -eq 0 ] || bad "$(grep FAILED "$top/$log" | head -3)" "$log"
}
build() { "$make" -s -j"$jobs" LUAS="$luas" all build/unit; }

# ---- the copy, with all toys ----

sh scripts/dev/copy.sh "$tree" || exit 1
for part in core tests flags files unit libliaison.a libliaison.so lua5.4 luajit; do
  part=build/$part
  [ -e "$part" ] && cp -Rp "$part" "$tree/build/"
done
add() { # kind
  while read -r file folder list row; do
    [ -n "$file" ] || continue
    cp "tests/toys/$1/$file" "$tree/$folder/$file"
    echo "$row" >> "$tree/$list"
  done < "tests/toys/$1/row"
}
for kind in $kinds; do add "$kind"; done
cd "$tree" || exit 1
if build > "$top/build.txt" 2>&1; then good
else
  bad "the toys do not build" build.txt
  echo "$pass passed, $fail failed, $skip skipped"
  exit 1
fi

# ---- what goes by the lists ----

suites="joint kinds kinematics closed geometric loops_symbols help"
suites="$suites ${SUITES:-force_rows forces force_laws traj ode emit}"
known=
for s in $suites; do
  if [ -f "tests/lua/test_$s.lua" ] || grep -qs "LIA_TEST($s," tests/unit/*.c tests/laws/*.c; then
    known="$known $s"
  fi
done
log=listed.txt
"$make" -s LUAS="$luas" ONLY="$known" test > "$top/$log" 2>&1
count $log

# ---- every toy, everywhere ----

try_toys() { # Lua
  mkdir -p "$top/pages/$1"
  LUA_CPATH="build/$1/?.so" LUA_PATH="lib/?.lua;lib/?/init.lua;tests/lua/?.lua;tests/toys/?.lua" \
    TOYS_PAGES="$top/pages/$1" "$1" tests/toys/test_toys.lua \
    $(for kind in $kinds; do echo "tests/toys/$kind"; done) > "$top/toys-$1.txt" 2>&1
}
for lua in $luas; do try_toys "$lua" & done
wait
for lua in $luas; do count "toys-$lua.txt"; done

# ---- what must not get through ----

# the file as it was, and newer than what was made of it
restore() { mv "$top/kept.c" "$1" && touch "$1"; }
# the unit tests of lists find something wrong, or there is nothing to run
refused() { # what, log
  if build > "$top/$2" 2>&1 &&
    "$make" -s LUAS="${luas%% *}" ONLY="joint kinds" test >> "$top/$2" 2>&1; then
    bad "$1 gets through" "$2"
  else good; fi
}

for kind in $kinds; do
  while read -r file folder list row; do
    [ -n "$file" ] || continue
    # each argument of the row's macro in turn, and each line of the file that is a static of its
    # own
    n=0
    while "${luas%% *}" scripts/dev/toys/without.lua "$folder/$file" $((n + 1)) \
      > "$top/without.c" 2> /dev/null; do
      n=$((n + 1))
      cp "$folder/$file" "$top/kept.c"
      cp "$top/without.c" "$folder/$file"
      log=without-$file-$n.txt
      if "$make" -s "build/$folder/${file%.c}.o" > "$top/$log" 2>&1; then
        bad "$file compiles without column $n" "$log"
      else good; fi
      restore "$folder/$file"
    done
  done < "tests/toys/$kind/row"
done

for kind in $kinds; do # a row without its file
  while read -r file folder list row; do
    [ -n "$file" ] || continue
    mv "$folder/$file" "$top/kept.c"
    refused "a row without $file" "no-$file.txt"
    restore "$folder/$file"
    break # one of a kind
  done < "tests/toys/$kind/row"
done

# an equation that is not what calc computes, and a joint whose S is not what its motion says
wrong() { # file, what, instead
  [ -f "$1" ] || return
  cp "$1" "$top/kept.c"
  sed "s/$2/$3/" "$top/kept.c" > "$1"
  if cmp -s "$1" "$top/kept.c"; then
    echo "nothing to change in $1" > "$top/wrong.txt"
    bad "wrong $1" wrong.txt
  else refused "a wrong $1" "wrong-$(basename "$1").txt"; fi
  restore "$1"
}
wrong core/kinds/constraints/at_height.c 'minus(height(f), ' 'plus(height(f), '
wrong core/kinds/joints/incline.c '^  0, 0, 0, 0, 1,' '  0, 0, 0, 0, -1,'

echo "$pass passed, $fail failed, $skip skipped"
[ $fail -eq 0 ]
