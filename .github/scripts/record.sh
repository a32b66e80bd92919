#!/usr/bin/env bash
# Adds outcomes of tests, run files and A/A files to the data branch and pushes it: record.sh REMOTE FOLDER TESTS [RUN…]
# FOLDER becomes a checkout of that branch, made where there is none yet; its dashboard/history then holds the
# runs recorded there, those in this commit's own dashboard/history with the noise beside them, and the new ones,
# its dashboard/history/tests the outcomes of tests by commit, its dashboard/history/kernels the texts of kernels. TESTS or a
# RUN that does not exist is left out; the texts of a RUN's kernels lie beside it. With ARCHIVE set,
# old months are packed. A push that comes second starts again from what the first one left; nothing is ever forced.
set -euo pipefail

remote=$1 folder=$2 tests=$3
shift 3
branch=bench-data
history=dashboard/history
# Pushes that are refused although nobody else has pushed. Those that come second are not counted: each is another's success.
attempts=5
# The first wait in milliseconds, at most; it doubles with each push that comes second, up to 32 times.
pause_ms=${RECORD_PAUSE_MS:-1000}

export GIT_AUTHOR_NAME='github-actions[bot]' GIT_AUTHOR_EMAIL='41898282+github-actions[bot]@users.noreply.github.com'
export GIT_COMMITTER_NAME=$GIT_AUTHOR_NAME GIT_COMMITTER_EMAIL=$GIT_AUTHOR_EMAIL
# The token stays in the environment; git asks this helper when the remote wants to know who pushes.
export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=credential.helper
export GIT_CONFIG_VALUE_0='!f() { echo username=x-access-token; echo "password=${GH_TOKEN:-}"; }; f'

tip_of_branch() { git ls-remote "$remote" "refs/heads/$branch"; }

check_out() {
  [ -d "$folder/.git" ] || git init --quiet --initial-branch "$branch" "$folder"
  tip=$(tip_of_branch)
  if [ -z "$tip" ]; then return; fi
  git -C "$folder" fetch --quiet --depth 1 "$remote" "refs/heads/$branch"
  git -C "$folder" reset --quiet --hard FETCH_HEAD
}

# The committed runs, and packs of months, that the branch lacks. One of the same name and other content is passed on too: `bench record`
# knows runs by their id and gives it a name of its own.
list_missing() {
  [ -d "$history" ] || return 0
  find "$history" \( -name '*.json' -o -name '????-??.ndjson.br' \) ! -name 'aa-*' ! -path "$history/tests/*" ! -path "$history/kernels/*" | sort | while IFS= read -r file; do
    cmp --silent "$file" "$folder/$file" || printf '%s\n' "$file"
  done
}

# Noise between launches is measured by hand and committed: the branch has what this commit has.
copy_noise() {
  [ -d "$history" ] || return 0
  find "$history" -name 'aa-*.json' | while IFS= read -r file; do
    mkdir -p "$(dirname "$folder/$file")"
    cp "$file" "$folder/$file"
  done
}

# A pack of kernel texts is named by what is in it: packs of this commit and of the branch never take each other's place.
copy_kernels() {
  [ -d "$history/kernels" ] || return 0
  mkdir -p "$folder/$history/kernels"
  find "$history/kernels" -name '*.ndjson.br' -exec cp -t "$folder/$history/kernels" {} +
}

record_runs() {
  env -u GH_TOKEN npx -y pnpm@12.18.0 bench record "$@" --history "$folder/$history"
}

runs=()
for run in "$@"; do
  if [ -e "$run" ]; then runs+=("$run"); fi
done

# By chance, so that those who were refused together do not come back together.
wait_after() {
  local most=$((pause_ms << ($1 < 5 ? $1 : 5)))
  local ms=$(((RANDOM * 32768 + RANDOM) % most))
  sleep "$((ms / 1000)).$(printf '%03d' $((ms % 1000)))"
}

refused=0
for ((lost = 0; refused < attempts;)); do
  check_out
  # First, so that no run brings a text that is there.
  copy_kernels
  mapfile -t missing < <(list_missing)
  # Whoever committed an interrupted run wanted what it has.
  if [ "${#missing[@]}" -gt 0 ]; then record_runs --partial "${missing[@]}"; fi
  if [ "${#runs[@]}" -gt 0 ]; then record_runs "${runs[@]}"; fi
  copy_noise
  # Months that are old enough become a file each; the history of git keeps what they were.
  if [ -n "${ARCHIVE:-}" ] && [ -d "$folder/$history" ]; then
    env -u GH_TOKEN npx -y pnpm@12.18.0 bench archive --history "$folder/$history"
  fi
  if [ -e "$tests" ]; then
    env -u GH_TOKEN npx -y pnpm@12.18.0 bench evidence "$tests" --out "$folder/dashboard/history/tests"
  fi
  git -C "$folder" add --all
  if git -C "$folder" diff --cached --quiet; then
    echo 'the data branch has it all'
    exit 0
  fi
  added=$(git -C "$folder" diff --cached --name-only | wc -l)
  git -C "$folder" commit --quiet --message "Record $added file(s)"
  if git -C "$folder" push --quiet "$remote" "HEAD:refs/heads/$branch"; then
    echo "pushed $added file(s) to $branch"
    exit 0
  fi
  if [ "$(tip_of_branch)" != "$tip" ]; then
    lost=$((lost + 1))
    echo "push came second, $lost time(s); the next starts from the branch as it is then"
  else
    refused=$((refused + 1))
    echo "push was refused, $refused of $attempts times, and nobody else has pushed"
  fi
  wait_after "$((lost + refused))"
done
echo "the push was refused $attempts times" >&2
exit 1
