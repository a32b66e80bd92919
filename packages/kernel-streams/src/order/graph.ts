// Copies and launches over a few buffers, what each has to wait for, and orders in which they may be submitted.
import type { Random } from '@kernel-ladder/harness';

/** Buffers of a graph, and words in each. */
export const [buffers, words] = [6, 64];

/** A copy from one buffer to another, or a launch that mixes two into a third; by the stream that somebody put it on. */
export type Operation =
  | { readonly kind: 'copy'; readonly stream: number; readonly from: number; readonly to: number }
  | {
      readonly kind: 'launch';
      readonly stream: number;
      readonly reads: readonly [number, number];
      readonly to: number;
    };

/** By operation, those before it that it has to wait for. */
export type Dependencies = readonly (readonly number[])[];

/** As many operations as asked for, in the order in which one after the other runs them. */
export function randomOperations(count: number, random: Random): readonly Operation[] {
  return Array.from({ length: count }, (): Operation => {
    const [to, first, second] = distinct(3, random);
    const stream = random.integer(0, 2);
    return random.integer(0, 2) === 0
      ? { kind: 'copy', stream, from: first, to }
      : { kind: 'launch', stream, reads: [first, second], to };
  });
}

function distinct(count: 3, random: Random): readonly [number, number, number] {
  const drawn = new Set<number>();
  while (drawn.size < count) drawn.add(random.integer(0, buffers - 1));
  const [a = 0, b = 0, c = 0] = drawn;
  return [a, b, c];
}

/** What each operation has to wait for: whoever wrote what it reads, and whoever read or wrote what it writes. */
export function dependenciesOf(operations: readonly Operation[]): Dependencies {
  return operations.map((later, index) =>
    operations.slice(0, index).flatMap((earlier, at) => (mustPrecede(earlier, later) ? [at] : [])),
  );
}

function mustPrecede(earlier: Operation, later: Operation): boolean {
  return (
    readsOf(later).includes(earlier.to) || readsOf(earlier).includes(later.to) || earlier.to === later.to
  );
}

function readsOf(operation: Operation): readonly number[] {
  return operation.kind === 'copy' ? [operation.from] : operation.reads;
}

/**
 * An order in which every operation comes behind what it waits for: of those that are ready, one of a stream that is drawn.
 * Streams keep no order of their own; what has to follow what is in the dependencies.
 */
export function randomOrder(
  operations: readonly Operation[],
  dependencies: Dependencies,
  random: Random,
): readonly number[] {
  const order: number[] = [];
  while (order.length < operations.length) {
    const ready = operations.flatMap((operation, index) =>
      !order.includes(index) && dependencies[index]?.every((before) => order.includes(before)) === true
        ? [{ ...operation, index }]
        : [],
    );
    const streams = [...new Set(ready.map(({ stream }) => stream))];
    const stream = streams[random.integer(0, streams.length - 1)];
    const own = ready.filter((operation) => operation.stream === stream);
    const next = own[random.integer(0, own.length - 1)];
    if (!next) throw new Error(`nothing is ready behind ${order.join(', ')}: the dependencies go round`);
    order.push(next.index);
  }
  return order;
}

/** Cuts an order into submissions of one operation and more. */
export function randomSubmissions(order: readonly number[], random: Random): readonly (readonly number[])[] {
  const submissions: number[][] = [];
  for (const index of order) {
    const last = submissions.at(-1);
    if (last && random.integer(0, 2) > 0) last.push(index);
    else submissions.push([index]);
  }
  return submissions;
}
