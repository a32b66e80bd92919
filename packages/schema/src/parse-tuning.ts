// Tuning tables: what no schema can say of them.
import { InvalidDocument } from './invalid.ts';
import { parser, readJson } from './parse.ts';
import type { TuningTable } from './types.generated.ts';

const tableShape = parser<TuningTable>('tuning.schema.json');

/** Checks a tuning table; throws InvalidDocument also where two entries have one key, or a row has not a value for each parameter. */
export function parseTuningTable(file: string, value: unknown): TuningTable {
  const table = tableShape(file, value);
  const keys = new Set<string>();
  for (const [at, entry] of table.entries.entries()) {
    const key = `${entry.rung} ${entry.class}`;
    if (keys.has(key))
      throw new InvalidDocument(`${file}: /entries/${at}: there is another entry for ${key}`);
    keys.add(key);
    const { parameters, rows } = entry.landscape;
    const stray = rows.findIndex(({ values }) => values.length !== parameters.length);
    if (stray >= 0)
      throw new InvalidDocument(
        `${file}: /entries/${at}/landscape/rows/${stray}/values: must have ${parameters.length} items, one for each parameter`,
      );
  }
  return table;
}

/** Whose table is read. */
export type TableOwner = Pick<TuningTable, 'machine' | 'family'>;

/** Reads a tuning table from its text. Throws as `parseTuningTable` does, and on a table that is another's. */
export function readTuningTable(file: string, text: string, owner?: TableOwner): TuningTable {
  const table = parseTuningTable(file, readJson(file, text));
  for (const field of ['machine', 'family'] as const)
    if (owner && table[field] !== owner[field])
      throw new InvalidDocument(
        `${file}: /${field}: must be ${JSON.stringify(owner[field])}, after which the file is named, not ${JSON.stringify(table[field])}`,
      );
  return table;
}
