// What is scaled and shifted, and by what.
import { allocate, fillWithDraws } from '@kernel-ladder/harness';
import type { Arrays, Random } from '@kernel-ladder/harness';
import type { TemplateCase } from './cases.ts';

/** a of a·x + b. */
export const factor = 1.5;
/** b of a·x + b. */
export const addend = -0.25;

/** Seeded elements in ±1. */
export function templateInputs({ n }: TemplateCase, random: Random): Arrays {
  const x = allocate('f32', n);
  fillWithDraws(x, () => random.uniform(-1, 1), random);
  return { x };
}
