// A family's times over the parameters of its cases: a curve a rung along one axis, a heat map over two; with the knees of both.
import type { MetricId, SiteFamily, SitePoint, SiteSeries } from '@kernel-ladder/schema';
import type { Knee } from '@kernel-ladder/stats';
import type { Measure } from '../format.ts';
import { valueAlong } from './axes.ts';
import type { Axis, Params, Value } from './axes.ts';
import { kneesAlong } from './knees.ts';
import { measuredIn, numbersOf, presentMetrics } from './metric.ts';
import type { Measured } from './metric.ts';
import { newestTimed } from './newest.ts';
import { doubtOf, variantsOf } from './rung.ts';
import { chooseSlice, fixedOf, isIn, mostPlaces, slicesAlong, usefulAxes } from './slices.ts';
import type { Fixed, Slice, UsefulAxis, Wishes } from './slices.ts';

/** What an address asks for; null leaves it to the data. */
export interface LandscapeWish {
  readonly across: string | null;
  readonly up: string | null;
  readonly at: Wishes;
  readonly metric: string | null;
}

/** One rung at one place, by its newest time. */
export interface Spot {
  readonly series: SiteSeries;
  readonly point: SitePoint;
  readonly x: Value;
  /** Null along a single axis. */
  readonly y: Value | null;
  readonly measured: Measured;
  /** Why its time must not be compared; null where it may. */
  readonly doubt: string | null;
}

/** One rung along the axis across, in its order. */
export interface Curve {
  readonly variant: string;
  /** On the family's ladder, which gives the look. */
  readonly place: number;
  readonly y: Value | null;
  readonly spots: readonly Spot[];
  /** By places among `spots`; none on an axis of names. */
  readonly knees: readonly Knee[];
}

/** A cut through a family. */
export interface Landscape extends Measure {
  /** Everything along which cases differ. */
  readonly axes: readonly UsefulAxis[];
  readonly across: Axis;
  readonly up: Axis | null;
  readonly fixed: readonly Fixed[];
  readonly slice: Slice;
  /** Every cut along these axes. */
  readonly slices: readonly Slice[];
  readonly metrics: readonly MetricId[];
  /** One a rung, and a row of the heat map. */
  readonly curves: readonly Curve[];
  /** What the address asks for and the data does not have. */
  readonly notes: readonly string[];
}

/** Cuts a family; null where no parameter of its timed cases has two values. */
export function landscapeOf(family: SiteFamily, wish: LandscapeWish, software: boolean): Landscape | null {
  const timed = family.series.filter((one) => newestTimed(one, software) !== null);
  const cases = timed.map(({ params }) => params);
  const axes = usefulAxes(cases, absentOf(family));
  const chosen = chooseAxes(axes, cases, wish);
  if (!chosen) return null;
  const along = [chosen.across, ...(chosen.up ? [chosen.up] : [])];
  const slices = slicesAlong(along, cases);
  const slice = chooseSlice(slices, wish.at, usualOf(family));
  if (!slice) return null;
  const own = timed.filter(({ params }) => isIn(slice, along, params));
  const metrics = presentMetrics(own);
  const metric = chooseMetric(family, metrics, wish.metric);
  const measure = { metric, numbers: numbersOf(own) };
  return {
    ...measure,
    axes,
    ...chosen,
    fixed: fixedOf(slice, slices),
    slice,
    slices,
    metrics,
    curves: curvesOf(family, own, { ...chosen, metric, software }),
    notes: notesOf(wish, { ...chosen, slice, metric }),
  };
}

interface ChosenAxes {
  readonly across: Axis;
  readonly up: Axis | null;
}

// A heat map that is half empty says less than a curve.
const fullEnough = 0.5;

function chooseAxes(
  axes: readonly Axis[],
  cases: readonly Params[],
  { across, up }: LandscapeWish,
): ChosenAxes | null {
  const pairs: readonly ChosenAxes[] = axes.flatMap((first) => [
    { across: first, up: null },
    ...axes.filter((second) => areApart(first, second)).map((second) => ({ across: first, up: second })),
  ]);
  const asked = pairs.filter(
    (pair) =>
      (across === null || pair.across.id === across) &&
      // Who has chosen the axis across has seen what else there is.
      (up === null ? across === null || pair.up === null : pair.up?.id === up),
  );
  const offered = asked.length > 0 ? asked : pairs;
  const isFree = across === null && up === null;
  const [best] = offered
    .map((pair) => ({ pair, worth: worthOf(pair, cases, isFree) }))
    .toSorted((a, b) => b.worth - a.worth);
  return best?.pair ?? null;
}

/** Whether no parameter is on both axes. */
export function areApart(a: Axis, b: Axis): boolean {
  return !a.keys.some((key) => b.keys.includes(key));
}

// How many places its fullest cut has. Where nobody has asked, numbers are told before names.
function worthOf({ across, up }: ChosenAxes, cases: readonly Params[], isFree: boolean): number {
  const along = up ? [across, up] : [across];
  const most = mostPlaces(along, cases);
  if (!isFree) return most;
  if (across.spacing === 'names' || up?.spacing === 'names') return 0;
  if (!up) return most;
  // A line of numbers grows upwards: the axis with more values lies across.
  const isWide = across.values.length >= up.values.length && up.values.length > 1;
  const isFull = most >= fullEnough * across.values.length * up.values.length;
  return isWide && isFull ? most : 0;
}

function usualOf({ ladder }: SiteFamily): Params {
  return Object.fromEntries(
    ladder.params.flatMap(({ key, default: usual }) => (usual === undefined ? [] : [[key, usual]])),
  );
}

// A number that is usually 0 or below is one that most cases do not have: no kernel has workgroups of no threads.
function absentOf(family: SiteFamily): Params {
  const usual = Object.entries(usualOf(family));
  return Object.fromEntries(usual.filter(([, value]) => typeof value === 'number' && value <= 0));
}

function chooseMetric({ ladder }: SiteFamily, metrics: readonly MetricId[], wanted: string | null): MetricId {
  const find = (id: string | null) => metrics.find((metric) => metric === id);
  return find(wanted) ?? find(ladder.headline.metric) ?? metrics[0] ?? 'medianNs';
}

function notesOf(
  wish: LandscapeWish,
  { across, up, slice, metric }: ChosenAxes & { readonly slice: Slice; readonly metric: MetricId },
): readonly string[] {
  const wishes = Object.entries(wish.at);
  const lost = wishes.filter(([key, text]) => String(slice.at[key] ?? text) !== text);
  const strange = wishes.filter(([key]) => slice.at[key] === undefined);
  return [
    ...(wish.across !== null && wish.across !== across.id
      ? [`No parameter “${wish.across}” to draw along here; showing ${across.label}.`]
      : []),
    ...(wish.up !== null && wish.up !== up?.id ? [`No parameter “${wish.up}” to draw over here.`] : []),
    ...lost.map(
      ([key, text]) => `No result here with ${key}=${text}; showing ${key}=${String(slice.at[key])}.`,
    ),
    ...strange.map(([key]) => `No parameter “${key}” stays here; what it is asked to be is ignored.`),
    ...(wish.metric !== null && wish.metric !== metric
      ? [`No metric “${wish.metric}” here; showing another.`]
      : []),
  ];
}

interface CurveLook extends ChosenAxes {
  readonly metric: MetricId;
  readonly software: boolean;
}

function curvesOf(family: SiteFamily, own: readonly SiteSeries[], look: CurveLook): readonly Curve[] {
  const { across, up, software, metric } = look;
  const rows = up ? up.values : [null];
  return variantsOf(family).flatMap((variant, place) => {
    const spots = own
      .filter((one) => one.variant === variant)
      .flatMap((series) => spotOf(series, { across, up, metric, software }))
      .toSorted((a, b) => across.values.indexOf(a.x) - across.values.indexOf(b.x));
    return rows.flatMap((y) => {
      const row = spots.filter((spot) => spot.y === y);
      return row.length > 0
        ? [
            {
              variant,
              place,
              y,
              spots: row,
              knees: kneesAlong(
                across,
                row.map((spot) => ({ value: spot.x, ...spot })),
              ),
            },
          ]
        : [];
    });
  });
}

function spotOf(series: SiteSeries, { across, up, metric, software }: CurveLook): readonly Spot[] {
  const point = newestTimed(series, software);
  const measured = point && measuredIn(point, metric);
  const x = valueAlong(across, series.params);
  const y = up ? valueAlong(up, series.params) : null;
  if (!point || !measured || x === null) return [];
  return [{ series, point, x, y, measured, doubt: software ? null : doubtOf(point) }];
}
