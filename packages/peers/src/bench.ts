import { benchFamilies, serve } from '@kernel-ladder/harness/node';
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

await benchFamilies([
  serve(reduceRows, noKernels),
  serve(gemmRows, noKernels),
  serve(scanRows, noKernels),
  serve(softmaxRows, noKernels),
  serve(normRows, noKernels),
  serve(attentionRows, noKernels),
  serve(allreduceRows, noKernels),
]);
