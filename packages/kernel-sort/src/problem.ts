// What a case asks for: its outputs, its operations and its compulsory bytes.
import type { BufferShape } from '@kernel-ladder/harness';
import { isTable, keysOfTable } from './cases/kinds.ts';
import type { KeyCase } from './cases/kinds.ts';
import { strangers } from './inputs.ts';

/**
 * `sorted`: the keys in order, as words; `carried`: the words of pairs, each where its key is. Of a table `places`: the slot of each key,
 * and `foreign`: that of keys which are not there.
 */
export function keyOutputs(params: KeyCase): { readonly [name: string]: BufferShape } {
  if (isTable(params)) return { places: words(keysOfTable(params)), foreign: words(strangers) };
  const { n, of } = params;
  return of === 'pairs' ? { sorted: words(n), carried: words(n) } : { sorted: words(n) };
}

function words(length: number): BufferShape {
  return { type: 'u32', length };
}

/**
 * An operation is a key that comes to its place, so that the rate is one of keys. Every word of keys and values is read once and written
 * once; of a table's keys each is read, and its place written.
 */
export function keyWork(params: KeyCase) {
  if (isTable(params)) {
    const keys = keysOfTable(params) + strangers;
    return { flops: keys, minBytes: 8 * keys };
  }
  const { n, of } = params;
  return { flops: n, minBytes: (of === 'pairs' ? 16 : 8) * n };
}
