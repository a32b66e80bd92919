#!/usr/bin/env bash
# Copies the one file of a downloaded artifact, a run or outcomes of tests, to TARGET: take-file.sh FOLDER SHA TARGET
# The artifact may hold anything. Names in it go nowhere; what is not one small regular file about SHA is refused.
# An artifact that is not there leaves no TARGET: a bench that found no GPU measured nothing.
set -euo pipefail

folder=$1 sha=$2 target=$3
most_bytes=20000000

refuse() {
  echo "refused: $1" >&2
  exit 1
}

if [ ! -d "$folder" ] || [ -z "$(ls -A "$folder")" ]; then
  echo 'no artifact: nothing to record'
  exit 0
fi

entries=$(find "$folder" -mindepth 1 -printf x | wc -c)
[ "$entries" -eq 1 ] || refuse "$entries entries, not one file"
file=$(find "$folder" -mindepth 1 -maxdepth 1 -type f -size "-$((most_bytes + 1))c" -print -quit)
[ -n "$file" ] || refuse "not a regular file of at most $most_bytes bytes"

about=$(jq -r '(.run.commit.sha // .commit) | strings' < "$file") || refuse 'neither a run nor outcomes of tests'
[ "$about" = "$sha" ] || refuse "it is not about commit $sha"
cp -- "$file" "$target"
echo "took a file of $(wc -c < "$target") bytes about $sha"
