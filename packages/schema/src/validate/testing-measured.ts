// What was read of runs by their numbers, as runs again; and the history that both readers are held to.
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { withNumbers } from '../measured.ts';
import type { MeasuredResult, MeasuredRun } from '../measured.ts';
import { historyFiles, measureRun, parseRunBytes, readBytes } from '../node.ts';
import { parseRun, readJson } from '../parse.ts';
import type { Result, Run } from '../types.generated.ts';

/** Every recorded run. */
export const history: readonly string[] = historyFiles(
  fileURLToPath(new URL('../../../../dashboard/history', import.meta.url)),
);

/** Of the recorded runs every eighth, the newest of a machine among them: what `pnpm test` reads. */
export const sample: readonly string[] = history.filter((_, at) => (history.length - 1 - at) % 8 === 0);

/** The files whose runs, read twice in turns, have other words or numbers than their texts. */
export function mismeasured(files: readonly string[]): readonly string[] {
  return [...files, ...files].filter((file) => {
    const bytes = readBytes(file);
    const own = measureRun(file, bytes);
    return !isDeepStrictEqual(own && runOf(own), parseRunBytes(file, bytes));
  });
}

/** The files whose runs are not those that the plain parser reads. */
export function misread(files: readonly string[]): readonly string[] {
  return files.filter((file) => {
    const bytes = readBytes(file);
    const parsed = parseRun(file, readJson(file, bytes.toString('utf8')));
    return !isDeepStrictEqual(parseRunBytes(file, bytes), parsed);
  });
}

/** The ids of results that do not share what they are of with the next reading, which says the same. */
export function unshared(files: readonly string[]): readonly string[] {
  return files.flatMap((file) => {
    const [one, two] = [0, 1].map(() => parseRunBytes(file, readBytes(file)).results);
    const own = (two ?? []).filter(({ params, check }, at) => check && params !== one?.[at]?.params);
    return own.map(({ id }) => `${file}: ${id}`);
  });
}

/** A run as its text has it, every number where it stands. */
export function runOf(measured: MeasuredRun): Run {
  const { run, results } = measured;
  return { ...run, results: results.map((result) => resultOf(result, measured)) };
}

function resultOf(measured: MeasuredResult, run: MeasuredRun): Result {
  let result: object = measured.of;
  const own = (value: object, member: string) => withNumbers(value, member, measured, run);
  for (const member of measured.places.of.keys())
    result = put(result, member.split('.'), (value) => own(value, member));
  return result as Result;
}

function put(value: object, path: readonly string[], change: (value: object) => object): object {
  const [name = '', ...rest] = path;
  if (name === '') return change(value);
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, object>;
  copy[name] = put(copy[name] ?? {}, rest, change);
  return copy;
}
