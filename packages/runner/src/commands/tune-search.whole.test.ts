// Real searches of a reduction's workgroups on the software adapter, cut short and taken up.
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TuningTable } from '@kernel-ladder/schema';
import { parseTuningTable } from '@kernel-ladder/schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bench, createWorkspace } from '../../fixtures/testing.ts';
import type { Outcome } from '../../fixtures/testing.ts';
import { tuneJournalOf } from '../files/tuning.ts';

const reduce = fileURLToPath(new URL('../../../kernel-reduce', import.meta.url));

describe('a reduction', () => {
  let workspace: ReturnType<typeof createWorkspace>;
  const argv = [
    'tune',
    'reduce',
    '--software',
    '--case',
    'n=4096,f32',
    '--tables',
    'tables',
    '--samples',
    '1',
  ];
  const family = { name: 'reduce', entry: '' };
  let [cut, resumed, again]: Outcome[] = [];
  let left: readonly string[];
  let table: TuningTable;
  let where: { readonly journal: string; readonly expected: string };

  beforeAll(async () => {
    workspace = createWorkspace({ packages: 'own' });
    const { root } = workspace;
    mkdirSync(join(root, 'packages'));
    symlinkSync(reduce, join(root, 'packages', 'kernel-reduce'));
    cut = await bench(root, argv, {
      listen: (text, interrupt) => {
        if (text.startsWith('4 looks')) interrupt();
      },
    });
    const [name = ''] = readdirOf(join(root, 'results', 'tune'));
    const journal = join(root, 'results', 'tune', name);
    left = readFileSync(journal, 'utf8').trimEnd().split('\n');
    resumed = await bench(root, [...argv, '--explain']);
    const key = name.slice('reduce-'.length, -'.ndjson'.length);
    where = { journal, expected: tuneJournalOf(root, family, key) };
    const file = join(root, 'tables', 'reduce', `${key}.json`);
    table = parseTuningTable(file, JSON.parse(readFileSync(file, 'utf8')));
    again = await bench(root, [...argv, '--json']);
  });
  afterAll(() => workspace.remove());

  test('an interrupt ends the search and keeps what it has seen', () => {
    expect(cut?.code).toBe(130);
    expect(where.journal).toBe(where.expected);
    expect(left.length).toBeGreaterThanOrEqual(5);
    expect(JSON.parse(left[0] ?? '')).toMatchObject({
      key: 'optimized n=4096,sum,f32',
      fingerprint: expect.any(String),
    });
  });

  test('the same command goes on from there, and looks at nobody twice', () => {
    expect(resumed?.code).toBe(0);
    const seen = left
      .slice(1)
      .map((line) => (JSON.parse(line) as { observation: { name: string; round: number } }).observation);
    const looked = [...(resumed?.err ?? '').matchAll(/round (\d)  (\S+)  /g)].map(
      ([, round, name]) => `${round} ${name}`,
    );
    expect(looked.length).toBeGreaterThan(3);
    expect(looked.filter((look) => seen.some(({ name, round }) => look === `${round} ${name}`))).toEqual([]);
    expect(
      existsSync(
        join(workspace.root, 'results', 'tune', readdirOf(join(workspace.root, 'results', 'tune'))[0] ?? '-'),
      ),
    ).toBe(false);
  });

  test('the table has the entry, with the landscape of both halves', () => {
    const [entry] = table.entries;
    expect(table).toMatchObject({ schemaVersion: 1, family: 'reduce' });
    expect(entry).toMatchObject({
      rung: 'optimized',
      class: 'n=4096,sum,f32',
      usual: { workgroup: 256, groups: 4 },
    });
    expect(entry?.landscape.rows).toHaveLength(entry?.search.candidates ?? 0);
    expect(entry?.versions['commit']).toMatch(/^[0-9a-f]{40}/);
  });

  test('the landscape has every combination: what was looked at with its times, and what was refused with the reason', () => {
    const { rows = [], refused = [], values } = table.entries[0]?.landscape ?? {};
    expect(values?.map((each) => each.length)).toEqual([6, 6]);
    const places = refused.flatMap((each) => each.places);
    expect(rows.length + new Set(places).size).toBe(36);
    expect(refused.map(({ why }) => why)).toContain('A workgroup has 512 threads, the device allows 256.');
    for (const { round, ns, looks } of rows) {
      expect(looks).toHaveLength(round + 1);
      expect(looks?.at(-1)).toBe(ns);
    }
  });

  test('--explain says what was refused and draws the landscape', () => {
    const out = resumed?.out ?? '';
    expect(out).toContain('A workgroup has 512 threads, the device allows 256.');
    expect(out).toMatch(
      /least time over that of the best, (groups|workgroup) down, (groups|workgroup) across/,
    );
    expect(out).toMatch(/the best and the worst/);
  });

  test('the second command has its answer from the table, and searches nothing', () => {
    expect(again?.code).toBe(0);
    expect(again?.err).toBe('optimized n=4096,sum,f32: known from the table, nothing is searched\n');
    expect(JSON.parse(again?.out ?? '')).toMatchObject({ observations: [], entries: table.entries });
  });

  test('--dry-run shows the space and looks at nothing', async () => {
    const { code, out, err } = await bench(workspace.root, [
      'tune',
      'reduce/optimized',
      '--software',
      '--dry-run',
      '--case',
      'n=4096,f32',
    ]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^optimized for n=4096,sum,f32, on n=4096,f32\n/);
    expect(out).toContain('36 combinations, ');
  });

  test.for([
    { argv: ['tune'], says: 'takes one FAMILY or FAMILY/RUNG' },
    { argv: ['tune', 'reducer'], says: 'unknown family "reducer"; did you mean "reduce"?' },
    { argv: ['tune', 'reduce/'], says: 'takes FAMILY or FAMILY/RUNG, not "reduce/"' },
    { argv: ['tune', 'reduce/optimized/n=4096,f32'], says: 'name cases by --case' },
    {
      argv: ['tune', 'reduce/naive', '--software', '--dry-run'],
      says: 'no rung naive that can be tuned: it has optimized',
    },
    { argv: ['tune', 'reduce', '--software', '--dry-run', '--case', 'n=x,f32'], says: 'n' },
    {
      argv: ['tune', 'reduce', '--budget', 'soon'],
      says: '--budget takes a number of at least 0, not "soon"',
    },
  ])('$argv is wrong usage: $says', async ({ argv: words, says }) => {
    const { code, err } = await bench(workspace.root, words);
    expect(code).toBe(2);
    expect(err).toContain(says);
  });
});

function readdirOf(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
