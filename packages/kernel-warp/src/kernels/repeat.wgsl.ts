// Built-in functions over and over: what comes out goes into the next trip, so that no trip begins before the one before has ended; chains
// beside each other do not wait.
import { builtinOf } from '../builtins.ts';
import type { BuiltinName } from '../builtins.ts';
import type { Number32 } from '../numbers.ts';

/** A function as a kernel calls it, in terms of `own`, `lane`, `there` and `trip`. */
interface Call {
  readonly call: string;
  readonly gives?: 'bool' | 'vec4u';
  readonly from?: string;
}

/** Which functions, how often, by how many threads. */
export interface RepeatText {
  readonly calls: readonly Call[];
  /** Functions that the calls use. */
  readonly functions: string;
  readonly type: Number32;
  readonly workgroup: number;
  readonly groups: number;
  readonly different: number;
  readonly trips: number;
  readonly chains: number;
  readonly gridX: number;
}

/** How the built-in functions are called. */
export function callsOf(names: readonly BuiltinName[]): readonly Call[] {
  return names.map(builtinOf);
}

/** Writes the kernel; a row of results for each chain of each function. */
export function repeatKernel(text: RepeatText): string {
  const { calls, functions, type, workgroup, groups, different, trips, chains, gridX } = text;
  const rows = calls.flatMap((call) => Array.from({ length: chains }, (_, chain) => ({ call, chain })));
  return `enable subgroups;

const TRIPS = ${trips}u;
const WORKGROUP = ${workgroup}u;
const GROUPS = ${groups}u;
const DIFFERENT = ${different}u; // workgroups with numbers of their own
const GRID_X = ${gridX}u;
alias Value = ${type};
${head}
// What a chain goes on with: floats stay small, so that their sums are exact.
fn next(own: Value, first: Value, result: Value) -> Value {
  return ${type === 'f32' ? 'first + (result - 8.0 * floor(result / 8.0))' : 'own * 5 + result'};
}
${functions}${main(rows)}`;
}

const head = `
@group(0) @binding(0) var<storage, read> x: array<Value>;
@group(0) @binding(1) var<storage, read_write> y: array<vec2<Value>>;
@group(0) @binding(2) var<storage, read_write> lanes: array<u32>;

// One of 32, which hangs on all bits of a number.
fn chosen(own: Value) -> u32 {
  return (bitcast<u32>(own) * 0x9e3779b1u) >> 27u;
}
`;

/** A chain of a function. */
interface Row {
  readonly call: Call;
  readonly chain: number;
}

function main(rows: readonly Row[]): string {
  const begun = rows.map(
    ({ chain }, row) => `  var own${row} = first + Value(${chain});\n  var result${row} = Value();`,
  );
  const trips = rows.map(({ call }, row) => tripOf(row, call));
  const ends = rows.map(
    (_, row) => `    y[${row}u * GROUPS * WORKGROUP + index] = vec2(result${row}, own${row});`,
  );
  return `
@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) thread: u32,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  let number = group.y * GRID_X + group.x;
  let first = x[number % DIFFERENT * WORKGROUP + thread];
  // The last subgroup of a workgroup may lack lanes.
  let there = min(size, WORKGROUP - subgroup * size);
${begun.join('\n')}
  for (var trip = 0u; trip < TRIPS; trip++) {
${trips.join('\n')}
  }
  if (number < GROUPS) {
    let index = number * WORKGROUP + thread;
    lanes[index] = (subgroup << 16u) | (lane << 8u) | size;
${ends.join('\n')}
  }
}
`;
}

function tripOf(row: number, call: Call): string {
  const text = call.call.replaceAll(/\bown\b/g, `own${row}`);
  return `    ${statement(row, text, call)}
    own${row} = next(own${row}, first, result${row});`;
}

function statement(row: number, text: string, { gives, from }: Call): string {
  const result = `result${row}`;
  if (gives === 'bool') return `${result} = select(Value(0), Value(1), ${text});`;
  if (gives === 'vec4u')
    return `let votes${row} = ${text};\n    ${result} = Value(votes${row}.x + 3u * votes${row}.y + 5u * votes${row}.z + 7u * votes${row}.w);`;
  return from === undefined
    ? `${result} = ${text};`
    : `${result} = select(Value(0), ${text}, (${from}) < there);`;
}
