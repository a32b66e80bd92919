import { expect, test } from 'vitest';
import { termsIn } from './terms.ts';

test('takes each word once, where it first stands, in the form of the sentence', () => {
  expect(termsIn('Runs of one series; a run more of the series.', ['run', 'series'])).toEqual([
    { word: 'run', text: 'Runs' },
    ' of one ',
    { word: 'series', text: 'series' },
    '; a run more of the series.',
  ]);
});

test('takes no part of another word, and the longer of two that begin together', () => {
  expect(termsIn('Showcases, rerun, run-time', ['case', 'run'])).toEqual(['Showcases, rerun, run-time']);
  expect(termsIn('a change of level', ['change', 'change of level'])).toEqual([
    'a ',
    { word: 'change of level', text: 'change of level' },
  ]);
});

test('leaves a sentence without these words as it is', () => {
  expect([termsIn('Nothing.', ['run']), termsIn('', ['run'])]).toEqual([['Nothing.'], []]);
});
