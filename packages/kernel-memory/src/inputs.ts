// What is moved: words of any bits, and for the triad numbers.
import { allocate, fill, fillWithDraws } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Random } from '@kernel-ladder/harness';
import { byKind } from './cases/kinds.ts';
import type { ChaseCase, MemoryCase, StreamCase } from './cases/kinds.ts';
import { nodeBytes, nodesOf, patternLength, table } from './cases/probes.ts';

/** s of y = a + s·b. */
export const scalar = 1.5;

/** Words of `key`, by which what a write leaves differs from launch to launch. */
export const keyWords = 4;

/** `x`: words to move; `key`: what a write starts from; `a` and `b`: numbers in ±1 for the triad; `order`: all places, shuffled; `next`: a chain of places; `sizes`: bytes. */
export function memoryInputs(params: MemoryCase, random: Random): Arrays {
  return byKind<Arrays>(params, {
    copy: ({ n }) => ({ x: words(n, random) }),
    stream: (stream) => streamInputs(stream, random),
    transpose: ({ rows, columns }) => ({ x: words(rows * columns, random) }),
    pattern: (pattern) =>
      pattern.access === 'read'
        ? { x: words(patternLength(pattern), random) }
        : { key: words(keyWords, random) },
    banks: () => ({ x: words(table.words, random) }),
    sweep: ({ bytes }) => ({ x: words(bytes / 4, random) }),
    chase: (chase) => ({ next: chain(chase, random) }),
    blocks: ({ blocks }) => ({ sizes: fill(allocate('u32', blocks), () => 4 * random.integer(2, 1024)) }),
  });
}

// Each node names the next; all of them are one cycle (Sattolo, 1986), so that no chase comes back before it has seen them all.
function chain(params: ChaseCase, random: Random): NumberArray {
  const spacing = nodeBytes / 4;
  const next = allocate('u32', params.bytes / 4);
  for (let node = 0; node < nodesOf(params); node++) next[node * spacing] = node * spacing;
  for (let last = nodesOf(params) - 1; last > 0; last--) {
    const [a, b] = [last * spacing, random.integer(0, last - 1) * spacing];
    [next[a], next[b]] = [next[b] ?? 0, next[a] ?? 0];
  }
  return next;
}

function streamInputs({ n, op }: StreamCase, random: Random): Arrays {
  switch (op) {
    case 'copy':
    case 'read':
      return { x: words(n, random) };
    case 'write':
      return { key: words(keyWords, random) };
    case 'triad':
      return { a: numbers(n, random), b: numbers(n, random) };
    case 'gather':
      return { x: words(n, random), order: shuffledPlaces(n, random) };
    default:
      return op satisfies never;
  }
}

// Every place once, in an order as good as any (Fisher and Yates).
function shuffledPlaces(count: number, random: Random): NumberArray {
  const order = fill(allocate('u32', count), (index) => index);
  for (let last = count - 1; last > 0; last--) {
    const other = random.integer(0, last);
    const place = order[last] ?? 0;
    order[last] = order[other] ?? 0;
    order[other] = place;
  }
  return order;
}

// Any bits: as floats many of them would be no numbers, and a copy must not care.
function words(count: number, random: Random): NumberArray {
  return fillWithDraws(allocate('u32', count), random.next, random);
}

function numbers(count: number, random: Random): NumberArray {
  return fillWithDraws(allocate('f32', count), () => random.uniform(-1, 1), random);
}
