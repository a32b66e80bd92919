// Which commit a run is held against, where the step names none: what the event says the change began from.

import { spawnSync } from 'node:child_process';

/** The parts of an event's payload that name commits. */
interface Payload {
  readonly pull_request?: { readonly base?: { readonly sha?: unknown } };
  readonly before?: unknown;
}

/** The base of a pull request, what a branch was before a push, else the first parent. */
export function baseOf(payload: unknown): string {
  // Written by GitHub; strangers have their say in other fields of it, and a sha is held to its form.
  const { pull_request: request, before } = (payload ?? {}) as Payload;
  const named = [request?.base?.sha, before].find(isSha);
  return named ?? 'HEAD^';
}

/** Throws where a checkout does not have a commit, before anything is measured that would be held against it. */
export function refuseMissing(root: string, base: string): void {
  const asked = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${base}^{commit}`];
  if (spawnSync('git', asked, { cwd: root, stdio: 'ignore' }).status === 0) return;
  throw new Error(
    `input base: ${base} is no commit of this checkout: give actions/checkout fetch-depth: 0, or the action base: none`,
  );
}

// A branch that is new has zeros for what it was.
function isSha(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{40}$/.test(value) && !/^0+$/.test(value);
}
