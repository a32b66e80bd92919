import { testAccess } from '@kernel-ladder/harness/testing';
import { softmaxCase } from './cases.ts';
import { family } from './family.ts';

testAccess(family, new URL('./kernels/', import.meta.url), [['resident', softmaxCase(4, 4096)]]);
