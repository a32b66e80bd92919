// A generated kernel: its text, what it binds, and how it is launched.
import { each } from '@kernel-ladder/kernel-kit';
import type { DeviceFacts } from '@kernel-ladder/harness';
import { typeOf } from '../graph/types.ts';
import type { ValueId } from '../graph/types.ts';
import { functionsOf } from '../fuse/lookup.ts';
import { bufferOf, lanes, lineIn, storedBytes, storedType } from './naming.ts';
import type { Leaf, Scope } from './sources.ts';
import { collapse } from '../fuse/walk.ts';

/** What one dispatch runs. */
export interface GeneratedKernel {
  /** The generator that wrote it. */
  readonly file: string;
  readonly text: string;
  /** The values behind the bindings, in order. */
  readonly bindings: readonly ValueId[];
  readonly workgroups: readonly [x: number, y: number, z: number];
  /** Bytes that it asks memory for. */
  readonly bytes: number;
  /** The longest chain of additions behind one element. */
  readonly longestSum: number;
}

/** What a kernel is written for. */
export interface Target {
  readonly device: DeviceFacts;
  /** Whether threads share tiles of a product, or each computes an element. */
  readonly products: 'tiles' | 'elements';
  /** Whether a value that is read lies in a buffer that the kernel writes, so that it is bound to be written as well. */
  readonly isWritable: (id: ValueId) => boolean;
  /** The value whose memory a result takes, element for element; null where it has its own. */
  readonly inPlaceOf: (id: ValueId) => ValueId | null;
}

/** What a kernel binds, and which of it as vec4s. */
export interface Bound {
  readonly reads: readonly ValueId[];
  readonly writes: readonly ValueId[];
  readonly isFours: (id: ValueId) => boolean;
}

/** The values that stand for memory: a result in another's place has the name of that other. */
export function boundValues({ reads, writes }: Bound, { inPlaceOf }: Target): readonly ValueId[] {
  return [...new Set([...reads, ...writes.map((id) => inPlaceOf(id) ?? id)])];
}

/** Extensions but that of halves, the lines of the program, bindings, and functions of operators. */
export function headText(
  scope: Scope,
  target: Target,
  bound: Bound,
  extensions: readonly string[] = [],
): string {
  const { graph, group } = scope;
  const values = boundValues(bound, target);
  const written = bound.writes.map((id) => target.inPlaceOf(id) ?? id);
  const enables = extensions.map((name) => `enable ${name};\n`).join('');
  const lines = group.members.map((id) => `// ${lineIn(scope, id)}`).join('\n');
  const bindings = each(values.length, (index) => {
    const id = values[index] ?? 0;
    const access = written.includes(id) || target.isWritable(id) ? 'read_write' : 'read';
    const type = lanes(storedType(typeOf(graph, id).dtype), bound.isFours(id) ? 4 : 1);
    return `@group(0) @binding(${index}) var<storage, ${access}> ${bufferOf(scope, id)}: array<${type}>;`;
  });
  const functions = [...new Set(group.members.flatMap((id) => functionsOf(graph, id)))];
  return [`${enables}${lines}`, bindings, ...functions].join('\n\n');
}

/** The memory that a result is written to. */
export function memoryOf(target: Target, id: ValueId): ValueId {
  return target.inPlaceOf(id) ?? id;
}

/** Bytes of all elements of a value. */
export function bytesOfValue({ graph }: Pick<Scope, 'graph'>, id: ValueId): number {
  const { dtype, shape } = typeOf(graph, id);
  return shape.reduce((count, length) => count * length, storedBytes(dtype));
}

/** Bytes that a leaf is made of: what is read again and again along an axis counts once. */
export function bytesOfLeaf({ graph }: Scope, { id, walk, expression }: Leaf): number {
  if (expression !== null) return 0;
  const { dims, strides } = collapse(walk);
  const elements = dims.reduce((count, length, axis) => (strides[axis] === 0 ? count : count * length), 1);
  return elements * storedBytes(typeOf(graph, id).dtype);
}
