import { expect, test } from 'vitest';
import { sampleFamily } from '../testing.ts';
import { breaksOf } from './breaks.ts';
import { trendOf } from './trend.ts';

const [column] = trendOf(sampleFamily, 'n=1000,f32', 'medianNs').columns;
const on = (...cards: readonly string[]) => ({
  ...column!,
  runs: cards.length === 0 ? [column!] : cards.map((card) => ({ ...column!, card: card.repeat(16) })),
});

test('marks the column that ran on another card than the last that knows its own', () => {
  expect(breaksOf([on('a'), on(), on('a'), on('b'), on('b'), on('c', 'd')])).toEqual([
    { column: 3, text: 'card bbbbbbbb' },
    { column: 5, text: 'cards cccccccc, dddddddd' },
  ]);
});

test('a commit on several cards breaks with none of them', () => {
  expect(breaksOf([on('a'), on('a', 'b'), on('b')])).toEqual([]);
  expect(breaksOf([on(), on('a')])).toEqual([]);
});
