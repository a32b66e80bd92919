// Node's entry: a family as a process, with its files, its events and the machine's profile.
export { benchFamilies, benchFamily, serveJob } from './process/bench.ts';
export type { Opened } from './process/bench.ts';
export { serve } from './process/serve.ts';
export type { Served } from './process/serve.ts';
export { openThreads } from './process/threads.ts';
export type { Threads, ThreadsRequest } from './process/threads.ts';
export { fileLoader } from './process/loader.ts';
export { closeDevice } from '@kernel-ladder/gpu';
export { openGpu } from '@kernel-ladder/gpu/node';
