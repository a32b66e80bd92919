// Lists whose order is open: the same words, each as often.
import { flawless, whole } from '@kernel-ladder/harness';
import type { Finding, NumberArray, Oracle, Part } from '@kernel-ladder/harness';

/** An oracle that sorts both lists. A part looks at the words within a stretch of the numbers that a word can be. */
export function sameWords(output: string, due: NumberArray, part: Part = whole): Oracle {
  let sorted: Uint32Array | null = null;
  return {
    name: 'the same words in any order',
    verify: (outputs) => {
      const got = outputs[output];
      if (!got) throw new Error(`the oracle reads output "${output}", which the family does not declare`);
      sorted ??= sortedWithin(due, part);
      return compare(output, sortedWithin(got, part), sorted);
    },
  };
}

function sortedWithin(words: NumberArray, { index, of }: Part): Uint32Array {
  const [from, to] = [(index / of) * 2 ** 32, ((index + 1) / of) * 2 ** 32];
  return wordsWhere(words, (word) => word >= from && word < to).toSorted();
}

/** The words that are wanted, in their order: a typed array's own filter keeps millions of them in a list first. */
export function wordsWhere(words: NumberArray, isWanted: (word: number) => boolean): Uint32Array {
  const wanted = new Uint32Array(words.length);
  let count = 0;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? 0;
    if (isWanted(word)) wanted[count++] = word;
  }
  return wanted.slice(0, count);
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
