#!/usr/bin/env bash
# Writes what changed on each machine of a history in its newest week as Markdown: trend.sh HISTORY FILE
# A machine without a run that old, and a software adapter, have their reason instead. GitHub takes 65,536 characters.
set -euo pipefail

history=$1 file=$2
most_characters=60000

# What `bench` says to people is the reason where it has no comparison.
tell() {
  local key=$1 said
  if said=$(npx -y pnpm@12.18.0 --silent bench compare latest-7d latest --machine "$key" --history "$history" --markdown 2> "$file.reason"); then
    printf '%s\n\n' "$said"
  else
    printf '    %s\n\n' "$(tail -n 1 "$file.reason")"
  fi
}

{
  for folder in "$history"/*/; do
    key=$(basename "$folder")
    case $key in tests | kernels) continue ;; esac
    # A machine key has letters, digits, dots and dashes alone.
    printf '## `%s`\n\n' "${key//[^A-Za-z0-9.-]/}"
    tell "$key"
  done
} > "$file.all"
rm -f "$file.reason"

head -c "$most_characters" "$file.all" > "$file"
if [ "$(wc -c < "$file.all")" -gt "$most_characters" ]; then printf '\n\n… and more.\n' >> "$file"; fi
rm "$file.all"
