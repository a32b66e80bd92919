// The site's words and the README's are the same words.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { glossary } from './glossary.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const table = readme.slice(readme.indexOf('## Words'), readme.indexOf('## Where to go'));
const rows = [...table.matchAll(/^\| ([a-z]+) +\| (.+?) +\|$/gm)].slice(1);

test('every word of the README has its meaning here', () => {
  expect(rows.length).toBeGreaterThan(15);
  for (const [, word = '', meaning = ''] of rows)
    expect(glossary).toContainEqual({ word, meaning: meaning.replaceAll('`', '').replaceAll("'", '’') });
});

test('words stand once, in the order of the alphabet', () => {
  const words = glossary.map(({ word }) => word);
  expect(words).toEqual([...new Set(words)].toSorted());
});
