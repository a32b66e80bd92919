// The lines of YAML that a user copies are what runs here: read out of the README, on the software adapter, with suite smoke.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Run } from '@kernel-ladder/schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { act, readManifest } from '../fixtures/start.ts';
import type { Acted } from '../fixtures/start.ts';

const checkout = fileURLToPath(new URL('../../..', import.meta.url));

interface Step {
  readonly uses?: string;
  readonly with?: { readonly [input: string]: string };
}

/** The blocks of YAML on a page. */
function blocksOf(page: string): readonly string[] {
  const text = readFileSync(join(checkout, page), 'utf8');
  return [...text.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
}

/** Its steps, whether it is a list of them or jobs. */
function stepsOf(block: string): readonly Step[] {
  const value = parse(block) as
    | readonly Step[]
    | { readonly jobs: { readonly [job: string]: { readonly steps: readonly Step[] } } };
  return 'jobs' in value ? Object.values(value.jobs).flatMap(({ steps }) => steps) : value;
}

const placeOf = ({ uses = '' }: Step) => /^OWNER\/REPO\/(.+)@SHA$/.exec(uses)?.[1];
const pages = ['README.md', 'docs/action.md'];
const steps = pages.flatMap((page) => blocksOf(page).flatMap(stepsOf));

/** Actions of others that a text takes, each with its hash. */
function usesIn(text: string): readonly (readonly [action: string, hash: string])[] {
  return [...text.matchAll(/uses: (actions\/[\w/-]+)@(\S+)/g)].map(
    ([, action = '', hash = '']) => [action, hash] as const,
  );
}

const own = steps.filter((step) => placeOf(step) !== undefined);
const [block = ''] = blocksOf('README.md');

test('the README has five lines, and the action that they name is here', () => {
  expect(block.trimEnd().split('\n')).toHaveLength(5);
  expect(own).toHaveLength(3);
  for (const step of own) expect(existsSync(join(checkout, placeOf(step)!, 'action.yml'))).toBe(true);
});

test('pages name no input that there is not, every input and output that there is, and the pins of the workflows', () => {
  const { inputs, outputs } = readManifest();
  const known = Object.keys(inputs);
  expect(own.flatMap((step) => Object.keys(step.with ?? {})).filter((name) => !known.includes(name))).toEqual(
    [],
  );
  const page = readFileSync(join(checkout, 'docs/action.md'), 'utf8');
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|')[1] ?? '');
  for (const name of [...known, ...Object.keys(outputs)]) expect(rows.join()).toContain(`\`${name}\``);
  const folder = join(checkout, '.github', 'workflows');
  const pinned = readdirSync(folder).flatMap((name) => usesIn(readFileSync(join(folder, name), 'utf8')));
  for (const [action, hash] of pages.flatMap((name) => usesIn(readFileSync(join(checkout, name), 'utf8')))) {
    expect(hash).toMatch(/^[0-9a-f]{40}$/);
    // One that no workflow uses, as that for caches, has nothing to differ from.
    const here = pinned.find(([other]) => other === action);
    expect(here?.[1] ?? hash).toBe(hash);
  }
});

test('what a page keeps in a cache is of one lockfile', () => {
  const caches = steps.filter(({ uses = '' }) => uses.startsWith('actions/cache@'));
  expect(caches).toHaveLength(1);
  for (const { with: given = {} } of caches) {
    expect(Object.keys(given).toSorted()).toEqual(['key', 'path']);
    expect(given['key']).toContain("hashFiles('**/pnpm-lock.yaml')");
  }
});

describe('the step of the README', () => {
  const [, step] = stepsOf(block);
  let acted: Acted;
  beforeAll(async () => {
    acted = await act({ folder: join(checkout, placeOf(step!)!), checkout, given: step!.with ?? {} });
  }, 900_000);
  afterAll(() => {
    const file = acted.outputs['run-file'] ?? '';
    for (const each of [file, file.replace(/\.json$/, '.kernels.ndjson')]) rmSync(each, { force: true });
  });

  test('runs every family of the checkout on the software adapter, and succeeds', () => {
    // What went wrong stands at the end of its log.
    expect(acted.code === 0 ? 'succeeds' : acted.log.slice(-4000)).toBe('succeeds');
    const run = JSON.parse(readFileSync(acted.outputs['run-file'] ?? '', 'utf8')) as Run;
    expect(run.machine.software).toBe(true);
    expect(new Set(run.results.map(({ family }) => family)).size).toBeGreaterThan(5);
    expect(run.results.filter(({ status }) => status === 'failed')).toEqual([]);
  });

  test('judges no time of a software adapter, says so, and draws the ladders', () => {
    expect(acted.outputs).toMatchObject({
      verdict: 'UNJUDGED',
      regressions: '[]',
      failures: '[]',
      reasons: '["software-adapter"]',
      software: 'true',
      'machine-key': expect.stringMatching(/^swiftshader/),
    });
    expect(acted.summary).toContain('## Verdict: UNJUDGED');
    expect(acted.summary.match(/```mermaid\n/g)!.length).toBeGreaterThan(3);
  });
});
