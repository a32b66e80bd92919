// The results of a page: the words of each, which most runs share, and where its numbers are.
import { joinTables, numbersAt, unpackRows } from '@kernel-ladder/schema';
import type { Cell, Columns, Tables } from '@kernel-ladder/schema';
import type { DigestColumns, DigestRow } from './digest.ts';

/** The results of one run, as its digest has them, with its place over all pages. */
export interface PlacedRows {
  readonly place: number;
  readonly rows: DigestColumns;
}

/** What sums and groups need of a result; the rest goes from columns to columns. */
export interface BriefRow extends Cell {
  readonly run: number;
  /** The median time in ns, and the share of full clock behind it; NaN where there is none. */
  readonly ns: number;
  readonly clock: number;
  readonly brief: Brief;
}

type Brief = Pick<
  DigestRow,
  | 'id'
  | 'family'
  | 'variant'
  | 'case'
  | 'kind'
  | 'simulated'
  | 'checked'
  | 'judged'
  | 'status'
  | 'comparable'
  | 'comparableReasons'
  | 'reason'
  | 'kernelHash'
  | 'peer'
> & {
  /** Names that rows are grouped by: of a variant and of a case, with their families. */
  readonly variantName: string;
  readonly caseName: string;
};

const briefColumns: ReadonlySet<string> = new Set([
  'id',
  'family',
  'variant',
  'case',
  'kind',
  'simulated',
  'checked',
  'judged',
  'status',
  'comparable',
  'comparableReasons',
  'reason.code',
  'reason.message',
  'kernelHash',
]);

/** The results of a page in the order of its runs. */
export interface PageRows {
  readonly tables: Tables;
  readonly rows: readonly BriefRow[];
}

let last: { readonly of: readonly PlacedRows[]; readonly page: PageRows } | null = null;

/** The results of these runs, until those of others are asked for; sums and cases of a page are made of the same. */
export function rowsIn(runs: readonly PlacedRows[]): PageRows {
  if (last?.of !== runs) last = { of: runs, page: readRows(runs) };
  return last.page;
}

// A page has millions of numbers: the system takes longer to give new memory for them than to fill it.
const room = { numbers: new Float64Array() };

function readRows(runs: readonly PlacedRows[]): PageRows {
  const tables = joinTables(
    runs.map(({ rows }) => rows),
    room,
  );
  const [nsAt, clockAt] = [numbersAt(tables, 'timing.medianNs'), numbersAt(tables, 'timing.clockAfter')];
  const rows = runs.flatMap(({ place, rows: own }, table) =>
    briefsOf(own).map((brief, row): BriefRow => {
      const [ns, clock] = [nsAt(table, row), clockAt(table, row)];
      return { run: place, table, row, brief, ns, clock };
    }),
  );
  return { tables, rows };
}

const briefs = new WeakMap<Columns, { readonly series: Columns; readonly own: readonly Brief[] }>();

// Runs that say the same share their words.
function briefsOf({ series, points: { words } }: DigestColumns): readonly Brief[] {
  const found = briefs.get(words);
  if (found?.series === series) return found.own;
  const columns = Object.entries({ ...series.columns, ...words.columns }).filter(
    ([name]) => briefColumns.has(name) || name.startsWith('peer.'),
  );
  const rows = unpackRows('words', { rows: words.rows, columns: Object.fromEntries(columns) });
  // Packed by `digestOf` from rows that have these fields.
  const own = (rows as unknown as readonly Brief[]).map((row) => ({
    ...row,
    variantName: `${row.family}/${row.variant}`,
    caseName: `${row.family} ${row.case}`,
  }));
  briefs.set(words, { series, own });
  return own;
}
