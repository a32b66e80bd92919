// The rungs of a case whose kernels a run built, in ladder order: whose code can be read, and which is the rung before.
import type { SiteFamily } from '@kernel-ladder/schema';
import { rungsOf } from './rung.ts';

/** A rung with its kernel. */
export interface CodeRung {
  readonly variant: string;
  readonly place: number;
  readonly hash: string;
  /** False where nobody recorded the text of this kernel. */
  readonly isRecorded: boolean;
}

/** Every rung that the run has a kernel of. */
export function codeRungs(family: SiteFamily, caseName: string, run: number): readonly CodeRung[] {
  const recorded = new Set(family.kernels);
  return rungsOf(family, caseName, run, 'medianNs').flatMap(({ series, point, place }) => {
    const { kernelHash: hash } = point;
    if (hash === undefined || point.peer !== undefined) return [];
    return [{ variant: series.variant, place, hash, isRecorded: recorded.has(hash) }];
  });
}
