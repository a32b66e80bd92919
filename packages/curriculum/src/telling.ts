// Which runs of a long past still tell rules something? A rule that looks back stops at the newest run that decides: a run of
// which a newer one has every id, with all that a rule can see of it but numbers, is never reached.
import type { Coverage, Result, Run } from '@kernel-ladder/schema';

/** What a run can tell: of every id a word for what rules see of an older result. */
export interface Told<Of> {
  readonly of: Of;
  readonly machineKey: string;
  readonly startedAt: string;
  readonly words: ReadonlyMap<string, string>;
}

/** What a run tells, with the run. */
export function toldBy(run: Run): Told<Run> {
  const words = new Map(run.results.map((result) => [result.id, wordOf(result, run)]));
  return { of: run, machineKey: run.machine.key, startedAt: run.run.startedAt, words };
}

/**
 * The runs that tell something beside a newer one: without those that it says all of. Time is that of the runs kept, and they
 * are as many as there are kinds of runs, however long the history is.
 */
export function addTold<Of>(kept: readonly Told<Of>[], newer: Told<Of>): readonly Told<Of>[] {
  return [...kept.filter((older) => !saysAllOf(newer, older)), newer];
}

function saysAllOf(newer: Told<unknown>, older: Told<unknown>): boolean {
  if (newer.machineKey !== older.machineKey || newer.startedAt < older.startedAt) return false;
  if (newer.words === older.words) return true;
  if (newer.words.size < older.words.size) return false;
  for (const [id, word] of older.words) if (newer.words.get(id) !== word) return false;
  return true;
}

/** All that a rule can see of a result that is not the newest of its id, but the values of numbers. */
export function wordOf(result: Result, { machine }: Pick<Run, 'machine'>): string {
  const { status, comparable, comparableReasons, coverage, work, timing, metrics } = result;
  const { flops, minBytes, implBytes } = work;
  return [
    status,
    comparable,
    comparableReasons.join(' '),
    countsOf(coverage),
    `${flops} ${minBytes} ${implBytes}`,
    timing ? `${timing.medianNs > 0} ${fieldsOf(timing)}` : '',
    metrics ? fieldsOf(metrics) : '',
    fieldsOf(result, told),
    machine.roofs.copyGBps > 0,
  ].join('|');
}

/**
 * Whether two results have the same word, asked without making either: it may say no where they do, and never yes where they do not.
 */
export function isSameWord(a: Result, b: Result): boolean {
  // A loop, as millions of results pass here. Runs that were read one after the other share what they say in the same words.
  for (const field of sharedFields) if (a[field] !== b[field]) return false;
  return (
    isTimed(a) === isTimed(b) &&
    haveSameFields(a.timing, b.timing) &&
    haveSameFields(a.metrics, b.metrics) &&
    haveSameFields(a, b)
  );
}

const sharedFields = ['status', 'comparable', 'comparableReasons', 'coverage', 'work'] as const;

function isTimed({ timing }: Result): boolean {
  return timing !== undefined && timing.medianNs > 0;
}

function haveSameFields(a: object | undefined, b: object | undefined): boolean {
  if (!a || !b) return a === b;
  const [fields, others] = [Object.keys(a), Object.keys(b)];
  if (fields.length !== others.length) return false;
  for (let at = 0; at < fields.length; at++) if (fields[at] !== others[at]) return false;
  return true;
}

const told: ReadonlySet<string> = new Set([
  'status',
  'comparable',
  'comparableReasons',
  'coverage',
  'work',
  'timing',
  'metrics',
]);

// A loop, as millions of results pass here.
function fieldsOf(value: object, without?: ReadonlySet<string>): string {
  let names = '';
  for (const name of Object.keys(value)) if (without?.has(name) !== true) names += `${name} `;
  return names;
}

// Runs that were read one after the other share the lists that say the same.
const counted = new WeakMap<Result['coverage'], string>();

function countsOf(coverage: Result['coverage']): string {
  const known = counted.get(coverage) ?? coverage.map(countsIn).join(';');
  counted.set(coverage, known);
  return known;
}

// A rule counts cases, and reads none.
function countsIn({ set, total, passed, skipped, failed, ...more }: Coverage): string {
  const declined = more.notApplicable?.map(({ cases }) => cases).join('+') ?? 'all';
  const odd = `${more.expectedFailures?.length ?? 0} ${more.observed?.length ?? 0}`;
  return `${set} ${total} ${passed} ${skipped} ${failed.length} ${odd} ${declined}`;
}

// As many commits as a chart can show.
const mostLooks = 64;
const newestLooks = 16;

/** The places of so many steps that are looked at: all of a short history, of a long one the newest and some of the others, evenly. */
export function looksAt(steps: number): ReadonlySet<number> {
  if (steps <= mostLooks) return new Set(Array.from({ length: steps }, (_, at) => at));
  const older = mostLooks - newestLooks;
  const before = steps - newestLooks;
  return new Set([
    ...Array.from({ length: older }, (_, at) => Math.floor((at * before) / older)),
    ...Array.from({ length: newestLooks }, (_, at) => before + at),
  ]);
}
