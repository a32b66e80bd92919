// Node's entry: families as processes, with their files and threads.
export { benchFamilies, serveJob } from './process/work.ts';
export type { Opened } from './process/work.ts';
export { serve } from './process/serve.ts';
export type { Served } from './process/serve.ts';
export { openThreads } from './process/threads.ts';
export type { Threads, ThreadsRequest } from './process/threads.ts';
export { fileLoader } from './process/loader.ts';
export { closeDevice } from '@kernel-ladder/gpu';
export { openGpu } from '@kernel-ladder/gpu/node';
