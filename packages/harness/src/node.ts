// Node's entry: a family as a process, with its files, its events and the machine's profile.
export { benchFamily } from './bench.ts';
export { fileLoader } from './loader.ts';
export { closeDevice } from '@kernel-ladder/gpu';
export { openGpu } from '@kernel-ladder/gpu/node';
