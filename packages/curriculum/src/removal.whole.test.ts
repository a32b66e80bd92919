// Whatever is taken from the recorded history, or marked failed or skipped in it, never raises completion.
import { fileURLToPath } from 'node:url';
import type { Result, Run } from '@kernel-ladder/schema';
import { describe, expect, test } from 'vitest';
import { loadCurriculum } from './project.ts';
import { readRecorded } from './node.ts';
import { placesOf } from './places.ts';
import { evaluate } from './rules/evaluate.ts';
import { overSelector } from './rules/pairs.ts';
import { flatten } from './rules/subjects.ts';
import type { Context } from './rules/verdict.ts';
import { selects } from './select.ts';
import { takeSnapshot } from './snapshot.ts';
import type { Evidence } from './snapshot.ts';
import { itemStates } from './states.ts';
import { failed, randomOf, skipped, software } from './testing.ts';
import type { EvidenceRow, Item, Rule, TestOutcome } from './types.generated.ts';

const curriculum = loadCurriculum();
const recorded = readRecorded(fileURLToPath(new URL('../../../', import.meta.url)));

// `all`, `any`, `items` and what comes first rise with their parts alone: it is enough that no part of a rule rises. A rule that
// asks for each of its variants, rivals and sets is as many parts.
const parts = [...curriculum.items.values()].flatMap(({ rule }) =>
  rule ? flatten(rule).flatMap(partsOf) : [],
);

function partsOf(rule: Rule): readonly Rule[] {
  if (!('of' in rule) || ('count' in rule && rule.count !== undefined)) return [rule];
  const each = rule.of.variants?.map((variant) => ({ ...rule.of, variants: [variant] })) ?? [rule.of];
  switch (rule.rule) {
    case 'edge-cases':
      return each.flatMap((of) => rule.sets.map((set) => ({ ...rule, of, sets: [set] })));
    case 'ratio':
      return each.flatMap((of) =>
        rule.over.variants.map((rival) => ({ ...rule, of, over: { ...rule.over, variants: [rival] } })),
      );
    case 'passed':
    case 'quantity':
      return each.map((of) => ({ ...rule, of }));
    default:
      return [rule];
  }
}

function touches(rule: Rule, result: Result): boolean {
  if (!('of' in rule)) return false;
  if (selects(rule.of, result)) return true;
  return rule.rule === 'ratio' ? selects(overSelector(rule), result) : rule.rule === 'peer';
}

function contextOf(evidence: Evidence): Context {
  const snapshot = takeSnapshot(evidence);
  return { snapshot, machine: snapshot.machines[0] ?? null, needs: [], isProven: () => false };
}

// A part asks one family: the other results of a history weigh nothing on it.
const families = [
  ...Map.groupBy(
    recorded.runs.flatMap(({ results }) => results),
    ({ family }) => family,
  ).keys(),
];
const runsOf = (family: string): readonly Run[] =>
  recorded.runs
    .map((run) => ({ ...run, results: run.results.filter((one) => one.family === family) }))
    .filter(({ results }) => results.length > 0);

describe.for(families)('of %s', (family) => {
  const runs = runsOf(family);
  const own = parts.filter((rule) => 'of' in rule && rule.of.family === family);
  const before = contextOf({ ...recorded, runs });
  const open = own.filter((rule) => !evaluate(rule, before).met);
  const passed = runs.flatMap(({ results }, place) =>
    results.filter(({ status }) => status === 'passed').map((result) => ({ result, place })),
  );

  // The parts that hold only without a result, or with another in its place.
  const risen = (result: Result, after: readonly Run[]): readonly string[] => {
    const touched = open.filter((rule) => touches(rule, result));
    if (touched.length === 0) return [];
    const context = contextOf({ ...recorded, runs: after });
    return touched
      .filter((rule) => evaluate(rule, context).met)
      .map((rule) => `${result.id}: ${JSON.stringify(rule)}`);
  };

  test('an id less proves nothing more', () => {
    for (const [id, [one]] of Map.groupBy(passed, ({ result }) => result.id)) {
      const without = runs.map((run) => ({
        ...run,
        results: run.results.filter((other) => other.id !== id),
      }));
      expect(one ? risen(one.result, without) : []).toEqual([]);
    }
  });

  // Of every id one of its results, chosen anew for each family.
  test('a result that failed or was skipped proves nothing more', () => {
    const random = randomOf(family.length);
    for (const rows of Map.groupBy(passed, ({ result }) => result.id).values()) {
      const chosen = rows[Math.floor(random() * rows.length)];
      if (!chosen) continue;
      const worse = (random() < 0.5 ? failed : skipped)(chosen.result);
      const after = runs.map((run, place) =>
        place === chosen.place
          ? { ...run, results: run.results.map((one) => (one === chosen.result ? worse : one)) }
          : run,
      );
      expect(risen(chosen.result, after)).toEqual([]);
    }
  });
});

const states = itemStates(curriculum, takeSnapshot(recorded));
const proven = [...states.values()].filter(({ state }) => state === 'proven');

test('on a software adapter nothing more is proven, and nothing that needs hardware', () => {
  const runs = recorded.runs.map((run) => ({
    ...run,
    machine: { ...run.machine, ...software, key: run.machine.key },
  }));
  const after = [...itemStates(curriculum, takeSnapshot({ ...recorded, runs })).values()];
  const still = after.flatMap(({ id, state }) => (state === 'proven' ? [id] : []));
  expect(proven.map(({ id }) => id)).toEqual(expect.arrayContaining(still));
  expect(still.filter((id) => curriculum.items.get(id)?.needs?.includes('gpu'))).toEqual([]);
});

const said = recorded.tests.findLast(({ adapter }) => adapter?.software !== false);
const tests = parts.filter((rule) => rule.rule === 'tests');

test.for(['failed', 'skipped', 'absent'] as const)('a test that is %s proves nothing more', (how) => {
  for (const rule of tests) {
    const change = (one: TestOutcome): readonly TestOutcome[] => {
      if (one.file !== rule.file || one.status !== 'passed') return [one];
      return how === 'absent' ? [] : [{ ...one, status: how }];
    };
    if (!said?.tests.some(({ file }) => file === rule.file)) continue;
    const after = { ...said, tests: said.tests.flatMap(change) };
    expect([rule.file, evaluate(rule, contextOf({ ...recorded, runs: [], tests: [after] })).met]).toEqual([
      rule.file,
      false,
    ]);
  }
});

// Where several results could stand at a place, the best would hide the others.
test('a number is asked of one result at a place', () => {
  const [machine] = takeSnapshot(recorded).machines;
  const places = parts.flatMap((rule) =>
    (rule.rule === 'quantity' || rule.rule === 'ratio') && rule.at ? placesOf(rule.of, rule.at) : [],
  );
  const crowded = places.flatMap((of) => {
    const ids = (machine?.byFamily.get(of.family ?? '') ?? []).filter(({ result }) => selects(of, result));
    return ids.length > 1 ? [ids.map(({ result }) => result.id)] : [];
  });
  expect(crowded).toEqual([]);
});

// A rule that any of many pairs meets hangs on no single one of them.
describe('every proven item', () => {
  test.for(proven.map(({ id }) => id))(
    '%s hangs on an id, a set of awkward cases, a test, a page or another item, or on all of them together',
    (id) => {
      const item = curriculum.items.get(id);
      const rows = states.get(id)?.evidence ?? [];
      const hangsOn = (gone: readonly EvidenceRow[]) => item !== undefined && !holdsWithout(item, gone);
      const isCritical = rows.some((row) => hangsOn([row])) || hangsOn(rows);
      expect(isCritical, `nothing of ${rows.length} rows of evidence un-proves it`).toBe(true);
    },
  );
});

// Whether an item's rule still holds when what rows of its evidence name is gone. Whichever id of a variant is timed first brings
// what its awkward cases gave: of such a row the set is gone from all of them.
function holdsWithout({ rule, needs = [] }: Item, rows: readonly EvidenceRow[]): boolean {
  if (!rule) return false;
  const sets = rows.filter(({ metric }) => metric.startsWith('EC-'));
  const ids = new Set(rows.filter((row) => !sets.includes(row)).map(({ id }) => id));
  const without = (one: Result): readonly Result[] => {
    if (ids.has(one.id)) return [];
    const gone = sets.filter(({ id }) => id.slice(0, id.lastIndexOf('/')) === `${one.family}/${one.variant}`);
    if (gone.length === 0) return [one];
    return [
      { ...one, coverage: one.coverage.filter(({ set }) => gone.every(({ metric }) => metric !== set)) },
    ];
  };
  const context = contextOf({
    runs: recorded.runs.map((run) => ({ ...run, results: run.results.flatMap(without) })),
    tests: recorded.tests.map((one) => ({ ...one, tests: one.tests.filter(({ file }) => !ids.has(file)) })),
    artefacts: recorded.artefacts.filter(({ path }) => !ids.has(path)),
  });
  const isProven = (other: string) => !ids.has(other) && states.get(other)?.state === 'proven';
  return evaluate(rule, { ...context, needs, isProven }).met;
}
