// Predicted segments against the emulator, which traces the accesses of a kernel; degrees against lanes counted one by one.
import { generated } from '@kernel-ladder/harness';
import { emulatePlan } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { bankConflicts, segmentsOf } from './access.ts';
import { cosizeOf, formatLayout, layout, offsetsOf, sizeOf } from './layout.ts';
import type { Layout } from './layout.ts';
import { createLayouts } from './testing.ts';
import { wgslOffset } from './wgsl.ts';

const lanes = 32;

// One subgroup that loads through the layout.
function traced(of: Layout, base: number) {
  const text = `
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> loaded: array<u32>;

@compute @workgroup_size(${lanes})
fn main(@builtin(local_invocation_index) i: u32) {
  loaded[i] = values[${base}u + ${wgslOffset(of, 'i')}];
}
`;
  const { patterns, hazards } = emulatePlan({
    plan: {
      passes: [
        { wgsl: generated('load.wgsl.ts', text), bindings: ['values', 'loaded'], workgroups: [1, 1, 1] },
      ],
      longestSum: 1,
      implBytes: 8 * lanes,
    },
    inputs: { values: new Uint32Array(base + cosizeOf(of)) },
    outputs: { loaded: { type: 'u32', length: lanes } },
    load: () => text,
    subgroupSize: lanes,
    logs: true,
  });
  return { hazards, pattern: patterns.get('values') };
}

test('the lines and bytes predicted are those that the emulator traces', () => {
  const { any, random } = createLayouts(11);
  let [seen, strided] = [0, 0];
  while (seen < 40) {
    const of = any(lanes);
    if (sizeOf(of) !== lanes) continue;
    const base = random.integer(0, 40);
    const { lines, bytes, efficiency } = segmentsOf(of, { baseBytes: 4 * base });
    const { hazards, pattern } = traced(of, base);
    expect({ of, hazards, lines, bytes }).toMatchObject({ of, hazards: [], ...pick(pattern) });
    strided += Number(efficiency < 0.5);
    seen++;
  }
  expect(strided).toBeGreaterThan(5);
});

function pick(pattern: { readonly lines: number; readonly bytes: number } | undefined) {
  return { lines: pattern?.lines, bytes: pattern?.bytes };
}

test.for([
  [layout(32), 4, 0, { sectors: 4, lines: 1, bytes: 128, efficiency: 1 }],
  [layout(32), 4, 16, { sectors: 5, lines: 2, bytes: 128, efficiency: 0.8 }],
  [layout(32, 2), 4, 0, { sectors: 8, lines: 2, bytes: 128, efficiency: 0.5 }],
  [layout(32, 32), 4, 0, { sectors: 32, lines: 32, bytes: 128, efficiency: 0.125 }],
  [layout(32, 0), 4, 0, { sectors: 1, lines: 1, bytes: 4, efficiency: 0.125 }],
  [layout(32), 16, 0, { sectors: 16, lines: 4, bytes: 512, efficiency: 1 }],
  [layout(32), 2, 0, { sectors: 2, lines: 1, bytes: 64, efficiency: 1 }],
] as const)('segments %#', ([of, elementBytes, baseBytes, segments]) => {
  expect(segmentsOf(of, { elementBytes, baseBytes })).toEqual(segments);
});

test.for([
  [layout(32), 4, { degree: 1, turns: 1 }],
  [layout(32, 0), 4, { degree: 1, turns: 1 }],
  [layout(32, 2), 4, { degree: 2, turns: 2 }],
  [layout(32, 32), 4, { degree: 32, turns: 32 }],
  [layout(32, 33), 4, { degree: 1, turns: 1 }],
  // Two halves share a word.
  [layout(32), 2, { degree: 1, turns: 1 }],
  // Quarters of a subgroup, each without a conflict.
  [layout(32), 16, { degree: 1, turns: 4 }],
  [layout(32, 2), 16, { degree: 2, turns: 8 }],
  // A column of a tile of 32 by 32, and of one of 32 by 33.
  [layout([32, 1], [32, 1]), 4, { degree: 32, turns: 32 }],
  [layout([32, 1], [33, 1]), 4, { degree: 1, turns: 1 }],
] as const)('bank conflicts %#', ([of, elementBytes, conflicts]) => {
  expect(bankConflicts(of, { elementBytes })).toEqual(conflicts);
});

test('the degree of random layouts is what lanes that want other words of a bank count', () => {
  const { any } = createLayouts(12);
  for (let drawn = 0; drawn < 500; drawn++) {
    const of = any(32);
    const words = [...new Set(offsetsOf(of))];
    const counts = words.map((word) => words.filter((other) => other % 32 === word % 32).length);
    const { degree } = bankConflicts(of);
    expect({ of: formatLayout(of), degree }).toEqual({ of: formatLayout(of), degree: Math.max(...counts) });
  }
});

test('an element has a width that memory has', () => {
  expect(() => segmentsOf(layout(4), { elementBytes: 3 })).toThrow(
    '3 bytes an element: 4:1 (4 elements) is of 2, 4, 8 or 16',
  );
});
