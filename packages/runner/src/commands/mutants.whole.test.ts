import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseMutantScores } from '@kernel-ladder/schema';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bench, createWorkspace, fixtures, sampleLadder, writeFamily } from '../../fixtures/testing.ts';

let workspace: ReturnType<typeof createWorkspace>;
beforeEach(() => {
  workspace = createWorkspace();
});
afterEach(() => workspace.remove());

const flags = ['--software', '--jobs', '1'] as const;

test('a rung has its score, its survivors, and for the others the case that killed them', async () => {
  const argv = ['mutants', 'faults/right', '--per-rung', '8', ...flags, '--json', '--out', 'scores.json'];
  const { code, out, err } = await bench(workspace.root, argv);
  expect({ code, err }).toEqual({
    code: 0,
    err: expect.stringMatching(/^1\/1 faults\/right {2}\d of 8 killed, [\d.]+ %, [\d.]+ s\n$/),
  });
  const scores = parseMutantScores('stdout', JSON.parse(out));
  const [score] = scores.rungs;
  expect(score).toMatchObject({ family: 'faults', rung: 'right', mutants: 8, equivalent: 0, cases: 4 });
  expect(score!.killed + score!.survivors.length).toBe(8);
  const product = score!.killings.find(({ mutant }) => mutant.operator === 'arithmetic');
  expect(product?.by).toEqual([{ rung: 'right', set: 'EC-1D', case: 'n=64,f32', how: 'wrong-value' }]);
  const file = join(workspace.root, 'scores.json');
  expect(parseMutantScores(file, JSON.parse(readFileSync(file, 'utf8')))).toEqual(scores);
});

const ladder = sampleLadder('dead', ['one', 'two']);
const listing = JSON.stringify(`${JSON.stringify({ type: 'family', family: { ...ladder, ids: [] } })}\n`);
const dead = `import { writeSync } from 'node:fs';
if (process.argv[2] !== 'list') throw new Error('out of order');
writeSync(3, ${listing});
writeSync(3, '{"type":"done","leakedBuffers":0}\\n');
`;

test('a rung whose process dies before a trial is named, and the others are asked all the same', async () => {
  writeFamily(workspace.root, 'dead', dead);
  const { code, err } = await bench(workspace.root, ['mutants', 'dead', ...flags]);
  expect({ code, err }).toEqual({
    code: 1,
    err: 'left out: dead/one: Error: out of order\nleft out: dead/two: Error: out of order\n',
  });
});

test('an unknown set is refused with the nearest, before anything is tried', async () => {
  const { code, err } = await bench(fixtures, ['mutants', 'faults', '--set', 'fill', ...flags]);
  expect({ code, err }).toEqual({ code: 2, err: 'bench: unknown --set "fill"; did you mean "full"?\n' });
});

test('--out keeps off files of another kind', async () => {
  writeFileSync(join(workspace.root, 'own.json'), '{}');
  const { code, err } = await bench(workspace.root, ['mutants', 'faults', '--out', 'own.json', ...flags]);
  expect(code).toBe(2);
  expect(err).toContain('--out own.json would replace a file that is no file of mutation scores');
});
