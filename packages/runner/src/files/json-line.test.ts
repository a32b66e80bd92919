import { expect, test } from 'vitest';
import { lineOfPointer } from './json-line.ts';

const text = `{
  "schemaVersion": 1,
  "acknowledged": [
    { "id": "a, [b] \\" {c}:", "tags": [
      "x" ] },
    {
      "id": "d",
      "a/b": { "~": null }
    }
  ]
}`;

test.for([
  ['', 1],
  ['/schemaVersion', 2],
  ['/acknowledged', 3],
  ['/acknowledged/0/id', 4],
  ['/acknowledged/0/tags/0', 5],
  ['/acknowledged/1', 6],
  ['/acknowledged/1/id', 7],
  ['/acknowledged/1/a~1b/~0', 8],
  ['/acknowledged/1/reason', 6],
  ['/acknowledged/7', 3],
] as const)('%s is in line %d', ([pointer, line]) => {
  expect(lineOfPointer(text, pointer)).toBe(line);
});
