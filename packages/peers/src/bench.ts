import { benchFamilies, serve } from '@kernel-ladder/harness/node';
import type { Served } from '@kernel-ladder/harness/node';
import type { CaseParams, Family, VariantKind } from '@kernel-ladder/harness';
import { allreduceRows } from './allreduce.ts';
import { attentionRows } from './attention.ts';
import { gemmRows } from './gemm.ts';
import { normRows } from './norm.ts';
import { reduceRows } from './reduce.ts';
import { scanRows } from './scan.ts';
import { softmaxRows } from './softmax.ts';

const noKernels = (file: string): never => {
  throw new Error(`a peer has no kernel file ${file}`);
};

// Threads judge by the problem, which is the kernels' own.
function rows<Case extends CaseParams>(family: Family<Case, VariantKind>): Served {
  return serve(family, noKernels, import.meta.resolve(`@kernel-ladder/kernel-${family.name}`));
}

await benchFamilies([
  rows(reduceRows),
  rows(gemmRows),
  rows(scanRows),
  rows(softmaxRows),
  rows(normRows),
  rows(attentionRows),
  rows(allreduceRows),
]);
