// Blocks of memory: what is given is right by the family's oracle, and an allocator that gives a byte twice is found out.
import { coverEdgeCases } from '@kernel-ladder/harness/run';
import type { SelfRunVariant } from '@kernel-ladder/harness';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { family } from '@kernel-ladder/kernel-memory';
import type { MemoryCase } from '@kernel-ladder/kernel-memory';
import { expect, test } from 'vitest';
import { allocationRow, allocationRows } from './allocation.ts';

const gpu = useTestGpu();
const load = (file: string): never => {
  throw new Error(`no kernel file ${file}`);
};
const edgeCases = family.edgeCases.filter(({ set }) => set === 'EC-BLOCKS');
const cover = (variant: SelfRunVariant<MemoryCase>) =>
  coverEdgeCases(gpu(), { family: { ...family, edgeCases }, variant, load, seed: 1 });

test.for(allocationRows)('$name gives each block its own bytes', async (variant) => {
  const { coverage, failure } = await cover(variant);
  expect(failure).toBeNull();
  expect(coverage).toMatchObject([{ set: 'EC-BLOCKS', passed: 6 }]);
});

test('an allocator that gives the same bytes twice is rejected', async () => {
  const twice = allocationRow({
    name: 'twice',
    summary: '',
    boundBy: '',
    open: ({ device }) => {
      const usage = GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
      const buffer = device.createBuffer({ size: 2 ** 20, usage });
      return {
        allocate: (sizes) => Array.from(sizes, (_, block) => ({ buffer, offset: 8 * Math.floor(block / 2) })),
        takeBack: () => {},
        close: () => buffer.destroy(),
      };
    },
  });
  expect((await cover(twice)).failure).toMatch(/tags\[\d+\] is 0x/);
});

test('one that gives nothing anew is rejected', async () => {
  const lazy = allocationRow({
    name: 'lazy',
    summary: '',
    boundBy: '',
    open: () => ({ allocate: () => [], takeBack: () => {}, close: () => {} }),
  });
  expect((await cover(lazy)).failure).toMatch(/tags\[0\] is/);
});
