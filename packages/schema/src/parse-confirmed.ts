// The border of what a run of a pull request was found to be: a file that crosses from one machine to another.
import { parser } from './parse.ts';
import type { Confirmed } from './types.generated.ts';

/** Checks what `bench confirm` wrote. Throws InvalidDocument. */
export const parseConfirmed = parser<Confirmed>('confirmed.schema.json');
