// A rule in words, for whoever asks what would prove an item.
import { boundsText } from '../bounds.ts';
import { quantityTable, unitAsked } from '../quantities.ts';
import { describeSelector } from '../select.ts';
import type { Rule } from '../types.generated.ts';
import { overSelector } from './pairs.ts';

type Describers = {
  readonly [Name in Rule['rule']]: (rule: Extract<Rule, { readonly rule: Name }>) => string;
};

const describers: Describers = {
  passed: ({ of, at, count, timed }) =>
    `${describeSelector(of)} passed${timed ? ' and timed' : ''}${atText(at)}${count ? `, ${count} ids` : ''}`,
  'edge-cases': ({ of, sets, expectedFailures, observed }) =>
    `${sets.join(', ')} checked and not failed by ${describeSelector(of)}${expectedFailures ? ', with cases that it gets wrong' : ''}${observed ? ', with outcomes recorded' : ''}`,
  quantity: (rule) =>
    `${quantityTable[rule.quantity].label} of ${describeSelector(rule.of)} ${boundsText(rule, unitAsked(quantityTable[rule.quantity], rule.of))}${countText(rule.count, 'results')}`,
  ratio: (rule) =>
    `${quantityTable[rule.quantity].label} of ${describeSelector(rule.of)} over ${describeSelector(overSelector(rule))}, one run: ${boundsText(rule, '×')}${countText(rule.count, 'pairs')}`,
  growth: ({ of, quantity, along, order }) =>
    `${quantityTable[quantity].label} of ${describeSelector(of)} grows ${order === 'constant' ? 'not at all' : `as ${order}`} in ${along}`,
  distinct: ({ of, by, atLeast }) =>
    `${atLeast} different ${by.join(', ')} among the passed ${describeSelector(of)}`,
  peer: ({ of, by, count = 1, peers = 1 }) =>
    `${describeSelector(of)} beside ${by.join(' or ')} on the same device: ${count} cases, ${peers} peers`,
  tests: ({ file, names }) => `the tests of ${file} pass${names ? `, among them ${names.join('; ')}` : ''}`,
  'line-coverage': ({ above }) => `line coverage of every package > ${above} %`,
  artefact: ({ path }) => `${path} is generated, with no row missing`,
  items: ({ ids, atLeast }) => `${atLeast ?? 'all'} of ${ids.join(', ')} are proven`,
  all: () => 'all of',
  any: () => 'one of',
};

/** A line for each rule, those that a rule joins indented below it. */
export function describeRule(rule: Rule, depth = 0): readonly string[] {
  // The table pairs every kind with its own rule; the compiler cannot follow that through the look-up.
  const describe = describers[rule.rule] as (rule: Rule) => string;
  const inner = 'rules' in rule ? rule.rules.flatMap((one) => describeRule(one, depth + 1)) : [];
  return [`${'  '.repeat(depth)}${describe(rule)}`, ...inner];
}

function atText(at: Extract<Rule, { readonly rule: 'passed' }>['at']): string {
  return Object.entries(at ?? {})
    .map(([key, values]) => ` at ${key} = ${values.join(', ')}`)
    .join('');
}

function countText(count: number | undefined, what: string): string {
  return count === undefined ? `, all ${what}` : `, at least ${count} of the ${what}`;
}
