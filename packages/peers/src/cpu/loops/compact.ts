// Words that are not 0, in their order: each part counts its own first, then writes them behind those of the parts before it.
import { meet } from '../team.ts';
import type { Team } from '../team.ts';
import { spanOf } from './part.ts';
import type { Part, Span } from './part.ts';

/** The words of `x` that are not 0 go to `y`; `count` says how many they are. */
export interface CompactTask {
  readonly kind: 'compact';
  readonly x: Uint32Array;
  readonly y: Uint32Array;
  readonly count: Uint32Array;
  readonly team: Team;
}

/** Compacts one part. One thread alone reads its words once, several read theirs twice. */
export function compactPart({ x, y, count, team }: CompactTask, part: Part): void {
  const span = spanOf(x.length, part);
  let place = 0;
  if (part.of > 1) {
    team.partials[part.index] = keptIn(x, span);
    meet(team.barrier, part.of);
    place = team.partials.subarray(0, part.index).reduce((sum, partial) => sum + partial, 0);
  }
  for (let index = span.from; index < span.to; index++) {
    const word = x[index] ?? 0;
    if (word !== 0) y[place++] = word;
  }
  if (part.index === part.of - 1) count[0] = place;
}

function keptIn(x: Uint32Array, { from, to }: Span): number {
  let kept = 0;
  for (let index = from; index < to; index++) if (x[index] !== 0) kept++;
  return kept;
}
