// Seeded inputs of a graph, by the part that each plays in it.
import { countOf } from '@kernel-ladder/fusion';
import type { Shape } from '@kernel-ladder/fusion';
import { allocate, fillWithDraws } from '@kernel-ladder/harness';
import type { Arrays, Random } from '@kernel-ladder/harness';
import { graphFor } from './graphs.ts';
import type { Fill, FusionCase } from './problem.ts';

/** An array for each input of the case's graph. */
export function fusionInputs(params: FusionCase, random: Random): Arrays {
  const { inputs } = graphFor(params);
  return Object.fromEntries(
    inputs.map(({ name, type }) => {
      const draw = drawFor({ name, shape: type.shape, fill: params.fill ?? 'uniform' }, random);
      return [name, fillWithDraws(allocate('f32', countOf(type.shape)), draw, random)];
    }),
  );
}

interface Part {
  readonly name: string;
  readonly shape: Shape;
  readonly fill: Fill;
}

// Weights are such that a product is about as large as what goes into it; a mask hides one column in four.
function drawFor({ name, shape, fill }: Part, random: Random): () => number {
  if (name.startsWith('w')) {
    const bound = Math.sqrt(3 / Math.max(1, shape.at(-2) ?? 1));
    return () => random.uniform(-bound, bound);
  }
  if (name.startsWith('gain')) return () => random.uniform(0.5, 1.5);
  if (name === 'mask') return () => (random.integer(0, 3) === 0 ? -1e4 : 0);
  return plain(fill, random);
}

function plain(fill: Fill, random: Random): () => number {
  switch (fill) {
    case 'uniform':
      return () => random.uniform(-2, 2);
    case 'integers':
      return () => random.integer(-4, 4);
    case 'wide':
      return () => random.uniform(-20, 20);
    default:
      return fill satisfies never;
  }
}
