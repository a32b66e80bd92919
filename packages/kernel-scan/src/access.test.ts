import { testAccess } from '@kernel-ladder/harness/testing';
import { scanCase } from './cases.ts';
import { family } from './family.ts';

testAccess(family, new URL('./kernels/', import.meta.url), [['look-back', scanCase(2 ** 14)]]);
