import { parseSiteFamily } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { familyFile, parseText } from './data.ts';
import { sampleFamily } from './testing.ts';

test('accepts a family that follows the schema', () => {
  expect(parseText('f.json', JSON.stringify(sampleFamily), parseSiteFamily).status).toBe('loaded');
});

test('names file and pointer of a fault', () => {
  const broken = JSON.stringify({ ...sampleFamily, runs: [{ runId: 3 }] });
  expect(parseText('data/m/reduce.json', broken, parseSiteFamily)).toMatchInlineSnapshot(`
    {
      "cause": "content",
      "message": "data/m/reduce.json: /runs/0: must have required property 'startedAt'",
      "status": "malformed",
    }
  `);
});

test('says of a page in place of JSON that it is not JSON', () => {
  const loaded = parseText('data/index.json', '<!doctype html>', parseSiteFamily);
  expect(loaded).toMatchObject({ message: expect.stringContaining('data/index.json: not JSON') });
});

test('keeps a family name from leaving the data folder', () => {
  expect(familyFile('../x', 'a/b')).toBe('data/..%2Fx/a%2Fb.json');
});
