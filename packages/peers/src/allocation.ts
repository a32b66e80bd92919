// Memory for many small blocks, as the host gets it: a buffer for each from the device, or parts of one large buffer.
import { cpus } from 'node:os';
import {
  blockUnit,
  createBuffer,
  createSuballocator,
  destroyBuffer,
  notApplicable,
  readBuffer,
  writeBuffer,
} from '@kernel-ladder/harness';
import type { Arrays, Given, Gpu, NumberArray, Prepared, SelfRunVariant } from '@kernel-ladder/harness';
import { tagOf } from '@kernel-ladder/kernel-memory';
import type { MemoryCase } from '@kernel-ladder/kernel-memory';

/** Where a block lies. */
interface Place {
  readonly buffer: GPUBuffer;
  readonly offset: number;
}

/** Gives blocks of these sizes, after it has taken back what it gave before. */
interface Allocator {
  readonly allocate: (sizes: NumberArray) => readonly Place[];
  readonly takeBack: () => void;
  /** Gives up what it has itself as well. */
  readonly close: () => void;
}

/** `suballocator` and `create-buffer`: what they give is tagged and read back, untimed, so that no byte given twice goes unseen. */
export const allocationRows: readonly SelfRunVariant<MemoryCase>[] = [
  allocationRow({
    name: 'suballocator',
    summary: 'blocks as parts of one large buffer, from a list of its free stretches',
    boundBy: 'the search for the first stretch that is long enough',
    open: openSuballocator,
  }),
  allocationRow({
    name: 'create-buffer',
    summary: 'a buffer of its own for each block',
    boundBy: 'the validation and the book-keeping of createBuffer and destroy',
    open: openDevice,
  }),
];

interface AllocationRow {
  readonly name: string;
  readonly summary: string;
  readonly boundBy: string;
  readonly open: (gpu: Gpu, blocks: number) => Allocator | Promise<Allocator>;
}

/** A row of an allocator. */
export function allocationRow({ open, ...named }: AllocationRow): SelfRunVariant<MemoryCase> {
  return {
    ...named,
    kind: 'cpu',
    peer: {
      name: 'allocation on the host',
      version: `node ${process.version}`,
      settings: { cpu: cpus()[0]?.model ?? 'unknown' },
      timedBy: 'wall time of taking all blocks back and giving as many anew, by performance.now',
    },
    clock: 'host',
    plan: (params) =>
      'blocks' in params
        ? { implBytes: 12 * Number(params.blocks), longestSum: 1 }
        : notApplicable('gives memory out, and moves none'),
    prepare: async (params, given) => prepare(await open(given.gpu, Number(params['blocks'])), given),
  };
}

function prepare(allocator: Allocator, { inputs, gpu }: Given): Prepared {
  let sizes = sizesOf(inputs);
  let places: readonly Place[] = [];
  // What stands for blocks that no run has given yet.
  let spoilt: Arrays = {};
  return {
    run: () => {
      places = allocator.allocate(sizes);
      return undefined;
    },
    spoil: (outputs) => {
      allocator.takeBack();
      [places, spoilt] = [[], outputs];
    },
    replace: (others) => {
      sizes = sizesOf(others).slice();
    },
    outputs: async () => (places.length === 0 ? spoilt : { tags: await tagged(gpu, places, sizes) }),
    free: () => allocator.close(),
  };
}

function sizesOf({ sizes }: Arrays): NumberArray {
  if (!sizes) throw new Error('no input "sizes"');
  return sizes;
}

// Asked for when it is used: the names are there once a device has been opened.
function usageOfBlocks(): GPUBufferUsageFlags {
  return GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
}

// Validated when it is made; memory that lacks shows when it is written to.
function openDevice({ device }: Gpu): Allocator {
  let buffers: GPUBuffer[] = [];
  const usage = usageOfBlocks();
  const takeBack = () => {
    for (const buffer of buffers) buffer.destroy();
    buffers = [];
  };
  return {
    allocate: (sizes) => {
      takeBack();
      for (const size of sizes) buffers.push(device.createBuffer({ size, usage }));
      return buffers.map((buffer) => ({ buffer, offset: 0 }));
    },
    takeBack,
    close: takeBack,
  };
}

// Of the largest block.
const mostBytes = 4096;

async function openSuballocator(gpu: Gpu, blocks: number): Promise<Allocator> {
  const bytes = blocks * (mostBytes + blockUnit);
  const buffer = await createBuffer(gpu, { label: 'blocks', bytes, usage: usageOfBlocks() });
  const allocator = createSuballocator(bytes);
  let given: ReturnType<typeof allocator.allocate>[] = [];
  const takeBack = () => {
    for (const block of given) if (block) allocator.free(block);
    given = [];
  };
  return {
    allocate: (sizes) => {
      takeBack();
      for (const size of sizes) given.push(allocator.allocate(size));
      return given.map((block) => {
        if (!block) throw new Error(`${blocks} blocks of up to ${mostBytes} bytes do not fit into ${bytes}`);
        return { buffer, offset: block.offset };
      });
    },
    takeBack,
    close: () => destroyBuffer(gpu, buffer),
  };
}

// All blocks are tagged before any is read: one that shares a word with another has the other's tag there.
async function tagged(gpu: Gpu, places: readonly Place[], sizes: NumberArray): Promise<Uint32Array> {
  const ends = places.flatMap(({ buffer, offset }, block) => {
    const [size, tag] = [sizes[block] ?? 0, Uint32Array.of(tagOf(sizes[block] ?? 0, block))];
    return [offset, offset + size - 4].map((at) => ({ buffer, at, tag }));
  });
  for (const { buffer, at, tag } of ends) writeBuffer(gpu, buffer, at, tag);
  const bytes = 4 * ends.length;
  const gathered = await createBuffer(gpu, { label: 'tags', bytes, usage: usageOfBlocks() });
  const encoder = gpu.device.createCommandEncoder();
  ends.forEach(({ buffer, at }, index) => encoder.copyBufferToBuffer(buffer, at, gathered, 4 * index, 4));
  gpu.device.queue.submit([encoder.finish()]);
  const read = await readBuffer(gpu, gathered, { offset: 0, bytes });
  destroyBuffer(gpu, gathered);
  return new Uint32Array(read);
}
