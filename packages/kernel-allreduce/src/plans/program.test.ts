// What programs are made of, without a device: their traffic, and where a vector is read from.
import { closedForm } from '@kernel-ladder/collectives';
import { expect, test } from 'vitest';
import { programOf, shapeOf, stepAlgorithms } from './algorithms.ts';
import type { StepAlgorithm } from './algorithms.ts';
import { elementsMoved, elementsSent } from './moves.ts';
import type { Program } from './moves.ts';

const shape = { n: 1000, ranks: 8, nodes: 2 };
const make = (name: StepAlgorithm, changes: object = {}): Program =>
  programOf(name, { ...shape, place: 'out', ...changes });
const total = (program: Program, count: typeof elementsMoved) =>
  program.dispatches.reduce((sum, dispatch) => sum + count(dispatch), 0);

// Vectors read and written: 3 for each message that is added by itself, 2 for each copy; a gather writes once.
const { n: elements, ranks } = shape;
test.for([
  ['ring', 5 * (ranks - 1)],
  ['halving-doubling', 5 * (ranks - 1)],
  ['hierarchical', 5 * (ranks - 1)],
  ['one-shot', ranks * (ranks + 1)],
  ['two-shot', 3 * ranks - 1],
  ['naive', 3 * ranks - 1],
] as const)('%s moves %i vectors through memory', ([name, vectors]) => {
  expect(total(make(name), elementsMoved)).toBe(vectors * elements);
});

test.for([...stepAlgorithms])('%s in place copies all inputs first, and sends no more', (name) => {
  const [inPlace, out] = [make(name, { place: 'in' }), make(name)];
  const staging = name === 'one-shot' ? 2 * ranks * elements : 0;
  expect(total(inPlace, elementsMoved)).toBe(total(out, elementsMoved) + 2 * ranks * elements + staging);
  expect(total(inPlace, elementsSent)).toBe(total(out, elementsSent));
});

test('a one-shot in place reads copies, because the vectors themselves are overwritten', () => {
  const sources = make('one-shot', { place: 'in' }).dispatches.map(({ source, destination }) => [
    source,
    destination,
  ]);
  expect(sources).toEqual([
    ['input', 'output'],
    ['output', 'staging'],
    ['staging', 'output'],
  ]);
});

test('one rank alone copies, and no elements need no dispatch', () => {
  expect(make('ring', { ranks: 1, nodes: 1 }).dispatches).toHaveLength(1);
  expect(make('ring', { ranks: 1, nodes: 1, place: 'in' }).dispatches).toHaveLength(1);
  expect(make('ring', { n: 0, place: 'in' }).dispatches).toEqual([]);
});

test.for([...stepAlgorithms])('%s completes every element once, or alike on every rank', (name) => {
  const completed = make(name).dispatches.flatMap(({ moves }) => moves.filter((move) => move.isComplete));
  const count = completed.reduce((sum, move) => sum + move.count, 0);
  expect(count).toBe(name === 'one-shot' ? ranks * elements : elements);
});

test('chains of additions are as long as the algorithm makes them', () => {
  const chain = (name: StepAlgorithm) => make(name).additions;
  expect([chain('ring'), chain('one-shot'), chain('naive')]).toEqual([7, 7, 7]);
  expect([chain('halving-doubling'), make('halving-doubling').roundings]).toEqual([3, 3]);
  expect([make('one-shot').roundings, make('ring').roundings]).toEqual([1, 7]);
});

test('programs send what the closed form says', () => {
  for (const name of stepAlgorithms.filter((each) => each !== 'naive')) {
    const sent = total(make(name), elementsSent);
    expect(sent).toBe(closedForm(name, shapeOf({ ...shape, place: 'out' })).sentElements);
  }
});
