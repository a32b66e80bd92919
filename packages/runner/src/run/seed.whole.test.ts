import { join } from 'node:path';
import { drawSeed, largestSeed } from '@kernel-ladder/schema';
import { afterAll, expect, test } from 'vitest';
import { readRun } from '../files/files.ts';
import { bench, createWorkspace } from '../../fixtures/testing.ts';

const { root, remove } = createWorkspace();
afterAll(remove);

const tiny = ['--software', '--suite', 'right', '--select', 'faults/right/n=64,f32'];

test('draws seeds that nobody can foretell, each of at least 1 and 31 bits at most', () => {
  const seeds = Array.from({ length: 1000 }, drawSeed);
  expect(new Set(seeds).size).toBeGreaterThan(990);
  expect(Math.min(...seeds)).toBeGreaterThanOrEqual(1);
  expect(Math.max(...seeds)).toBeLessThanOrEqual(largestSeed);
});

test('each run has a seed of its own, says it, and is made again with it', async () => {
  const first = await bench(root, [...tiny, '--out', 'first.json']);
  const second = await bench(root, [...tiny, '--out', 'second.json']);
  const [one, two] = ['first.json', 'second.json'].map((name) => readRun(join(root, name)));
  expect(one!.run.seed).not.toBe(two!.run.seed);
  expect(first.err).toContain(`; seed ${one!.run.seed}\n`);
  expect(second.err).toContain(`; seed ${two!.run.seed}\n`);
  expect(one!.results[0]!.check!.seeds[0]).toBe(one!.run.seed);
  await bench(root, [...tiny, '--seed', String(one!.run.seed), '--out', 'again.json']);
  const again = readRun(join(root, 'again.json'));
  expect(again.run.seed).toBe(one!.run.seed);
  const { seeds, maxAbs, maxRel, worstErrorOverTolerance } = one!.results[0]!.check!;
  expect(again.results[0]!.check).toMatchObject({ seeds, maxAbs, maxRel, worstErrorOverTolerance });
});

test('a resumed run goes on with the seed that it was begun with', async () => {
  const file = join(root, 'resumed.json');
  await bench(root, ['--software', '--suite', 'right', '--out', file], {
    listen: (text, interrupt) => {
      if (text.startsWith('1/5 ')) interrupt();
    },
  });
  const { seed } = readRun(file).run;
  await bench(root, ['--resume', file]);
  const { run, results } = readRun(file);
  expect(run.seed).toBe(seed);
  expect(results).toHaveLength(5);
  expect(new Set(results.map(({ check }) => check!.seeds[0]))).toEqual(new Set([seed]));
});

test.for(
  [
    ['run', '--software'],
    ['aa', '--software', '--out', 'aa.json'],
    ['ab', '--allow-incomparable', 'HEAD'],
    ['bisect', '--allow-incomparable', 'faults/right/n=64,f32', 'HEAD~1', 'HEAD'],
    ['watch', 'faults/right'],
  ].flatMap((argv) => ['0', '-1', '1.5', '2147483648', 'one', ''].map((text) => ({ argv, text }))),
)('$argv refuses the seed "$text"', async ({ argv, text }) => {
  const { code, err } = await bench(root, [...argv, `--seed=${text}`]);
  expect({ code, err }).toEqual({
    code: 2,
    err: `bench: --seed takes a whole number from 1 to 2147483647, not "${text}"\n`,
  });
});
