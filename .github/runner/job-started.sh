#!/usr/bin/env bash
# Refuses every job that a workflow of the default branch has not sent. Copy it to the machine with the GPU, outside of the runner's
# folder, and name it in the runner's .env: ACTIONS_RUNNER_HOOK_JOB_STARTED=/opt/runner/job-started.sh
# Whoever opens a pull request can write a workflow that asks for this runner; where GitHub would let that run, this does not.
set -euo pipefail

# Set them in the same .env: the repository as owner/name, and its default branch.
repository=${KERNEL_LADDER_REPOSITORY:?name the repository as owner/name in the .env of the runner}
branch=${KERNEL_LADDER_BRANCH:-main}

refuse() {
  printf 'refused: %s\n' "$1" >&2
  exit 1
}

[ "${GITHUB_REPOSITORY:-}" = "$repository" ] || refuse "a job of another repository than $repository"
for name in bench pull-request weekly; do
  if [ "${GITHUB_WORKFLOW_REF:-}" = "$repository/.github/workflows/$name.yml@refs/heads/$branch" ]; then exit 0; fi
done
refuse "a job of no workflow of $branch that may use this machine"
