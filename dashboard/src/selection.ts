// From wishes to what exists: an address may name what this data does not have, and the page then says so.
import type { MetricId, SiteFamily, SiteIndex, SiteMachine, SiteSeries } from '@kernel-ladder/schema';
import { metricTable } from '@kernel-ladder/schema';
import { naturalMetric, presentMetrics } from './model/metric.ts';
import { casesOf, seriesAt } from './model/rung.ts';
import type { ViewState } from './state.ts';

/** Where the data comes from. */
export interface Source {
  readonly machine: SiteMachine;
  readonly family: string;
  readonly notes: readonly string[];
}

/** What of it is shown. */
export interface Selection {
  readonly case: string;
  readonly cases: readonly string[];
  readonly metric: MetricId;
  readonly metrics: readonly MetricId[];
  /** The metric of this case where none is asked for. */
  readonly naturalMetric: MetricId;
  readonly notes: readonly string[];
}

/** The machine to open with: the hardware with the longest list of series, the first of several; undefined without any. */
export function openingMachine({ machines }: SiteIndex): SiteMachine | undefined {
  const hardware = machines.filter(({ machine, families }) => !machine.software && families.length > 0);
  return hardware.toSorted((a, b) => (b.series ?? 0) - (a.series ?? 0))[0];
}

/** Picks machine and family; null when the index has none. */
export function selectSource(index: SiteIndex, state: ViewState): Source | null {
  const keys = index.machines.map((entry) => entry.machine.key);
  const key = choose('machine', state.machine, keys, openingMachine(index)?.machine.key);
  const machine = index.machines.find((entry) => entry.machine.key === key.value);
  if (!machine) return null;
  const family = choose('family', state.family, machine.families, machine.opening);
  if (family.value === undefined) return null;
  return { machine, family: family.value, notes: [...key.notes, ...family.notes] };
}

/** Picks case and metric; null when the family has no series. */
export function selectView(family: SiteFamily, software: boolean, state: ViewState): Selection | null {
  const cases = casesOf(family);
  const picked = choose('case', state.case, cases, fullestCase(family, cases));
  if (picked.value === undefined) return null;
  const series = seriesAt(family, picked.value);
  const metrics = presentMetrics(series);
  const natural = naturalMetric(series, { headline: family.ladder.headline.metric, software });
  const labels = metrics.length > 0 ? metrics : (['medianNs'] as const);
  const metric = choose<MetricId>('metric', state.metric, labels, natural);
  return {
    case: picked.value,
    cases,
    metric: metric.value ?? 'medianNs',
    metrics: labels,
    naturalMetric: natural,
    notes: [...picked.notes, ...metric.notes],
  };
}

interface Choice<T extends string> {
  readonly value: T | undefined;
  readonly notes: readonly string[];
}

function choose<T extends string>(
  kind: string,
  wanted: string | null,
  available: readonly T[],
  natural: T | undefined = available[0],
): Choice<T> {
  const found = available.find((one) => one === wanted);
  const value = found ?? available.find((one) => one === natural) ?? available[0];
  const isMissing = wanted !== null && found === undefined && value !== undefined;
  return { value, notes: isMissing ? [`No ${kind} “${named(wanted)}” here; showing ${named(value)}.`] : [] };
}

function named(id: string): string {
  return Object.entries(metricTable).find(([key]) => key === id)?.[1].label ?? id;
}

/** The case to open with, of those that most variants ran: the longest history, then the most work. */
function fullestCase(family: SiteFamily, cases: readonly string[]): string | undefined {
  const weights = cases.map((name) => weigh(name, seriesAt(family, name)));
  const most = Math.max(...weights.map(({ timed }) => timed));
  return weights
    .filter(({ timed }) => timed >= 0.6 * most)
    .toSorted((a, b) => b.runs - a.runs || b.work - a.work || b.timed - a.timed)[0]?.name;
}

// Where launches cost more than work, every variant looks the same.
function weigh(name: string, series: readonly SiteSeries[]) {
  return {
    name,
    timed: series.filter(({ points }) => points.at(-1)?.timing !== undefined).length,
    runs: Math.max(...series.map(({ points }) => points.length)),
    work: Math.max(...series.map(({ work }) => work.flops + work.implBytes)),
  };
}
