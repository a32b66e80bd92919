// What a case is told by.
import type { Problem } from '@kernel-ladder/harness';
import type { GemmCase } from './cases.ts';
import { configurationNames } from './configurations.ts';
import { epilogues } from './kernels/epilogue.ts';

const length = { min: 0, max: 2 ** 24 };

/** The parameters of a case, in the order of its name. */
export const gemmParams: Problem<GemmCase>['params'] = [
  { key: 'm', takes: length },
  { key: 'n', takes: length },
  { key: 'k', takes: length },
  {
    key: 'fill',
    default: 'uniform',
    takes: ['uniform', 'integers', 'large', 'identity', 'zeros', 'ones', 'nan', 'inf'],
  },
  { key: 'batch', default: 1, takes: { min: 0, max: 65_536 } },
  { key: 'layout', default: 'nn', takes: ['nn', 'nt', 'tn', 'tt'] },
  { key: 'epilogue', default: 'none', takes: Object.keys(epilogues) },
  { key: 'stages', default: 0, takes: { min: 1, max: 3 } },
  { key: 'groups', default: 0, takes: { min: 1, max: 65_535 } },
  { key: 'workgroup', default: 0, takes: { min: 64, max: 512 } },
  { key: 'ilp', default: 0, takes: { min: 16, max: 128 } },
  { key: 'held', default: 0, takes: { min: 1, max: 64 } },
  { key: 'config', default: 'none', takes: ['none', ...configurationNames] },
];
