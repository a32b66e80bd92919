// A history of more runs than a page holds: made up, so that what its pages must say is known.
import { parseRun, parseSiteFamily, unpackRows } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { digestOf } from './digest.ts';
import { byMachine, entryOf } from './entries.ts';
import { caseFileOf, judgementFile, runFiles } from './files.ts';
import { judgeTimes, withVerdicts } from './judge.ts';
import { unknownNoise } from './noise.ts';
import { casesOf, pageSize, summarise } from './page.ts';
import { syntheticKey, syntheticRuns, syntheticSha } from './synthetic.ts';
import { buildSite } from './testing-site.ts';
import { samplePeer, sampleResult, sampleRun } from './testing.ts';
import { timesOf } from './times.ts';
import { checkedEntries, checkedRuns, lookEntries } from './whole.ts';

const template = sampleRun({
  results: [sampleResult('one', 100_000), sampleResult('two', 50_000), samplePeer('torch', 40_000)],
});
const size = { runs: pageSize + 20, results: 3 };
const runs = [...syntheticRuns(template, size)];
const digests = runs.map(digestOf);
const entries = digests.map(({ head }, at) =>
  entryOf(head, { local: false, file: String(at), content: String(at) }),
);
const placed = digests.map(({ series, points }, place) => ({
  place,
  rows: { series: JSON.parse(series), points },
}));
const pages = [placed.slice(0, pageSize), placed.slice(pageSize)].map(summarise);

test('a made-up history is the same each time, valid, and says what it is', () => {
  expect([...syntheticRuns(template, size)]).toEqual(runs);
  expect(new Set(runs.map(({ run }) => run.commit.sha)).size).toBe(size.runs);
  for (const run of [runs[0]!, runs.at(-1)!]) {
    expect(parseRun('synthetic', run).machine).toMatchObject({ key: syntheticKey, os: 'none' });
    expect(run.run.commit.subject).toMatch(/^Synthetic commit \d+$/);
  }
  expect(runs[1]!.run.commit.parents).toEqual([syntheticSha(0)]);
  expect(() => [...syntheticRuns(template, { runs: 1, results: 4 })]).toThrow('4 results asked for');
});

test('the pages of runs hold each run once, in commit order', () => {
  const [machine] = byMachine(entries);
  const files = runFiles(machine!);
  expect(files.map(({ name }) => name)).toEqual(
    [0, 1].map((page) => `runs/${syntheticKey}/page-${page}.json`),
  );
  const ids = files.flatMap(({ content }) =>
    unpackRows('runs', (content as { runs: Parameters<typeof unpackRows>[1] }).runs).map(
      (row) => row['runId'],
    ),
  );
  expect(ids).toEqual(runs.map(({ run }) => run.id));
});

test('the points of a case lie in as many files as there are pages, a peer named once', () => {
  const [cases] = casesOf({ machineKey: syntheticKey, page: 1 }, placed.slice(pageSize));
  const { name } = caseFileOf(cases!);
  expect(name).toMatch(new RegExp(`^cases/${syntheticKey}/[^/]+/[0-9a-f]{16}-1\\.json$`));
  expect(cases!.peers).toHaveLength(1);
  const points = cases!.series.map(({ id, points: own }) => [id.split('/')[1], unpackRows(id, own).length]);
  expect(new Map(points as [string, number][])).toEqual(
    new Map([
      ['one', 20],
      ['two', 20],
      ['torch', 20],
    ]),
  );
});

test('the family of a long history has its newest points alone, and names the pages of the others', () => {
  const { families, index } = buildSite(
    runs.map((run) => ({ run, local: false })),
    new Map(runs.map(({ run }, place) => [run.commit.sha, place])),
  );
  const [family] = families.map((one) => parseSiteFamily(one.family, one));
  expect(index.machines[0]).toMatchObject({ runPages: 2 });
  expect(family!.runs.map(({ runId }) => runId)).toEqual([runs.at(-1)!.run.id]);
  expect(family!.history).toMatchObject([{ pages: [0, 1] }]);
});

test('a judgement shows as many runs as a page holds, and judges all', () => {
  const machine = { key: syntheticKey, entries, pages };
  const times = timesOf(machine, unknownNoise);
  const timed = [...times.series];
  const { content } = judgementFile(times, withVerdicts(timed, timed.map(judgeTimes)));
  const { runs: shown, series } = content as {
    runs: readonly unknown[];
    series: readonly { points: number }[];
  };
  expect(shown).toHaveLength(pageSize);
  // A peer is nobody's to judge.
  expect(series.map(({ points }) => points)).toEqual([size.runs, size.runs]);
});

test('checks are of the newest run of each variant; completion is looked at so often, and on runs that tell something', () => {
  const machine = { key: syntheticKey, entries, pages };
  expect(checkedRuns(pages).map(({ variant, place }) => [variant, place])).toEqual(
    ['one', 'two', 'torch'].map((variant) => [variant, size.runs - 1]),
  );
  expect(new Set(checkedEntries(machine))).toEqual(new Set([entries.at(-1)]));
  const same = new Map([['one', 'passed']]);
  const looks = lookEntries(entries, () => same);
  expect(looks.commits.has(syntheticSha(size.runs - 1))).toBe(true);
  expect(looks.commits.size).toBeLessThanOrEqual(65);
  expect(looks.entries).toContain(entries[0]);
  expect(looks.entries.length).toBeLessThan(entries.length);
});
