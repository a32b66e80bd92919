// Rows beside the ladders of memory access.
import { notApplicable } from '@kernel-ladder/harness';
import type { Arrays, Demand, Family, Skip, VariantKind } from '@kernel-ladder/harness';
import { blockWords, byKind, family, forProbes, scalar } from '@kernel-ladder/kernel-memory';
import type { MemoryCase, StreamCase } from '@kernel-ladder/kernel-memory';
import { allocationRows } from './allocation.ts';
import type { MemoryTask } from './cpu/loops/memory.ts';
import { cpuRows, loadedWith } from './cpu/rows.ts';
import type { CpuProblem, Loaded } from './cpu/rows.ts';
import { vendorHost } from './vendor/host.ts';
import { memoryVendorRows } from './vendor/memory-access.ts';
import { vendorRows } from './vendor/row.ts';

/** Streams and transposes as tasks: what is left out are the patterns that only a device's memory has. */
export const moves: CpuProblem<MemoryCase> = {
  plan: (params): Demand | Skip =>
    byKind<Demand | Skip>(params, {
      ...forProbes(() => notApplicable('asks what the memory of a device is like')),
      stream: ({ groups }) =>
        groups === undefined ? demandOf(params) : notApplicable('a processor has no workgroups'),
      transpose: () => demandOf(params),
    }),
  // Moving is all there is to do: bytes stand for operations.
  flops: (params) => family.work(params).minBytes,
  flopsPerNs: 2,
  load,
};

/** The family of memory access with peers instead of kernels. */
export const memoryRows: Family<MemoryCase, VariantKind> = {
  ...family,
  variants: [...cpuRows(moves), ...allocationRows, ...vendorRows(family, memoryVendorRows, vendorHost)],
  wrong: [],
};

function demandOf(params: MemoryCase): Demand {
  return { implBytes: family.work(params).minBytes, longestSum: 1 };
}

function load(params: MemoryCase, inputs: Arrays): Loaded {
  const outputs = Object.fromEntries(
    Object.entries(family.outputs(params)).map(([name, { type, length }]) => {
      const memory = new SharedArrayBuffer(4 * length);
      return [name, type === 'f32' ? new Float32Array(memory) : new Uint32Array(memory)];
    }),
  );
  const words = (name: string) => arrayOf(Uint32Array, inputs, name);
  const made = (name: string) => arrayOf(Uint32Array, outputs, name);
  const task = byKind<MemoryTask>(params, {
    ...forProbes(() => {
      throw new Error('a probe is no task');
    }),
    stream: (stream) => streamTask(stream, { words, made, inputs, outputs }),
    transpose: ({ rows, columns }) => ({
      kind: 'memory',
      op: 'transpose',
      rows,
      columns,
      x: words('x'),
      y: made('y'),
    }),
  });
  return loadedWith(task, outputs);
}

interface Memory {
  readonly words: (name: string) => Uint32Array;
  readonly made: (name: string) => Uint32Array;
  readonly inputs: Arrays;
  readonly outputs: Arrays;
}

function streamTask({ op }: StreamCase, { words, made, inputs, outputs }: Memory): MemoryTask {
  switch (op) {
    case 'copy':
      return { kind: 'memory', op, x: words('x'), y: made('y') };
    case 'read':
      return { kind: 'memory', op, x: words('x'), sums: made('sums'), block: blockWords };
    case 'write':
      return { kind: 'memory', op, key: words('key'), y: made('y') };
    case 'gather':
      return { kind: 'memory', op, x: words('x'), order: words('order'), y: made('y') };
    case 'triad': {
      const [a, b] = [arrayOf(Float32Array, inputs, 'a'), arrayOf(Float32Array, inputs, 'b')];
      return { kind: 'memory', op, scalar, a, b, y: arrayOf(Float32Array, outputs, 'y') };
    }
    default:
      return op satisfies never;
  }
}

function arrayOf<T>(type: new (...given: never[]) => T, arrays: Arrays, name: string): T {
  const array = arrays[name];
  if (array instanceof type) return array;
  throw new Error(`the loop takes "${name}" as ${type.name}`);
}
