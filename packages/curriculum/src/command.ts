// What a user can type to bring the evidence that an item lacks.
import { needsHardware } from './needs.ts';
import type { Item, Missing } from './types.generated.ts';

/** The bench command that brings what is missing, beginning with `bench`; null where nothing can be typed. */
export function commandFor(
  { needs = [], suite = 'all' }: Pick<Item, 'needs' | 'suite'>,
  { by, select }: Missing,
): string | null {
  if (by) return `bench ${by}`;
  if (select === undefined) return null;
  return `bench run --suite ${suite}${needsHardware(needs) ? ' --hardware' : ''} --select '${select}'`;
}

/** What the registry lacks of a selection: the family itself, its rungs, or only the case of a rung that is there. */
export type Lacking = 'family' | 'rung' | 'case';

/**
 * The bench command that brings what is missing; where nothing registered is selected, what is to be added and where that
 * is explained, which `lackingOf` tells. Null where there is nothing to do at a keyboard.
 */
export function remedyFor(
  item: Pick<Item, 'needs' | 'suite'>,
  missing: Missing,
  lackingOf: (select: string) => Lacking | null,
): string | null {
  const { by, select } = missing;
  const lacking = by === undefined && select !== undefined ? lackingOf(select) : null;
  return lacking === null || select === undefined ? commandFor(item, missing) : additions[lacking](select);
}

const additions: { readonly [what in Lacking]: (select: string) => string } = {
  family: (select) =>
    `no such family yet: write packages/kernel-${familyOf(select)} (“Add a family”: .github/CONTRIBUTING.md#add-a-family-one-package)`,
  rung: (select) =>
    `no such rung yet: write ${select.split('/').slice(0, 2).join('/')} (“Add a kernel”: README.md#add-a-kernel)`,
  case: (select) =>
    `no such case yet: add ${select} to packages/kernel-${familyOf(select)}/src/cases.ts (“Add a case”: .github/CONTRIBUTING.md#add-a-case-one-object)`,
};

function familyOf(select: string): string {
  return select.split('/')[0] ?? '';
}
