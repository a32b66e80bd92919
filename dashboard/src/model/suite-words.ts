// What a run ran, in words.
import type { SiteRun } from '@kernel-ladder/schema';

/** What follows the name of its suite where a run had more than its kernels, or less; empty for most. */
export function besideSuite({ peers, selected }: Pick<SiteRun, 'peers' | 'selected'>): string {
  return `${peers === true ? ', with peers' : ''}${selected === true ? ', a part' : ''}`;
}
