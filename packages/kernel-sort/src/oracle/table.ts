// What is right of a table: each key in one slot, where looking for it ends; and no slot for others.
import { allOf, stretchOf, whole } from '@kernel-ladder/harness';
import type { Arrays, Finding, NumberArray, Oracle, Part } from '@kernel-ladder/harness';
import { flawless } from '@kernel-ladder/harness';
import type { TableCase } from '../cases/kinds.ts';
import { none, slotOf } from '../table.ts';
import { arrayOf } from './arrays.ts';

/**
 * The order in which keys come to a table is nobody's: any table is right that holds each key in one slot, behind slots that others have,
 * one after the other from the one at which looking begins. A part judges its keys; all of them tell who has which slot.
 */
export function tableOracle({ n }: TableCase, inputs: Arrays, part: Part = whole): Oracle {
  const keys = arrayOf(inputs, 'keys');
  return allOf('places in a table', [
    {
      name: 'places of keys',
      verify: (outputs) => judgeKeys({ n, keys, places: arrayOf(outputs, 'places') }, part),
    },
    { name: 'no places of others', verify: (outputs) => judgeOthers(arrayOf(outputs, 'foreign')) },
  ]);
}

interface Placed {
  readonly n: number;
  readonly keys: NumberArray;
  readonly places: NumberArray;
}

function judgeKeys(placed: Placed, part: Part): Finding {
  const { n, keys, places } = placed;
  const owners = allocateOwners(n);
  for (let index = 0; index < keys.length; index++) {
    const place = places[index] ?? none;
    if (place >= n) return fault('places', index, `${place}, where slots are less than ${n}`);
    const owner = owners[place] ?? none;
    if (owner !== none && owner !== keys[index])
      return fault('places', index, `${place}, which another key has as well`);
    owners[place] = keys[index] ?? none;
  }
  const { from, to } = stretchOf(keys.length, part);
  for (let index = from; index < to; index++) {
    const message = misplaced(placed, owners, index);
    if (message) return fault('places', index, message);
  }
  return flawless;
}

function allocateOwners(n: number): Uint32Array {
  return new Uint32Array(n).fill(none);
}

// Whoever looks for the key passes the slots before its own, which others must have.
function misplaced({ n, keys, places }: Placed, owners: Uint32Array, index: number): string | null {
  const [key = none, place = none] = [keys[index], places[index]];
  for (let slot = slotOf(key, n); slot !== place; slot = (slot + 1) % n) {
    if (owners[slot] === none) return `${place}, and slot ${slot} before it is empty`;
    if (owners[slot] === key) return `${place}, and slot ${slot} before it has the same key`;
  }
  return null;
}

function judgeOthers(foreign: NumberArray): Finding {
  const index = foreign.findIndex((place) => place !== none);
  return index < 0 ? flawless : fault('foreign', index, `${foreign[index]}, of a key that is not there`);
}

function fault(output: string, index: number, what: string): Finding {
  const message = `${output}[${index}] is ${what}`;
  return {
    passed: false,
    maxAbs: Infinity,
    maxRel: Infinity,
    worst: Infinity,
    message,
    at: { output, index },
  };
}
