// The conflicts predicted for strided reads of workgroup memory against what the rung `banks` of family memory took for them on hardware.
import { fileURLToPath } from 'node:url';
import type { Run } from '@kernel-ladder/schema';
import { historyFiles, readRuns, readText } from '@kernel-ladder/schema/node';
import { expect, test } from 'vitest';
import { bankConflicts } from './access.ts';
import { layout } from './layout.ts';

/** Reads at a stride, in words, and how long a launch of them took. */
interface Read {
  readonly stride: number;
  readonly ns: number;
}

// The strides that the curriculum asks for.
const strides = [1, 2, 4, 8, 16, 32, 33];
const leastCorrelation = 0.8;

const history = fileURLToPath(new URL('../../../dashboard/history/', import.meta.url));
// Most runs have no such reads, and to read one takes longer than to look for them.
const files = historyFiles(history).filter((file) => readText(file).includes('"memory/banks/'));
const recorded = readRuns(files)
  .runs.filter(({ machine }) => !machine.software)
  .map(readsOf)
  .filter((reads) => strides.every((stride) => reads.some((read) => read.stride === stride)));

function readsOf({ results }: Run): readonly Read[] {
  return results.flatMap(({ family, variant, params, status, timing }) => {
    if (family !== 'memory' || variant !== 'banks' || status !== 'passed' || !timing) return [];
    return [{ stride: Number(params['stride']), ns: timing.medianNs }];
  });
}

function degreesOf(reads: readonly Read[]): readonly number[] {
  return reads.map(({ stride }) => bankConflicts(layout(32, stride)).degree);
}

// Spearman's: the correlation of ranks, equals sharing the mean of theirs.
function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [centred(ranksOf(a)), centred(ranksOf(b))];
  return dot(x, y) / Math.sqrt(dot(x, x) * dot(y, y));
}

function ranksOf(values: readonly number[]): readonly number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length;
    const equal = values.filter((other) => other === value).length;
    return below + (equal - 1) / 2;
  });
}

function centred(values: readonly number[]): readonly number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
}

function dot(x: readonly number[], y: readonly number[]): number {
  return x.reduce((sum, value, index) => sum + value * (y[index] ?? 0), 0);
}

test('a stride meets as many lanes in a bank as divide it and the banks', () => {
  expect(strides.map((stride) => bankConflicts(layout(32, stride)).degree)).toEqual([1, 2, 4, 8, 16, 32, 1]);
});

test.for([
  [[1, 2, 3], [10, 20, 30], 1],
  [[1, 2, 3], [30, 20, 10], -1],
  // Ties: ranks 0.5, 0.5, 2 against 0, 1, 2.
  [[1, 1, 5], [3, 4, 9], Math.sqrt(0.75)],
] as const)('ranks agree or not: %#', ([a, b, correlation]) => {
  expect(rankCorrelation(a, b)).toBeCloseTo(correlation, 12);
});

test.runIf(recorded.length > 0)('the predicted degree ranks the measured strides', () => {
  for (const reads of recorded) {
    const times = reads.map(({ ns }) => ns);
    expect(rankCorrelation(degreesOf(reads), times)).toBeGreaterThanOrEqual(leastCorrelation);
  }
});
