import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseRun } from '@kernel-ladder/schema';
import type { Run } from '@kernel-ladder/schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRun } from '../files/files.ts';
import { bench, createWorkspace } from '../../fixtures/testing.ts';
import type { Outcome } from '../../fixtures/testing.ts';

const { root, remove } = createWorkspace();
afterAll(remove);

const quickly = ['--software', '--suite', 'right', '--effort', 'quick'];
const tiny = ['--select', 'faults/right/n=64,f32'];

describe('a run in which everything goes wrong but two', () => {
  const file = join(root, 'faults.json');
  const others = 'faults/!(hangs)/n=64,f32';
  let outcome: Outcome;
  beforeAll(async () => {
    outcome = await bench(root, ['--software', '--suite', 'faults', '--select', others, '--out', file]);
  });

  test('exits 1', () => {
    expect(outcome.code).toBe(1);
  });

  test.for([
    ['invalid-wgsl', 'invalid-wgsl', /invalid\.wgsl:9:\d+: unresolved value 'twice'/],
    ['writes-nan', 'wrong-result', /doubled\[0\] is NaN, expected/],
    ['out-of-memory', 'out-of-memory', /Invalid typed array length: 1125899906842624/],
    ['loses-device', 'device-lost', /device was destroyed/],
    ['crashes', 'crashed', /ended by SIGABRT/],
    ['needs-f16', 'feature:shader-f16', /does not offer shader-f16/],
  ] as const)('gives %s the reason %s', ([variant, code, message]) => {
    const result = readRun(file).results.find((candidate) => candidate.variant === variant);
    expect(result?.reason).toEqual({ code, message: expect.stringMatching(message) });
  });

  test.for(['right', 'right-again'])('completes %s all the same', (variant) => {
    const result = readRun(file).results.find((candidate) => candidate.variant === variant);
    expect(result?.status).toBe('passed');
  });

  test('lists every failure with its reason, and the count of each status', () => {
    expect(outcome.err).toContain('failed   faults/writes-nan/n=64,f32: wrong-result: ');
    expect(outcome.err).toContain('2 passed, 5 failed, 1 skipped');
  });

  test('carries the ladder of the family that it ran, and of no other', () => {
    const { families } = readRun(file);
    expect(families?.map(({ name, title }) => [name, title])).toEqual([
      ['faults', 'Faults <on purpose> & in order'],
    ]);
    expect(families?.[0]?.rungs.map(({ name }) => name)).toContain('right-again');
  });

  test('leaves no buffer alive in any process', () => {
    expect(outcome.err).not.toContain('left');
  });
});

describe('a run of one id that is right, of a suite that takes longer than it may', () => {
  let outcome: Outcome;
  let run: Run;
  beforeAll(async () => {
    const suite = JSON.parse(readFileSync(join(root, 'suites', 'right.json'), 'utf8'));
    writeFileSync(join(root, 'hasty.json'), JSON.stringify({ ...suite, maxSeconds: 0.01 }));
    const hastily = ['--software', '--suite', 'hasty.json', '--effort', 'quick'];
    outcome = await bench(root, [...hastily, ...tiny, '--json', '--out', 'one.json']);
    run = readRun(join(root, 'one.json'));
  });

  test('exits 0, and says that it took longer', () => {
    expect(outcome.code).toBe(0);
    expect(outcome.err).toContain('at most 0.01 s');
  });

  test('prints with --json the same run that it writes, and nothing else', () => {
    expect(parseRun('stdout', JSON.parse(outcome.out))).toEqual(run);
  });

  test('says that software proves correctness only, and marks each timing so', () => {
    expect(outcome.err).toContain('timings are not comparable');
    expect(run.results[0]).toMatchObject({ status: 'passed', comparable: false });
  });

  test('gives the software adapter as the reason', () => {
    expect(run.results[0]?.comparableReasons).toContain('software-adapter');
  });

  test('has checked the awkward cases that the suite does not leave out', () => {
    expect(run.results[0]?.coverage).toEqual([{ set: 'EC-1D', total: 4, passed: 4, skipped: 0, failed: [] }]);
  });

  test('remembers where its time went', () => {
    const { wallMs = 0, deviceMs = 0, judgingMs = 0, phasesMs = {} } = run.sessions[0]?.spent ?? {};
    expect(deviceMs).toBeGreaterThan(0);
    expect(deviceMs + judgingMs).toBeLessThanOrEqual(wallMs);
    const phases = Object.values(phasesMs).reduce((sum, ms) => sum + ms, 0);
    expect(phases / wallMs).toBeCloseTo(1, 1);
    expect(Object.keys(phasesMs)).toEqual(expect.arrayContaining(['start', 'check', 'sample', 'proof']));
  });

  test('remembers the flags that decided what was run', () => {
    expect(run.run.argv).toEqual([
      '--suite=hasty.json',
      '--select=faults/right/n=64,f32',
      '--software',
      '--effort=quick',
    ]);
  });
});

test.for([
  { name: 'text', text: 'suite: right', says: /text\.json: not JSON: / },
  {
    name: 'effort',
    text: '{"schemaVersion":1,"name":"x","select":["**"],"effort":"lazy","cases":{"hardware":[],"software":[]}}',
    says: /effort\.json: \/effort: must be one of quick, normal, strict/,
  },
  { name: 'empty', text: '{"schemaVersion":1}', says: /empty\.json: \/: must have required property 'name'/ },
])('refuses the malformed suite "$name" with pointer and reason', async ({ name, text, says }) => {
  writeFileSync(join(root, `${name}.json`), text);
  const { code, err } = await bench(root, ['--software', '--suite', `${name}.json`]);
  expect(code).toBe(2);
  expect(err).toMatch(says);
});

test.for([
  { out: 'folder.json', says: '--out folder.json is a folder' },
  { out: 'notes.json', says: '--out notes.json would replace a file that is no run file' },
  { out: 'notes.json/run.json', says: '--out notes.json/run.json cannot be written' },
])('refuses --out $out before anything is measured, and leaves all as it is', async ({ out, says }) => {
  mkdirSync(join(root, 'folder.json'), { recursive: true });
  writeFileSync(join(root, 'notes.json'), '{"mine": true}');
  const { code, err } = await bench(root, [...quickly, ...tiny, '--out', out]);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(says) });
  expect(err).not.toContain('ids on');
  expect(readFileSync(join(root, 'notes.json'), 'utf8')).toBe('{"mine": true}');
});

test('help tells of globs', async () => {
  expect((await bench(root, ['help', 'run'])).out).toMatch(/^bench \[run\] .*\[GLOB…\]\n/);
});
