// What a case says of its work is what an implementation counts, word by word.
import { createCountedMachine } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { builtinCase, degreeCase, partitionCase, prefixCase, sumCase } from './cases.ts';
import { keyRounds } from './cases/launches.ts';
import { warpWork } from './problem.ts';

type Machine = ReturnType<typeof createCountedMachine>;

const places = (n: number) => Array.from({ length: n }, (_, index) => index);

// Every word in, every block of so many summed up; the sums, or every prefix, out.
const sums =
  (n: number, length: number, writesAll = false) =>
  ({ buffer, counted, work }: Machine) => {
    const blocks = Math.ceil(n / length);
    const [x, y] = [buffer('x', n), buffer('y', writesAll ? n : blocks)];
    for (const block of places(blocks)) {
      const [first = 0, ...others] = places(n).filter((index) => Math.floor(index / length) === block);
      let sum = x.read(first);
      if (writesAll) y.write(first, sum);
      for (const index of others) {
        sum = counted(sum + x.read(index));
        if (writesAll) y.write(index, sum);
      }
      if (!writesAll) y.write(block, sum);
    }
    return work();
  };

function keyed({ buffer, counted, work }: Machine) {
  const [keys, launch, x, y] = [buffer('keys', 100), buffer('launch', 2), buffer('x', 100), buffer('y', 100)];
  launch.read(1);
  for (const index of places(100)) {
    let sum = keys.read(index) + launch.read(0);
    for (let round = 0; round < keyRounds; round++) sum = counted(sum + round);
    y.write(index, x.read(index));
  }
  return work();
}

// Two workgroups of 32 lanes, five trips, two chains: each call gives a result and an end.
function repeated({ buffer, counted, work }: Machine) {
  const [x, y, lanes] = [buffer('x', 64), buffer('y', 2 * 64 * 2), buffer('lanes', 64)];
  for (const thread of places(64)) {
    lanes.write(thread, thread);
    for (const chain of places(2)) {
      let own = x.read(thread);
      for (let trip = 0; trip < 5; trip++) own = counted(own + trip);
      for (const part of places(2)) y.write(2 * (chain * 64 + thread) + part, own);
    }
  }
  return work();
}

test.for([
  ['a sum', sumCase(100, 'f32'), sums(100, 100)],
  ['prefixes', prefixCase(3000, 'inclusive', 'u32'), sums(3000, 1024, true)],
  ['partitions', partitionCase(101, 8), sums(101, 8)],
  ['keys', degreeCase(100, 3), keyed],
  ['a function', builtinCase({ builtin: 'add', workgroup: 32, groups: 2, trips: 5, chains: 2 }), repeated],
] as const)('the work of %s is what it counts', ([, params, count]) => {
  expect(warpWork(params)).toEqual(count(createCountedMachine()));
});
