// What the command line prints and the page draws.
import { expect, test } from 'vitest';
import { completion } from './completion.ts';
import { commitTable, itemPage, itemTable, phaseTable, trackTable, unprovenTable } from './tables.ts';
import { shortNumber } from './numbers.ts';
import { curriculumOf, evidenceOf, itemOf, passed, runOf, software } from './testing.ts';
import { toTestEvidence } from './test-evidence.ts';
import { parseTestEvidence } from './parse.ts';

const curriculum = curriculumOf([
  itemOf('f.fast', {
    rule: 'all',
    rules: [
      { rule: 'passed', of: { family: 'f', where: { n: '*', dtype: 'f32' } }, at: { n: [8, 16] } },
      {
        rule: 'quantity',
        of: { family: 'f', where: { n: { min: 8 }, dtype: 'f32' } },
        quantity: 'pctOfPeak',
        above: 80,
        count: 1,
      },
    ],
  }),
  itemOf('f.there', { rule: 'passed', of: { family: 'f' } }),
]);
const done = completion(curriculum, evidenceOf([runOf('1', [passed({ id: 'f/a/n=8,f32' })])]));

test('a row a track, phase, commit and item', () => {
  expect(trackTable(done).rows).toEqual([
    ['Track', '1 of 2', '50 %', '1', '0', '0', '0 of 0'],
    ['all items, each once', '1 of 2', '50 %', '1', '0', '0', '0 of 0'],
  ]);
  expect(phaseTable(done, 't').rows).toEqual([['Phase', '1 of 2', '50 %', '1', '0', '0', '0 of 0']]);
  expect(() => phaseTable(done, 'u')).toThrow('there is no track "u"; there are t');
  expect(commitTable(done.commits).rows).toEqual([['11111111', '2026-01-01', '50 %', '50 %']]);
  expect(itemTable(done, 't').rows.map(([id, , state]) => [id, state])).toEqual([
    ['f.fast', 'implemented'],
    ['f.there', 'proven'],
  ]);
  expect(unprovenTable(done, 'bench').rows).toHaveLength(1);
});

test('an item with its rule in words, its numbers and what it lacks', () => {
  const page = itemPage(curriculum, done, 'f.fast');
  expect(page.rule).toMatchInlineSnapshot(`
    [
      "all of",
      "  f/*/n=*,f32 passed at n = 8, 16",
      "  share of the datasheet peak of f/*/n=*,f32 with n ≥ 8 > 80 %, at least 1 of the results",
    ]
  `);
  expect(page.evidence.rows).toMatchInlineSnapshot(`
    [
      [
        "f/a/n=8,f32",
        "median time, µs",
        "10",
        "passed, timed",
        "yes",
        "11111111",
        "gpu-vulkan-00000001",
      ],
      [
        "f/a/n=8,f32",
        "share of the datasheet peak, %",
        "8.333",
        "> 80 %",
        "no",
        "11111111",
        "gpu-vulkan-00000001",
      ],
    ]
  `);
  expect(page.missing).toMatchInlineSnapshot(`
    [
      {
        "select": "f/*/n=16,f32",
        "what": "no result of f/*/n=16,f32 that passed",
      },
      {
        "select": "f/*/n=*,f32",
        "what": "0 of 1 results of f/*/n=*,f32 with n ≥ 8 have share of the datasheet peak > 80 %",
      },
    ]
  `);
  expect(() => itemPage(curriculum, done, 'f.fats')).toThrow(
    'there is no item "f.fats"; in f there are f.fast, f.there',
  );
});

test('numbers keep four digits and group thousands', () => {
  expect([0, 1.23456, 12345.6, 0.00012, 1e6].map(shortNumber)).toEqual([
    '0',
    '1.235',
    '12\u202f346',
    '1.20e-4',
    '1\u202f000\u202f000',
  ]);
});

test('vitest’s report becomes evidence; a file that does not load has failed', () => {
  const evidence = toTestEvidence({
    commit: '1'.repeat(40),
    date: '2026-01-01T00:00:00Z',
    environment: 'ci',
    machine: { ...software, features: ['subgroups'] },
    root: '/w',
    reports: [
      {
        testResults: [
          {
            name: '/w/packages/a/src/a.test.ts',
            status: 'passed',
            assertionResults: [
              { fullName: ' adds up', status: 'passed' },
              { fullName: 'later', status: 'todo' },
            ],
          },
          { name: '/w/packages/a/src/b.test.ts', status: 'failed', assertionResults: [] },
        ],
      },
    ],
    lineCoverage: [{ package: 'a', linesPct: 91.5 }],
  });
  expect(parseTestEvidence('tests', evidence)).toMatchInlineSnapshot(`
    {
      "adapter": {
        "features": [
          "subgroups",
        ],
        "name": "Software",
        "software": true,
        "vendor": "google",
      },
      "commit": "1111111111111111111111111111111111111111",
      "date": "2026-01-01T00:00:00Z",
      "environment": "ci",
      "lineCoverage": [
        {
          "linesPct": 91.5,
          "package": "a",
        },
      ],
      "machine": {
        "node": "v24.0.0",
        "os": "Linux",
      },
      "schemaVersion": 1,
      "tests": [
        {
          "file": "packages/a/src/a.test.ts",
          "name": "adds up",
          "status": "passed",
        },
        {
          "file": "packages/a/src/a.test.ts",
          "name": "later",
          "status": "skipped",
        },
        {
          "file": "packages/a/src/b.test.ts",
          "name": "the file itself",
          "status": "failed",
        },
      ],
    }
  `);
});
