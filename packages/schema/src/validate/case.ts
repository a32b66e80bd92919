// The parameters of a result are those that its case names.
import { formatCase } from '../id.ts';
import type { FamilyLadder, Params } from '../types.generated.ts';
import type { Contradiction } from './contradiction.ts';

/** Anything with a case and its parameters. */
export interface Cased {
  readonly case: string;
  readonly params: Params;
}

// Runs that were read one after the other share parameters and ladders: what was found right with both is so.
const right = new WeakMap<Params, { readonly name: string; readonly ladder: FamilyLadder | undefined }>();

/** A parameter that is not the case's. `ladder` knows the family's parameters; older runs carry none. */
export function caseContradiction(
  { case: name, params }: Cased,
  ladder?: FamilyLadder,
): Contradiction | undefined {
  const known = right.get(params);
  if (known && known.name === name && known.ladder === ladder) return undefined;
  const found = contradiction({ case: name, params }, ladder);
  if (!found) right.set(params, { name, ladder });
  return found;
}

function contradiction(
  { case: name, params }: Cased,
  ladder: FamilyLadder | undefined,
): Contradiction | undefined {
  return wordContradiction(name, params) ?? (ladder ? nameContradiction(name, params, ladder) : undefined);
}

function wordContradiction(name: string, params: Params): Contradiction | undefined {
  for (const word of name.split(',')) {
    const at = word.indexOf('=');
    const [key, value] = at < 0 ? ['dtype', word] : [word.slice(0, at), word.slice(at + 1)];
    if (String(params[key]) !== value)
      return ['/params', `${key} is ${String(params[key])}, and the case is "${name}"`];
  }
  return undefined;
}

// What the case leaves out is at its default.
function nameContradiction(
  name: string,
  params: Params,
  { params: specs }: FamilyLadder,
): Contradiction | undefined {
  const expected = nameOf(specs, params);
  return expected === name ? undefined : ['/params', `are those of "${expected}", and the case is "${name}"`];
}

function nameOf(specs: FamilyLadder['params'], params: Params): string {
  try {
    return formatCase(specs, params);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
