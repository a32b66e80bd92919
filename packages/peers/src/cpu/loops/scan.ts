// Prefix sums: the sum of each part first, then each part from the sum of those before it.
import { meet } from '../team.ts';
import type { Team } from '../team.ts';
import { spanOf } from './part.ts';
import type { Part, Span } from './part.ts';
import { sumOf } from './reduce.ts';
import type { Vector } from './reduce.ts';

/** Element i of `result` is the sum of `values` up to i, or up to i − 1 where it does not count itself. */
export interface ScanTask {
  readonly kind: 'scan';
  readonly isInclusive: boolean;
  readonly values: Vector;
  readonly result: Vector;
  readonly team: Team;
}

/** Scans one part. One thread alone reads its vector once, several read theirs twice. */
export function scanPart(task: ScanTask, part: Part): void {
  const { values, result, isInclusive } = task;
  const span = spanOf(values.length, part);
  const before = sumBefore(task, span, part);
  if (values instanceof Float32Array) scanFloats({ values, result, isInclusive }, span, before);
  else scanIntegers({ values, result, isInclusive }, span, before);
}

function sumBefore({ values, team }: ScanTask, span: Span, part: Part): number {
  if (part.of === 1) return 0;
  team.partials[part.index] = sumOf(values, span);
  meet(team.barrier, part.of);
  return team.partials.subarray(0, part.index).reduce((sum, partial) => sum + partial, 0);
}

type Vectors = Pick<ScanTask, 'values' | 'result' | 'isInclusive'>;

// The running sum is in f64: each element of the result is rounded once.
function scanFloats({ values, result, isInclusive }: Vectors, { from, to }: Span, before: number): void {
  let sum = before;
  for (let index = from; index < to; index++) {
    const next = sum + (values[index] ?? 0);
    result[index] = isInclusive ? next : sum;
    sum = next;
  }
}

// Sums of integers wrap modulo 2^32.
function scanIntegers({ values, result, isInclusive }: Vectors, { from, to }: Span, before: number): void {
  let sum = before | 0;
  for (let index = from; index < to; index++) {
    const next = (sum + (values[index] ?? 0)) | 0;
    result[index] = isInclusive ? next : sum;
    sum = next;
  }
}
