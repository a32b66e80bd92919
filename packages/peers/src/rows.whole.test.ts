// Every row of the processor on every awkward case of its family.
import type { CaseParams, Problem } from '@kernel-ladder/harness';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { describe, expect, test } from 'vitest';
import { allreduceRows, combinations } from './allreduce.ts';
import { atomicsRows, counts } from './atomics.ts';
import { attentionRows, attentions } from './attention.ts';
import { convolutions, convRows } from './conv.ts';
import { coverRow } from './covering.ts';
import { cpuRows } from './cpu/rows.ts';
import type { CpuProblem } from './cpu/rows.ts';
import { elementwiseRows, maps } from './elementwise.ts';
import { gemmRows, products } from './gemm.ts';
import { memoryRows, moves } from './memory.ts';
import { normalisations, normRows } from './norm.ts';
import { prefixSums, scanRows } from './scan.ts';
import { quotients, softmaxRows } from './softmax.ts';
import { sortRows, sorts } from './sort.ts';
import { sparseProducts, sparseRows } from './sparse.ts';

const gpu = useTestGpu();

// `cpu-n` on three threads: more than one everywhere, and no length divides evenly.
const covering =
  <Case extends CaseParams>(family: Problem<Case>, problem: CpuProblem<Case>) =>
  (place: number) =>
    coverRow(gpu(), { family, row: cpuRows(problem, 3)[place]!, everything: true });

describe.for([
  ['gemm', covering(gemmRows, products), 15],
  ['scan', covering(scanRows, prefixSums), 60],
  ['softmax', covering(softmaxRows, quotients), 60],
  ['norm', covering(normRows, normalisations), 60],
  ['attention', covering(attentionRows, attentions), 40],
  ['allreduce', covering(allreduceRows, combinations), 60],
  ['memory', covering(memoryRows, moves), 60],
  ['elementwise', covering(elementwiseRows, maps), 60],
  ['conv', covering(convRows, convolutions), 60],
  ['sort', covering(sortRows, sorts), 60],
  ['sparse', covering(sparseRows, sparseProducts), 60],
  ['atomics', covering(atomicsRows, counts), 60],
] as const)('%s', ([, covered, least]) => {
  test.for([
    ['cpu-1', 0],
    ['cpu-n', 1],
  ] as const)('%s is right on every awkward case that it takes', async ([, place]) => {
    const { coverage, failure } = await covered(place);
    expect(failure).toBeNull();
    expect(coverage.reduce((sum, set) => sum + set.passed, 0)).toBeGreaterThan(least);
  });
});
