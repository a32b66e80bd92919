// The JSON of per-call NCCL times: {tag, world, nccl, rows: [{bytes, us_min, us_med, us_max, …}]}.
import { InvalidDocument } from '@kernel-ladder/schema';
import type { Reference, ReferenceRow } from '@kernel-ladder/schema';

/** What the file itself does not say. */
export interface About {
  readonly provenance: string;
  /** Where it was measured; taken from the file's device lines when left out. */
  readonly machine?: string;
}

type Fields = { readonly [name: string]: unknown };

/** Reads one document of times; throws InvalidDocument as `file: /pointer: what is wrong`. */
export function parseTimes(file: string, value: unknown, about: About): Reference {
  const document = fieldsOf(file, '', value);
  const rows = document['rows'];
  if (!Array.isArray(rows) || rows.length === 0)
    throw new InvalidDocument(`${file}: /rows: must be a list with at least one row`);
  return {
    schemaVersion: 1,
    provenance: about.provenance,
    tool: 'NCCL',
    version: versionOf(document['nccl']),
    machine: about.machine ?? 'unknown',
    operation: 'allreduce',
    ranks: numberAt(file, '/world', document['world']),
    algorithm: algorithmOf(file, document['tag']),
    rows: rows.map((row: unknown, index) => rowOf(file, `/rows/${index}`, row)),
  };
}

function rowOf(file: string, pointer: string, value: unknown): ReferenceRow {
  const row = fieldsOf(file, pointer, value);
  const number = (name: string) => numberAt(file, `${pointer}/${name}`, row[name]);
  return {
    bytes: number('bytes'),
    timeUs: number('us_min'),
    medianUs: number('us_med'),
    maxUs: number('us_max'),
  };
}

// Python's str() of a tuple: "(2, 28, 9)".
function versionOf(value: unknown): string {
  return typeof value === 'string' ? (value.match(/\d+/g) ?? ['unknown']).join('.') : 'unknown';
}

function algorithmOf(file: string, tag: unknown): Reference['algorithm'] {
  const name = typeof tag === 'string' ? tag.toLowerCase() : '';
  if (name === 'ring' || name === 'tree' || name === 'default') return name;
  throw new InvalidDocument(`${file}: /tag: must be Ring, Tree or default, not ${JSON.stringify(tag)}`);
}

function numberAt(file: string, pointer: string, value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
  throw new InvalidDocument(
    `${file}: ${pointer}: must be a number of at least 0, not ${JSON.stringify(value)}`,
  );
}

function fieldsOf(file: string, pointer: string, value: unknown): Fields {
  // The cast only opens an object whose fields are then checked one by one.
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw new InvalidDocument(`${file}: ${pointer || '/'}: must be an object`);
}
