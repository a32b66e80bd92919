// One case on the device: seeded inputs with poisoned tails, the oracle, and a checksum that proves inputs untouched.
import { createBuffer, destroyBuffer, upload, writeBuffer } from '@kernel-ladder/gpu';
import type { Gpu } from '@kernel-ladder/gpu';
import type { ScalarType } from '@kernel-ladder/schema';
import { checksum } from './checksum.ts';
import type { CaseParams, Problem } from '../contract/family.ts';
import type { Arrays } from '../contract/scalars.ts';
import type { Finding } from '../contract/oracle.ts';
import { seedOf } from '../contract/random.ts';
import { sameThread } from '../contract/judges.ts';
import type { Judge, Judges } from '../contract/judges.ts';
import type { InputRequest } from '../contract/inputs.ts';
import { poisonWord, tailWord, typeOfArray } from '../contract/scalars.ts';

/** Inputs of one case as uploaded, and what judges the outputs. */
export interface CaseData {
  readonly buffers: ReadonlyMap<string, GPUBuffer>;
  readonly judge: Judge;
  readonly checksums: readonly number[];
  /** What goes into every checksum over this data, and what no kernel knows. */
  readonly salt: number;
  /** What the oracle says of outputs that it let pass or still looks at, by what tells them apart: equal ones are not read back again. */
  readonly accepted: Map<string, Finding | Promise<Finding>>;
  readonly free: () => void;
}

/** Which inputs are wanted; their structure is that of `params` when left out. */
export interface CaseRequest<Case extends CaseParams>
  extends Omit<InputRequest<Case>, 'structure'>, Partial<Pick<InputRequest<Case>, 'structure'>> {
  readonly family: Problem<Case>;
  /** Who generates the inputs and judges; this thread when left out. */
  readonly judges?: Judges | undefined;
}

// Robust access moves an index past the end to the last element, so an overrun shows only when the binding
// is longer than the data.
const guardBytes = 256;

/** Size of a buffer for `bytes` of data: whole vec4s and a guard band behind them. */
export function guardedBytes(bytes: number): number {
  return Math.ceil(bytes / 16) * 16 + guardBytes;
}

/** Inputs of one case on the host, and what judges the outputs. */
export interface HostData extends Pick<CaseData, 'judge'> {
  readonly inputs: Arrays;
}

/** Generates the inputs of one case. */
export async function createHostData<Case extends CaseParams>(request: CaseRequest<Case>): Promise<HostData> {
  const { family, params, seed, judges = sameThread } = request;
  const inputs = await judges.inputs(family, { structure: params, ...request });
  return { inputs, judge: judges.judge({ family, params, seed, inputs }) };
}

/** Generates, uploads and checksums the inputs of one case. */
export async function createCaseData<Case extends CaseParams>(
  gpu: Gpu,
  request: CaseRequest<Case>,
): Promise<CaseData> {
  return uploadData(gpu, await createHostData(request), request.seed);
}

/** Uploads and checksums inputs that were generated under a seed; what is given has their judge, and frees it. */
export async function uploadData(gpu: Gpu, { inputs, judge }: HostData, seed: number): Promise<CaseData> {
  const buffers = new Map<string, GPUBuffer>();
  const free = () => {
    judge.free();
    buffers.forEach((buffer) => destroyBuffer(gpu, buffer));
  };
  try {
    await uploadEach(gpu, inputs, buffers);
    const salt = seedOf('salt of checksums', seed);
    const checksums = await checksum(gpu, [...buffers.values()], salt);
    return { buffers, judge, checksums, salt, accepted: new Map(), free };
  } catch (error) {
    free();
    throw error;
  }
}

/** Whether the device still holds the inputs that were uploaded. */
export async function inputsUnchanged(gpu: Gpu, data: CaseData): Promise<boolean> {
  const now = await checksum(gpu, [...data.buffers.values()], data.salt);
  return now.every((value, index) => value === data.checksums[index]);
}

const poisonPiece = 2 ** 20;

/** Fills a whole buffer with the poison of its type; a large one by copies on the device, not over the bus. */
export function poison(gpu: Gpu, buffer: GPUBuffer, type: ScalarType): void {
  const word = poisonWord(type);
  if (buffer.size <= poisonPiece) {
    writeBuffer(gpu, buffer, 0, new Uint32Array(buffer.size / 4).fill(word));
    return;
  }
  const source = poisonSource(gpu.device, word);
  const encoder = gpu.device.createCommandEncoder();
  for (let at = 0; at < buffer.size; at += poisonPiece) {
    encoder.copyBufferToBuffer(source, 0, buffer, at, Math.min(poisonPiece, buffer.size - at));
  }
  gpu.device.queue.submit([encoder.finish()]);
}

// A piece of poison for each word, as long as its device lives.
const poisonSources = new WeakMap<GPUDevice, Map<number, GPUBuffer>>();

function poisonSource(device: GPUDevice, word: number): GPUBuffer {
  const sources = poisonSources.get(device) ?? new Map<number, GPUBuffer>();
  poisonSources.set(device, sources);
  const made = sources.get(word);
  if (made) return made;
  const source = device.createBuffer({
    label: 'poison',
    size: poisonPiece,
    usage: GPUBufferUsage.COPY_SRC,
    mappedAtCreation: true,
  });
  new Uint32Array(source.getMappedRange()).fill(word);
  source.unmap();
  sources.set(word, source);
  return source;
}

async function uploadEach(gpu: Gpu, inputs: Arrays, buffers: Map<string, GPUBuffer>): Promise<void> {
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  for (const [name, array] of Object.entries(inputs)) {
    const size = guardedBytes(array.byteLength);
    const buffer = await createBuffer(gpu, { label: name, bytes: size, usage });
    buffers.set(name, buffer);
    const wholeWords = array.byteLength - (array.byteLength % 4);
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    await upload(gpu, buffer, bytes.subarray(0, wholeWords));
    const tail = new Uint8Array(
      new Uint32Array((size - wholeWords) / 4).fill(tailWord(typeOfArray(array))).buffer,
    );
    tail.set(bytes.subarray(wholeWords));
    writeBuffer(gpu, buffer, wholeWords, tail);
  }
}
