// A recording of one run: what the host did when, and stamps of the device between its stages.
import { createBuffer, destroyBuffer, readBuffer } from '@kernel-ladder/harness';
import type { Gpu } from '@kernel-ladder/harness';
import type { Place } from './slots.ts';

/** What the host did for a chunk; times are of `performance.now`, in milliseconds. */
interface HostSpan extends Place {
  readonly name: 'put' | 'submit' | 'take';
  readonly from: number;
  readonly to: number;
}

/** Where stamps are taken: round each copy, and by the launch's own pass. */
const stampNames = [
  'upload-begin',
  'upload-end',
  'kernel-begin',
  'kernel-end',
  'download-begin',
  'download-end',
] as const;

/** A place in a chunk's way where the device looks at its clock. */
type StampName = (typeof stampNames)[number];

/** When a chunk was first submitted and when it had landed, by the host's clock, in milliseconds. */
export interface Bounds extends Place {
  readonly submitted: number;
  readonly landed: number;
}

/** What a run left on its tape. */
export interface Recording {
  readonly host: readonly HostSpan[];
  readonly bounds: readonly Bounds[];
  /** Nanoseconds of the device's clock by chunk; null where the device has no timestamps. */
  readonly stamps: readonly Stamps[] | null;
}

/** The stamps of a chunk, in nanoseconds from some time on; 0 where there is none. */
export type Stamps = { readonly [Name in StampName]: number };

/** Takes notes beside the stages of one run. */
export interface Tape {
  readonly host: (span: HostSpan) => void;
  readonly submitted: (place: Place, at: number) => void;
  readonly landed: (chunk: number, at: number) => void;
  /** How the pass of a launch begins. */
  readonly pass: (chunk: number) => GPUComputePassDescriptor;
  /** Takes a stamp once all that was encoded before is done: an empty pass, whose end stamp is what counts. */
  readonly mark: (encoder: GPUCommandEncoder, chunk: number, name: StampName) => void;
  readonly read: () => Promise<Recording>;
  readonly free: () => void;
}

// WebGPU's limit for a query set is 4096.
const mostChunks = Math.floor(4096 / stampNames.length);

/** A tape for so many chunks; without stamps where the device has none, or a query set no room for them. */
export async function openTape(gpu: Gpu, chunks: number): Promise<Tape> {
  const hasStamps = gpu.facts.features.has('timestamp-query') && chunks <= mostChunks;
  const notes = notesOf();
  return hasStamps ? stampingTape(gpu, chunks, notes) : { ...notes.tape, ...silent(notes) };
}

interface Notes {
  readonly tape: Pick<Tape, 'host' | 'submitted' | 'landed'>;
  readonly told: () => Omit<Recording, 'stamps'>;
}

function notesOf(): Notes {
  const host: HostSpan[] = [];
  const bounds = new Map<number, Bounds>();
  return {
    tape: {
      host: (span) => host.push(span),
      submitted: (place, at) => {
        if (!bounds.has(place.chunk)) bounds.set(place.chunk, { ...place, submitted: at, landed: at });
      },
      landed: (chunk, at) => {
        const known = bounds.get(chunk);
        if (known) bounds.set(chunk, { ...known, landed: at });
      },
    },
    told: () => ({ host, bounds: [...bounds.values()].toSorted((a, b) => a.chunk - b.chunk) }),
  };
}

function silent({ told }: Notes): Pick<Tape, 'pass' | 'mark' | 'read' | 'free'> {
  return {
    pass: () => ({}),
    mark: () => {},
    read: () => Promise.resolve({ ...told(), stamps: null }),
    free: () => {},
  };
}

async function stampingTape(gpu: Gpu, chunks: number, { tape, told }: Notes): Promise<Tape> {
  const count = stampNames.length * chunks;
  const { QUERY_RESOLVE, COPY_SRC } = GPUBufferUsage;
  const resolved = await createBuffer(gpu, {
    label: 'stamps',
    bytes: 8 * count,
    usage: QUERY_RESOLVE | COPY_SRC,
  });
  const querySet = gpu.device.createQuerySet({ type: 'timestamp', count });
  const placeOf = (chunk: number, name: StampName) => chunk * stampNames.length + stampNames.indexOf(name);
  return {
    ...tape,
    pass: (chunk) => ({
      timestampWrites: {
        querySet,
        beginningOfPassWriteIndex: placeOf(chunk, 'kernel-begin'),
        endOfPassWriteIndex: placeOf(chunk, 'kernel-end'),
      },
    }),
    mark: (encoder, chunk, name) =>
      encoder
        .beginComputePass({ timestampWrites: { querySet, endOfPassWriteIndex: placeOf(chunk, name) } })
        .end(),
    read: async () => {
      const encoder = gpu.device.createCommandEncoder();
      encoder.resolveQuerySet(querySet, 0, count, resolved, 0);
      gpu.device.queue.submit([encoder.finish()]);
      const values = new BigUint64Array(await readBuffer(gpu, resolved, { offset: 0, bytes: 8 * count }));
      return { ...told(), stamps: stampsIn(values, chunks) };
    },
    free: () => {
      querySet.destroy();
      destroyBuffer(gpu, resolved);
    },
  };
}

// From the first one on: nanoseconds since 1970, as some devices count, are more than a float holds.
function stampsIn(values: BigUint64Array, chunks: number): readonly Stamps[] {
  const first = values.reduce(
    (least, value) => (value > 0n && (least === 0n || value < least) ? value : least),
    0n,
  );
  const at = (chunk: number, name: StampName) => {
    const value = values[chunk * stampNames.length + stampNames.indexOf(name)] ?? 0n;
    return value === 0n ? 0 : Number(value - first) + 1;
  };
  return Array.from({ length: chunks }, (_, chunk) => ({
    'upload-begin': at(chunk, 'upload-begin'),
    'upload-end': at(chunk, 'upload-end'),
    'kernel-begin': at(chunk, 'kernel-begin'),
    'kernel-end': at(chunk, 'kernel-end'),
    'download-begin': at(chunk, 'download-begin'),
    'download-end': at(chunk, 'download-end'),
  }));
}
