import { expect, test } from 'vitest';
import { nothingJudged } from '../model/judged.ts';
import { wholeView } from '../model/trend-view.ts';
import { trendOf } from '../model/trend.ts';
import { familyWithPeers, sampleFamily } from '../testing.ts';
import { notesOf, summaryOf } from './trend-notes.ts';

const trend = trendOf(sampleFamily, 'n=1000,f32', 'medianNs');
const plain = { judged: nothingJudged, breaks: [], view: wholeView(trend), software: false };

test('tells the chart in a sentence', () => {
  expect(summaryOf(trend, plain.view)).toMatchInlineSnapshot(
    `"Median time over 3 commits for naive last 1.000 µs, tree last 250.0 ns, subgroup has no value. The history table has every point."`,
  );
});

test('explains the marks in use', () => {
  expect(notesOf(trend, plain)).toMatchInlineSnapshot(`
    [
      "Bands span p25 to p75 · hollow: not judged, a local run, not in the history or a tree with uncommitted changes (*) · ✕ on the axis: failed.",
    ]
  `);
});

test('says whose points are hollow where there are peers', () => {
  const withPeers = { ...trendOf(familyWithPeers, 'n=1000,f32', 'medianNs'), columns: [] };
  expect(notesOf(withPeers, plain)[0]).toContain('hollow: not judged, somebody else’s row ·');
});

test('says what makes a line when there is one commit', () => {
  const columns = trend.columns.slice(0, 1);
  expect(notesOf({ ...trend, columns }, plain)[0]).toBe('One commit so far: a second commit makes a line.');
});
