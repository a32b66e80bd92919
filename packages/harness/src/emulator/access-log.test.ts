// How the lanes of a subgroup reach memory together, on kernels whose pattern is plain to see.
import { expect, test } from 'vitest';
import { emulate, Memory, whole } from './emulate.ts';

// Two subgroups of 32 lanes, each of which loads four words.
function patternOf(index: string, type = 'f32') {
  const text = `
@group(0) @binding(0) var<storage, read> values: array<${type}>;
@group(0) @binding(1) var<storage, read_write> sums: array<${type}>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) thread: u32) {
  var sum = ${type}();
  for (var j = 0u; j < 4u; j++) {
    sum += values[${index}];
  }
  sums[thread] = sum;
}
`;
  const memories = [new Memory('values', 65_536, true), new Memory('sums', 1024)];
  const dispatch = {
    file: 'loads.wgsl',
    text,
    workgroups: [1, 1, 1] as const,
    bindings: memories.map(whole),
  };
  return emulate([dispatch], { subgroupSize: 32, logs: true }).patterns;
}

test.for([
  ['thread / 32u + j', 'f32', { kind: 'broadcast', lines: 1, bytes: 4 }],
  ['thread / 32u + j', 'vec4f', { kind: 'broadcast', lines: 1, bytes: 16 }],
  ['64u * j + thread', 'f32', { kind: 'coalesced', lines: 1, bytes: 128 }],
  ['64u * j + thread', 'vec4f', { kind: 'coalesced', lines: 4, bytes: 512 }],
  ['4u * thread + j', 'f32', { kind: 'strided', lines: 4, bytes: 128 }],
  ['128u * (thread % 32u) + j', 'f32', { kind: 'strided', lines: 32, bytes: 128 }],
  ['64u * (thread / 8u) + thread % 8u', 'f32', { kind: 'coalesced', lines: 4, bytes: 128 }],
] as const)('%s of %s is seen as it is', ([index, type, pattern]) => {
  expect(patternOf(index, type).get('values')).toEqual(pattern);
});

test('nothing is noted where nobody asks', () => {
  const text = '@compute @workgroup_size(1)\nfn main() {}\n';
  const dispatch = { file: 'idle.wgsl', text, workgroups: [1, 1, 1] as const, bindings: [] };
  expect(emulate([dispatch], { subgroupSize: 32 }).patterns.size).toBe(0);
});
