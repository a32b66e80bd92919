// A rule in words, for whoever asks what would prove an item.
import { boundsText } from '../bounds.ts';
import { quantityTable, unitAsked } from '../quantities.ts';
import { describeSelector } from '../select.ts';
import type { Places, Rule, Selector } from '../types.generated.ts';
import { headingText, sectionText } from './artefact.ts';
import { overSelector } from './pairs.ts';

type Describers = {
  readonly [Name in Rule['rule']]: (rule: Extract<Rule, { readonly rule: Name }>) => string;
};

const describers: Describers = {
  passed: ({ of, at, count, timed }) =>
    `${each(of)} passed${timed ? ' and timed' : ''}${atText(at)}${count ? `, ${count} ids` : ''}`,
  'edge-cases': ({ of, sets, atLeast, expectedFailures, observed }) =>
    `all cases of ${sets.join(', ')} that it takes${atLeast ? `, ${atLeast} or more,` : atLeast === 0 ? ', if any,' : ''} checked and not failed by ${each(of)}${expectedFailures ? ', with cases that it gets wrong' : ''}${observed ? ', with outcomes recorded' : ''}`,
  declined: ({ of, at }) => `${each(of)} skipped with its reason${atText(at)}, as no device offers it`,
  quantity: (rule) =>
    `${quantityTable[rule.quantity].label} of ${placedText(rule)} ${boundsText(rule, unitAsked(quantityTable[rule.quantity], rule.of))}${countText(rule.count, 'results')}`,
  ratio: (rule) =>
    `${quantityTable[rule.quantity].label} of ${placedText(rule)} over ${rule.at ? each(overSelector(rule)) : describeSelector(overSelector(rule))}, one run: ${boundsText(rule, '×')}${countText(rule.count, 'pairs')}`,
  growth: ({ of, quantity, along, order, at }) =>
    `${quantityTable[quantity].label} of ${each(of)} grows ${order === 'constant' ? 'not at all' : `as ${order}`} over ${along} = ${at.join(', ')}`,
  distinct: ({ of, by, atLeast }) =>
    `${atLeast} different ${by.join(', ')} among the passed ${describeSelector(of)}`,
  apart: ({ rungs, agree }) =>
    `${rungs} rungs taken apart, held back by what their times suggest in ${100 * agree} % of the kernels`,
  peer: ({ of, by, count = 1, peers = 1 }) =>
    `${describeSelector(of)} beside ${by.join(' or ')} in one run: ${count} cases, ${peers} peers`,
  tests: ({ file, names, on }) =>
    `these tests of ${file} pass, ${on === 'host' ? 'which open no adapter' : 'on a machine that the item needs'}: ${names.join('; ')}`,
  'line-coverage': ({ above }) => `line coverage of every package > ${above} %`,
  artefact: ({ path, sections }) =>
    `${path} is generated, with no row${sections.every(({ naming }) => naming) ? ' of those' : ''} missing: ${sections.map((one) => `${headingText(one)} ${sectionText(one)}`).join('; ')}`,
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

// Where variants are named, each of them is asked for.
function each(of: Selector): string {
  return `${of.variants && of.variants.length > 1 ? 'each of ' : ''}${describeSelector(of)}`;
}

function placedText({ of, at }: { readonly of: Selector; readonly at?: Places }): string {
  return at ? `${each(of)}${atText(at)}` : describeSelector(of);
}

function atText(at: Places | undefined): string {
  return Object.entries(at ?? {})
    .map(([key, values]) => ` at ${key} = ${values.join(', ')}`)
    .join(' and');
}

function countText(count: number | undefined, what: string): string {
  return count === undefined ? '' : `, at least ${count} of the ${what}`;
}
