import { expect, test } from 'vitest';
import { factsOf, machineLabel, roofsOf } from './machine.ts';
import { machineOf } from './testing.ts';

test('tells two drivers of one device apart', () => {
  expect(machineLabel(machineOf('acme-vulkan-12345678', true))).toBe(
    'Acme GPU · vulkan · software · 12345678',
  );
});

test('lists what identifies a machine', () => {
  const facts = factsOf({ machine: machineOf('k', false), runs: 3, families: [] });
  expect(Object.fromEntries(facts)).toMatchObject({
    Driver: '1.2',
    'Timer tick': '32.00 ns',
    Runs: '3',
    Key: 'k',
  });
});

test('names the physical card where a run knew it', () => {
  const machine = machineOf('k', false);
  const card = { id: '0123456789abcdef', bus: '0000:00:06.0' };
  const terms = (given: typeof machine) =>
    Object.fromEntries(factsOf({ machine: given, runs: 1, families: [] }));
  expect(terms({ ...machine, card })).toMatchObject({ Card: '0123456789abcdef at 0000:00:06.0' });
  expect(terms(machine)).not.toHaveProperty('Card');
});

test('has no peak for a device without a datasheet', () => {
  expect(roofsOf(machineOf('k', false))).toMatchInlineSnapshot(`
    [
      {
        "measured": "4,120 GB/s",
        "name": "copy",
        "peak": null,
      },
      {
        "measured": "4,480 GB/s",
        "name": "read",
        "peak": null,
      },
      {
        "measured": "58.20 TFLOP/s",
        "name": "f32",
        "peak": null,
      },
    ]
  `);
});

test('sets a datasheet beside the roofs, kind by kind', () => {
  const peaks = { name: 'X', source: 'X datasheet', gbps: 4800, gflops: { f32: 66_900, f16: 133_800 } };
  const roofs = roofsOf({ ...machineOf('k', false), peaks });
  expect(roofs.map((roof) => [roof.name, roof.measured, roof.peak])).toEqual([
    ['copy', '4,120 GB/s', '4,800 GB/s'],
    ['read', '4,480 GB/s', '4,800 GB/s'],
    ['f32', '58.20 TFLOP/s', '66.90 TFLOP/s'],
    ['f16', null, '133.8 TFLOP/s'],
  ]);
});
