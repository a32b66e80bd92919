import { expect, test } from 'vitest';
import { besideSuite } from './suite-words.ts';

test('says what a run had besides its suite, and that it had a part of it', () => {
  expect(besideSuite({})).toBe('');
  expect(besideSuite({ peers: true })).toBe(', with peers');
  expect(besideSuite({ selected: true })).toBe(', a part');
  expect(besideSuite({ peers: true, selected: true })).toBe(', with peers, a part');
});
