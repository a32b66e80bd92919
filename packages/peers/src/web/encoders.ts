// Every encoder that the device makes from now on is looked at: its passes get stamps while somebody takes the time, and it is
// told from which buffers it copies.

/** What is looked at. */
export interface Encoders {
  /** Begins to stamp passes, a pair of places of the query set for each, from its beginning on. */
  readonly beginStamps: (querySet: GPUQuerySet) => void;
  /** Ends that and gives the number of passes. */
  readonly endStamps: () => number;
  /** Does the work and gives the buffers that it has copied from. */
  readonly sourcesOf: (work: () => Promise<unknown>) => Promise<readonly GPUBuffer[]>;
}

interface Watch {
  querySet: GPUQuerySet | null;
  passes: number;
  readonly sources: Set<GPUBuffer>;
}

/** Looks at the encoders of a device. */
export function watchEncoders(device: GPUDevice): Encoders {
  const watch: Watch = { querySet: null, passes: 0, sources: new Set() };
  const create = device.createCommandEncoder.bind(device);
  device.createCommandEncoder = (descriptor) => watched(create(descriptor), watch);
  return {
    beginStamps: (querySet) => {
      watch.querySet = querySet;
      watch.passes = 0;
    },
    endStamps: () => {
      watch.querySet = null;
      return watch.passes;
    },
    sourcesOf: async (work) => {
      watch.sources.clear();
      await work();
      const found = [...watch.sources];
      watch.sources.clear();
      return found;
    },
  };
}

function watched(encoder: GPUCommandEncoder, watch: Watch): GPUCommandEncoder {
  const begin = encoder.beginComputePass.bind(encoder);
  encoder.beginComputePass = (given) => begin(stamped(given, watch));
  // It has two forms, with offsets and without: either is passed on as it is.
  const copy = encoder.copyBufferToBuffer.bind(encoder) as (...given: readonly unknown[]) => undefined;
  encoder.copyBufferToBuffer = (source: GPUBuffer, ...rest: readonly unknown[]) => {
    watch.sources.add(source);
    return copy(source, ...rest);
  };
  return encoder;
}

function stamped(given: GPUComputePassDescriptor = {}, watch: Watch): GPUComputePassDescriptor {
  const { querySet, passes } = watch;
  if (!querySet) return given;
  if (given.timestampWrites) throw new Error('a pass that takes its own time cannot be stamped as well');
  if (2 * passes === querySet.count) throw new Error(`a call of more than ${passes} passes is not timed`);
  watch.passes++;
  const places = { beginningOfPassWriteIndex: 2 * passes, endOfPassWriteIndex: 2 * passes + 1 };
  return { ...given, timestampWrites: { querySet, ...places } };
}
