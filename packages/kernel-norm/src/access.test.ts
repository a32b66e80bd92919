import { testAccess } from '@kernel-ladder/harness/testing';
import { normCase } from './cases.ts';
import { family } from './family.ts';

testAccess(family, new URL('./kernels/', import.meta.url), [['resident', normCase(4, 4096)]]);
