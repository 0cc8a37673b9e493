#!/bin/sh
# deps.sh - find what the build is missing and install it with apt-get (make deps)
#
# deps.sh [goal ...]       the packages of the goals (tour, all, install, test, check, page, bench; all of these but the last three
#                          without a goal); LUAS='lua5.4' asks for one Lua only
# deps.sh --list           what is there and what is not; installs nothing, exit code 1 where something is missing
#
# A package counts as there when Debian says so, or when what it brings can be used without it (a compiler built by hand).

LUAS=${LUAS:-lua5.4 luajit}
try=$(mktemp -d) || exit 1
trap 'rm -rf "$try"' EXIT
trap 'exit 130' INT TERM

has()     { command -v "$1" >/dev/null 2>&1; }
package() { [ "$(dpkg-query -W -f '${Status}' "$1" 2>/dev/null)" = "install ok installed" ]; }
header()  { printf '#include <%s>\nint main(void) { return 0; }\n' "$1" > "$try/t.c" && ${CC:-gcc} -o "$try/t" "$try/t.c" $2 >/dev/null 2>&1; }
lua_dev() { pkg-config --exists "$1" 2>/dev/null && header lua.h "$(pkg-config --cflags "$1")"; }

# what a package brings, tried out
works() {
  case $1 in
    gcc)               has gcc ;;
    libc6-dev)         header math.h -lm ;;
    make)              has make ;;
    pkg-config)        has pkg-config ;;
    lua5.4)            has lua5.4 ;;
    luajit)            has luajit ;;
    liblua5.4-dev)     lua_dev lua5.4 ;;
    libluajit-5.1-dev) lua_dev luajit ;;
    liblapacke-dev)    header lapacke.h -llapacke ;;
    libopenblas-dev)   header cblas.h -lopenblas ;;
    libexpat1-dev)     header expat.h -lexpat ;;
    libcriterion-dev)  header criterion/criterion.h -lcriterion ;;
    clang)             has clang ;;
    valgrind)          has valgrind ;;
    libclang-rt-dev)   CC=clang header stddef.h -fsanitize=undefined ;;
    lua-check)         has luacheck ;;
    locales)           has localedef && [ -e /usr/share/i18n/locales/de_DE ] ;;
    nodejs)            has node ;;
    g++)               has g++ ;;
    python3-numpy)     python3 -c 'import numpy' 2>/dev/null ;;
    chromium)          has chromium ;;
    chromium-driver)   has chromedriver ;;
    curl)              has curl ;;
    *)                 false ;;
  esac
}

here() { package "$1" || works "$1"; }

wanted() { # the packages of one goal
  case $1 in
    test)  echo libcriterion-dev locales ;;
    check) echo libcriterion-dev clang libclang-rt-dev lua-check locales nodejs g++ python3-numpy ;;
    page)  echo chromium chromium-driver curl ;;
    bench) echo g++ liborocos-kdl-dev libmujoco-dev libccd-dev ;;
  esac
}

base() {
  echo gcc libc6-dev make pkg-config
  for l in $LUAS; do
    case $l in
      lua5.4) echo lua5.4 liblua5.4-dev ;;
      luajit) echo luajit libluajit-5.1-dev ;;
    esac
  done
  echo liblapacke-dev libopenblas-dev libexpat1-dev
}

missing_of() { for p in "$@"; do here "$p" || echo "$p"; done | tr '\n' ' ' | sed 's/ $//'; }

if [ "$1" = --list ]; then
  code=0
  for p in $(base) libcriterion-dev locales clang libclang-rt-dev valgrind lua-check nodejs g++ python3-numpy liborocos-kdl-dev libmujoco-dev libccd-dev; do
    if here "$p"; then echo "  $p"; else echo "- $p is missing"; code=1; fi
  done
  exit $code
fi

packages=$(base)
[ $# -gt 0 ] || packages="$packages $(wanted test)"
for goal in "$@"; do packages="$packages $(wanted "$goal")"; done

missing=$(missing_of $packages)
if [ -z "$missing" ]; then
  echo "deps: nothing is missing"
  exit 0
fi
echo "deps: missing: $missing"

if ! has apt-get; then
  echo "deps: there is no apt-get here: please install what these Debian packages bring, then go on with make" >&2
  exit 1
fi

as_root=
if [ "$(id -u)" -ne 0 ]; then
  if has sudo; then as_root=sudo; else
    echo "deps: installing needs root and there is no sudo here. As root, run:" >&2
    echo "  apt-get update && apt-get install -y --no-install-recommends $missing" >&2
    exit 1
  fi
fi

apt() {
  echo "deps: ${as_root:+$as_root }apt-get $*"
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 "$@" > "$try/log" 2>&1
  code=$?
  [ $code -eq 0 ] || tail -15 "$try/log" >&2
  return $code
}

offered() { apt-cache show "$1" >/dev/null 2>&1; } # this machine's lists know the package

install_missing() {
  known=
  for p in $missing; do offered "$p" && known="$known $p"; done
  [ -n "$known" ] && apt install --no-install-recommends $known
}

updated=
for p in $missing; do
  [ -n "$updated" ] || offered "$p" || { apt update; updated=yes; }
done
if ! install_missing && [ -z "$updated" ]; then # lists too old for the archive
  apt update
  install_missing
fi

left=$(missing_of $missing)
[ -z "$left" ] && { echo "deps: all is there now"; exit 0; }

# one Lua of two is enough
fatal=$(for p in $left; do case $p in luajit | libluajit-5.1-dev | lua5.4 | liblua5.4-dev) ;; *) echo "$p" ;; esac; done)
one_lua=
here lua5.4 && here liblua5.4-dev && one_lua=lua5.4
here luajit && here libluajit-5.1-dev && one_lua="$one_lua luajit"
if [ -z "$fatal" ] && [ -n "$one_lua" ]; then
  echo "deps: could not be installed: $left (going on with $one_lua)"
  exit 0
fi
echo "deps: could not be installed: $left" >&2
exit 1
