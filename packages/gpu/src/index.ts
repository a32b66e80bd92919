// A thin, honest layer over WebGPU: one open device, a ledger of its buffers, pipelines, timed passes.
// Nothing here knows Node or the page; those entries only find the adapter.
export { GpuFault } from './fault.ts';
export type { FaultCode } from './fault.ts';
export { closeDevice, hasTimestamps, openDevice, raceLoss } from './device.ts';
export type { AdapterNames, DeviceFacts, Gpu, SubgroupMatrixConfig } from './device.ts';
export { createBuffer, destroyBuffer, liveBuffers, writeBuffer } from './buffers.ts';
export type { BufferSpec } from './buffers.ts';
export { readBuffer, readInto } from './read-back.ts';
export type { Wanted } from './read-back.ts';
export { keptBytes } from './staging.ts';
export { upload } from './upload.ts';
export { blockUnit, createSuballocator } from './suballocator.ts';
export type { Block, Suballocator } from './suballocator.ts';
export { createPipeline } from './pipeline.ts';
export type { Pipeline } from './pipeline.ts';
export {
  chainedDurations,
  deviceMs,
  maxTimedPasses,
  sendPasses,
  submitAndRead,
  submitPasses,
  timePasses,
} from './passes.ts';
export type { EncodePass, Stamp, TimedPasses } from './passes.ts';
