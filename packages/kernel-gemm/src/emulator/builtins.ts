// Builtin functions of the emulator: numbers, vectors and unpacking.
import { subgroupMatrices } from './matrix-unit.ts';
import type { Turn, Vector, Word } from './memory.ts';

/** Names that a translated shader finds, beside its own arrays. */
export interface Scope {
  readonly [name: string]: unknown;
}

/** The builtin functions, for the thread whose turn it is. */
export function builtins(turn: Turn = { thread: 0, phase: 0 }): Scope {
  return {
    // A u32 is a BigInt, every other number is a number.
    min: <T extends bigint | number>(a: T, b: T) => (a < b ? a : b),
    max: <T extends bigint | number>(a: T, b: T) => (a > b ? a : b),
    exp: Math.exp,
    f32: Math.fround,
    f16: Math.f16round,
    bitcast: (word: Word) => vec4(...word.numbers),
    vec4f: vec4,
    vec4i: vec4,
    vec4h: (...parts: readonly (number | Partial<Vector>)[]): Halves => halves(vec4(...parts)),
    fma: multiplyAdd,
    unpack2x16float: (word: bigint) => {
      const [x = 0, y = 0] = new Float16Array(Uint32Array.of(Number(word & 0xffffffffn)).buffer);
      return { x, y };
    },
    ...subgroupMatrices(turn),
  };
}

// A vector that is known to hold halves; one read from an array may hold them and not say so.
interface Halves extends Vector {
  readonly areHalves: true;
}

function halves({ x, y, z, w }: Vector): Halves {
  const round = Math.f16round;
  return { x: round(x), y: round(y), z: round(z), w: round(w), areHalves: true };
}

// The generators make the first factor by vec4f or vec4h, which tells what to round to.
function multiplyAdd(a: Vector | Halves, b: Vector, c: Vector): Vector {
  const round = 'areHalves' in a ? Math.f16round : Math.fround;
  return {
    x: round(a.x * b.x + c.x),
    y: round(a.y * b.y + c.y),
    z: round(a.z * b.z + c.z),
    w: round(a.w * b.w + c.w),
  };
}

// Of one number, of four, of two pairs or of one vector.
function vec4(...parts: readonly (number | Partial<Vector>)[]): Vector {
  const numbers = parts
    .flatMap((part) => (typeof part === 'number' ? [part] : [part.x, part.y, part.z, part.w]))
    .filter((number) => number !== undefined);
  const [x = 0, y = x, z = x, w = x] = numbers;
  return { x, y, z, w };
}
