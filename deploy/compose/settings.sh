#!/bin/sh
# Starts a program with the settings of a file ("name = value") as arguments: settings.sh FILE PROGRAM...
set -eu
file=$1
shift
while IFS= read -r line; do
  case $line in '' | '#'*) continue ;; esac
  set -- "$@" -c "${line%% = *}=${line#* = }"
done < "$file"
exec "$@"
