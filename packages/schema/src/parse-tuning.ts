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

/** Reads a tuning table from its text. Throws as `parseTuningTable` does. */
export function readTuningTable(file: string, text: string): TuningTable {
  return parseTuningTable(file, readJson(file, text));
}
