// One function for each kind of rule; this one finds it.
import type { Rule } from '../types.generated.ts';
import { evaluateApart } from './apart.ts';
import { evaluateArtefact } from './artefact.ts';
import { evaluateEdgeCases } from './coverage.ts';
import { evaluateItems, evaluateLineCoverage, evaluateTests } from './documents.ts';
import { evaluateGrowth } from './growth.ts';
import { evaluateRatio } from './pairs.ts';
import { evaluatePeer } from './peers.ts';
import { evaluateDeclined, evaluateDistinct, evaluatePassed, evaluateQuantity } from './results.ts';
import { joinAll } from './verdict.ts';
import type { Context, Verdict } from './verdict.ts';

type Kind = Rule['rule'];
type Evaluators = {
  readonly [Name in Kind]: (rule: Extract<Rule, { readonly rule: Name }>, context: Context) => Verdict;
};

const evaluators: Evaluators = {
  passed: evaluatePassed,
  'edge-cases': evaluateEdgeCases,
  declined: evaluateDeclined,
  quantity: evaluateQuantity,
  ratio: evaluateRatio,
  growth: evaluateGrowth,
  distinct: evaluateDistinct,
  apart: evaluateApart,
  peer: evaluatePeer,
  tests: evaluateTests,
  'line-coverage': evaluateLineCoverage,
  artefact: evaluateArtefact,
  items: evaluateItems,
  all: ({ rules }, context) => joinAll(rules.map((rule) => evaluate(rule, context))),
  any: ({ rules }, context) => joinAny(rules.map((rule) => evaluate(rule, context))),
};

/** Whether a rule holds as seen from one machine, on what evidence, and what it lacks. */
export function evaluate(rule: Rule, context: Context): Verdict {
  // The table pairs every kind with its own rule; the compiler cannot follow that through the look-up.
  const evaluator = evaluators[rule.rule] as (rule: Rule, context: Context) => Verdict;
  return evaluator(rule, context);
}

function joinAny(verdicts: readonly Verdict[]): Verdict {
  const met = verdicts.find((verdict) => verdict.met);
  if (met) return met;
  return {
    met: false,
    evidence: verdicts.flatMap((verdict) => verdict.evidence),
    missing: verdicts.flatMap(({ missing }, index) =>
      index === 0 ? missing : missing.map((one) => ({ ...one, what: `or ${one.what}` })),
    ),
  };
}
