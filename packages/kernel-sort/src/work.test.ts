// What a case says of its work is what an implementation counts, word by word.
import { createCountedMachine } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { keysOfTable, sortCase, tableCase } from './cases/kinds.ts';
import { strangers } from './inputs.ts';
import { keyWork } from './problem.ts';

type Machine = ReturnType<typeof createCountedMachine>;

// Reads each word once and writes it once; a key that comes to its place is an operation.
function move({ buffer, counted, work }: Machine, names: readonly string[], n: number) {
  for (const name of names) {
    const [from, to] = [buffer(name, n), buffer(`${name} out`, n)];
    for (let at = 0; at < n; at++) {
      const word = from.read(at);
      to.write(n - 1 - at, name === 'values' ? word : counted(word));
    }
  }
  return work();
}

test.for([
  ['keys', sortCase(100), ['keys'], 100],
  ['pairs', sortCase(100, { of: 'pairs' }), ['keys', 'values'], 100],
  ['a table', tableCase(200, 75), ['keys'], keysOfTable(tableCase(200, 75)) + strangers],
] as const)('the work of %s is what it counts', ([, params, names, n]) => {
  expect(keyWork(params)).toEqual(move(createCountedMachine(), names, n));
});
