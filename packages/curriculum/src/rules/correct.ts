// Whether what a rule is about is there and right somewhere, whatever the speed and the machine: `implemented`.
import type { Snapshot } from '../snapshot.ts';
import type { Rule, Selector } from '../types.generated.ts';
import { evaluate } from './evaluate.ts';
import { selectRows } from './rows.ts';
import { subjectsOf } from './subjects.ts';

/** Whether the subject of a rule is correct on some machine, a software adapter included. */
export function isCorrectSomewhere(rule: Rule, snapshot: Snapshot): boolean {
  const verdict = correct(rule, snapshot);
  if (verdict !== null) return verdict;
  return subjectsOf(rule).some((selector) => somePassed(selector, snapshot));
}

// Null: a rule about speed or memory, other items, or tests that nobody has run says nothing about being correct.
function correct(rule: Rule, snapshot: Snapshot): boolean | null {
  const judge = judges[rule.rule] as (rule: Rule, snapshot: Snapshot) => boolean | null;
  return judge(rule, snapshot);
}

type Judges = {
  readonly [Name in Rule['rule']]: (
    rule: Extract<Rule, { readonly rule: Name }>,
    snapshot: Snapshot,
  ) => boolean | null;
};

const saysNothing = (): null => null;

const judges: Judges = {
  passed: ({ of }, snapshot) => somePassed(of, snapshot),
  'edge-cases': ({ of }, snapshot) => somePassed(of, snapshot),
  distinct: ({ of }, snapshot) => somePassed(of, snapshot),
  declined: saysNothing,
  quantity: saysNothing,
  ratio: saysNothing,
  growth: saysNothing,
  items: saysNothing,
  apart: onSomeMachine,
  peer: onSomeMachine,
  tests: (rule, snapshot) =>
    snapshot.tested?.files.has(rule.file) ? evaluate(rule, bare(snapshot)).met : null,
  'line-coverage': (rule, snapshot) =>
    snapshot.tested?.lineCoverage ? evaluate(rule, bare(snapshot)).met : null,
  // A page without a single number shows nothing.
  artefact: ({ path }, snapshot) => (snapshot.artefacts.get(path)?.rows ?? 0) > 0,
  all: ({ rules }, snapshot) => joined(rules, snapshot, (verdicts) => verdicts.every(Boolean)),
  any: ({ rules }, snapshot) => joined(rules, snapshot, (verdicts) => verdicts.some(Boolean)),
};

function joined(
  rules: readonly Rule[],
  snapshot: Snapshot,
  join: (verdicts: readonly boolean[]) => boolean,
): boolean | null {
  const verdicts = rules.map((rule) => correct(rule, snapshot)).filter((one) => one !== null);
  return verdicts.length === 0 ? null : join(verdicts);
}

function onSomeMachine(rule: Rule, snapshot: Snapshot): boolean {
  return snapshot.machines.some((machine) => evaluate(rule, { ...bare(snapshot), machine }).met);
}

function bare(snapshot: Snapshot): Parameters<typeof evaluate>[1] {
  return { snapshot, machine: null, needs: [], isProven: () => false };
}

function somePassed(selector: Selector, { machines }: Snapshot): boolean {
  return machines.some((machine) => selectRows(machine, selector).passed.length > 0);
}
