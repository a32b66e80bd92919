import { createCountedMachine } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { family } from './family.ts';

type Machine = ReturnType<typeof createCountedMachine>;
type Buffer = ReturnType<Machine['buffer']>;

// What is done once a row, a quotient and a root, is left out, as it is of the formula.
function layernorm({ counted }: Machine, x: Buffer, places: readonly number[]): readonly number[] {
  const mean = places.reduce((sum, place) => counted(sum + x.read(place)), 0) / places.length;
  const deviations = places.map((place) => counted(x.read(place) - mean));
  const square = deviations.reduce((sum, one) => counted(sum + counted(one * one)), 0);
  const scale = 1 / Math.sqrt(square / places.length + 1);
  return places.map((place) => counted(counted(x.read(place) - mean) * scale));
}

function rmsnorm({ counted }: Machine, x: Buffer, places: readonly number[]): readonly number[] {
  const square = places.reduce((sum, place) => counted(sum + counted(x.read(place) ** 2)), 0);
  const scale = 1 / Math.sqrt(square / places.length + 1);
  return places.map((place) => counted(x.read(place) * scale));
}

function norm(rows: number, columns: number, op: 'layernorm' | 'rmsnorm') {
  const machine = createCountedMachine();
  const { buffer, counted, work } = machine;
  const [x, y] = [buffer('x', rows * columns), buffer('y', rows * columns)];
  const [gamma, beta] = [buffer('gamma', columns), buffer('beta', columns)];
  for (let row = 0; row < rows; row++) {
    const places = Array.from({ length: columns }, (_, column) => row * columns + column);
    const normed = (op === 'layernorm' ? layernorm : rmsnorm)(machine, x, places);
    for (const [column, value] of normed.entries()) {
      const scaled = counted(value * gamma.read(column));
      y.write(row * columns + column, op === 'layernorm' ? counted(scaled + beta.read(column)) : scaled);
    }
  }
  return work();
}

test.for([
  ['layernorm', 1, 100],
  ['layernorm', 20, 33],
  ['rmsnorm', 1, 100],
  ['rmsnorm', 20, 33],
] as const)(
  'the work of %s of %i × %i is what a norm counts, in operations and bytes',
  ([op, rows, columns]) => {
    expect(family.work({ rows, columns, op, fill: 'uniform', dtype: 'f32' })).toEqual(
      norm(rows, columns, op),
    );
  },
);
