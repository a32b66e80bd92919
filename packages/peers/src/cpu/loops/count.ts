// Counts of bins: each part into bins of its own, then all of them added up.
import { meet } from '../team.ts';
import type { Team } from '../team.ts';
import { spanOf } from './part.ts';
import type { Part } from './part.ts';

/** How often each bin occurs in `x`; `own` has the bins of every thread, one row after another. */
export interface CountTask {
  readonly kind: 'count';
  readonly x: Uint32Array;
  readonly counts: Uint32Array;
  readonly own: Uint32Array;
  readonly team: Team;
}

/** Counts one part of the words, then adds up one part of the bins. */
export function countPart({ x, counts, own, team }: CountTask, part: Part): void {
  const bins = counts.length;
  const mine = part.of === 1 ? counts : own.subarray(part.index * bins, (part.index + 1) * bins);
  mine.fill(0);
  const words = spanOf(x.length, part);
  for (let index = words.from; index < words.to; index++) {
    const bin = x[index] ?? 0;
    mine[bin] = (mine[bin] ?? 0) + 1;
  }
  if (part.of === 1) return;
  meet(team.barrier, part.of);
  const { from, to } = spanOf(bins, part);
  for (let bin = from; bin < to; bin++) {
    let sum = 0;
    for (let other = 0; other < part.of; other++) sum += own[other * bins + bin] ?? 0;
    counts[bin] = sum;
  }
}
