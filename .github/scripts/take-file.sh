#!/usr/bin/env bash
# Copies the one file of a downloaded artifact, a run, an A/A file or outcomes of tests, to TARGET: take-file.sh FOLDER SHA TARGET
# The texts of a run's kernels may lie beside it; they are copied to where `bench record TARGET` looks for them, and it checks them.
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

# How many entries a find expression matches, and the first regular file among them that is small enough.
count() { find "$folder" -mindepth 1 "$@" -printf x | wc -c; }
small_file() { find "$folder" -mindepth 1 -maxdepth 1 "$@" -type f -size "-$((most_bytes + 1))c" -print -quit; }

entries=$(count ! -name '*.kernels.ndjson')
[ "$entries" -eq 1 ] || refuse "$entries entries, not one file"
file=$(small_file ! -name '*.kernels.ndjson')
[ -n "$file" ] || refuse "not a regular file of at most $most_bytes bytes"
texts=$(count -name '*.kernels.ndjson')
[ "$texts" -le 1 ] || refuse "$texts files of kernel texts, not one"
kernels=$(small_file -name '*.kernels.ndjson')
[ "$texts" -eq 0 ] || [ -n "$kernels" ] || refuse "kernel texts that are no regular file of at most $most_bytes bytes"

about=$(jq -r '(.run.commit.sha // .commit.sha? // .commit) | strings' < "$file") || refuse 'neither a run nor outcomes of tests'
[ "$about" = "$sha" ] || refuse "it is not about commit $sha"
cp -- "$file" "$target"
if [ -n "$kernels" ]; then cp -- "$kernels" "${target%.json}.kernels.ndjson"; fi
echo "took a file of $(wc -c < "$target") bytes about $sha"
