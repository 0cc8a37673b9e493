#!/bin/sh
# locales.sh - two locales for the tests in build/locale, made where they are missing; prints that folder for LOCPATH
#
# Nothing is installed and nobody need be root: localedef writes into a folder, given the sources of Debian's package locales.
# Where these are not here nothing is made, and the tests that ask for such a locale say so.
folder=$(pwd)/build/locale

for name in de_DE tr_TR; do # a decimal comma; a capital i that is none of ASCII
  [ -d "$folder/$name.UTF-8" ] && continue
  [ -e "/usr/share/i18n/locales/$name" ] && command -v localedef > /dev/null || continue
  mkdir -p "$folder/making.$$" &&
    localedef -i $name -f UTF-8 "$folder/making.$$/$name.UTF-8" > /dev/null 2>&1 &&
    mv "$folder/making.$$/$name.UTF-8" "$folder/" 2> /dev/null
  rm -rf "$folder/making.$$"
done
[ ! -d "$folder" ] || echo "$folder"
