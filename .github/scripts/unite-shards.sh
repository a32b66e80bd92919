#!/usr/bin/env bash
# Makes one run of the shards of a matrix, with the texts of its kernels beside it: unite-shards.sh FOLDER RUN
# Each shard has a folder of its own in FOLDER, as download-artifact leaves them. A matrix of one is that run.
set -euo pipefail
shopt -s nullglob

folder=$1 run=$2
shards=("$folder"/*/run.json)

case ${#shards[@]} in
  0)
    echo "no shard in $folder: nothing was measured" >&2
    exit 1
    ;;
  1)
    cp -- "${shards[0]}" "$run"
    kernels=${shards[0]%.json}.kernels.ndjson
    if [ -e "$kernels" ]; then cp -- "$kernels" "${run%.json}.kernels.ndjson"; fi
    ;;
  *) npx -y pnpm@12.18.0 bench merge "${shards[@]}" --out "$run" ;;
esac
