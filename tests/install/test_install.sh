#!/bin/sh
# test_install.sh - install into a scratch place, use it from C and from both Luas, take it away again
#
# Run from the checkout by make check. BUILD says which build is installed. Closes with 'N passed, N failed, N skipped'.

make=${MAKE:-make}
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
pass=0 fail=0 skip=0
ok() { # what, then the command
  what=$1
  shift
  if "$@" > "$scratch/log" 2>&1; then pass=$((pass + 1)); else
    fail=$((fail + 1))
    echo "FAILED: $what"
    sed 's/^/    /' "$scratch/log" | tail -20
  fi
}
says() { # expected text, command...: exactly this comes out
  want=$1
  shift
  got=$("$@" 2>&1)
  [ "$got" = "$want" ] || { echo "got <$got>, expected <$want>"; return 1; }
}
abi() { case $1 in luajit) echo 5.1 ;; *) echo 5.4 ;; esac; }
LUAS=${LUAS:-$(for l in lua5.4 luajit; do pkg-config --exists $l && command -v $l > /dev/null && echo $l; done)}
LUAS=$(echo $LUAS)

# ---- a C program of ten lines against the installed headers and libraries
cat > "$scratch/use.c" <<'C'
#include "base/version.h"
#include "geo/frame.h"
#include <stdio.h>

int main(void) {
  lia_frame X = { { 0, -1, 0, 1, 0, 0, 0, 0, 1 }, { 1, 2, 3 } }; /* a quarter turn about z, and a step */
  double p[3] = { 1, 0, 0 }, o[3];
  lia_frame_point(o, &X, p);
  printf("%s %g %g %g\n", LIA_VERSION, o[0], o[1], o[2]);
  return 0;
}
C

prefix=$scratch/prefix
version=$(sed -n 's/^#define LIA_VERSION "\(.*\)"/\1/p' core/base/version.h)
ok "make install" "$make" -s install PREFIX="$prefix" LUAS="$LUAS"
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
ok "pkg-config knows liaison" says "$version" pkg-config --modversion liaison
ok "a C program, shared" sh -c "${CC:-gcc} -o $scratch/shared $scratch/use.c \$(pkg-config --cflags --libs liaison) -lm"
ok "it runs" env LD_LIBRARY_PATH="$prefix/lib" sh -c ". /dev/null; [ \"\$($scratch/shared)\" = '$version 1 3 3' ]"
ok "a C program, static" sh -c "${CC:-gcc} -o $scratch/static $scratch/use.c \
  \$(pkg-config --cflags liaison) $prefix/lib/libliaison.a \$(pkg-config --libs --static liaison | sed 's/-L[^ ]*//; s/-lliaison//')"
ok "it runs alone" says "$version 1 3 3" env -u LD_LIBRARY_PATH "$scratch/static"
# every header stands on its own, in C and in C++; texts and words of algorithms are for the inside
CXX=${CXX:-$(for c in g++ clang++; do echo 'int x;' | $c -x c++ -fsyntax-only - 2> /dev/null && echo $c && break; done)}
[ -n "$CXX" ] || { fail=$((fail + 1)); echo "FAILED: no C++ compiler: 'sh scripts/dev/deps.sh check' installs one"; }
flags=$(pkg-config --cflags liaison)
for h in $(cd "$prefix/include/liaison" && find . -name '*.h' ! -name '*_text.h'); do
  printf '#include "%s"\nint main(void) { return 0; }\n' "${h#./}" > "$scratch/h.c"
  ok "header $h alone" sh -c "${CC:-gcc} -std=c17 -Wall -Wextra -Werror -fsyntax-only $flags $scratch/h.c"
  inside=-Wpedantic
  if grep -q 'spatial_\|_text\.h' "$prefix/include/liaison/$h"; then inside=; fi
  case $h in *spatial_* | *kinds/constraint_*) ;; *) ok "header $h in C++" sh -c "$CXX -x c++ -std=c++17 -Wall -Wextra $inside -Werror -fsyntax-only $flags $scratch/h.c" ;; esac
done

# ---- a mechanism described, compiled and asked: in C and in C++, shared and static. Flat out, gravity asks for 9.81 (1/2 + 1 + 0.4) and 9.81 0.4
arm="liaison $version: elbow 1 0, torques 18.6390 3.9240, accelerations 1e-12 1e-12"
here=$(pwd)
static_libs=$(pkg-config --libs --static liaison | sed 's/-L[^ ]*//; s/-lliaison//')
strict="-Wall -Wextra -Wpedantic -Werror"
ok "arm.c" sh -c "${CC:-gcc} -std=c17 $strict -o $scratch/arm_c $here/tests/install/arm.c $flags \$(pkg-config --libs liaison) -lm"
ok "arm.c runs" says "$arm" env LD_LIBRARY_PATH="$prefix/lib" "$scratch/arm_c"
ok "arm.cpp" sh -c "$CXX -std=c++17 $strict -o $scratch/arm_cpp $here/tests/install/arm.cpp $flags \$(pkg-config --libs liaison)"
ok "arm.cpp runs" says "$arm
2*x*y" env LD_LIBRARY_PATH="$prefix/lib" "$scratch/arm_cpp"
ok "arm.cpp, static" sh -c "$CXX -std=c++17 $strict -o $scratch/arm_static $here/tests/install/arm.cpp $flags $prefix/lib/libliaison.a $static_libs"
ok "arm.cpp runs alone" says "$arm
2*x*y" env -u LD_LIBRARY_PATH "$scratch/arm_static"

# ---- the program of the manual, word by word, and what the manual says it prints
manual=$here/lib/doc/manual.md
awk '/^```c$/ { on = 1; next } /^```$/ { on = 0 } on' "$manual" > "$scratch/manual.c"
prints=$(awk '/^```c$/ { c = 1 } /^```text$/ { if (c) { on = 1; next } } /^```$/ { if (on) exit } on' "$manual")
ok "the C program of the manual" sh -c "${CC:-gcc} -std=c17 $strict -o $scratch/manual $scratch/manual.c $flags \$(pkg-config --libs liaison) -lm"
ok "it prints what the manual says" says "$prints" env LD_LIBRARY_PATH="$prefix/lib" "$scratch/manual"
# ---- the programs in C: equations of a pendulum from nothing, and of an arm in URDF; each ends with 0 where it proves itself
for c in pendulum urdf_equations; do
  ok "$c.c" sh -c "${CC:-gcc} -std=c17 $strict -o $scratch/$c $here/scripts/c/$c.c $flags \$(pkg-config --libs liaison) -lm"
done
ok "pendulum runs" sh -c "LD_LIBRARY_PATH=$prefix/lib $scratch/pendulum $scratch/compiled | grep -q '^  M22 = m2\*L2^2$'"
ok "pendulum agrees" env LD_LIBRARY_PATH="$prefix/lib" "$scratch/pendulum" "$scratch/compiled"
ok "urdf_equations agrees" env LD_LIBRARY_PATH="$prefix/lib" "$scratch/urdf_equations" "$here/tests/data/arm.urdf" "$scratch/id.c"
ok "what it wrote tests itself" sh -c "${CC:-gcc} -DSELFTEST -o $scratch/id $scratch/id.c -lm && $scratch/id"

# ---- the launcher from another folder, and through a link
echo 'print(require "liaison".vec{3, 4}:norm(), ...)' > "$scratch/script.lua"
mkdir "$scratch/elsewhere"
ln -s "$prefix/bin/liaison" "$scratch/elsewhere/link"
for lua in $LUAS; do
  ok "the launcher on $lua" sh -c "cd $scratch/elsewhere && env -u LUA_PATH -u LUA_CPATH LIAISON_LUA=$lua \
    $prefix/bin/liaison ../script.lua x | grep -qx '5[.0]*	x'"
  ok "through a link on $lua" sh -c "cd / && LIAISON_LUA=$lua $scratch/elsewhere/link -e 'vec{3, 4}:norm()' | grep -qx 5"
  ok "a plain $lua finds it" env LUA_PATH="$prefix/share/lua/$(abi $lua)/?.lua;$prefix/share/lua/$(abi $lua)/?/init.lua" \
    LUA_CPATH="$prefix/lib/lua/$(abi $lua)/?.so" sh -c "cd / && $lua $scratch/script.lua"
  ok "the doctor on $lua" sh -c "cd / && LIAISON_LUA=$lua $prefix/bin/liaison doctor | grep -q 'works here'"
  ok "no module needs a liblua ($lua)" sh -c "! ldd $prefix/lib/lua/$(abi $lua)/liaison/core.so | grep -i liblua"
done

# ---- away again
ok "make uninstall" "$make" -s uninstall PREFIX="$prefix" LUAS="$LUAS"
ok "nothing is left" sh -c "[ -z \"\$(find $prefix ! -type d)\" ]"
ok "no folder of ours is left" sh -c "[ -z \"\$(find $prefix -name '*lua*' -o -name '*liaison*' | grep -v '^$prefix\$')\" ]"

# ---- a package: DESTDIR is where files land, PREFIX what they are told
ok "make install DESTDIR=" "$make" -s install DESTDIR="$scratch/root" PREFIX=/opt/liaison LUAS="$LUAS"
ok "files land below DESTDIR" test -e "$scratch/root/opt/liaison/bin/liaison"
ok "the .pc file says PREFIX" grep -qx "prefix=/opt/liaison" "$scratch/root/opt/liaison/lib/pkgconfig/liaison.pc"
ok "the shared library is named" sh -c "[ \"\$(readlink $scratch/root/opt/liaison/lib/libliaison.so.0)\" = libliaison.so.$version ]"
ok "make uninstall DESTDIR=" "$make" -s uninstall DESTDIR="$scratch/root" PREFIX=/opt/liaison LUAS="$LUAS"
ok "nothing is left there" sh -c "[ -z \"\$(find $scratch/root ! -type d)\" ]"

# ---- folders with spaces in their names, and one told from here
spaced="$scratch/a place & more"
ok "make install into folders with spaces" "$make" -s install PREFIX="$spaced" LUAS="$LUAS"
ok "a C program from there" env PKG_CONFIG_PATH="$spaced/lib/pkgconfig" sh -c "eval ${CC:-gcc} -o $scratch/spaced $scratch/use.c \$(pkg-config --cflags --libs liaison) -lm"
ok "it runs from there" says "$version 1 3 3" env LD_LIBRARY_PATH="$spaced/lib" "$scratch/spaced"
for lua in $LUAS; do ok "the launcher from there on $lua" says 5 env LIAISON_LUA=$lua "$spaced/bin/liaison" -e 'vec{3, 4}:norm()'; done
ok "make uninstall there" "$make" -s uninstall PREFIX="$spaced" LUAS="$LUAS"
ok "nothing is left in it" sh -c "[ -z \"\$(find '$spaced' ! -type d)\" ]"
ok "make install PREFIX= relative" "$make" -s install DESTDIR="$scratch/root/" PREFIX=usr/here LUAS="$LUAS"
ok "it is told whole" grep -qx "prefix=$PWD/usr/here" "$scratch/root/$PWD/usr/here/lib/pkgconfig/liaison.pc"
ok "make uninstall PREFIX= relative" "$make" -s uninstall DESTDIR="$scratch/root/" PREFIX=usr/here LUAS="$LUAS"
ok "nothing is left of that" sh -c "[ -z \"\$(find $scratch/root ! -type d)\" ]"

# ---- one Lua is enough, none is said
for lua in $LUAS; do
  ok "make install with $lua alone" "$make" -s install PREFIX="$prefix" LUAS="$lua"
  ok "nothing for another Lua" sh -c "[ \"\$(ls $prefix/share/lua $prefix/lib/lua | sort -u | grep -c '^5')\" = 1 ]"
  ok "the launcher takes $lua" sh -c "cd / && env -u LIAISON_LUA $prefix/bin/liaison -e 'vec{3, 4}:norm()' | grep -qx 5"
  ok "make uninstall with $lua alone" "$make" -s uninstall PREFIX="$prefix" LUAS="$lua"
  ok "nothing is left of it" sh -c "[ -z \"\$(find $prefix ! -type d)\" ]"
done
ok "no Lua at all" sh -c "$make -s all LUAS= 2>&1 | grep -q \"no Lua was found: 'make deps' installs\""

# ---- what make says
ok "make deps does nothing where nothing is missing" sh -c "! sh scripts/dev/deps.sh --list > /dev/null || [ \"\$($make -s deps)\" = 'deps: nothing is missing' ]"
for goal in all deps tour test check bench fuzz layers map mutate install uninstall clean help; do
  ok "make help knows $goal" sh -c "$make -s help | grep -Eq '(^make |and )${goal#all}'"
done
for room in bindings/kit core/base core/geo lib/liaison/base scripts tests/unit; do ok "make map shows $room" sh -c "$make -s map | grep -qx '$room/'"; done

# ---- luarocks, where it is: a copy of the sources, a tree of its own. What is compiled without a Lua is there already, where
# ---- this checkout is built
if command -v luarocks > /dev/null; then
  mkdir -p "$scratch/rock/build"
  cp -Rp core bindings lib scripts Makefile ./*.rockspec LICENSE "$scratch/rock/"
  [ ! -d "${BUILD:-build}/core" ] || cp -Rp "${BUILD:-build}/core" "${BUILD:-build}/flags" "$scratch/rock/build/"
  for lua in $LUAS; do
    version_dir=$(abi $lua)
    ok "luarocks make for $version_dir" sh -c "cd $scratch/rock && MAKEFLAGS=-j$(nproc 2> /dev/null || echo 1) luarocks \
      --lua-version $version_dir --tree $scratch/tree make ./*.rockspec LUA=$(command -v $lua)"
    ok "the rock's launcher on $lua" sh -c "cd / && LIAISON_LUA=$lua $scratch/tree/bin/liaison $scratch/script.lua"
    rm -rf "$scratch/tree"
  done
else
  skip=1
  echo "skipped: luarocks: it is not here (apt-get install luarocks)"
fi

echo "$pass passed, $fail failed, $skip skipped"
[ $fail -eq 0 ]
