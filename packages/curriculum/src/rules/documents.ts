// Rules about what is not a result: tests, their line coverage, other items.
import { lacks } from '../needs.ts';
import type { Tested } from '../snapshot.ts';
import type { EvidenceRow, ItemsRule, LineCoverageRule, TestOutcome, TestsRule } from '../types.generated.ts';
import { lacking, mostRows } from './verdict.ts';
import type { Context, Verdict } from './verdict.ts';

/** The named tests passed where they must have run, and no test of their file failed. */
export function evaluateTests(rule: TestsRule, { snapshot, needs }: Context): Verdict {
  const onlyCi = needs.includes('ci');
  const tested = onlyCi ? snapshot.testedByCi : testedFor(rule, { snapshot, needs });
  const tests = tested?.files.get(rule.file);
  if (!tested || !tests) return untested(`the tests of ${rule.file}, run`, onlyCi);
  const failed = tests.filter(({ status }) => status === 'failed');
  const faults = rule.names.flatMap((name) => faultOf(tests, name) ?? []);
  const lost = rule.on === 'host' ? [] : lacks(needs, tested.adapter);
  const met = failed.length === 0 && faults.length === 0 && lost.length === 0;
  const count = (status: TestOutcome['status']) => tests.filter((test) => test.status === status).length;
  const where = rule.on === 'host' ? 'on no adapter' : `on ${tested.adapter.adapter.name}`;
  return {
    met,
    evidence: [
      {
        id: rule.file,
        metric: 'tests',
        value: `${count('passed')} passed, ${failed.length} failed, ${count('skipped')} skipped, ${where}`,
        threshold: `these pass, and none fails: ${rule.names.join('; ')}`,
        met,
        machine: null,
        commit: tested.commit,
      },
    ],
    missing: [
      ...failed.slice(0, mostRows).map(({ name }) => ({ what: `${rule.file}: "${name}" failed` })),
      ...faults.map((fault) => ({ what: `${rule.file}: ${fault}` })),
      ...lost.map((need) => ({ what: `${rule.file}, run on ${need}: it ran ${where}` })),
    ],
  };
}

// Where the software adapter lacks what the item needs, a GPU's own run of the file speaks for it.
function testedFor(rule: TestsRule, { snapshot, needs }: Pick<Context, 'snapshot' | 'needs'>): Tested | null {
  const { tested, testedOnHardware } = snapshot;
  const isEnough = rule.on === 'host' || (tested !== null && lacks(needs, tested.adapter).length === 0);
  return !isEnough && testedOnHardware?.files.has(rule.file) ? testedOnHardware : tested;
}

// Of several tests of one name a skipped one leaves open what it would have said.
function faultOf(tests: readonly TestOutcome[], name: string): string | null {
  const named = tests.filter((test) => test.name.includes(name));
  if (named.length === 0) return `there is no test with "${name}" in its name`;
  const skipped = named.filter(({ status }) => status === 'skipped');
  return skipped.length > 0 ? `"${skipped[0]?.name}" was skipped` : null;
}

/** The tests of every package reach a share of its lines. */
export function evaluateLineCoverage(rule: LineCoverageRule, { snapshot, needs }: Context): Verdict {
  const onlyCi = needs.includes('ci');
  const tested = onlyCi ? snapshot.testedByCi : snapshot.tested;
  const packages = tested?.lineCoverage;
  if (!tested || !packages) return untested('line coverage of the packages, measured', onlyCi);
  const evidence: readonly EvidenceRow[] = packages.map((one) => ({
    id: one.package,
    metric: 'line coverage, %',
    value: one.linesPct,
    threshold: `> ${rule.above} %`,
    met: one.linesPct > rule.above,
    machine: null,
    commit: tested.commit,
  }));
  const below = evidence.filter((row) => !row.met);
  const few = packages.length < (rule.packages ?? 1);
  return {
    met: below.length === 0 && !few,
    evidence,
    missing: [
      ...below.map(({ id, value }) => ({ what: `${id} has ${value} % of its lines covered` })),
      ...(few ? [{ what: `coverage of ${packages.length} of ${rule.packages ?? 1} packages` }] : []),
    ],
  };
}

/** Other items are proven: all of them, or so many. */
export function evaluateItems({ ids, atLeast }: ItemsRule, { isProven }: Context): Verdict {
  const proven = ids.filter(isProven);
  const needed = atLeast ?? ids.length;
  const met = proven.length >= needed;
  return {
    met,
    evidence: proven.map((id) => ({
      id,
      metric: 'state',
      value: 'proven',
      threshold: needed === ids.length ? 'proven' : `${needed} of ${ids.length} proven`,
      met: true,
      machine: null,
      commit: null,
    })),
    missing: met
      ? []
      : ids.filter((id) => !proven.includes(id)).map((id) => ({ what: `item ${id}, proven` })),
  };
}

// No command of a user brings what only CI can say.
function untested(what: string, onlyCi: boolean): Verdict {
  return lacking(onlyCi ? { what: `${what} by CI` } : { what, by: 'evidence' });
}
