// Runs the generated kernels on the CPU, thread by thread: the adapter of the tests has neither f16 nor subgroup
// matrices, and compiles a fully unrolled kernel for minutes. The text is turned into JavaScript, u32 into BigInt;
// between two barriers it throws on what a GPU would hide: an index outside its array, and a place of workgroup
// memory that one thread writes while another uses it.

/** Buffers by binding, as numbers of their element type; the binding's declaration says how they are grouped. */
export interface Launch {
  readonly buffers: readonly (Float32Array | Float16Array)[];
  readonly workgroups: readonly [x: number, y: number, z: number];
}

/** Runs one launch of a generated kernel; writes go to the buffers. */
export function emulate(wgsl: string, launch: Launch): void {
  const code = wgsl.replaceAll(/\/\/.*$/gm, '');
  const program = translate(code);
  const threads = Number(/@workgroup_size\((\d+)/.exec(code)?.[1]);
  const [width, height] = launch.workgroups;
  const storage = bindings(code).map(({ name, element }, index) => {
    const buffer = launch.buffers[index];
    if (!buffer) throw new Error(`no buffer for binding ${index}, "${name}"`);
    return { name, memory: guarded(name, bufferMemory(buffer, element)) };
  });
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) runGroup(program, { code, storage, threads, group: { x: BigInt(x), y: BigInt(y) } });
  }
}

type Value = unknown;

interface Memory {
  readonly length: number;
  readonly get: (index: number) => Value;
  readonly set: (index: number, value: Value) => void;
}

interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly w: number;
}

/** Eight halves, as numbers. */
type Halves = readonly number[];

interface Scope {
  readonly [name: string]: Value;
}

type Program = (scope: Scope) => (group: Value, thread: bigint, subgroup: bigint) => Generator<undefined, void>;

interface Group {
  readonly code: string;
  readonly storage: readonly { readonly name: string; readonly memory: Value }[];
  readonly threads: number;
  readonly group: { readonly x: bigint; readonly y: bigint };
}

// All threads run to the next barrier, one after the other.
function runGroup(program: Program, { code, storage, threads, group }: Group): void {
  const turn = { thread: 0, phase: 0 };
  const shared = workgroupArrays(code).map(({ name, length }) => ({ name, memory: sharedMemory({ name, length, turn }) }));
  const memories = Object.fromEntries([...storage, ...shared].map(({ name, memory }) => [name, memory]));
  const main = program({ ...memories, ...builtins(turn) });
  let running = Array.from({ length: threads }, (_, thread) => ({
    thread,
    steps: main(group, BigInt(thread), BigInt(Math.floor(thread / 32))),
  }));
  while (running.length > 0) {
    running = running.filter(({ thread, steps }) => {
      turn.thread = thread;
      return steps.next().done !== true;
    });
    if (running.length > 0 && running.length < threads) throw new Error('some threads ended before a barrier');
    turn.phase++;
  }
}

function translate(code: string): Program {
  const script = code
    .replaceAll(/^(?:enable|alias|@group|var<workgroup>)[^;]*;/gm, '')
    .replaceAll(/@compute[^{]*?fn main\(([^{]*)\)\s*\{/g, 'function* main(group, thread, subgroup) {')
    .replaceAll(/fn (\w+)\(([^)]*)\)(?: -> \w+)? \{/g, (_, name: string, parameters: string) => {
      return `function ${name}(${parameters.replaceAll(/: \w+/g, '')}) {`;
    })
    .replaceAll(/\blet (\w+) =/g, 'const $1 =')
    .replaceAll(/\bvar (\w+) =/g, 'let $1 =')
    .replaceAll(/\b(\d+)u\b/g, '$1n')
    .replaceAll('workgroupBarrier();', 'yield;')
    .replaceAll(/subgroupMatrix(\w+)<[^>]*>\(&?/g, 'subgroupMatrix$1(');
  // The scope is not known before run time: `with` is the one way to name its entries.
  // eslint-disable-next-line no-new-func -- the text comes from this package's own generators
  return new Function('scope', `with (scope) { ${script}; return main; }`) as Program;
}

function bindings(code: string): { readonly name: string; readonly element: string }[] {
  const pattern = /@binding\(\d+\) var<storage, \w+> (\w+): array<(.+)>;/g;
  return [...code.matchAll(pattern)].map(([, name = '', element = '']) => ({ name, element }));
}

function workgroupArrays(code: string): { readonly name: string; readonly length: number }[] {
  const pattern = /var<workgroup> (\w+): array<[^;]*, (\d+)>;/g;
  return [...code.matchAll(pattern)].map(([, name = '', length]) => ({ name, length: Number(length) }));
}

// How many numbers of the buffer one element of the binding holds, and as what.
function bufferMemory(buffer: Float32Array | Float16Array, element: string): Memory {
  const size = { f32: 1, vec4f: 4, u32: 2, vec2u: 4, 'vec4<u32>': 8 }[element];
  if (size === undefined) throw new Error(`no memory of "${element}"`);
  const slice = (index: number) => Array.from(buffer.subarray(index * size, (index + 1) * size));
  return {
    length: Math.ceil(buffer.length / size),
    get: (index) => toValue(element, slice(index)),
    set: (index, value) => buffer.set(fromValue(element, value), index * size),
  };
}

function toValue(element: string, numbers: readonly number[]): Value {
  const [x = 0, y = 0, z = 0, w = 0] = numbers;
  if (element === 'f32') return x;
  if (element === 'vec4f') return { x, y, z, w };
  if (element === 'u32') return pack(x, y);
  return element === 'vec2u' ? { x: pack(x, y), y: pack(z, w) } : numbers;
}

function fromValue(element: string, value: Value): number[] {
  if (element === 'f32') return [value as number];
  const { x, y, z, w } = value as Vector;
  return [x, y, z, w];
}

function pack(low: number, high: number): bigint {
  return BigInt(new Uint32Array(Float16Array.of(low, high).buffer)[0] ?? 0);
}

interface Turn {
  thread: number;
  phase: number;
}

interface Shared {
  readonly name: string;
  readonly length: number;
  readonly turn: Turn;
}

function sharedMemory({ name, length, turn }: Shared): Value {
  const values: Value[] = Array.from({ length });
  const writes: (Turn | undefined)[] = Array.from({ length });
  const reads: (Turn | undefined)[] = Array.from({ length });
  const collide = (index: number, other: Turn | undefined) => {
    if (other && other.phase === turn.phase && other.thread !== turn.thread) {
      throw new Error(`${name}[${index}]: threads ${other.thread} and ${turn.thread} meet without a barrier`);
    }
  };
  return guarded(name, {
    length,
    get: (index) => {
      collide(index, writes[index]);
      reads[index] = { ...turn };
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

function builtins(turn: Turn): Scope {
  return {
    min: (a: bigint, b: bigint) => (a < b ? a : b),
    vec4f: (x = 0, y = x, z = x, w = x): Vector => ({ x, y, z, w }),
    fma: (a: Vector, b: Vector, c: Vector): Vector => ({
      x: Math.fround(a.x * b.x + c.x),
      y: Math.fround(a.y * b.y + c.y),
      z: Math.fround(a.z * b.z + c.z),
      w: Math.fround(a.w * b.w + c.w),
    }),
    unpack2x16float: (word: bigint) => {
      const [x = 0, y = 0] = new Float16Array(Uint32Array.of(Number(word & 0xffffffffn)).buffer);
      return { x, y };
    },
    ...subgroupMatrices(turn),
  };
}

const side = 16;

// The first lane of a subgroup works for all 32.
function subgroupMatrices(turn: Turn): Scope {
  const isFirst = () => turn.thread % 32 === 0;
  const at = (offset: bigint, stride: bigint, row: number) => Number(offset) + row * Number(stride);
  return {
    Result: () => new Float32Array(side * side),
    subgroupMatrixLoad: (slice: readonly Halves[], offset: bigint, stride: bigint) => {
      if (!isFirst()) return null;
      const row = (index: number) => {
        const first = at(offset, stride, index);
        return [...(slice[first] ?? []), ...(slice[first + 1] ?? [])];
      };
      return Float32Array.from(Array.from({ length: side }, (_, index) => row(index)).flat());
    },
    subgroupMatrixMultiplyAccumulate: (a: Float32Array, b: Float32Array, sum: Float32Array) => {
      if (!isFirst()) return null;
      return sum.map((value, index) => Math.fround(value + dot(a, b, index)));
    },
    subgroupMatrixStore: (matrix: number[], offset: bigint, value: Float32Array, stride: bigint) => {
      if (!isFirst()) return;
      for (const [index, number] of value.entries()) matrix[at(offset, stride, Math.floor(index / side)) + (index % side)] = number;
    },
  };
}

function dot(a: Float32Array, b: Float32Array, index: number): number {
  const [row, column] = [Math.floor(index / side), index % side];
  let sum = 0;
  for (let k = 0; k < side; k++) sum += (a[row * side + k] ?? 0) * (b[k * side + column] ?? 0);
  return sum;
}
