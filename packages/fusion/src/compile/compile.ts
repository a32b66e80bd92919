// From a graph to a program: operators are grouped into kernels, memory is planned, and each kernel is written as WGSL.
import { generated } from '@kernel-ladder/harness';
import type { BufferRange, DeviceFacts, Pass } from '@kernel-ladder/harness';
import { dataOf } from '../graph/attributes.ts';
import { countOf, typeOf, typeText } from '../graph/types.ts';
import type { Graph, ValueId } from '../graph/types.ts';
import { verify } from '../graph/verify.ts';
import { fuse } from '../fuse/fuse.ts';
import { buffersOf, externalsOf, isStored } from '../fuse/stores.ts';
import type { Kernels } from '../fuse/fuse.ts';
import type { Group } from '../fuse/group.ts';
import { findNode, operatorOf } from '../fuse/lookup.ts';
import { prepare } from '../fuse/prepare.ts';
import { generateKernel } from '../generate/generate.ts';
import { bytesOfValue } from '../generate/kernel.ts';
import type { GeneratedKernel } from '../generate/kernel.ts';
import { lineOf } from '../generate/naming.ts';
import { flopsOf } from '../operators/flops.ts';
import { aligned, alignment } from '../plan/arena.ts';
import { planMemory } from '../plan/memory.ts';
import type { MemoryPlan } from '../plan/memory.ts';
import { CompileError } from './error.ts';
import { namesOf } from './names.ts';
import type { Names } from './names.ts';
import type { Constant, Named, Program } from './program.ts';

/** How a graph is compiled. */
export interface CompileOptions {
  /** Whether operators share kernels; they do when left out. One kernel for each is what a library without a compiler runs. */
  readonly fuse?: boolean;
  /** How products are computed: in tiles that threads share, when left out, or each element by a thread of its own, as a first kernel does. */
  readonly products?: 'tiles' | 'elements';
  /** The names of the outputs, in order: `result`, or `result_0` and so on, when left out. */
  readonly outputs?: readonly string[];
}

// What every device binds to one kernel (WebGPU's default of maxStorageBuffersPerShaderStage).
const leastBuffers = 8;

/**
 * Compiles a graph for a device. Throws a GraphError where it is none, and a CompileError where the device lacks a feature or where a
 * value is larger than what it binds, or than what a u32 counts.
 */
export function compile(graph: Graph, device: DeviceFacts, options: CompileOptions = {}): Program {
  const began = performance.now();
  const writing = planned(graph, device, options);
  const { kernels, memory } = writing;
  const ready = performance.now();
  const written = kernels.groups.map((group) => writeKernel(writing, group, options.products));
  const passes = written.map((kernel, index) => passOf(writing, kernels.groups[index], kernel));
  return {
    ...valuesIn(writing),
    plan: {
      passes,
      scratch: Object.fromEntries(memory.arenas.map((bytes, arena) => [writing.names.arena(arena), bytes])),
      implBytes: written.reduce((sum, { bytes }) => sum + bytes, 0),
      longestSum: written.reduce((most, { longestSum }) => Math.max(most, longestSum), 1),
    },
    kernels: kernels.groups.map(({ kind, members }, index) => ({
      kind,
      lines: members.map((id) => lineOf(kernels.graph, id)),
      bytes: written[index]?.bytes ?? 0,
      flops: members.reduce((sum, id) => sum + flopsIn(kernels.graph, id), 0),
    })),
    memory: {
      arenas: memory.arenas,
      peakBytes: memory.peakBytes,
      separateBytes: memory.separateBytes,
      inPlace: memory.inPlace.size,
    },
    times: { passesNs: 1e6 * (ready - began), generateNs: 1e6 * (performance.now() - ready) },
  };
}

function planned(graph: Graph, device: DeviceFacts, options: CompileOptions): Writing {
  const prepared = prepare(verify(graph));
  refuseTypes(prepared, device);
  const mostBuffers = device.limits['maxStorageBuffersPerShaderStage'] ?? leastBuffers;
  const kernels = fuse(prepared, { fuse: options.fuse ?? true, mostBuffers });
  refuseSizes(kernels, device, mostBuffers);
  refuseLengths(prepared);
  const memory = planMemory(kernels, kernels.groups, mostBytes(device));
  const names = namesOf(kernels.graph, constantsOf(kernels), options.outputs);
  return { kernels, device, memory, names };
}

function valuesIn({ kernels, names }: Writing): Pick<Program, 'inputs' | 'outputs' | 'constants'> {
  const { graph } = kernels;
  const named = (id: ValueId): Named => ({ name: names.values.get(id) ?? '', type: typeOf(graph, id) });
  return {
    inputs: graph.inputs,
    outputs: graph.outputs.map(named),
    constants: constantsOf(kernels).map((id) => ({ ...named(id), values: valuesOf(graph, id) })),
  };
}

function flopsIn(graph: Graph, id: ValueId): number {
  const node = findNode(graph, id);
  return node ? flopsOf(graph, node) : 0;
}

interface Writing {
  readonly kernels: Kernels;
  readonly device: DeviceFacts;
  readonly memory: MemoryPlan;
  readonly names: Names;
}

// Places are u32, those that are only looked at through a view too.
function refuseLengths(graph: Graph): void {
  const large = graph.nodes.find(({ type }) => countOf(type.shape) > 2 ** 32 - 1);
  if (large)
    throw new CompileError(
      'limit:elements',
      `${lineOf(graph, large.id)} has ${countOf(large.type.shape)} elements: places are u32`,
    );
}

function refuseTypes(graph: Graph, device: DeviceFacts): void {
  const ids = [...graph.inputs.keys(), ...graph.nodes.map(({ id }) => id)];
  const half = ids.find((id) => typeOf(graph, id).dtype === 'f16');
  if (half !== undefined && !device.features.has('shader-f16'))
    throw new CompileError(
      'feature:shader-f16',
      `the device does not offer shader-f16, which ${lineOf(graph, half)} takes`,
    );
}

function mostBytes({ limits }: DeviceFacts): number {
  const offered = Math.min(
    limits['maxStorageBufferBindingSize'] ?? Infinity,
    limits['maxBufferSize'] ?? Infinity,
  );
  return Math.floor(Math.min(offered, Number.MAX_SAFE_INTEGER) / alignment) * alignment;
}

function refuseSizes(kernels: Kernels, device: DeviceFacts, mostBuffers: number): void {
  const { graph, groups } = kernels;
  const most = mostBytes(device);
  for (const group of groups) {
    const buffers = buffersOf(kernels, group);
    const large = buffers.find((id) => aligned(bytesOfValue(kernels, id)) > most);
    if (large !== undefined)
      throw new CompileError(
        'limit:maxStorageBufferBindingSize',
        `${typeText(typeOf(graph, large))} takes ${bytesOfValue(kernels, large)} bytes, the device binds ${most}: ${lineOf(graph, large)}`,
      );
    if (buffers.length > mostBuffers)
      throw new CompileError(
        'limit:maxStorageBuffersPerShaderStage',
        `${group.members.map((id) => lineOf(graph, id)).join('; ')} binds ${buffers.length} buffers, the device ${mostBuffers}`,
      );
  }
}

// Sources that are no expression, as far as somebody reads them.
function constantsOf(kernels: Kernels): readonly ValueId[] {
  const { graph, groups } = kernels;
  const read = groups.flatMap((group) => externalsOf(kernels, group));
  return [...new Set(read)].filter((id) => {
    const node = findNode(graph, id);
    return node !== undefined && operatorOf(node).class === 'source' && isStored(kernels, id);
  });
}

function valuesOf(graph: Graph, id: ValueId): Constant['values'] {
  const value = dataOf(findNode(graph, id)?.attributes ?? {}, 'value');
  return typeof value === 'number'
    ? Array.from({ length: countOf(typeOf(graph, id).shape) }, () => value)
    : value;
}

function writeKernel(
  { kernels, device, memory, names }: Writing,
  group: Group,
  products: CompileOptions['products'] = 'tiles',
): GeneratedKernel {
  const arenaOf = (id: ValueId) => (names.values.has(id) ? null : (memory.placementOf(id)?.arena ?? null));
  const written = new Set(group.stores.map(arenaOf));
  return generateKernel(kernels, group, {
    device,
    products,
    isWritable: (id) => arenaOf(id) !== null && written.has(arenaOf(id)),
    inPlaceOf: (id) => memory.inPlace.get(id) ?? null,
  });
}

function passOf(writing: Writing, group: Group | undefined, kernel: GeneratedKernel): Pass {
  const { file, text, bindings, workgroups } = kernel;
  const most = writing.device.limits['maxComputeWorkgroupsPerDimension'] ?? 65_535;
  const widest = Math.max(...workgroups);
  if (widest > most)
    throw new CompileError(
      'limit:maxComputeWorkgroupsPerDimension',
      `a kernel of ${group?.members.length ?? 0} operators takes ${workgroups.join(' × ')} workgroups, the device ${most} a dimension`,
    );
  return { wgsl: generated(file, text), bindings: bindings.map((id) => bufferOf(writing, id)), workgroups };
}

function bufferOf({ names, memory }: Writing, id: ValueId): string | BufferRange {
  const name = names.values.get(id);
  if (name !== undefined) return name;
  const placement = memory.placementOf(id);
  if (!placement) throw new Error(`%${id} has no memory`);
  const { arena, offset, bytes } = placement;
  return { buffer: names.arena(arena), offset, bytes };
}
