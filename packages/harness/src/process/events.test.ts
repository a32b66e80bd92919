import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { lineOf } from './events.ts';

test('an event whose text has a line break of Unicode is one line to a reader of lines', async () => {
  const event = { type: 'error', code: 'crashed', message: 'above\u2028below\u2029end\nlast' } as const;
  const lines: string[] = [];
  for await (const line of createInterface({ input: Readable.from(`${lineOf(event)}\n`) })) lines.push(line);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([event]);
});
