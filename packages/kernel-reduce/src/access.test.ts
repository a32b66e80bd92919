import { testAccess } from '@kernel-ladder/harness/testing';
import { reduceCase } from './cases/vector.ts';
import { family } from './family.ts';

testAccess(family, new URL('./kernels/', import.meta.url), [['optimized', reduceCase(2 ** 14)]]);
