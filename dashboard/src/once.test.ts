import { expect, test } from 'vitest';
import { once } from './once.ts';

const loaded = { status: 'loaded', value: [1, { status: 'malformed' }] };
const fault = { status: 'malformed', cause: 'network', message: 'no answer' };

test.for([
  ['a file', loaded, 1],
  ['a file that is not there', { status: 'absent', file: 'x' }, 1],
  ['several files', [loaded, loaded], 1],
  ['a fault', fault, 2],
  ['a fault in a list', [loaded, fault], 2],
  ['a fault under a name', { family: loaded, checks: fault }, 2],
] as const)('asked twice for %s', async ([, answer, calls]) => {
  let count = 0;
  const ask = once((key: string) => {
    count++;
    return Promise.resolve({ answer, key }.answer);
  });
  expect([await ask('a'), await ask('a')]).toEqual([answer, answer]);
  expect(count).toBe(calls);
});

test('does not keep an error', async () => {
  let isDown = true;
  const ask = once(() => (isDown ? Promise.reject(new Error('down')) : Promise.resolve('up')));
  await expect(ask()).rejects.toThrow('down');
  isDown = false;
  expect(await ask()).toBe('up');
});
