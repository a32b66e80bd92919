// Runs the generated kernels on the CPU, thread by thread: the adapter of the tests has neither f16 nor subgroup
// matrices, and compiles a fully unrolled kernel for seconds. The text is turned into JavaScript, u32 into BigInt.
// It throws on what a GPU would hide: an index outside its array, and a race in workgroup memory.
import { builtins } from './builtins.ts';
import type { Scope } from './builtins.ts';
import { sharedArray, storageArray } from './memory.ts';
import type { HostArray, Shared, Traffic } from './memory.ts';
import { matrixType } from './matrix-unit.ts';
import type { MatrixType } from './matrix-unit.ts';

/** Buffers by binding; the binding's declaration says how their numbers are grouped. */
export interface Launch {
  readonly buffers: readonly HostArray[];
  readonly workgroups: readonly [x: number, y: number, z: number];
  /** Counts what is loaded and stored, where somebody wants to know. */
  readonly traffic?: Traffic;
}

/** Runs one launch of a generated kernel; what it writes goes to the buffers. */
export function emulate(wgsl: string, launch: Launch): void {
  const kernel = parse(wgsl.replaceAll(/\/\/.*$/gm, ''), launch);
  const [width, height, depth] = launch.workgroups;
  for (let group = 0; group < width * height * depth; group++) {
    const [x, y, z] = [
      group % width,
      Math.floor(group / width) % height,
      Math.floor(group / (width * height)),
    ];
    runGroup(kernel, { x: BigInt(x), y: BigInt(y), z: BigInt(z) });
  }
}

type Main = (group: GroupId, thread: bigint, subgroup: bigint) => Iterator<undefined, void>;

interface GroupId {
  readonly x: bigint;
  readonly y: bigint;
  readonly z: bigint;
}

interface Kernel {
  /** Binds the names that the text uses and gives its `main`. */
  readonly bind: (scope: Scope) => Main;
  readonly storage: Scope;
  readonly shared: readonly Omit<Shared, 'turn'>[];
  /** The matrix types that the text gives names to. */
  readonly types: { readonly [alias: string]: MatrixType };
  readonly threads: number;
}

// All threads run to the next barrier, one after the other.
function runGroup({ bind, storage, shared, types, threads }: Kernel, group: GroupId): void {
  const turn = { thread: 0, phase: 0 };
  const arrays = shared.map((array) => [array.name, sharedArray({ ...array, turn })]);
  const main = bind({ ...storage, ...types, ...Object.fromEntries(arrays), ...builtins(turn) });
  const runs = Array.from({ length: threads }, (_, thread) =>
    main(group, BigInt(thread), BigInt(Math.floor(thread / 32))),
  );
  for (let waiting = threads; waiting > 0; turn.phase++) {
    waiting = 0;
    for (const [thread, run] of runs.entries()) {
      turn.thread = thread;
      if (run.next().done !== true) waiting++;
    }
    if (waiting > 0 && waiting < threads)
      throw new Error(`only ${waiting} of ${threads} threads wait at a barrier`);
  }
}

function parse(code: string, { buffers, traffic }: Launch): Kernel {
  const bindings = [...code.matchAll(/@binding\((\d+)\) var<storage, \w+> (\w+): array<(.+)>;/g)];
  const storage = bindings.map(([, binding, name = '', element = '']) => {
    const buffer = buffers[Number(binding)];
    if (!buffer) throw new Error(`no buffer for binding ${binding}, "${name}"`);
    return [name, storageArray(name, buffer, element, traffic)] as const;
  });
  const declared = [...code.matchAll(/var<workgroup> (\w+): array<[^;]*, (\d+)>;/g)];
  const shared = declared.map(([, name = '', length]) => ({ name, length: Number(length) }));
  const aliases = [...code.matchAll(/alias (\w+) = subgroup_matrix_\w+<(\w+), (\d+), (\d+)>;/g)];
  const types = Object.fromEntries(
    aliases.map(([, name, component = '', columns = '', rows = '']) => [
      name,
      matrixType(component, columns, rows),
    ]),
  );
  const names = [
    ...storage.map(([name]) => name),
    ...shared.map(({ name }) => name),
    ...Object.keys(types),
    ...Object.keys(builtins()),
  ];
  const threads = Number(/@workgroup_size\((\d+)/.exec(code)?.[1]);
  return { bind: compile(code, names), storage: Object.fromEntries(storage), shared, types, threads };
}

function compile(code: string, names: readonly string[]): Kernel['bind'] {
  const script = code
    .replaceAll(/^(?:enable|alias|@group|var<workgroup>)[^;]*;/gm, '')
    .replaceAll(/@compute[^{]*?fn main\([^{]*\)\s*\{/g, 'function* main(group, thread, subgroup) {')
    .replaceAll(/\bfn (\w+)\(([^)]*)\)(?: -> \w+)? \{/g, (_, name: string, parameters: string) => {
      return `function ${name}(${parameters.replaceAll(/: \w+/g, '')}) {`;
    })
    .replaceAll(/\blet (\w+) =/g, 'const $1 =')
    .replaceAll(/\bvar (\w+) =/g, 'let $1 =')
    .replaceAll(/\b(\d+)u\b/g, '$1n')
    .replaceAll('workgroupBarrier();', 'yield;')
    .replaceAll(/\bbitcast<\w+>/g, 'bitcast')
    .replaceAll(/\bResult\(\)/g, 'zeroMatrix(Result)')
    .replaceAll(/subgroupMatrix(\w+)<([^>]*)>\(&?/g, (_, verb: string, types: string) => {
      return `subgroupMatrix${verb}(${types.replace(/\w+_major/, "'$&'")}, `;
    });
  // The text comes from this package's own generators.
  return new Function(`{ ${names.join(', ')} }`, `${script}; return main;`) as Kernel['bind'];
}
