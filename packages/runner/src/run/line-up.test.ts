// Who is next, where some wait for their awkward cases.
import type { ListedId } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { sampleResult } from '../../fixtures/testing.ts';
import type { FamilyPackage } from '../process/families.ts';
import { createLineUp } from './line-up.ts';
import type { LineUp, LineUpTerms } from './line-up.ts';
import type { TimedPart } from './parts.ts';

const families = new Map<string, FamilyPackage>();

// A name with `!` ends a stretch, `@` is of a library of peers, `#` is timed by the host's clock.
function partOf(word: string): TimedPart {
  const name = word.replace(/[!@#]/, '');
  const rungs = word.endsWith('@') ? { rungs: ['peers'] } : {};
  const family = families.get(name) ?? { name, entry: name, ...rungs };
  families.set(name, family);
  const listed = { ...sampleResult('one', 1000), kind: word.endsWith('#') ? 'cpu' : 'gpu' };
  return { family, ids: [listed as unknown as ListedId], isLast: word.endsWith('!') };
}

// What becomes known when it is told so, until nobody looks any more.
function knowing(...names: readonly string[]) {
  const known = new Set(names);
  const waiting: { readonly name: string; readonly resolve: () => void }[] = [];
  const learn = (...more: readonly string[]) => {
    for (const name of more) known.add(name);
    for (const { name, resolve } of waiting) if (known.has(name)) resolve();
  };
  const coverage: LineUpTerms['coverage'] = {
    of: (family) =>
      new Promise((resolve) => {
        if (known.has(family.name)) resolve();
        else waiting.push({ name: family.name, resolve });
      }),
    isKnown: (family) => known.has(family.name),
    done: Promise.resolve(),
  };
  return { coverage, learn, close: () => waiting.forEach(({ resolve }) => resolve()) };
}

const gone = async (lineUp: LineUp, next: ReturnType<LineUp['next']>) => {
  const part = await next;
  if (part) lineUp.go(part);
  return part?.family.name;
};

const namesIn = async (lineUp: LineUp, count: number) => {
  const names: (string | undefined)[] = [];
  while (names.length < count)
    names.push(
      await gone(
        lineUp,
        lineUp.next(() => {}),
      ),
    );
  return names;
};

test('whoever is known goes before those that are not, but for the last of a stretch', async () => {
  const { coverage, learn } = knowing('c', 'd');
  const lineUp = createLineUp(['a', 'b', 'c', 'd!', 'e'].map(partOf), { coverage, mayOvertake: true });
  expect(await namesIn(lineUp, 1)).toEqual(['c']);
  expect(lineUp.rest().map(({ family }) => family.name)).toEqual(['a', 'b', 'd', 'e']);
  let told = 0;
  const next = lineUp.next(() => told++);
  learn('b', 'e');
  expect(await gone(lineUp, next)).toBe('b');
  expect(told).toBe(1);
  learn('a');
  expect(await namesIn(lineUp, 4)).toEqual(['a', 'd', 'e', undefined]);
});

test('where one process has the device at a time, and of one family, all keep their order', async () => {
  const { coverage, learn } = knowing('b');
  const inOrder = createLineUp(['a', 'b!'].map(partOf), { coverage, mayOvertake: false });
  const ofOne = createLineUp(['a', 'a', 'b', 'c!'].map(partOf), { coverage, mayOvertake: true });
  expect(await namesIn(ofOne, 1)).toEqual(['b']);
  const [first, own] = [inOrder.next(() => {}), ofOne.rest()[1]];
  learn('a');
  expect((await first)?.family.name).toBe('a');
  await namesIn(ofOne, 1);
  expect(ofOne.rest()[0]).toBe(own);
});

test('those whose turn comes soon are the known ones, in the order in which they go, and nobody behind one that is not known', async () => {
  const { coverage, learn } = knowing('b', 'c', 'd', 'peers');
  const words = ['a', 'b', 'c', 'd!', 'peers@', 'peers@', 'e'];
  const lineUp = createLineUp(words.map(partOf), { coverage, mayOvertake: true });
  const soon = () => lineUp.soon().map(({ family }) => family.name);
  // Peers are always known, and hold no place before kernels do.
  expect(soon()).toEqual(['b', 'c']);
  learn('a');
  expect(soon()).toEqual(['a', 'b', 'c', 'd', 'peers', 'peers']);
  await namesIn(lineUp, 3);
  expect(soon()).toEqual(['d', 'peers', 'peers']);
  learn('e');
  expect(soon()).toEqual(['d', 'peers', 'peers', 'e']);
  const inOrder = createLineUp(['a', 'x', 'b!'].map(partOf), { coverage, mayOvertake: false });
  expect(inOrder.soon().map(({ family }) => family.name)).toEqual(['a']);
});

test('peers, and what the host’s clock times, wait for all kernels', async () => {
  for (const last of ['peers@', 'host#']) {
    const { coverage, learn } = knowing('peers', 'host');
    const lineUp = createLineUp(['kernel', last, 'end!'].map(partOf), { coverage, mayOvertake: true });
    const next = lineUp.next(() => {});
    learn('kernel');
    expect((await next)?.family.name).toBe('kernel');
  }
});

test('nobody is next once nobody looks any more', async () => {
  const { coverage, close } = knowing();
  const lineUp = createLineUp(['a', 'b!'].map(partOf), { coverage, mayOvertake: true });
  const next = lineUp.next(() => {});
  close();
  expect(await next).toBeUndefined();
});
