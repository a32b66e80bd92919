// What a series' newest time is worth: the rate that its family counts in, and the share of the roof that it is under.
import { roofOf } from '@kernel-ladder/schema';
import type { FamilyLadder, GridRow, Machine } from '@kernel-ladder/schema';
import type { PlacedRow } from '../page.ts';

/** Where roofs and headlines are known. */
export interface Measures {
  readonly machine: Pick<Machine, 'roofs'>;
  readonly ladders: readonly FamilyLadder[];
}

/** Of the newest results of a series the newest time, one that may be compared where there is any; nothing of one without. */
export function worthOf(
  results: readonly PlacedRow[],
  measures: Measures,
): Pick<GridRow, 'ns' | 'metric' | 'rate' | 'share' | 'roof'> {
  const timed = results.filter(({ status, timing }) => status === 'passed' && (timing?.medianNs ?? 0) > 0);
  const result = timed.findLast(({ comparable }) => comparable) ?? timed.at(-1);
  if (!result?.timing) return {};
  return { ns: result.timing.medianNs, ...rateOf(result, measures), ...shareOf(result, measures) };
}

function rateOf({ family, metrics }: PlacedRow, { ladders }: Measures): Pick<GridRow, 'metric' | 'rate'> {
  const metric = ladders.find(({ name }) => name === family)?.headline.metric;
  const rate = metric && metrics?.[metric];
  return metric === undefined || rate === undefined ? {} : { metric, rate };
}

function shareOf(result: PlacedRow, { machine }: Measures): Pick<GridRow, 'share' | 'roof'> {
  const share = result.metrics?.pctOfRoof;
  if (share === undefined) return {};
  const roof = roofOf(result, machine.roofs);
  return roof === null ? { share } : { share, roof };
}
