// The action as a process, on a repository whose commits say how long their kernels take: what each verdict does to a step.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRepository } from '@kernel-ladder/runner/testing';
import type { Confirmed, Run } from '@kernel-ladder/schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { act } from '../fixtures/start.ts';
import type { Acted, Step } from '../fixtures/start.ts';

const repository = createRepository();
afterAll(() => repository.remove());
const { root } = repository;
const checkout = fileURLToPath(new URL('../../..', import.meta.url));
const entry = join(checkout, 'packages', 'runner', 'fixtures', 'main.ts');
mkdirSync(join(root, 'node_modules'));
symlinkSync(join(checkout, 'node_modules', '.bin'), join(root, 'node_modules', '.bin'));
writeFileSync(join(root, '.gitignore'), 'results\ndashboard\nnode_modules\nspied.json\n');
writeManifest(`node ${entry}`);
writeFileSync(join(root, 'pnpm-workspace.yaml'), 'pmOnFail: ignore\n');
mkdirSync(join(root, 'suites'));
const cases = { hardware: ['headline'], software: ['headline'] };
writeFileSync(
  join(root, 'suites', 'quick.json'),
  JSON.stringify({ schemaVersion: 1, name: 'quick', select: ['steady'], effort: 'quick', cases }),
);

function writeManifest(bench: string | undefined): void {
  const scripts = bench === undefined ? {} : { bench };
  const manifest = { name: 'kernel-ladder', type: 'module', packageManager: 'pnpm@12.18.0', scripts };
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest));
}

const step = (given: Step['given'] = {}, more: Partial<Step> = {}) =>
  act({ checkout: root, given: { launches: 2, ...given }, ...more, env: { BENCH_ROOT: root, ...more.env } });

const idOf = (variant: string) => `steady/${variant}/n=1024,f32`;
const steady = { one: 100_000, two: 50_000 };
const base = repository.commit(steady, 'First');
const read = <Document>(file = '') => JSON.parse(readFileSync(file, 'utf8')) as Document;

describe('a clean change on a machine that nobody knows', () => {
  let acted: Acted;
  beforeAll(async () => {
    repository.commit(steady, 'Clean');
    acted = await step({}, { event: { before: base } });
  });

  test('is launched again and again, then run, then measured in turns with what the branch was', () => {
    expect(acted).toMatchObject({ code: 0 });
    const order = ['is new here', 'launch 1/2: steady', 'suite quick: 2 ids', 'checking out'];
    const places = order.map((text) => acted.log.indexOf(text));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(Math.min(...places)).toBeGreaterThan(-1);
  });

  test('leaves a verdict, files and the machine for the steps behind it', () => {
    const { 'run-file': run, 'confirmed-file': confirmed, ...others } = acted.outputs;
    expect(others).toEqual({
      verdict: 'SAME',
      regressions: '[]',
      suspects: '[]',
      failures: '[]',
      reasons: '[]',
      'machine-key': 'test-gpu-vulkan-01234567',
      software: 'false',
    });
    expect(read<Run>(run).results.map(({ status }) => status)).toEqual(['passed', 'passed']);
    expect(read<Confirmed>(confirmed).base).toBe(base);
  });

  test('has a job summary with tables, the verdict and a chart that GitHub draws', () => {
    expect(acted.summary).toContain('## Verdict: SAME\n\nno kernel has changed its speed.\n');
    expect(acted.summary).toMatch(/```mermaid\n---\n.+\n---\nxychart-beta horizontal\n {2}title ".+"\n/);
    expect(acted.summary.indexOf('Kernel Ladder: 2 passed')).toBeLessThan(
      acted.summary.indexOf('## Verdict'),
    );
  });
});

describe('a commit that plants a slow kernel', () => {
  beforeAll(() => {
    repository.commit({ ...steady, one: 150_000 }, 'Slow');
  });

  test('fails the step once turns have confirmed it, and names the id', async () => {
    const acted = await step({ base });
    expect(acted).toMatchObject({
      code: 1,
      outputs: { verdict: 'REGRESSED', regressions: JSON.stringify([idOf('one')]) },
    });
    expect(acted.log).toContain(`::error::REGRESSED: ${idOf('one')}; the job summary has them all`);
    expect(acted.summary).toContain(`x-axis ["${idOf('one')}", "${idOf('two')}"]`);
  });
});

// A recorded run that is faster than the base ever was: what no turns have confirmed.
async function recordFaster(history: string): Promise<void> {
  const { outputs } = await step({ base: 'none', launches: 0 });
  const run = read<Run>(outputs['run-file']);
  const results = run.results.map((result) => {
    const { timing, metrics } = result;
    if (!timing || !metrics) return result;
    const half = Object.fromEntries(
      Object.entries(timing).map(([name, value]) => [
        name,
        name.endsWith('Ns') ? Math.round(Number(value) / 2) : value,
      ]),
    );
    const speedUp = timing.medianNs / Number(half['medianNs']);
    const faster = Object.fromEntries(
      Object.entries(metrics).map(([name, value]) => [name, speedUp * value]),
    );
    const { samplesNs: _, ...rest } = result;
    return { ...rest, timing: half, metrics: faster };
  });
  const folder = join(root, history, run.machine.key);
  mkdirSync(folder, { recursive: true });
  const commit = { ...run.run.commit, sha: 'e'.repeat(40), parents: [] };
  const made = { ...run, run: { ...run.run, id: 'made-up', commit }, results };
  writeFileSync(join(folder, `${commit.date.slice(0, 10)}-eeeeeeee.json`), `${JSON.stringify(made)}\n`);
}

describe('a run that is slower than a recorded one', () => {
  beforeAll(async () => {
    repository.commit(steady, 'Back');
    await recordFaster('dashboard/made-up');
  });
  const history = 'dashboard/made-up';

  test('is a suspect where no turns are taken, and fails with fail-on: suspect', async () => {
    const given = { history, base, launches: 0, 'confirm-at-most': 0, 'fail-on': 'suspect' };
    const acted = await step(given);
    expect(acted).toMatchObject({ code: 1, outputs: { verdict: 'SUSPECT', regressions: '[]' } });
    expect(JSON.parse(acted.outputs['suspects'] ?? '').toSorted()).toEqual([idOf('one'), idOf('two')]);
  });

  test('is none once turns with the base say that nothing has changed', async () => {
    const acted = await step({ history, base, launches: 0, 'fail-on': 'suspect' });
    expect(acted).toMatchObject({ code: 0, outputs: { verdict: 'SAME', suspects: '[]' } });
  });
});

describe('a commit that plants a wrong kernel', () => {
  beforeAll(() => {
    repository.commit({ ...steady, one: null }, 'Wrong');
  });

  test.for([
    { base, verdict: 'FAILED' },
    { base: 'none', verdict: 'FAILED' },
  ])('fails the step, held against $base', async (given) => {
    const acted = await step({ base: given.base, launches: 0 });
    expect(acted).toMatchObject({
      code: 1,
      outputs: { verdict: given.verdict, failures: JSON.stringify([idOf('one')]) },
    });
    expect(acted.log).toContain(`::error title=${idOf('one').replace(',', '%2C')}::`);
    expect(acted.log).toContain(`::error::FAILED: ${idOf('one')}`);
  });
});

describe('a step that cannot do what it says', () => {
  test.for([
    [{ adapter: 'software', suite: 'quik' }, 'bench run ended with 2, wrong usage or a malformed file: '],
    [{ suite: 'quick; rm -rf /' }, 'input suite: "quick; rm -rf /" is no name of a suite and no path'],
    [{ 'working-directory': 'nowhere' }, '/nowhere/package.json has no script bench: give the folder'],
    [
      { base: 'no-such-branch' },
      'input base: no-such-branch is no commit of this checkout: give actions/checkout fetch-depth: 0',
    ],
  ] as const)('fails with what to do: %s', async ([given, says]) => {
    const { code, log, outputs } = await step({ launches: 0, ...given });
    expect({ code, log }).toEqual({ code: 1, log: expect.stringContaining(says) });
    expect(outputs).toEqual({});
  });

  test('a run that breaks off, whatever fail-on says', async () => {
    writeManifest(`node -e "process.stderr.write('the driver is gone'); process.exit(1)"`);
    const { code, log } = await step({ launches: 0, base, 'fail-on': 'never' });
    expect({ code, log }).toEqual({
      code: 1,
      log: expect.stringContaining('::error::bench run ended with 1, without a run: the driver is gone'),
    });
  });

  test('no adapter of the wanted kind', async () => {
    writeManifest('node -e "process.exit(3)"');
    const { log } = await step({ launches: 0, base: 'none' });
    expect(log).toContain('::error::bench run ended with 3, no adapter of the wanted kind: label a runner');
  });
});

test('kernels get no more of the runner than a script does', async () => {
  const spy = `require('fs').writeFileSync('spied.json', JSON.stringify(process.env)); process.exit(3)`;
  writeManifest(`node -e "${spy}"`);
  const secrets = {
    ACTIONS_RUNTIME_TOKEN: 'secret',
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'secret',
    ACTIONS_RESULTS_URL: 'secret',
    GITHUB_TOKEN: 'secret',
    GITHUB_ENV: 'secret',
    GITHUB_PATH: 'secret',
    GITHUB_STATE: 'secret',
  };
  await step({ launches: 0, base: 'none' }, { env: secrets });
  const seen = read<Readonly<Record<string, string>>>(join(root, 'spied.json'));
  expect(Object.entries(seen).filter(([, value]) => value === 'secret')).toEqual([]);
  expect(Object.keys(seen).filter((name) => name.startsWith('INPUT_'))).toEqual([]);
  expect(seen['GITHUB_OUTPUT']).toBe('/dev/null');
});
