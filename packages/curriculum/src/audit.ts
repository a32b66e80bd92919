// Each promise beside what its rule checks, for a reader who trusts neither.
import type { Curriculum } from './curriculum.ts';
import { needsHardware } from './needs.ts';
import { placesOf } from './places.ts';
import { describeRule } from './rules/describe.ts';
import { flatten } from './rules/subjects.ts';
import type { Completion, Item, ItemState, Match, Rule, Selector } from './types.generated.ts';

/** One provable item as a sceptic reads it. */
export interface AuditedItem {
  readonly id: string;
  readonly title: string;
  readonly state: ItemState['state'];
  readonly heldBackBy?: readonly string[];
  readonly needs: readonly string[];
  /** What the curricula ask for. */
  readonly ask: string;
  /** What is said to prove it. */
  readonly promise: string;
  /** What its rule checks, a line each. */
  readonly checks: readonly string[];
  /** Why the rule may be weaker than it looks; none where nothing speaks against it. */
  readonly flags: readonly string[];
}

/** Every provable item with its promise, its rule in words and what makes the rule weak. */
export function audit({ items }: Curriculum, { items: states }: Completion): readonly AuditedItem[] {
  return states.flatMap((state) => {
    const item = items.get(state.id);
    return item?.rule ? [auditItem(item, item.rule, state)] : [];
  });
}

function auditItem(item: Item, rule: Rule, { state, heldBackBy }: ItemState): AuditedItem {
  return {
    id: item.id,
    title: item.title,
    state,
    ...(heldBackBy ? { heldBackBy } : {}),
    needs: item.needs ?? [],
    ask: item.ask,
    promise: item.evidence,
    checks: describeRule(rule),
    flags: flagsOf(item, rule),
  };
}

/** Why a rule could hold on little: on one result, one test, one page, on some cases of a set, on no adapter. */
function flagsOf({ needs = [] }: Item, rule: Rule): readonly string[] {
  const parts = flatten(rule).filter((one) => !('rules' in one));
  const isAll = (kind: Rule['rule']) => parts.every((one) => one.rule === kind);
  const onHost = parts.some((one) => one.rule === 'tests' && one.on === 'host');
  const open = parts.flatMap((one) =>
    one.rule === 'edge-cases' && one.atLeast === undefined ? one.sets : [],
  );
  const flags: readonly (readonly [isWeak: boolean, flag: string])[] = [
    [leastResults(rule) === 1, 'one result could satisfy it'],
    [isAll('tests') && namesOf(parts) === 1, 'one test could satisfy it'],
    [isAll('artefact'), 'write-ups alone satisfy it'],
    [open.length > 0, `how many cases of ${[...new Set(open)].join(', ')} a variant must take is not said`],
    [onHost && needsHardware(needs), 'tests that open no adapter stand for a part of what needs one'],
  ];
  return flags.filter(([isWeak]) => isWeak).map(([, flag]) => flag);
}

function namesOf(rules: readonly Rule[]): number {
  return rules.reduce((sum, one) => sum + (one.rule === 'tests' ? one.names.length : 0), 0);
}

type Counters = {
  readonly [Name in Rule['rule']]: (rule: Extract<Rule, { readonly rule: Name }>) => number;
};

// What is no result cannot be brought by one.
const noResult = (): number => Infinity;

const least: Counters = {
  passed: ({ of, at, count = 1 }) => Math.max(count, placesOf(of, at).length),
  'edge-cases': ({ of }) => placesOf(of).length,
  declined: ({ of, at }) => placesOf(of, at).length,
  quantity: ({ of, at, count = 1 }) => Math.max(count, at ? placesOf(of, at).length : 1),
  // A pair is two results, whatever else it is.
  ratio: ({ of, at }) => (at ? 2 * placesOf(of, at).length : 2),
  growth: ({ of, at }) => placesOf(of).length * at.length,
  apart: ({ rungs }) => rungs,
  distinct: ({ atLeast }) => atLeast,
  peer: ({ count = 1, peers = 1 }) => count + peers,
  tests: noResult,
  'line-coverage': noResult,
  artefact: noResult,
  items: noResult,
  // One result may serve several rules, unless they ask for different ones.
  all: ({ rules }) => Math.max(apart(rules.flatMap(askedOf)), ...rules.map(leastResults)),
  any: ({ rules }) => Math.min(...rules.map(leastResults)),
};

// What a rule asks for whatever else holds.
function askedOf(rule: Rule): readonly Selector[] {
  if (rule.rule === 'all') return rule.rules.flatMap(askedOf);
  return 'of' in rule ? [rule.of] : [];
}

// How many of some selections no result can be in two of: a lower bound, as it takes them in their order.
function apart(selectors: readonly Selector[]): number {
  const chosen: Selector[] = [];
  for (const selector of selectors)
    if (chosen.every((other) => areApart(selector, other))) chosen.push(selector);
  return chosen.length;
}

function areApart(a: Selector, b: Selector): boolean {
  if (a.family !== b.family) return a.family !== undefined && b.family !== undefined;
  if (a.variants && b.variants && !a.variants.some((name) => b.variants?.includes(name))) return true;
  if (!a.where || !b.where) return false;
  const [left, right] = [a.where, b.where];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].some((key) =>
    differ(left[key], right[key]),
  );
}

// A parameter that only one of two selections names must not be spelled out in the other.
function differ(a: Match | undefined, b: Match | undefined): boolean {
  if (a === undefined || b === undefined) return true;
  const isOne = [a, b].every((match) => typeof match !== 'object' && match !== '*');
  return isOne && String(a) !== String(b);
}

/** How few results could satisfy a rule; infinite where results alone do not. */
export function leastResults(rule: Rule): number {
  // The table pairs every kind with its own rule; the compiler cannot follow that through the look-up.
  const count = least[rule.rule] as (rule: Rule) => number;
  return count(rule);
}
