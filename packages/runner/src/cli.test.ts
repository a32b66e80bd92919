import { expect, test } from 'vitest';
import { bench, fixtures } from '../fixtures/testing.ts';

test.for([
  { argv: ['--help'], says: 'bench record RUN… [--history DIR]' },
  { argv: ['help'], says: 'had nothing to judge' },
  { argv: ['help', 'run'], says: '--shard I/N' },
  { argv: ['record', '--help'], says: 'adds run files and A/A files to the history' },
  { argv: ['--', 'help', 'doctor'], says: '--software' },
])('helps with $argv', async ({ argv, says }) => {
  const { code, out } = await bench(fixtures, argv);
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(says) });
});

test.for([
  { argv: ['--suit', 'smoke'], says: 'unknown flag "--suit"; did you mean "--suite"?' },
  { argv: ['run', '--softwear=1'], says: 'unknown flag "--softwear"; did you mean "--software"?' },
  { argv: ['-x'], says: "Unknown option '-x'" },
  { argv: ['runn'], says: 'unknown command "runn"; did you mean "run"?' },
  { argv: ['toString'], says: 'unknown command "toString"' },
  { argv: ['help', 'lst'], says: 'unknown command "lst"; did you mean "list"?' },
  { argv: ['--suite', 'fault'], says: 'unknown suite "fault"; did you mean "faults"?' },
  { argv: ['--suite', '.'], says: 'unknown suite "."' },
  {
    argv: ['--suite', 'suites/nowhere.json'],
    says: `there is no suite file ${fixtures}/suites/nowhere.json`,
  },
  { argv: ['--suite'], says: "Option '--suite <value>' argument missing" },
  {
    argv: ['--software', '--hardware', '--suite', 'right'],
    says: '--software and --hardware exclude each other',
  },
  {
    argv: ['--suite', 'right', '--effort', 'lazy'],
    says: '--effort takes quick, normal or strict, not "lazy"',
  },
  { argv: ['--suite', 'right', '--shard', '4/3'], says: '--shard takes I/N with 1 ≤ I ≤ N' },
  {
    argv: ['--suite', 'right', '--seed', '1.5'],
    says: '--seed takes a whole number from 1 to 2147483647, not "1.5"',
  },
  {
    argv: ['--suite', 'right', '--timeout', 'soon'],
    says: '--timeout takes a number of at least 1, not "soon"',
  },
  { argv: ['--resume', 'nowhere.json'], says: 'there is no run file' },
  { argv: ['record', 'nowhere.json'], says: 'there is no run file' },
  { argv: ['record'], says: 'record takes run files' },
  { argv: ['show'], says: 'show takes one id' },
])('refuses $argv with exit 2', async ({ argv, says }) => {
  const { code, err } = await bench(fixtures, argv);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(says) });
});

test.for([
  { argv: ['list', 'fault'], says: 'unknown family "fault"; did you mean "faults"?' },
  {
    argv: ['list', 'faults/write'],
    says: 'unknown rung "faults/write"; did you mean "faults/right"?',
  },
  { argv: ['--suite', 'right', '--select', 'gemm'], says: 'unknown family "gemm"' },
  { argv: ['list', 'right'], says: 'unknown family "right"; the suite of that name is bench --suite right' },
  { argv: ['show', 'faults/right/nn=65,f32'], says: 'did you mean "n"?' },
])('offers the nearest name for $argv', async ({ argv, says }) => {
  const { code, err } = await bench(fixtures, [...argv, '--software']);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(says) });
});

test('names the adapters that there are beside an unknown one', async () => {
  const { code, err } = await bench(fixtures, ['list', '--adapter', 'Voodoo 2']);
  expect(code).toBe(2);
  expect(err).toMatch(/no adapter is called "Voodoo 2"; there are: .*"SwiftShader/);
});

test('exits 3 and says what to install where --hardware finds no GPU', async ({ skip }) => {
  const { code, err } = await bench(fixtures, ['list', '--hardware']);
  if (code === 0) skip('this machine has a GPU');
  expect({ code, err }).toEqual({
    code: 3,
    err: expect.stringContaining('install the GPU vendor’s Vulkan driver'),
  });
});

test('says that a workspace without families has none', async () => {
  const { code, err } = await bench(`${fixtures}/packages`, ['doctor']);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('no family to ask') });
});
