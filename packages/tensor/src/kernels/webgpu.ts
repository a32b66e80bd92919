export type WebgpuKernel = never;
