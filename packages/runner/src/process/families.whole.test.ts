import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createRepository } from '../../fixtures/ab.ts';
import { ask, togglesNote } from './families.ts';
import { bench, createIo } from '../../fixtures/testing.ts';

// A family that answers, and before it in the alphabet one that does not parse.
const repository = createRepository();
afterAll(() => repository.remove());
const { root } = repository;
repository.commit({ one: 100_000 }, 'One');
const broken = join(root, 'packages', 'kernel-broken', 'src');
mkdirSync(broken, { recursive: true });
writeFileSync(join(broken, 'bench.ts'), "import './family.ts';\n");
writeFileSync(join(broken, 'family.ts'), '\nexport const size: number = Math.max(1, 2;\n');
const suite = {
  schemaVersion: 1,
  name: 'all',
  select: ['**'],
  effort: 'quick',
  cases: { hardware: ['headline'], software: ['headline'] },
};
writeFileSync(join(root, 'all.json'), JSON.stringify(suite));

const fault =
  /^left out: the family broken does not start: packages\/kernel-broken\/src\/family\.ts:2: SyntaxError[^\n]*\n/;
const id = 'steady/one/n=1024,f32';

test('a family that does not parse is told in a line; the others are listed, and the command fails', async () => {
  const { code, out, err } = await bench(root, ['list', '--json']);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(fault) });
  expect(err.split('\n')).toHaveLength(2);
  expect(JSON.parse(out)).toEqual([expect.objectContaining({ id })]);
});

test('the others run, the machine is profiled by one of them, and the command fails', async () => {
  const argv = ['--suite', 'all.json', '--json', '--toggles', 'no_such_toggle', '--out', 'run.json'];
  const { code, out, err } = await bench(root, argv);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(fault) });
  expect(JSON.parse(out).results).toEqual([expect.objectContaining({ id, status: 'passed' })]);
  expect(err).toContain('\nextra toggles no_such_toggle: test-gpu-vulkan-01234567 is another machine');
});

test('an answer is whole with its last word, though its process gives back what it has for a while', async () => {
  const entry = join(root, 'slow-to-end.ts');
  const gone = join(root, 'gone');
  writeFileSync(
    entry,
    `import { writeFileSync, writeSync } from 'node:fs';
writeSync(3, JSON.stringify({ type: 'done', leakedBuffers: 0 }) + '\\n');
await new Promise((resolve) => setTimeout(resolve, 1000));
writeFileSync(${JSON.stringify(gone)}, '');`,
  );
  const events = await ask(createIo(root).io, entry, {
    args: ['list'],
    job: { gpu: { kind: 'auto' }, seed: 1 },
  });
  expect(events).toEqual([{ type: 'done', leakedBuffers: 0 }]);
  expect(existsSync(gone)).toBe(false);
  await expect.poll(() => existsSync(gone)).toBe(true);
});

test.for([
  [['list', 'st*/one']],
  [['--suite', 'all.json', '--quiet', '--out', 'run.json', '--select', id]],
] as const)('a family that nothing selects is not asked: %s', async ([argv]) => {
  const { code, err } = await bench(root, argv);
  expect(code).not.toBe(1);
  expect(err).not.toContain('broken');
});

test('a glob whose family cannot be told matches all of them', async () => {
  const { code, out } = await bench(root, ['list', '{steady/one,scan/two}/**']);
  expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining(id) });
});

test('where nothing else is selected, the fault is all there is to say', async () => {
  const { code, err } = await bench(root, ['list', 'broken']);
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(
      /^bench: the family broken does not start: \S+family\.ts:2: SyntaxError[^\n]*\n$/,
    ),
  });
});

test('doctor asks a family that starts, and names extra toggles, which make another machine', async () => {
  const { code, out, err } = await bench(root, ['doctor', '--toggles', 'no_such_toggle,-dump_shaders']);
  expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining('machine ') });
  expect(err).toContain(
    'extra toggles no_such_toggle, -dump_shaders: test-gpu-vulkan-01234567 is another machine',
  );
  expect(togglesNote({ kind: 'auto' }, 'key')).toBe('');
});
