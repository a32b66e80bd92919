import { benchFamily } from '@kernel-ladder/harness/node';
import { family } from './family.ts';

await benchFamily(family, new URL('./kernels/', import.meta.url));
