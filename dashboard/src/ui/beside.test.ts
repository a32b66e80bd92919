import { expect, test } from 'vitest';
import { placeBeside } from './beside.ts';

const view = { width: 360, height: 640 };
const note = { width: 300, height: 60 };

test.for([
  ['below its anchor, from the same start', { left: 20, top: 100, bottom: 118 }, { left: 20, top: 118 }],
  [
    'before its anchor at the end of a narrow window',
    { left: 300, top: 100, bottom: 118 },
    { left: 52, top: 118 },
  ],
  ['above an anchor at the bottom', { left: 20, top: 600, bottom: 618 }, { left: 20, top: 540 }],
  ['below an anchor with room nowhere', { left: 20, top: 30, bottom: 618 }, { left: 20, top: 618 }],
] as const)('stands %s', ([, anchor, place]) => {
  expect(placeBeside(anchor, note, view)).toEqual(place);
});

test('is never cut at the start, however narrow the window', () => {
  expect(placeBeside({ left: 90, top: 10, bottom: 20 }, note, { width: 200, height: 640 }).left).toBe(8);
});
