// The roofline of a machine: every rung of every family whose cases have one type, and the ladders that they make.
import { numberTypeOf } from '@kernel-ladder/schema';
import type { Machine, SiteFamily, SiteSeries } from '@kernel-ladder/schema';
import type { MeasuredBound } from './held-back.ts';
import { newestTimed } from './newest.ts';
import { probesOf } from './probes.ts';
import { roofPointOf, roofsOver } from './roofline.ts';
import type { Roofline, RoofPoint } from './roofline.ts';
import { variantsOf } from './rung.ts';

/** What an address asks for. */
export interface RooflineWish {
  readonly dtype: string | null;
  /** None named stands for all. */
  readonly families: readonly string[];
  /** Every case, not the headline's alone. */
  readonly allCases: boolean;
}

/** Results of one case in the order of their rungs. */
export interface RoofLadder {
  readonly family: string;
  readonly case: string;
  readonly points: readonly RoofPoint[];
}

/** The roofline of one type on one machine. */
export interface MachineRoofline extends Roofline {
  readonly dtype: string;
  /** Those that some rung of the machine has, the most first. */
  readonly dtypes: readonly string[];
  /** Those that have the type, in the machine's order; their place gives the look of their points. */
  readonly families: readonly string[];
  readonly shown: readonly string[];
  readonly ladders: readonly RoofLadder[];
  /** By id, of the kernels that were taken apart. */
  readonly probes: ReadonlyMap<string, MeasuredBound>;
  readonly notes: readonly string[];
}

/** The roofline that an address asks for; null where nothing was timed, or the machine has no roof. */
export function machineRoofline(
  families: readonly SiteFamily[],
  machine: Machine,
  wish: RooflineWish,
): MachineRoofline | null {
  const all = families.map((family) => ({ family, own: rungsOf(family, machine) }));
  const dtypes = dtypesOf(all.flatMap(({ own }) => own));
  const dtype = dtypes.find((one) => one === wish.dtype) ?? dtypes[0];
  if (dtype === undefined) return null;
  const typed = all.map(({ family, own }) => ({ family, own: own.filter((one) => dtypeOf(one) === dtype) }));
  const offered = typed.filter(({ own }) => own.length > 0);
  const names = offered.map(({ family }) => family.family);
  const asked = names.filter((name) => wish.families.includes(name));
  const shown = asked.length > 0 ? asked : names;
  const ladders = offered.flatMap(({ family, own }, place) =>
    shown.includes(family.family) ? laddersOf(family, own, { place, machine, allCases: wish.allCases }) : [],
  );
  const points = ladders.flatMap((ladder) => ladder.points);
  const acc = offered[0]?.own[0]?.dtype.acc;
  const roofs = roofsOver(machine, points, acc) ?? { memory: [], arithmetic: [] };
  return {
    numbers: numberTypeOf(acc ?? 'f32'),
    ...roofs,
    points,
    dtype,
    dtypes,
    families: names,
    shown,
    ladders,
    probes: new Map(families.flatMap((family) => [...probesOf(family)])),
    notes: notesOf(wish, { dtype, names }),
  };
}

// Kernels of our own: somebody else's is no rung.
function rungsOf(family: SiteFamily, { software }: Machine): readonly SiteSeries[] {
  return family.series.filter((one) => {
    const point = newestTimed(one, software);
    return point !== null && point.peer === undefined;
  });
}

/** The element types of a series as ids name them. */
function dtypeOf({ params, dtype }: SiteSeries): string {
  return String(params['dtype'] ?? dtype.acc);
}

function dtypesOf(series: readonly SiteSeries[]): readonly string[] {
  const groups = [...Map.groupBy(series, dtypeOf)];
  return groups.toSorted(([, a], [, b]) => b.length - a.length).map(([dtype]) => dtype);
}

interface LadderLook {
  readonly place: number;
  readonly machine: Machine;
  readonly allCases: boolean;
}

function laddersOf(
  family: SiteFamily,
  own: readonly SiteSeries[],
  { place, machine, allCases }: LadderLook,
): readonly RoofLadder[] {
  const order = variantsOf(family);
  const isShown = ({ case: name }: SiteSeries) => allCases || family.ladder.headline.cases.includes(name);
  return [...Map.groupBy(own.filter(isShown), (series) => series.case)].flatMap(([name, group]) => {
    const points = group
      .toSorted((a, b) => order.indexOf(a.variant) - order.indexOf(b.variant))
      .flatMap((series) => roofPointOf(series, place, machine) ?? []);
    return points.length > 0 ? [{ family: family.family, case: name, points }] : [];
  });
}

function notesOf(
  wish: RooflineWish,
  { dtype, names }: { readonly dtype: string; readonly names: readonly string[] },
): readonly string[] {
  const strange = wish.families.filter((name) => !names.includes(name));
  return [
    ...(wish.dtype !== null && wish.dtype !== dtype
      ? [`No type “${wish.dtype}” here; showing ${dtype}.`]
      : []),
    ...strange.map((name) => `No rung of a family “${name}” in ${dtype} here.`),
  ];
}

/** Reads `from..to`; null for anything else, and where the ends are not above nought and apart. */
export function rangeOf(text: string | null): readonly [from: number, to: number] | null {
  const [from = Number.NaN, to = Number.NaN] = (text ?? '').split('..').map(Number);
  return from > 0 && to > from && Number.isFinite(to) ? [from, to] : null;
}
