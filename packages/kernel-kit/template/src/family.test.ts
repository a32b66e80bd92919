import { testFamily } from '@kernel-ladder/harness/testing';
import { family } from './family.ts';

testFamily(family, new URL('./kernels/', import.meta.url));
