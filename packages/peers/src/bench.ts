import { benchFamilies, serve } from '@kernel-ladder/harness/node';
import type { Served } from '@kernel-ladder/harness/node';
import type { CaseParams, Family, VariantKind } from '@kernel-ladder/harness';
import { allreduceRows } from './allreduce.ts';
import { atomicsRows } from './atomics.ts';
import { attentionRows } from './attention.ts';
import { convRows } from './conv.ts';
import { elementwiseRows } from './elementwise.ts';
import { fusionRows } from './fusion.ts';
import { gemmRows } from './gemm.ts';
import { memoryRows } from './memory.ts';
import { normRows } from './norm.ts';
import { reduceRows } from './reduce.ts';
import { scanRows } from './scan.ts';
import { softmaxRows } from './softmax.ts';
import { sortRows } from './sort.ts';
import { sparseRows } from './sparse.ts';
import { hostOf } from './vendor/row.ts';

const noKernels = (file: string): never => {
  throw new Error(`a peer has no kernel file ${file}`);
};

// Threads judge by the problem, which is the kernels' own.
function rows<Case extends CaseParams>(family: Family<Case, VariantKind>): Served {
  const served = serve(family, noKernels, import.meta.resolve(`@kernel-ladder/kernel-${family.name}`));
  return {
    ...served,
    start: (ids, job) => {
      readyHosts(job.ids ?? ids);
      served.start(ids, job);
    },
  };
}

// A program that takes seconds to start does so while the process waits for its turn.
function readyHosts(ids: readonly string[]): void {
  const rungs = new Set(ids.map((id) => id.split('/').slice(0, 2).join('/')));
  const byHost = Map.groupBy(rungs, hostOf);
  byHost.forEach((own, host) => host?.ready(own));
}

await benchFamilies([
  rows(reduceRows),
  rows(gemmRows),
  rows(scanRows),
  rows(softmaxRows),
  rows(normRows),
  rows(attentionRows),
  rows(allreduceRows),
  rows(memoryRows),
  rows(elementwiseRows),
  rows(convRows),
  rows(sortRows),
  rows(sparseRows),
  rows(atomicsRows),
  rows(fusionRows),
]);
