// The numbers of a result that rules and write-ups ask for: every metric, and what only a rule asks.
import { metricIds, metricOf, numberIn, numberTypeOf, storedUnit } from '@kernel-ladder/schema';
import type { Machine, MetricId, NumberType, Result } from '@kernel-ladder/schema';

/** One number of a result: how to read it, and where it comes from. */
export interface Quantity {
  readonly label: string;
  /** By what the result's operations work on. */
  readonly unit: Readonly<Record<NumberType, string>>;
  /** Judged on timings that may be compared only. */
  readonly isTimed: boolean;
  /** The number; null where the result does not have it. */
  readonly of: (result: Result, machine: Machine) => number | null;
}

const timed = { isTimed: true };
const counted = { isTimed: false };
const same = (unit: string): Quantity['unit'] => ({ float: unit, integer: unit });
const percent = (part: number | undefined, whole: number): number | null =>
  part === undefined || whole <= 0 ? null : (100 * part) / whole;
const over = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

function metricQuantity(id: MetricId): Quantity {
  const { label, units } = metricOf(id);
  const unit = { float: storedUnit(units, 'float'), integer: storedUnit(units, 'integer') };
  const name = label.charAt(0).toLowerCase() + label.slice(1);
  return { label: name, unit, ...timed, of: (result) => numberIn(id, result) };
}

// `speed` is launches per second, so that a ratio of speeds is a speed-up.
const others = {
  speed: {
    label: 'speed',
    unit: same('/s'),
    ...timed,
    of: ({ timing }) => (timing ? over(1e9, timing.medianNs) : null),
  },
  pctOfCopy: {
    label: 'share of the measured copy bandwidth',
    unit: same('%'),
    ...timed,
    of: ({ metrics }, { roofs }) => percent(metrics?.gbps, roofs.copyGBps),
  },
  medianUs: {
    ...metricQuantity('medianNs'),
    unit: same('µs'),
    of: ({ timing }) => (timing ? timing.medianNs / 1e3 : null),
  },
  samples: { label: 'samples', unit: same(''), ...counted, of: ({ timing }) => timing?.n ?? null },
  peakBufferBytes: {
    label: 'bytes of buffers of a launch',
    unit: same('B'),
    ...counted,
    of: ({ peakBufferBytes }) => peakBufferBytes ?? null,
  },
  workgroupBytes: {
    label: 'workgroup memory',
    unit: same('B'),
    ...counted,
    of: ({ dispatch }) => dispatch?.sharedBytes ?? null,
  },
  passes: { label: 'dispatches', unit: same(''), ...counted, of: ({ dispatch }) => dispatch?.passes ?? null },
  implBytes: { label: 'modelled traffic', unit: same('B'), ...counted, of: ({ work }) => work.implBytes },
  trafficRatio: {
    label: 'modelled over compulsory traffic',
    unit: same('×'),
    ...counted,
    of: ({ work }) => over(work.implBytes, work.minBytes),
  },
  intensity: {
    label: 'arithmetic intensity',
    unit: { float: 'FLOP/B', integer: 'OP/B' },
    ...counted,
    of: ({ work }) => over(work.flops, work.minBytes),
  },
  wgslLines: { label: 'lines of WGSL', unit: same(''), ...counted, of: ({ loc }) => loc?.wgsl ?? null },
  maxAbs: { label: 'largest error', unit: same(''), ...counted, of: ({ check }) => check?.maxAbs ?? null },
  maxRel: {
    label: 'largest relative error',
    unit: same(''),
    ...counted,
    of: ({ check }) => check?.maxRel ?? null,
  },
} satisfies { readonly [name: string]: Quantity };

/** What a rule can ask for. */
export type QuantityName = MetricId | keyof typeof others;

/** Every quantity. */
export const quantityTable: { readonly [Name in QuantityName]: Quantity } = {
  ...metricQuantities(),
  ...others,
};

function metricQuantities(): { readonly [Id in MetricId]: Quantity } {
  // One entry for each id of the table.
  return Object.fromEntries(metricIds.map((id) => [id, metricQuantity(id)])) as {
    [Id in MetricId]: Quantity;
  };
}

/** The unit of a result's number. */
export function unitOf({ unit }: Quantity, { dtype }: Pick<Result, 'dtype'>): string {
  return unit[numberTypeOf(dtype.acc)];
}

/** What a number is called beside its value, e.g. `bandwidth, GB/s`. */
export function headOf(quantity: Quantity, result: Pick<Result, 'dtype'>): string {
  return [quantity.label, unitOf(quantity, result)].filter(Boolean).join(', ');
}

/** The unit that a rule's threshold is in: that of the type it selects, of floats where it selects several. */
export function unitAsked(
  { unit }: Quantity,
  { where }: { readonly where?: Readonly<Record<string, unknown>> },
): string {
  const dtype = where?.['dtype'];
  return unit[typeof dtype === 'string' ? numberTypeOf(dtype) : 'float'];
}
