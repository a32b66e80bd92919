// What follows from the parameters of a case: words that are kept, slots of a table.
import type { CompactCase, HashCase } from './kinds.ts';

/** Words of a case that are not 0. */
export function keptOf({ n, keep }: Pick<CompactCase, 'n' | 'keep'>): number {
  return Math.round((n * keep) / 100);
}

/** Slots of a table: the least prime that leaves as many free as `load` says, so that every step comes by all of them. */
export function slotsOf({ n, load }: Pick<HashCase, 'n' | 'load'>): number {
  let slots = Math.max(3, Math.ceil((100 * n) / load));
  while (!isPrime(slots)) slots++;
  return slots;
}

function isPrime(number: number): boolean {
  for (let divisor = 2; divisor * divisor <= number; divisor++) if (number % divisor === 0) return false;
  return true;
}
