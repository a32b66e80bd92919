import { testAccess } from '@kernel-ladder/harness/testing';
import { sparseCase } from './cases/kinds.ts';
import { family } from './family.ts';

const rows = sparseCase({ rows: 512, nnz: 8192, pattern: 'uniform' });
const blocks = sparseCase({ rows: 512, nnz: 8192, pattern: 'blocks' });
const vectors = sparseCase({ rows: 128, nnz: 2048, pattern: 'uniform', vectors: 32 });

testAccess(family, new URL('./kernels/', import.meta.url), [
  ['csr-scalar', rows],
  ['csr-subgroup', rows],
  ['csr-lanes', rows],
  ['ell', rows],
  ['bcsr', blocks],
  ['spmm-naive', vectors],
  ['spmm-subgroup', vectors],
  ['spmm-tiled', vectors],
]);
