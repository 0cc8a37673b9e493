#!/bin/sh
# copy.sh - all that a build and its tests need, into another folder: copy.sh FOLDER; what is built
# is the caller's business
for part in .ci .luacheckrc Makefile LICENSE ./*.md ./*.cff ./*.rockspec bindings core lib scripts tests; do
  cp -Rp "$part" "$1/" || exit 1
done
