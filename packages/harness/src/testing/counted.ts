// Counting what a problem asks for, to hold the formulas of families against.
import type { Work } from '@kernel-ladder/schema';

/** A buffer of f32 that notes which of its elements are touched. */
export interface CountedBuffer {
  readonly read: (index: number) => number;
  readonly write: (index: number, value: number) => void;
}

/** Memory and arithmetic that count: elements touched at least once, and operations. */
export interface CountedMachine {
  readonly buffer: (name: string, length: number) => CountedBuffer;
  /** Passes a value on and counts the operation that made it. */
  readonly counted: (value: number) => number;
  readonly work: () => Pick<Work, 'flops' | 'minBytes'>;
}

/** A machine on which nothing has run; its buffers hold ones. */
export function createCountedMachine(): CountedMachine {
  const touched = new Set<string>();
  let flops = 0;
  return {
    buffer: (name, length) => {
      const values = new Float64Array(length).fill(1);
      const at = (index: number) => {
        if (!(index >= 0 && index < length)) throw new RangeError(`${name}[${index}] of ${length}`);
        touched.add(`${name} ${index}`);
        return index;
      };
      return {
        read: (index) => values[at(index)] ?? Number.NaN,
        write: (index, value) => {
          values[at(index)] = value;
        },
      };
    },
    counted: (value) => {
      flops++;
      return value;
    },
    work: () => ({ flops, minBytes: 4 * touched.size }),
  };
}
