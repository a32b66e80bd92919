import { benchFamilies, serve } from '@kernel-ladder/harness/node';
import { gemmRows } from './gemm.ts';
import { reduceRows } from './reduce.ts';

const noKernels = (file: string): never => {
  throw new Error(`a peer has no kernel file ${file}`);
};

await benchFamilies([serve(reduceRows, noKernels), serve(gemmRows, noKernels)]);
