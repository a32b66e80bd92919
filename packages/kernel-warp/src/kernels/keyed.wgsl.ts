// Arithmetic that differs from key to key, so that lanes of different keys take turns: each lane does its own, or the lanes of a subgroup
// find out by votes that they share a key, and then share its rounds.
import { each, indent } from '@kernel-ladder/kernel-kit';
import { keyArithmetic } from '../keys.ts';

/** Who does the rounds of a key: each lane by itself; all lanes together if they have one key; all together, key after key. */
export type KeyedMethod = 'divergent' | 'voted' | 'waterfall';

/** Writes the kernel: one text for all launches, since drivers take long over so many loops. */
export function keyedKernel(method: KeyedMethod, rounds: number): string {
  return `enable subgroups;
// Branches are taken by what votes return: the same in all lanes, which the analysis cannot see.
diagnostic(off, subgroup_uniformity);

const ROUNDS = ${rounds}u;

@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read> launch: array<u32>; // the word of the first round, and n
@group(0) @binding(2) var<storage, read> x: array<u32>;
@group(0) @binding(3) var<storage, read_write> y: array<u32>;

// Each key has a loop of its own, so that no compiler makes one of them.
fn rounds_of(key: u32, start: u32, first: u32, step: u32) -> u32 {
  var sum = 0u;
  switch (key) {
${each(keyArithmetic.length, (key) => indent(armOf(key), 4))}
    default: {}
  }
  return sum;
}
${methods[method]}
@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) grid: vec3u,
  @builtin(local_invocation_index) thread: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  let index = (group.y * grid.x + group.x) * 256u + thread;
  // Lanes behind the end vote as the last one.
  let n = launch[1];
  let place = min(index, n - 1u);
  let result = of_key(keys[place], launch[0], lane, size);
  if (index < n) {
    y[index] = x[index] + result;
  }
}
`;
}

function armOf(key: number): string {
  return `case ${key}u: {
  for (var round = first; round < ROUNDS; round += step) {
    let word = start + round;
    sum += ${termOf(key)};
  }
}`;
}

function termOf(key: number): string {
  const { shape, a, b } = keyArithmetic[key] ?? { shape: 0, a: 1, b: 1 };
  switch (shape) {
    case 0:
      return `(word * ${a}u) ^ ((word * ${b}u) >> 13u)`;
    case 1:
      return `(word ^ ${a}u) * ${b}u + (word >> 7u)`;
    case 2:
      return `((word << 5u) + ${a}u) ^ (word * ${b}u)`;
    case 3:
      return `((word | ${a}u) * ${b}u) ^ (word & ${a}u)`;
    default:
      return shape satisfies never;
  }
}

const divergent = `
fn of_key(key: u32, start: u32, lane: u32, size: u32) -> u32 {
  return rounds_of(key, start, 0u, 1u);
}
`;

const voted = `
fn of_key(key: u32, start: u32, lane: u32, size: u32) -> u32 {
  if (subgroupAll(key == subgroupBroadcastFirst(key))) {
    return subgroupAdd(rounds_of(key, start, lane, size));
  }
  return rounds_of(key, start, 0u, 1u);
}
`;

const waterfall = `
// The first lane of a ballot that is not empty.
fn first_of(votes: vec4u) -> u32 {
  for (var word = 0u; word < 3u; word++) {
    if (votes[word] != 0u) {
      return 32u * word + firstTrailingBit(votes[word]);
    }
  }
  return 96u + firstTrailingBit(votes.w);
}

fn of_key(key: u32, start: u32, lane: u32, size: u32) -> u32 {
  var result = 0u;
  var waits = true;
  loop {
    let waiting = subgroupBallot(waits);
    if (all(waiting == vec4u())) {
      break;
    }
    let turn = subgroupShuffle(key, first_of(waiting));
    let sum = subgroupAdd(rounds_of(turn, start, lane, size));
    if (key == turn) {
      result = sum;
      waits = false;
    }
  }
  return result;
}
`;

const methods: { readonly [Method in KeyedMethod]: string } = { divergent, voted, waterfall };
