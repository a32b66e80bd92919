// Awkward cases side by side, of rungs that die alone as well, lose the device, tell of others, or hang: each is a process a share.
import { expect, test } from 'vitest';
import { cover, idsOf, namesOf } from '../../fixtures/covering.ts';

test('who dies alone as well fails all its ids that run here, and no others', async () => {
  const ids = [...namesOf('dies', 'loses', 'stray', 'right'), ...idsOf('dies', 'skipped').slice(1)];
  const found = await cover(ids.filter((_, at) => at !== 1));
  expect(found.results).toEqual([
    ['some/dies/n=1,f32', 'crashed'],
    ['some/loses/n=1,f32', 'device-lost'],
    ['some/loses/n=2,f32', 'device-lost'],
    ['some/stray/n=1,f32', 'crashed'],
    ['some/stray/n=2,f32', 'crashed'],
  ]);
  expect(found.left).toEqual(['some/right/n=1,f32', 'some/right/n=2,f32', 'some/dies/n=2,f32']);
});

test('each case may take as long as an id, and one that hangs is ended', async () => {
  const found = await cover(namesOf('slow', 'hangs'), { timeoutMs: 1200 });
  expect(found.covered).toEqual({ 'some/slow': null });
  expect(found.results).toEqual([
    ['some/hangs/n=1,f32', 'timeout'],
    ['some/hangs/n=2,f32', 'timeout'],
  ]);
});
