// Expressions of workflows, evaluated by GitHub's own parser over contexts of our making.
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';

/** What an expression can see. */
export interface Contexts {
  readonly [name: string]: unknown;
}

const contextNames = [
  'github',
  'needs',
  'steps',
  'vars',
  'inputs',
  'env',
  'matrix',
  'strategy',
  'runner',
  'secrets',
  'job',
];

/** How a job stands when a status function is asked. */
export interface Standing {
  readonly cancelled?: boolean;
  readonly failed?: boolean;
  /** What `hashFiles` finds. */
  readonly files?: boolean;
}

/** The value of an expression, which stands without `${{ }}`. Throws where GitHub would refuse it. */
export function evaluate(text: string, contexts: Contexts, standing: Standing = {}): unknown {
  const functions = functionsOf(standing);
  const { tokens } = new Lexer(text).lex();
  const tree = new Parser(tokens, contextNames, [...functions.values()]).parse();
  const context = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary;
  return plainOf(new Evaluator(tree, context, functions).evaluate());
}

function functionsOf({ cancelled = false, failed = false, files = true }: Standing) {
  const answers: readonly (readonly [string, () => data.ExpressionData])[] = [
    ['always', () => new data.BooleanData(true)],
    ['cancelled', () => new data.BooleanData(cancelled)],
    ['failure', () => new data.BooleanData(failed && !cancelled)],
    ['success', () => new data.BooleanData(!failed && !cancelled)],
    ['hashfiles', () => new data.StringData(files ? '0123abcd' : '')],
  ];
  return new Map(answers.map(([name, call]) => [name, { name, minArgs: 0, maxArgs: 9, call }]));
}

function plainOf(value: data.ExpressionData): unknown {
  return JSON.parse(JSON.stringify(value, data.replacer) ?? 'null');
}

/** Whether a condition holds; without a status function it also wants that nothing failed before. */
export function holds(condition: string | undefined, contexts: Contexts, standing: Standing = {}): boolean {
  const text = (condition ?? 'success()').replace(/^\$\{\{(.*)\}\}$/s, '$1');
  const whole = /\b(?:always|cancelled|failure|success)\s*\(/.test(text) ? text : `success() && (${text})`;
  const value = evaluate(whole, contexts, standing);
  return value !== false && value !== null && value !== '' && value !== 0;
}

/** A text with its `${{ }}` filled in. */
export function interpolate(text: string, contexts: Contexts): string {
  return text.replaceAll(/\$\{\{(.*?)\}\}/gs, (_, inner: string) => String(evaluate(inner, contexts) ?? ''));
}

/** The expressions in a text. */
export function expressionsIn(text: string): readonly string[] {
  return [...text.matchAll(/\$\{\{(.*?)\}\}/gs)].map(([, inner = '']) => inner.trim());
}
