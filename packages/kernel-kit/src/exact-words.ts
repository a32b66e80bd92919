// Words compared with words: every bit counts.
import { stretchOf } from '@kernel-ladder/harness';
import type { Finding, NumberArray, Oracle, Part, Stretch } from '@kernel-ladder/harness';

/** What each word of an output must be, as an unsigned number. */
export interface Words {
  readonly output: string;
  readonly expected: (index: number) => number;
  /** The places that are looked at; those that fall to the part where nothing is said. */
  readonly stretch?: Stretch;
}

/** An oracle that takes no other bits: every word of the part is looked at. */
export function exactly(name: string, words: Words, part?: Part): Oracle {
  const { output } = words;
  return {
    name,
    verify: (outputs) => {
      const got = outputs[output];
      if (!got) throw new Error(`the oracle reads output "${output}", which the family does not declare`);
      return compare(got, words, words.stretch ?? stretchOf(got.length, part));
    },
  };
}

function compare(got: NumberArray, { output, expected }: Words, { from, to }: Stretch): Finding {
  let [maxAbs, maxRel, first] = [0, 0, -1];
  for (let index = from; index < to; index++) {
    const due = expected(index);
    const error = Math.abs((got[index] ?? 0) - due);
    if (error === 0) continue;
    if (first < 0) first = index;
    maxAbs = Math.max(maxAbs, error);
    if (due !== 0) maxRel = Math.max(maxRel, error / due);
  }
  if (first < 0) return { passed: true, maxAbs, maxRel, worst: 0, message: '' };
  const message = `${output}[${first}] is ${hex(got[first])}, expected ${hex(expected(first))}`;
  return { passed: false, maxAbs, maxRel, worst: Infinity, message, at: { output, index: first } };
}

function hex(word: number | undefined): string {
  return `0x${(word ?? 0).toString(16).padStart(8, '0')}`;
}
