// A commit by its short hash, its day and its subject; and what lies between two.
import type { SiteRun } from '@kernel-ladder/schema';
import { el } from '../dom.ts';
import { formatDate, shortCommit } from '../format.ts';

/** The hash alone; the subject is its title. */
export function commitCode(run: SiteRun | undefined): HTMLElement {
  return el('code', { title: run?.commit.subject ?? '' }, shortCommit(run?.commit.sha ?? ''));
}

/** Day and subject, on a line below the hashes. */
export function commitAbout(run: SiteRun | undefined): HTMLElement {
  if (!run) return el('span', {});
  const { date, subject } = run.commit;
  return el('span', { class: 'about-commit' }, `${formatDate(date).slice(0, 10)} ${subject}`);
}

/** Whether the kernel can be what made one run differ from the other. */
export function kernelText(
  sameKernelHash: boolean | null,
  before: SiteRun | undefined,
  after: SiteRun | undefined,
): string {
  if (before !== undefined && before.commit.sha === after?.commit.sha) return 'same commit: not the code';
  if (sameKernelHash === null) return 'not known';
  return sameKernelHash ? 'unchanged: not the kernel' : 'changed';
}
