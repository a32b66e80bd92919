import { testAccess } from '@kernel-ladder/harness/testing';
import { allreduceCase } from './cases.ts';
import { family } from './family.ts';

testAccess(family, new URL('./kernels/', import.meta.url), [['fused', allreduceCase(2 ** 13, 4)]]);
