import { testWholeFamily } from '@kernel-ladder/harness/testing';
import { family } from './family.ts';

testWholeFamily(family, new URL('./kernels/', import.meta.url));
