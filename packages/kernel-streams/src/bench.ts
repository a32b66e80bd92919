import { benchFamily } from '@kernel-ladder/harness/bench';
import { fileLoader } from '@kernel-ladder/harness/node';
import { streams } from './streams.ts';

const kernels = new URL('./kernels/', import.meta.url);
await benchFamily(streams(fileLoader(kernels)), kernels);
