// Tuning tables: what no schema can say of them.
import { InvalidDocument } from './invalid.ts';
import { parser, readJson } from './parse.ts';
import type { TuningLandscape, TuningTable } from './types.generated.ts';

const tableShape = parser<TuningTable>('tuning.schema.json', tellValue);

// A table is edited and merged by people: they look for what they see.
function tellValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return `, and is ${text.length > 80 ? `${text.slice(0, 80)}…` : text}`;
}

/** Checks a tuning table; throws InvalidDocument also where two entries have one key, or a row has not a value for each parameter. */
export function parseTuningTable(file: string, value: unknown): TuningTable {
  const table = tableShape(file, value);
  const keys = new Set<string>();
  for (const [at, entry] of table.entries.entries()) {
    const key = `${entry.rung} ${entry.class}`;
    if (keys.has(key))
      throw new InvalidDocument(`${file}: /entries/${at}: there is another entry for ${key}`);
    keys.add(key);
    refuseOddLandscape(`${file}: /entries/${at}/landscape`, entry.landscape);
  }
  return table;
}

function refuseOddLandscape(
  place: string,
  { parameters, values, refused = [], rows }: TuningLandscape,
): void {
  const all = `must have ${parameters.length} items, one for each parameter`;
  const stray = rows.findIndex((row) => row.values.length !== parameters.length);
  if (stray >= 0) throw new InvalidDocument(`${place}/rows/${stray}/values: ${all}`);
  if (values && values.length !== parameters.length) throw new InvalidDocument(`${place}/values: ${all}`);
  const combinations = (values ?? []).reduce((product, each) => product * each.length, 1);
  for (const [at, { places }] of refused.entries()) {
    const beyond = places.find((each) => each >= combinations);
    if (beyond !== undefined)
      throw new InvalidDocument(
        `${place}/refused/${at}/places: there are ${combinations} combinations, and ${beyond} is named`,
      );
  }
}

/** Whose table is read. */
export type TableOwner = Pick<TuningTable, 'machine' | 'family'>;

/**
 * Reads the tuning table of a machine and family from its text. Throws as `parseTuningTable` does, and on a table that is another's; the message
 * ends with the remedy.
 */
export function readTuningTable(file: string, text: string, owner: TableOwner): TuningTable {
  try {
    const table = parseTuningTable(file, readJson(file, text));
    refuseOther(file, table, owner);
    return table;
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error;
    throw new InvalidDocument(
      `${error.message}: mend the file, or remove it and have \`bench tune ${owner.family}\` write another; without one, plans take the usual choice`,
    );
  }
}

function refuseOther(file: string, table: TuningTable, owner: TableOwner): void {
  for (const field of ['machine', 'family'] as const)
    if (table[field] !== owner[field])
      throw new InvalidDocument(
        `${file}: /${field}: must be ${JSON.stringify(owner[field])}, after which the file is named, not ${JSON.stringify(table[field])}`,
      );
}
