// Types of WGSL: what they are called, how large they are, how they lie in memory.

/** Numbers and truths. `int` and `float` are literals that have not become a type yet. */
export type ScalarName = 'bool' | 'i32' | 'u32' | 'f32' | 'f16' | 'int' | 'float';

/** One number or truth. */
export interface Scalar {
  readonly kind: 'scalar';
  readonly name: ScalarName;
}

/** Two to four scalars. */
export interface Vector {
  readonly kind: 'vector';
  readonly size: number;
  readonly of: Scalar;
}

/** A matrix that a subgroup holds together. */
export interface MatrixType {
  readonly kind: 'matrix';
  readonly component: string;
  readonly rows: number;
  readonly columns: number;
}

/** Values of one type; as many as the binding has room for where there is no count. */
export interface ArrayType {
  readonly kind: 'array';
  readonly of: Type;
  readonly count: number | null;
}

/** A structure, its members by place. */
interface Struct {
  readonly kind: 'struct';
  readonly name: string;
  readonly members: readonly { readonly name: string; readonly type: Type }[];
}

/** A number in memory that threads change without a race. */
interface Atomic {
  readonly kind: 'atomic';
  readonly of: Scalar;
}

/** What an expression or a variable may be. */
export type Type =
  | Scalar
  | Vector
  | MatrixType
  | ArrayType
  | Struct
  | Atomic
  | { readonly kind: 'nothing' }
  | { readonly kind: 'pointer'; readonly to: Type };

const scalar = (name: ScalarName): Scalar => ({ kind: 'scalar', name });

/** Scalars by name. */
export const scalars = {
  bool: scalar('bool'),
  i32: scalar('i32'),
  u32: scalar('u32'),
  f32: scalar('f32'),
  f16: scalar('f16'),
  int: scalar('int'),
  float: scalar('float'),
} as const;

/** What a function without a result gives. */
export const nothing: Type = { kind: 'nothing' };

/** A vector of a scalar. */
export function vectorOf(size: number, of: Scalar): Vector {
  return { kind: 'vector', size, of };
}

/** The scalar of which a value consists. Throws where it does not consist of one. */
export function scalarOf(type: Type): Scalar {
  if (type.kind === 'scalar') return type;
  if (type.kind === 'vector' || type.kind === 'atomic') return type.of;
  throw new SyntaxError(`${nameOf(type)} is neither a number nor a vector`);
}

/** The type of the same shape with another scalar. */
export function withScalar(type: Type, of: Scalar): Type {
  return type.kind === 'vector' ? vectorOf(type.size, of) : of;
}

/** How a type is written. */
export function nameOf(type: Type): string {
  switch (type.kind) {
    case 'scalar':
    case 'struct':
      return type.name;
    case 'vector':
      return `vec${type.size}<${type.of.name}>`;
    case 'array':
      return `array<${nameOf(type.of)}${type.count === null ? '' : `, ${type.count}`}>`;
    case 'atomic':
      return `atomic<${type.of.name}>`;
    case 'matrix':
      return `subgroup_matrix<${type.component}, ${type.columns}, ${type.rows}>`;
    case 'pointer':
      return `ptr<${nameOf(type.to)}>`;
    case 'nothing':
      return 'nothing';
    default:
      return type satisfies never;
  }
}

/** Size and alignment in memory, in bytes. */
export interface Layout {
  readonly size: number;
  readonly align: number;
}

/** How a type lies in memory (WGSL, alignment and size). */
export function layoutOf(type: Type): Layout {
  switch (type.kind) {
    case 'scalar':
      return type.name === 'f16' ? { size: 2, align: 2 } : { size: 4, align: 4 };
    case 'atomic':
      return { size: 4, align: 4 };
    case 'vector': {
      const { size } = layoutOf(type.of);
      return { size: type.size * size, align: (type.size === 3 ? 4 : type.size) * size };
    }
    case 'array':
      return { size: strideOf(type) * (type.count ?? 0), align: layoutOf(type.of).align };
    case 'struct': {
      const align = Math.max(...type.members.map((member) => layoutOf(member.type).align));
      return { size: roundUp(endOf(type, type.members.length), align), align };
    }
    default:
      throw new SyntaxError(`${nameOf(type)} does not lie in memory`);
  }
}

/** Bytes from one element of an array to the next. */
export function strideOf({ of }: ArrayType): number {
  const { size, align } = layoutOf(of);
  return roundUp(size, align);
}

/** Where a member begins in its structure, in bytes. */
export function offsetOf(struct: Struct, index: number): number {
  const member = struct.members[index];
  return member ? roundUp(endOf(struct, index), layoutOf(member.type).align) : 0;
}

// Where the first so many members end.
function endOf(struct: Struct, count: number): number {
  const last = struct.members[count - 1];
  return last ? offsetOf(struct, count - 1) + layoutOf(last.type).size : 0;
}

function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}
