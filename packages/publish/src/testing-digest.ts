// The digest of a run file in both ways, as text.
import { validateRun } from '@kernel-ladder/schema';
import { measureRun, parseRunBytes } from '@kernel-ladder/schema/node';
import { digestMeasured, digestOf } from './digest.ts';

/** The digest by words and numbers, null where the file is none of a run, and that of the whole run. */
export function bothDigests(
  file: string,
  bytes: Buffer,
): { readonly byWords: string | null; readonly whole: string } {
  const measured = measureRun(file, bytes);
  return {
    byWords: measured && JSON.stringify(digestMeasured(measured)),
    whole: JSON.stringify(digestOf(validateRun(file, parseRunBytes(file, bytes)))),
  };
}
