// Lists whose order is open: the same words, each as often.
import { flawless, whole } from '@kernel-ladder/harness';
import type { Finding, NumberArray, Oracle, Part } from '@kernel-ladder/harness';

/**
 * An oracle that sorts both lists: of what is due the words from `least` on. A part looks at the words within a stretch of the numbers that a
 * word can be.
 */
export function sameWords(output: string, due: NumberArray, part: Part = whole, least = 0): Oracle {
  let sorted: Uint32Array | null = null;
  return {
    name: 'the same words in any order',
    verify: (outputs) => {
      const got = outputs[output];
      if (!got) throw new Error(`the oracle reads output "${output}", which the family does not declare`);
      sorted ??= sortedWithin(due, part, least);
      return compare(output, sortedWithin(got, part), sorted);
    },
  };
}

function sortedWithin(words: NumberArray, { index, of }: Part, least = 0): Uint32Array {
  const bound = (part: number) => Math.max(least, Math.ceil((part / of) * 2 ** 32));
  return wordsWithin(words, bound(index), bound(index + 1)).toSorted();
}

// The words from `low` up to and without `high`, which is greater. They are counted first: memory for all, of which every judge of a part would
// want its own, costs more than to read twice, and a typed array's own filter keeps millions of them in a list.
function wordsWithin(words: NumberArray, low: number, high: number): Uint32Array {
  // One comparison of whole numbers a word: below `low` the difference wraps.
  const last = (high - low - 1) >>> 0;
  let count = 0;
  for (let index = 0; index < words.length; index++) if (((words[index] ?? 0) - low) >>> 0 <= last) count++;
  const wanted = new Uint32Array(count);
  for (let index = 0, at = 0; at < count; index++) {
    const word = words[index] ?? 0;
    if ((word - low) >>> 0 <= last) wanted[at++] = word;
  }
  return wanted;
}

function compare(output: string, got: Uint32Array, due: Uint32Array): Finding {
  const length = Math.max(got.length, due.length);
  let at = 0;
  while (at < length && got[at] === due[at]) at++;
  if (at === length) return flawless;
  const [first, second] = [got[at], due[at]];
  // The lesser of both is the one that the other list lacks.
  const isMissing = first === undefined || (second !== undefined && second < first);
  const word = hex((isMissing ? second : first) ?? 0);
  const message = isMissing ? `${output} lacks ${word}` : `${output} has ${word} too often`;
  return { ...flawless, passed: false, worst: Infinity, message };
}

function hex(word: number): string {
  return `0x${word.toString(16).padStart(8, '0')}`;
}
