// What lanes get of each other, in a whole subgroup of eight and in one of which two lanes are there.
import { expect, test } from 'vitest';
import { emulate, Memory, whole } from './emulate.ts';

const threads = 10;

// Each thread has its number, times ten, as `own`.
function laneResults(call: string, type: 'u32' | 'i32' | 'f32' = 'u32'): readonly number[] {
  const result = new Memory('result', 4 * threads);
  const text = `enable subgroups;
@group(0) @binding(0) var<storage, read_write> result: array<${type}>;
@compute @workgroup_size(${threads})
fn main(@builtin(local_invocation_index) thread: u32, @builtin(subgroup_invocation_id) lane: u32) {
  let own = ${type}(10u * thread);
  result[thread] = ${call};
}`;
  const { hazards } = emulate(
    [{ file: 'lanes.wgsl', text, workgroups: [1, 1, 1], bindings: [whole(result)] }],
    {
      subgroupSize: 8,
    },
  );
  expect(hazards).toEqual([]);
  return [...(type === 'f32' ? new Float32Array(result.bytes) : result.u32)].slice(0, threads);
}

test.for<readonly [string, readonly number[]]>([
  ['quadBroadcast(own, 1u)', [10, 10, 10, 10, 50, 50, 50, 50, 90, 90]],
  ['quadSwapX(own)', [10, 0, 30, 20, 50, 40, 70, 60, 90, 80]],
  ['select(0u, quadSwapY(own), thread < 8u)', [20, 30, 0, 10, 60, 70, 40, 50, 0, 0]],
  ['select(0u, quadSwapDiagonal(own), thread < 8u)', [30, 20, 10, 0, 70, 60, 50, 40, 0, 0]],
])('%s is a lane of the same four', ([call, expected]) => {
  expect(laneResults(call)).toEqual(expected);
});

test.for([
  'quadSwapY(own)',
  'subgroupShuffle(own, 5u)',
  'subgroupShuffleXor(own, 4u)',
  'subgroupShuffleDown(own, 2u)',
])('%s of a lane that is not there spoils what is made of it', (call) => {
  expect(laneResults(call)[9]).toBe(0xdeadbeef);
  expect(laneResults(call, 'f32')[9]).toBeNaN();
});

test('a shuffle that reaches over an end of the subgroup gives nothing that counts', () => {
  expect(laneResults('subgroupShuffleUp(own, 1u)')).toEqual([
    0xdeadbeef, 0, 10, 20, 30, 40, 50, 60, 0xdeadbeef, 80,
  ]);
  expect(laneResults('subgroupShuffleDown(own, 1u)').slice(6, 8)).toEqual([70, 0xdeadbeef]);
});
