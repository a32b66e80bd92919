// Memory of the emulator: arrays that refuse a wrong index, and workgroup arrays that refuse a race.

/** What an array of the shader holds at one index. */
export type Value = unknown;

/** Numbers of a storage buffer, by the type that the buffer has on the host. */
export type HostArray = Float32Array | Float16Array | Int32Array | Int8Array;

/** The numbers of a `vec4<u32>` that holds smaller ones. */
export class Word {
  readonly numbers: readonly number[];

  constructor(numbers: readonly number[]) {
    this.numbers = numbers;
  }

  /** The first half of them. */
  get xy(): Word {
    return new Word(this.numbers.slice(0, this.numbers.length / 2));
  }

  /** The second half. */
  get zw(): Word {
    return new Word(this.numbers.slice(this.numbers.length / 2));
  }
}

/** Who runs, and how many barriers lie behind. */
export interface Turn {
  thread: number;
  phase: number;
}

/** An array of the shader with room for its values. */
export interface Shared {
  readonly name: string;
  readonly length: number;
  readonly turn: Turn;
}

const several = -1;

/** A workgroup array; throws where two threads meet without a barrier and one of them writes. */
export function sharedArray({ name, length, turn }: Shared): Value {
  const values: Value[] = Array.from({ length });
  const writes: (Turn | undefined)[] = Array.from({ length });
  const reads: (Turn | undefined)[] = Array.from({ length });
  const isOther = (use: Turn | undefined) => use?.phase === turn.phase && use.thread !== turn.thread;
  const collide = (index: number, use: Turn | undefined) => {
    if (isOther(use)) throw new Error(`${name}[${index}]: two threads meet without a barrier`);
  };
  return guarded(name, {
    length,
    get: (index) => {
      if (!writes[index]) throw new Error(`${name}[${index}] is read before anyone wrote it`);
      collide(index, writes[index]);
      // Once two threads have read it in this phase, no thread may write it.
      reads[index] = { phase: turn.phase, thread: isOther(reads[index]) ? several : turn.thread };
      return values[index];
    },
    set: (index, value) => {
      collide(index, writes[index]);
      collide(index, reads[index]);
      writes[index] = { ...turn };
      values[index] = value;
    },
  });
}

/** Bytes that loads and stores have moved, by the name of the buffer's variable. */
export type Traffic = Map<string, number>;

/** A storage buffer as an array of `element`; what is moved is added to its traffic. */
export function storageArray(
  name: string,
  buffer: HostArray,
  element: string,
  traffic: Traffic = new Map(),
): Value {
  const memory = bufferMemory(buffer, element);
  const bytes = sizeOf(buffer, element) * buffer.BYTES_PER_ELEMENT;
  const count = () => traffic.set(name, (traffic.get(name) ?? 0) + bytes);
  return guarded(name, {
    length: memory.length,
    get: (index) => {
      count();
      return memory.get(index);
    },
    set: (index, value) => {
      count();
      memory.set(index, value);
    },
  });
}

/** Four numbers of a vector. */
export interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly w: number;
}

interface Memory {
  readonly length: number;
  readonly get: (index: number) => Value;
  readonly set: (index: number, value: Value) => void;
}

// Numbers of one element of a binding; of a vec4u as many as the host's type has in 16 bytes.
const sizes: { readonly [element: string]: number } = {
  f32: 1,
  f16: 1,
  i32: 1,
  vec4f: 4,
  vec4h: 4,
  vec4i: 4,
  u32: 2,
  vec2u: 4,
};

function sizeOf(buffer: HostArray, element: string): number {
  const size = element === 'vec4<u32>' ? 16 / buffer.BYTES_PER_ELEMENT : sizes[element];
  if (size === undefined) throw new Error(`no memory of "${element}"`);
  return size;
}

function bufferMemory(buffer: HostArray, element: string): Memory {
  const size = sizeOf(buffer, element);
  const slice = (index: number) => Array.from(buffer.subarray(index * size, (index + 1) * size));
  return {
    length: Math.ceil(buffer.length / size),
    get: (index) => toValue(element, slice(index)),
    set: (index, value) => buffer.set(fromValue(value), index * size),
  };
}

function toValue(element: string, numbers: readonly number[]): Value {
  const [x = 0, y = 0, z = 0, w = 0] = numbers;
  if (element === 'vec4<u32>') return new Word(numbers);
  if (element === 'u32') return pack(x, y);
  if (element === 'vec2u') return { x: pack(x, y), y: pack(z, w) };
  return sizes[element] === 1 ? x : { x, y, z, w };
}

function fromValue(value: Value): number[] {
  if (typeof value === 'number') return [value];
  const { x, y, z, w } = value as Vector;
  return [x, y, z, w];
}

function pack(low: number, high: number): bigint {
  return BigInt(new Uint32Array(Float16Array.of(low, high).buffer)[0] ?? 0);
}

// An array to the script; the index arrives as the text of a BigInt.
function guarded(name: string, memory: Memory): Value {
  const inside = (key: string | symbol) => {
    const index = Number(key.toString());
    if (!(Number.isInteger(index) && index >= 0 && index < memory.length)) {
      throw new RangeError(`${name}[${key.toString()}] is outside its ${memory.length} elements`);
    }
    return index;
  };
  return new Proxy(memory, {
    get: (target, key) => target.get(inside(key)),
    set: (target, key, value) => {
      target.set(inside(key), value);
      return true;
    },
  });
}
