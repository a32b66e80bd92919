import { expect, test } from 'vitest';
import { parseEvent } from './index.ts';
import { machine, passed } from './testing.ts';

test.for([
  { type: 'start', id: passed.id },
  { type: 'result', result: passed },
  { type: 'machine', machine },
  { type: 'done', leakedBuffers: 0 },
] as const)('takes the event $type', (event) => {
  expect(parseEvent('family', JSON.stringify(event))).toEqual(event);
});

test.for([
  { line: '{"type":"res', says: 'family: not JSON' },
  { line: '"start"', says: 'family: /type: not an event of a family process: "start"' },
  { line: 'null', says: '/type: not an event' },
  { line: '{"type":"applause"}', says: '/type: not an event' },
  { line: '{"type":"result","result":{}}', says: 'family: /' },
  {
    line: JSON.stringify({ type: 'machine', machine: { ...machine, key: 'X' } }),
    says: 'family: /key: must match',
  },
])('refuses the line $line', ({ line, says }) => {
  expect(() => parseEvent('family', line)).toThrow(says);
});
