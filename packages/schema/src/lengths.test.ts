// No text in a document is without end: a page shows it, and a history keeps it for ever.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseRun } from './index.ts';
import { run } from './testing.ts';

const folder = fileURLToPath(new URL('../schemas/', import.meta.url));

// Pointers of strings without a greatest length. A date needs one too: its parser takes comments.
function unlimited(schema: unknown, at = ''): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, maxLength } = schema as Readonly<Record<string, unknown>>;
  const own = type === 'string' && maxLength === undefined ? [at] : [];
  return [...own, ...Object.entries(schema).flatMap(([name, part]) => unlimited(part, `${at}/${name}`))];
}

test.for(globSync('*.json', { cwd: folder }))('every text of %s has a greatest length', (name) => {
  expect(unlimited(JSON.parse(readFileSync(`${folder}${name}`, 'utf8')))).toEqual([]);
});

const long = 'x'.repeat(1_000_000);

test.for([
  { what: 'subject', change: { run: { ...run.run, commit: { ...run.run.commit, subject: long } } } },
  { what: 'date', change: { run: { ...run.run, startedAt: `2026-01-01T00:00:00Z (${long})` } } },
  { what: 'name', change: { machine: { ...run.machine, adapter: { ...run.machine.adapter, name: long } } } },
])('a $what of a megabyte is refused', ({ change }) => {
  expect(() => parseRun('run.json', { ...run, ...change })).toThrow(/must NOT have more than \d+ characters/);
});
