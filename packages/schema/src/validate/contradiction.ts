// What the rules say of a document that contradicts itself.
import { InvalidDocument } from '../invalid.ts';

/** Where in the document, below what a rule was given, and what is wrong there. */
export type Contradiction = readonly [pointer: string, says: string];

/** Throws InvalidDocument where there is a contradiction; `file` names its origin. */
export function refuseContradiction(file: string, found: Contradiction | undefined): void {
  if (found) throw new InvalidDocument(`${file}: ${found[0] || '/'}: ${found[1]}`);
}

/** A contradiction as it reads from further up; undefined where there is none. */
export function below(place: string, found: Contradiction | undefined): Contradiction | undefined {
  return found && [`${place}${found[0]}`, found[1]];
}

/** The first contradiction in a list, with the place of the entry. */
export function firstBelow<Entry>(
  place: string,
  entries: readonly Entry[],
  rule: (entry: Entry, at: number) => Contradiction | undefined,
): Contradiction | undefined {
  for (const [at, entry] of entries.entries()) {
    const found = rule(entry, at);
    if (found) return below(`${place}/${at}`, found);
  }
  return undefined;
}

/** The first entry whose name stands before it already, by its place. */
export function firstTwin(names: readonly string[]): number | undefined {
  const seen = new Set<string>();
  const at = names.findIndex((name) => seen.size === seen.add(name).size);
  return at < 0 ? undefined : at;
}
