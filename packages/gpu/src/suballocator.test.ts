import { expect, test } from 'vitest';
import { blockUnit, createSuballocator } from './suballocator.ts';
import type { Block, Suballocator } from './suballocator.ts';

const capacity = 2 ** 16;

// A fixed walk of allocations and frees, in no order: a linear congruential step each.
function walk(allocator: Suballocator, steps: number, look: (held: readonly Block[]) => void): Block[] {
  const held: Block[] = [];
  let state = 12_345;
  const draw = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  for (let step = 0; step < steps; step++) {
    if (draw(5) < 3) {
      const block = allocator.allocate(1 + draw(5000));
      if (block) held.push(block);
    } else {
      const [block] = held.splice(draw(held.length), 1);
      if (block) allocator.free(block);
    }
    look(held);
  }
  return held;
}

// Every unit of the buffer belongs to exactly one block or stretch.
function owners(blocks: readonly Block[]): readonly number[] {
  const units = Array.from({ length: capacity / blockUnit }, () => 0);
  for (const { offset, bytes } of blocks)
    for (let unit = offset / blockUnit; unit < (offset + bytes) / blockUnit; unit++)
      units[unit] = (units[unit] ?? Number.NaN) + 1;
  return units;
}

test('gives no byte twice, and loses none', () => {
  const allocator = createSuballocator(capacity);
  let most = 0;
  walk(allocator, 2000, (held) => {
    most = Math.max(most, held.length);
    expect(new Set(owners([...held, ...allocator.stretches()]))).toEqual(new Set([1]));
  });
  expect(most).toBeGreaterThan(20);
});

test('merges what is freed, in whatever order', () => {
  const allocator = createSuballocator(capacity);
  const held = walk(allocator, 500, () => {
    const stretches = allocator.stretches();
    const touching = stretches.filter(
      ({ offset, bytes }, at) => stretches[at + 1]?.offset === offset + bytes,
    );
    expect(touching).toEqual([]);
  });
  for (const block of held) allocator.free(block);
  expect(allocator.stretches()).toEqual([{ offset: 0, bytes: capacity }]);
});

test('takes what was freed again, and says when nothing fits', () => {
  const allocator = createSuballocator(4 * blockUnit);
  const blocks = [1, blockUnit, 2 * blockUnit].map((bytes) => allocator.allocate(bytes));
  expect(blocks).toEqual([
    { offset: 0, bytes: blockUnit },
    { offset: blockUnit, bytes: blockUnit },
    { offset: 2 * blockUnit, bytes: 2 * blockUnit },
  ]);
  expect(allocator.allocate(1)).toBeNull();
  allocator.free(blocks[1]!);
  expect(allocator.allocate(blockUnit + 1)).toBeNull();
  expect(allocator.allocate(blockUnit)).toEqual(blocks[1]);
});

test('refuses a block that it has not given, or has back, and a capacity of no whole units', () => {
  const allocator = createSuballocator(capacity);
  const block = allocator.allocate(1000)!;
  expect(() => allocator.free({ ...block, bytes: block.bytes - blockUnit })).toThrow('are not given out');
  allocator.free(block);
  expect(() => allocator.free(block)).toThrow('are not given out');
  expect(() => createSuballocator(1000)).toThrow('1000 bytes are no whole units of 256');
});
