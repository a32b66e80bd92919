// A place that takes no more: said with the file and the remedy, and nothing goes on as if it were written.
import { CommandFailure, exitCodes } from '../failure.ts';

// What the file system says, and what helps.
const refusals: { readonly [code: string]: string } = {
  ENOSPC: 'no space is left there: free some, or write somewhere else',
  EDQUOT: 'the quota there is used up: free some of it, or write somewhere else',
  EFBIG: 'no file may grow so large: raise the limit (ulimit -f), or write somewhere else',
  EROFS: 'the file system is read-only: write somewhere else',
  EIO: 'the device failed: write somewhere else',
};

/** Writes to a file. Throws a CommandFailure of exit code 1 where the place takes no more; `kept` says what is not lost. */
export function writing<T>(file: string, write: () => T, kept = ''): T {
  try {
    return write();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const refusal = refusals[code];
    if (refusal === undefined) throw error;
    throw new CommandFailure(`${file} cannot be written, ${refusal} (${code})${kept}`, exitCodes.failed);
  }
}
