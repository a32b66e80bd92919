// Node's entry: a family as a process, with its files, its events and the machine's profile.
export { benchFamily } from './process/bench.ts';
export { fileLoader } from './process/loader.ts';
export { closeDevice } from '@kernel-ladder/gpu';
export { openGpu } from '@kernel-ladder/gpu/node';
