// Every kernel that there is: for a back end more, a line more.
import { createRegistry } from '../registry.ts';
import type { Registry } from '../registry.ts';
import { cpuKernels } from './cpu.ts';
import { generatedKernels } from './webgpu.ts';
import { threadsKernels } from './threads.ts';

/** The registry that devices take unless they are given another one. */
export const kernels: Registry = createRegistry([...cpuKernels, ...threadsKernels, ...generatedKernels]);
