// The seed of a command's inputs: drawn, so that no kernel can have been written for them, or named, to have them again.
import { drawSeed, largestSeed } from '@kernel-ladder/schema';
import { integerOf } from '../flags.ts';
import type { Flag, Given } from '../flags.ts';

/** The flag of every command that measures. */
export const seedFlag: Flag = {
  value: 'N',
  help: `seed of the inputs, 1 to ${largestSeed}; drawn unless given`,
};

/** The seed that `--seed` names; null without it. Throws on what is no seed. */
export function namedSeed(given: Given): number | null {
  return integerOf(given, 'seed', { least: 1, most: largestSeed }) ?? null;
}

/** The seed that `--seed` names, else one drawn for this command. */
export function chooseSeed(given: Given): number {
  return namedSeed(given) ?? drawSeed();
}
