// Cases by their names: those that a family lists, and any other that its parameters make.
import { formatCase, parseCase } from '@kernel-ladder/schema/measuring';
import type { SizeClass } from '@kernel-ladder/schema';
import type { CaseParams, Problem } from './family.ts';

/** A case under its name. */
export interface NamedCase<Case extends CaseParams> {
  readonly name: string;
  readonly params: Case;
  /** None for a case that the family does not list. */
  readonly sizes: readonly SizeClass[];
  readonly unlisted?: true;
}

/** The cases that a family lists for timing; one that stands in several size classes comes once. */
export function listedCases<Case extends CaseParams>(family: Problem<Case>): readonly NamedCase<Case>[] {
  const named = new Map<string, NamedCase<Case>>();
  for (const [size, cases] of Object.entries(family.cases) as [SizeClass, readonly Case[]][]) {
    for (const params of cases) {
      const name = formatCase(family.params, params);
      named.set(name, { name, params, sizes: [...(named.get(name)?.sizes ?? []), size] });
    }
  }
  return [...named.values()];
}

/**
 * The case of that name. One that is not listed is read from its text; throws with the parameter that is wrong and what it takes.
 */
export function findCase<Case extends CaseParams>(family: Problem<Case>, text: string): NamedCase<Case> {
  const listed = listedCases(family);
  const found = listed.find(({ name }) => name === text);
  if (found) return found;
  const params = readCase(family, text);
  const name = formatCase(family.params, params);
  // The text may have its keys in another order, or spell a default out.
  return listed.find((each) => each.name === name) ?? { name, params, sizes: [], unlisted: true };
}

/** The case that a text names, whether it is listed or not. Throws as `findCase` does. */
export function readCase<Case extends CaseParams>(family: Problem<Case>, text: string): Case {
  try {
    // What every parameter takes is checked, and a family's cases are nothing but their parameters.
    const params = parseCase({ params: family.params, dtypes: dtypesOf(family) }, text) as Case;
    const combined = family.combine?.(params) ?? params;
    if (typeof combined === 'string') throw new Error(combined);
    return combined;
  } catch (error) {
    throw new Error(`${family.name}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

function dtypesOf<Case extends CaseParams>({ cases, edgeCases }: Problem<Case>): readonly string[] {
  const all = [...Object.values(cases).flat(), ...edgeCases.flatMap((set) => set.cases)];
  return [...new Set(all.map(({ dtype }) => dtype))];
}
