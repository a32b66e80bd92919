// The ladders that runs carry: what reads results finds names, order and headline here, and asks no family for them.
import type { FamilyLadder, LadderHeadline, LadderRung, Result, Run } from './types.generated.ts';

/** The ladder without what else a listing says beside it. */
export function ladderOf({
  name,
  title,
  simulated,
  params,
  rungs,
  headline,
  tolerance,
}: FamilyLadder): FamilyLadder {
  return { name, title, simulated, params, rungs, headline, tolerance };
}

/** One ladder a family, by name: packages that list rungs of the same family stand on one ladder, in the order that they come in. */
export function uniteLadders(ladders: readonly FamilyLadder[]): readonly FamilyLadder[] {
  const families = [...Map.groupBy(ladders, ({ name }) => name)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return families.flatMap(([, own]) => {
    const [first] = own;
    if (!first) return [];
    const rungs = new Map(own.flatMap((each) => each.rungs.map((rung) => [rung.name, rung])));
    return [{ ...first, rungs: [...rungs.values()] }];
  });
}

/**
 * The ladder of every family that runs have results of, by name; runs are in the order of their commits, and the newest that
 * carries the family's kernels has its ladder, with the newest rows of CPUs and peers below them. A family whose runs carry no
 * ladder gets one from its results, without summaries.
 */
export function familyLadders(runs: readonly Run[]): readonly FamilyLadder[] {
  const carried = Map.groupBy(
    runs.flatMap(({ families = [] }) => families),
    ({ name }) => name,
  );
  const names = new Set(runs.flatMap(({ results }) => results.map(({ family }) => family)));
  return [...names]
    .toSorted()
    .map((name) => newestOf(carried.get(name) ?? []) ?? ladderFromResults(name, runs));
}

// Kernels, and what stands beside them, come from two packages: a run may have measured either alone.
function newestOf(ladders: readonly FamilyLadder[]): FamilyLadder | undefined {
  const own = ladders.findLast(({ rungs }) => rungs.some(({ kind }) => kind === 'gpu'));
  const besides = ladders.map((each) => ({
    ...each,
    rungs: each.rungs.filter(({ kind }) => kind !== 'gpu'),
  }));
  const beside = besides.findLast(({ rungs }) => rungs.length > 0);
  return uniteLadders([own, beside].filter((each) => each !== undefined))[0];
}

// A run has the rungs of a case in their order, but not always all of them: the newest of the fullest runs knows it best.
function ladderFromResults(name: string, runs: readonly Run[]): FamilyLadder {
  const lists = runs
    .map(({ results }) => results.filter(({ family }) => family === name))
    .toReversed()
    .toSorted((a, b) => b.length - a.length);
  const own = lists.flat();
  const kinds = new Map(own.map(({ variant, kind }) => [variant, kind]));
  const cases = lists.flatMap((results) => [...Map.groupBy(results, (result) => result.case).values()]);
  const order = cases.reduce(mergeOrder, []);
  const keys = new Set(own.flatMap(({ params }) => Object.keys(params)));
  keys.delete('dtype');
  return {
    name,
    title: name,
    simulated: own.some(({ simulated }) => simulated === true),
    params: [...keys].map((key) => ({ key })),
    rungs: order.map((rung): LadderRung => ({ name: rung, kind: kinds.get(rung) ?? 'gpu' })),
    headline: headlineFromResults(own),
    tolerance: '',
  };
}

// What one case lacks, another has between the same neighbours: a rung goes before the next one that is known, else to the end.
function mergeOrder(order: readonly string[], results: readonly Result[]): readonly string[] {
  const merged = [...order];
  for (const { variant } of results.toReversed()) {
    if (merged.includes(variant)) continue;
    const later = results.slice(results.findLastIndex((result) => result.variant === variant) + 1);
    const next = later.find((result) => merged.includes(result.variant));
    merged.splice(next ? merged.indexOf(next.variant) : merged.length, 0, variant);
  }
  return merged;
}

// No device moves a byte in less time than it takes for a few operations: beyond ten a byte, arithmetic is what counts.
const operationsPerByte = 10;

function headlineFromResults(results: readonly Result[]): LadderHeadline {
  const [largest] = results.toSorted((a, b) => b.work.flops - a.work.flops);
  const isArithmetic =
    largest !== undefined && largest.work.flops > operationsPerByte * largest.work.minBytes;
  const isCold = results.some(({ timing }) => timing?.cache === 'cold');
  return { cache: isCold ? 'cold' : 'hot', metric: isArithmetic ? 'gflops' : 'gbps', cases: [] };
}
