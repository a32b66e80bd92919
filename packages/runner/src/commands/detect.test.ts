import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bench, createWorkspace } from '../../fixtures/testing.ts';

const { root, remove } = createWorkspace();
afterAll(remove);

const level = (base: number, count: number) =>
  Array.from({ length: count }, (_, at) => base * (1 + 0.004 * Math.sin(7 * at)));
const stepped = { values: [...level(1000, 20), ...level(1060, 20)], direction: 'lower' };

test('finds a step in a file, as JSON on stdout and nothing else', async () => {
  writeFileSync(join(root, 'series.json'), JSON.stringify(stepped));
  const { code, out, err } = await bench(root, ['detect', 'series.json', '--json']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const { changes } = JSON.parse(out);
  expect(changes).toEqual([expect.objectContaining({ index: 20, direction: 'regressed' })]);
  expect(changes[0].effect).toBeCloseTo(0.06, 2);
  expect(changes[0].p).toBeLessThan(0.01);
  expect(changes[0].ciLow).toBeLessThan(changes[0].effect);
  expect(changes[0].ciHigh).toBeGreaterThan(changes[0].effect);
});

test('reads standard input and shows a table; what is better decides the word', async () => {
  const stdin = JSON.stringify({ ...stepped, direction: 'higher', sigma0: 0.003, launches: 10 });
  const { code, out } = await bench(root, ['detect', '-'], { stdin });
  expect(code).toBe(0);
  expect(out).toMatch(/^40 points, noise 0\.\d+ %, 1 change of level/);
  expect(out).toMatch(/20 +improved +\+6\.0 %/);
});

test('a level that holds still has no changes', async () => {
  const stdin = JSON.stringify({ values: level(5, 30), direction: 'lower' });
  const { out } = await bench(root, ['detect', '-', '--json'], { stdin });
  expect(JSON.parse(out).changes).toEqual([]);
});

test.for([
  ['{"values": [1, 2', '-: not JSON: '],
  ['{"values": [1, -2], "direction": "lower"}', '-: /values/1: must be > 0'],
  ['{"values": [1]}', "-: /: must have required property 'direction'"],
  ['{"values": [1], "direction": "lower", "launches": 1}', '-: /launches: must be >= 2'],
  ['{"values": [1], "direction": "lower", "sigma": 1}', '-: /: unknown field "sigma"'],
] as const)('refuses %s', async ([stdin, says]) => {
  const { code, out, err } = await bench(root, ['detect', '-', '--json'], { stdin });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(says);
});

test('names the folder that is given for a file', async () => {
  const { code, err } = await bench(root, ['detect', 'results']);
  expect({ code, err }).toEqual({
    code: 2,
    err: expect.stringContaining(`${join(root, 'results')} is a folder`),
  });
});

test.for([[[]], [['a', 'b']], [['nowhere.json']]])('refuses the arguments %s', async ([files]) => {
  const { code } = await bench(root, ['detect', ...files!]);
  expect(code).toBe(2);
});
