import { expect, test } from 'vitest';
import { mutantsOf } from './generate.ts';

const rows = (groups: number) => `const ROWS = ${groups}u;
const GRID_X = 8u;
fn main(@builtin(workgroup_id) group: vec3u) {
  let row = group.y * GRID_X + group.x;
  if (row >= ROWS) {
    return;
  }
  y[row] = 1.0;
}
`;

/** What becomes of the lines of `rows` on a grid. */
const onGrid = (groups: number, grid: readonly [number, number, number]) =>
  mutantsOf(rows(groups), { grid }).map(({ after }) => after);

test.for([
  ['one row of workgroups', 8, [8, 1, 1], false],
  ['two rows', 16, [8, 2, 1], true],
] as const)(
  'what the length of a row of workgroups says is a mistake on a grid of %s: %s',
  ([, groups, grid, isOne]) => {
    expect(onGrid(groups, grid).includes('const GRID_X = 7u;')).toBe(isOne);
  },
);

test.for([
  ['no workgroup too many', 8, [8, 1, 1], false],
  ['one too many', 15, [8, 2, 1], true],
] as const)(
  'a guard of what lies behind the end is no mistake where there is %s: %s',
  ([, groups, grid, isOne]) => {
    const mutants = onGrid(groups, grid);
    expect(mutants.includes('if (row > ROWS) {')).toBe(isOne);
    expect(mutants.includes('if (false) {')).toBe(isOne);
    expect(mutants).toContain('if (true) {');
  },
);

const steps = (columns: number) => `const COLUMNS = ${columns}u;
const STEPS = (COLUMNS + 256u - 1u) / 256u;
fn main() { for (var step = 0u; step < STEPS; step++) { f(step); } }
`;

test.for([
  [600, false],
  [512, true],
] as const)('with %i columns a round-up that does not is a mistake: %s', ([columns, isOne]) => {
  const after = mutantsOf(steps(columns)).map((mutant) => mutant.after);
  expect(after.includes('const STEPS = (COLUMNS + 256u - 0u) / 256u;')).toBe(isOne);
});

test('a constant that nobody reads has no mutants', () => {
  expect(mutantsOf('const N = 4u;\nfn main() {}\n')).toEqual([]);
});
