import { packRows, parseSiteFamily } from '@kernel-ladder/schema';
import type { SiteCase, SiteFamily } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { joinPoints, newestPages, shownPages, shownRuns } from './history.ts';
import { familyWithPeers, sampleFamily } from './testing.ts';

test.for([
  { what: 'no pages', runs: 27, runPages: undefined, shown: [] },
  { what: 'a full last page', runs: 512, runPages: 2, shown: [1] },
  { what: 'few runs in the last page', runs: 520, runPages: 3, shown: [1, 2] },
  { what: 'a page of few runs alone', runs: 100, runPages: 1, shown: [0] },
])('shows the newest pages that have enough runs: $what', ({ runs, runPages, shown }) => {
  expect(newestPages({ runs, ...(runPages === undefined ? {} : { runPages }) })).toEqual(shown);
});

const caseName = 'n=1000,f32';

// What publishing makes of the family, had it a page of its runs but the first `first`.
function paged(family: SiteFamily, first: number) {
  const ofCase = family.series.filter((one) => one.case === caseName);
  const series = ofCase.map(({ id, points }) => {
    const own = points.filter(({ run }) => run >= first).toReversed();
    return { id, points: packRows(own) };
  });
  const { machineKey, peers } = family;
  const one: SiteCase = {
    schemaVersion: 1,
    machineKey,
    family: family.family,
    case: caseName,
    page: 0,
    ...(peers ? { peers: peers.toReversed() } : {}),
    series: series.map((each) => ({ ...each, points: withPeers(each.points, peers?.length ?? 0) })),
  };
  return { first, runs: family.runs.slice(first), cases: [one] };
}

// The page names its peers in an order of its own.
function withPeers(points: SiteCase['series'][number]['points'], peers: number): typeof points {
  const turn = (place: unknown) => (typeof place === 'number' ? peers - 1 - place : place);
  const { peer, ...columns } = points.columns;
  if (!peer) return points;
  const turned =
    'same' in peer
      ? { same: [turn(peer.same[0])] as [unknown] }
      : 'each' in peer
        ? { each: peer.each.map(turn) }
        : peer;
  return { ...points, columns: { ...columns, peer: turned } };
}

const newestOnly = (family: SiteFamily): SiteFamily => ({
  ...family,
  series: family.series.map((one) => ({ ...one, points: one.points.slice(-1) })),
});

const seriesOfCase = ({ series }: SiteFamily) => series.filter((one) => one.case === caseName);

test.for([
  ['kernels', sampleFamily],
  ['peers of two versions', familyWithPeers],
] as const)('a case has all points again, and its runs their order: %s', ([, family]) => {
  const joined = parseSiteFamily('joined', joinPoints(newestOnly(family), paged(family, 0)));
  expect(seriesOfCase(joined)).toEqual(seriesOfCase(family));
  expect(joined.runs).toEqual(family.runs);
});

// A day apart, as the runs of a history are.
const dated: SiteFamily = {
  ...sampleFamily,
  runs: sampleFamily.runs.map((run, day) => ({ ...run, startedAt: `2026-03-0${day + 4}T05:06:07Z` })),
};

test('what the file has of runs before the pages stays', () => {
  const joined = joinPoints(dated, paged(dated, 2));
  expect(parseSiteFamily('joined', joined).runs).toEqual(dated.runs);
  expect(joined.series.map(({ points }) => points.map(({ run }) => run))).toEqual(
    dated.series.map(({ points }) => points.map(({ run }) => run)),
  );
});

test('what the file has of runs behind older pages stays behind them', () => {
  const older = { ...paged(dated, 0), runs: dated.runs.slice(0, 2) };
  const cases = older.cases.map((one) => ({
    ...one,
    series: one.series.map(({ id }) => {
      const own = dated.series.find((each) => each.id === id);
      return { id, points: packRows((own?.points ?? []).filter(({ run }) => run < 2).toReversed()) };
    }),
  }));
  const joined = parseSiteFamily('joined', joinPoints(newestOnly(dated), { ...older, cases }));
  expect(joined.runs).toEqual(dated.runs);
  expect(seriesOfCase(joined)).toEqual(seriesOfCase(dated));
});

const long = { runs: 1000, runPages: 4 };

test.for([
  { until: null, pages: [3], first: 769, last: 1000, older: '768', newer: null },
  { until: '768', pages: [2], first: 513, last: 768, older: '512', newer: '' },
  { until: '512', pages: [1], first: 257, last: 512, older: '256', newer: '768' },
  { until: '1', pages: [0], first: 1, last: 256, older: null, newer: '512' },
  { until: '5000', pages: [3], first: 769, last: 1000, older: '768', newer: null },
  { until: '0', pages: [3], first: 769, last: 1000, older: '768', newer: null },
  { until: 'yesterday', pages: [3], first: 769, last: 1000, older: '768', newer: null },
])('until=$until shows a page of runs and names its neighbours', ({ until, pages, ...runs }) => {
  expect(shownPages(long, until)).toEqual(pages);
  expect(shownRuns(long, pages)).toEqual(runs);
});

test('a machine without pages has all of its runs in its files', () => {
  expect(shownRuns({ runs: 27 }, shownPages({ runs: 27 }, '5'))).toBeNull();
});
