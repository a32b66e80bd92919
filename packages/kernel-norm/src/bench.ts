import { benchFamily } from '@kernel-ladder/harness/bench';
import { family } from './family.ts';

await benchFamily(family, new URL('./kernels/', import.meta.url));
