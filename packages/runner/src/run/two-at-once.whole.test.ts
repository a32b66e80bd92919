import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { journalOf } from '../files/files.ts';
import { createRepository } from '../../fixtures/ab.ts';
import { bench, createWorkspace } from '../../fixtures/testing.ts';
import type { Outcome } from '../../fixtures/testing.ts';

const repository = createRepository();
const { root } = repository;
afterAll(() => repository.remove());

const id = 'steady/one/n=1024,f32';

beforeAll(() => {
  for (const folder of ['suites', 'packages/kernel-kit/src'])
    mkdirSync(join(root, folder), { recursive: true });
  const cases = { hardware: ['headline'], software: [] };
  const suite = { schemaVersion: 1, name: 'steady', select: ['**'], effort: 'quick', cases };
  writeFileSync(join(root, 'suites', 'steady.json'), JSON.stringify(suite));
  writeFileSync(join(root, '.gitignore'), 'results\n');
  repository.commit({ one: 100_000 }, 'One kernel');
  repository.commit({ one: 100_000 }, 'The same');
});

/** Starts commands in the middle of an `ab`, and says how they ended. */
async function besideAb(
  argvs: readonly (readonly string[])[],
  words = 'block 1',
): Promise<readonly Outcome[]> {
  let others: Promise<readonly Outcome[]> | null = null;
  await bench(root, ['ab', 'HEAD', 'HEAD'], {
    listen: (text) => {
      if (text.includes(words)) others ??= Promise.all(argvs.map((argv) => bench(root, argv)));
    },
  });
  return others ?? [];
}

test('every command that measures refuses an adapter that another bench has, and says whose and what to do', async () => {
  const out = join(root, 'results', 'refused.json');
  const outcomes = await besideAb([
    ['--suite', 'steady', '--out', out],
    ['ab', 'HEAD'],
    ['aa', '-k', '2', '--out', join(root, 'results', 'aa.json')],
    ['bisect', id, 'HEAD~1', 'HEAD'],
  ]);
  for (const { code, err } of outcomes) {
    expect(code).toBe(2);
    expect(err).toMatch(
      new RegExp(
        `\\(process ${process.pid}, since .*\\) has Test GPU \\(vulkan\\), and two at once .*--wait, or end it with kill ${process.pid}; for a second card .*, remove .*\n$`,
      ),
    );
  }
  expect(existsSync(out)).toBe(false);
  expect(readdirSync(`${root}.locks`)).toEqual([]);
});

test('with --wait it says for whom and begins when the adapter is free', async () => {
  const [outcome] = await besideAb([
    ['--suite', 'steady', '--wait', '--out', join(root, 'results', 'waited.json')],
  ]);
  expect(outcome).toMatchObject({
    code: 0,
    err: expect.stringMatching(/waiting for Test GPU \(vulkan\), which .* \(process \d+, since .*\) has\n/),
  });
});

test('a watch leaves the adapter alone between two saves', async () => {
  let held: readonly string[] = ['nobody has looked'];
  const { code, err } = await bench(root, ['watch', 'steady/one'], {
    listen: (text, interrupt) => {
      if (!text.startsWith('watching;')) return;
      held = readdirSync(`${root}.locks`);
      interrupt();
    },
  });
  expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining(`✓ ${id}`) });
  expect(held).toEqual([]);
});

test('two runs into one file: the second is refused, on a software adapter too', async () => {
  const workspace = createWorkspace();
  const argv = ['--software', '--suite', 'right', '--select', 'faults/right/n=64,f32', '--out', 'same.json'];
  const outcomes = await Promise.all([bench(workspace.root, argv), bench(workspace.root, argv)]);
  workspace.remove();
  expect(outcomes.map(({ code }) => code).toSorted()).toEqual([0, 2]);
  expect(outcomes.find(({ code }) => code === 2)?.err).toMatch(
    /has .*same\.json, and two runs would write over each other: give another --out/,
  );
});

test('what a killed process has measured is not written over by another run', async () => {
  const file = join(root, 'results', 'killed.json');
  mkdirSync(join(root, 'results'), { recursive: true });
  writeFileSync(journalOf(file), '{}\n');
  const { code, err } = await bench(root, ['--suite', 'steady', '--out', file]);
  expect({ code, err }).toEqual({
    code: 2,
    err: expect.stringContaining(`finish it with \`bench --resume ${file}\`, or remove it`),
  });
});
