import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Run } from '@kernel-ladder/schema';
import { afterAll, expect, test } from 'vitest';
import { bench } from '../../fixtures/testing.ts';
import { findFamilies } from './families.ts';
import { findPeers, ownerOf, peersFor, splitByProcess } from './peers.ts';

const workspace = fileURLToPath(new URL('../../../../', import.meta.url));

// The reductions of this workspace and its peers, with results of their own.
const root = mkdtempSync(join(tmpdir(), 'kernel-ladder-peers-'));
afterAll(() => rmSync(root, { recursive: true }));
mkdirSync(join(root, 'packages'));
mkdirSync(join(root, 'results'));
for (const name of ['kernel-reduce', 'peers'])
  symlinkSync(join(workspace, 'packages', name), join(root, 'packages', name));
cpSync(join(workspace, 'suites'), join(root, 'suites'), { recursive: true });

// The same, with peers whose process cannot start without being noticed.
const trap = mkdtempSync(join(tmpdir(), 'kernel-ladder-trap-'));
afterAll(() => rmSync(trap, { recursive: true }));
mkdirSync(join(trap, 'packages', 'peers', 'src'), { recursive: true });
mkdirSync(join(trap, 'results'));
symlinkSync(join(workspace, 'packages', 'kernel-reduce'), join(trap, 'packages', 'kernel-reduce'));
cpSync(join(workspace, 'suites'), join(trap, 'suites'), { recursive: true });
const manifest = join(trap, 'packages', 'peers', 'package.json');
writeFileSync(manifest, JSON.stringify({ bench: { rungs: ['reduce/cpu-1'] } }));
writeFileSync(join(trap, 'packages', 'peers', 'src', 'bench.ts'), "throw new Error('the peers started');\n");

const smoke = ['--suite', 'smoke', '--software', '--no-progress', '--out', 'run.json', '--json'];
const resultsOf = (out: string): Run['results'] => JSON.parse(out).results;

test('rows of peers run beside the rungs of their family, on the same cases, and are marked', async () => {
  const argv = [...smoke, '--peers', 'reduce/{naive,cpu-1,cpu-n}/n=10007,f32'];
  const { code, out, err } = await bench(root, argv);
  expect({ code, err }).toMatchObject({ code: 0 });
  expect(
    resultsOf(out)
      .map(({ id, kind, status }) => `${id} ${kind} ${status}`)
      .toSorted(),
  ).toEqual([
    'reduce/cpu-1/n=10007,f32 cpu passed',
    'reduce/cpu-n/n=10007,f32 cpu passed',
    'reduce/naive/n=10007,f32 gpu passed',
  ]);
  expect(err.match(/\(reduce\)\n/g)).toHaveLength(1);
  expect(err).toMatch(/n=10007,f32 +naive +.*\nn=10007,f32 +cpu-1 \* +.*\nn=10007,f32 +cpu-n \* /);
  expect(err).toMatch(/\n\* cpu-1: JavaScript loop, node v[^\n]*wall time of one call/);
});

test('rows of one library share a process for all families, other libraries have their own', async () => {
  const told = join(root, 'started.txt');
  const folder = join(root, 'packages', 'peers');
  const real = join(workspace, 'packages', 'peers');
  rmSync(folder);
  mkdirSync(join(folder, 'src'), { recursive: true });
  cpSync(join(real, 'package.json'), join(folder, 'package.json'));
  // The real entry, which first tells what it was started for.
  const lines = [
    "import { appendFileSync } from 'node:fs';",
    `appendFileSync(${JSON.stringify(told)}, \`\${process.argv[2]} \`);`,
    `await import(${JSON.stringify(join(real, 'src', 'bench.ts'))});`,
  ];
  writeFileSync(join(folder, 'src', 'bench.ts'), lines.join('\n'));
  const rows = ['cpu-1', 'cpu-n', 'tfjs'];
  const ids = rows.flatMap((row) => [100, 101].map((n) => `reduce/${row}/n=${n},f32`));
  const { code } = await bench(root, [...smoke, ...ids]);
  rmSync(folder, { recursive: true });
  symlinkSync(real, folder);
  // Loops and a library: a session in software has no middle, and so one stretch.
  expect({ code, told: readFileSync(told, 'utf8') }).toEqual({ code: 0, told: 'list run run ' });
});

test('awkward cases of peers are checked where nothing is timed', async () => {
  const coverages = ['full', 'check'].map(async (suite) => {
    const argv = [
      '--suite',
      suite,
      '--effort',
      'quick',
      '--software',
      '--no-progress',
      '--out',
      `${suite}.json`,
      '--json',
      '--wait',
    ];
    const { out } = await bench(root, [...argv, 'reduce/cpu-1/n=10007,f32']);
    return resultsOf(out).map(({ coverage }) => coverage.length > 0);
  });
  expect(await Promise.all(coverages)).toEqual([[false], [true]]);
});

test('a glob that names a row needs no flag', async () => {
  const { code, out, err } = await bench(root, [...smoke, 'reduce/cpu-1']);
  expect({ code, err }).toMatchObject({ code: 0 });
  expect(resultsOf(out).map(({ variant }) => variant)).toEqual(['cpu-1']);
});

test('without flag, name or suite their process is not started', async () => {
  const { code, err } = await bench(trap, [...smoke, 'reduce/naive']);
  expect({ code, started: err.includes('the peers started') }).toEqual({ code: 0, started: false });
});

test('nor by a suite that has rows for the flag', async () => {
  const { code, err } = await bench(trap, [...smoke, '--suite', 'quick']);
  expect({ code, started: err.includes('the peers started') }).toEqual({ code: 0, started: false });
});

test.for([
  [['--peers', '--shard', '1/40', 'reduce']],
  [['reduce/cpu-1/**', 'reduce/naive']],
  [['--suite', 'peers', '--shard', '1/20', 'reduce']],
])('with %s it is', async ([more]) => {
  const { code, err } = await bench(trap, ['--software', '--out', 'run.json', '--quiet', ...more!]);
  expect(code).not.toBe(0);
  expect(err).toContain('the peers started');
});

test('list has the rows of peers, and show says who runs them', async () => {
  const list = await bench(root, ['list', 'reduce/cpu-n', '--software']);
  expect(list.out).toContain('reduce/cpu-n/n=10007,f32');
  const shown = await bench(root, ['show', 'gemm/cpu-n/m=256,n=256,k=256,f32', '--software']);
  expect(shown).toMatchObject({ code: 2, err: expect.stringContaining('unknown family "gemm"') });
  const { out } = await bench(root, ['show', 'reduce/cpu-n/n=10007,f32', '--software']);
  expect(out).toMatch(/\nrun by {6}JavaScript loop, node v/);
});

test.for<[string, boolean]>([
  ['reduce/cpu-1', true],
  ['reduce/cpu-*/**', true],
  ['*/cpu-n/n=65536,f32', true],
  ['reduce', false],
  ['reduce/**', false],
  ['reduce/*/n=65536,f32', false],
  ['reduce/naive', false],
  ['fft/cpu-1', false],
  ['{reduce,fft}/**', false],
])('the glob %s names a row: %s', ([glob, isNamed]) => {
  expect(peersFor(root, { globs: [glob], isWanted: false })).toHaveLength(isNamed ? 1 : 0);
});

test('rows belong to the peers, all else of a family to its own process', () => {
  const packages = [...findFamilies(root), ...findPeers(root)];
  const owner = (id: string) => ownerOf(packages, id)?.name;
  expect(owner('reduce/cpu-1/n=10007,f32')).toBe('peers');
  expect(owner('reduce/naive/n=10007,f32')).toBe('reduce');
  expect(owner('scan/look-back/n=10007,f32')).toBeUndefined();
});

test('ids of one process stay in their order, case by case', () => {
  const ids = ['cublas', 'tfjs', 'torch', 'cpu-1'].map((variant) => ({ variant }));
  const [first, ...others] = splitByProcess(findPeers(root)[0]!, [...ids, ...ids]);
  expect(first!.map(({ variant }) => variant)).toEqual(['cublas', 'torch', 'cublas', 'torch']);
  expect(others.map((own) => own.map(({ variant }) => variant))).toEqual([
    ['tfjs', 'tfjs'],
    ['cpu-1', 'cpu-1'],
  ]);
  expect(splitByProcess({}, ids)).toHaveLength(4);
});

test.for([
  [{ rungs: ['cpu-1'] }, '/bench/rungs: must name the rows of the peers'],
  [{ rungs: ['reduce/cpu-1'], together: ['cpu-1'] }, '/bench/together: must list names of rows'],
] as const)('a package that says %j is told where it is wrong', ([said, message]) => {
  writeFileSync(manifest, JSON.stringify({ bench: said }));
  expect(() => findPeers(trap)).toThrow(`package.json: ${message}`);
});
