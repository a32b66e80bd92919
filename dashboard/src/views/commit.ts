// A commit by its short hash, which leads to the page of what it did.
import type { SiteRun } from '@kernel-ladder/schema';
import { el } from '../dom.ts';
import { shortCommit } from '../format.ts';
import { commitAddress } from '../state.ts';

/** The hash as a link, the subject as its title; the bare hash of a run that the history does not have. */
export function commitLink(
  machine: string,
  { commit, local }: Pick<SiteRun, 'commit' | 'local'>,
): HTMLElement {
  const code = el('code', { title: commit.subject }, shortCommit(commit.sha));
  const href = local || commit.dirty ? null : commitAddress(machine, commit.sha);
  return href === null ? code : el('a', { href }, code);
}
