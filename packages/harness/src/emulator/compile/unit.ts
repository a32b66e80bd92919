// A shader while it is compiled: the names of its text, what they stand for, and the JavaScript made so far.
import type { Expression } from '../syntax/tree.ts';
import type { Type } from './types.ts';
import type { Place, Value } from './values.ts';

/** What a name stands for. */
export type Meaning =
  | { readonly is: 'value'; readonly value: Value }
  | { readonly is: 'variable'; readonly type: Type; readonly place: Place }
  | { readonly is: 'type'; readonly type: Type }
  | { readonly is: 'function'; readonly fn: CompiledFunction };

/** A function that calls may name. */
export interface CompiledFunction {
  readonly name: string;
  readonly parameters: readonly Type[];
  readonly result: Type;
  /** Whether it waits for other threads: then it is a generator. */
  readonly yields: boolean;
}

/** Memory that threads share: a binding, or a variable of the workgroup. */
export interface RegionSpec {
  readonly name: string;
  readonly code: string;
  readonly type: Type;
  /** Null for workgroup memory. */
  readonly binding: number | null;
  readonly isWritable: boolean;
}

/** A place in the text at which threads meet, and what they do there. */
export interface Site {
  readonly line: number;
  readonly what: string;
}

/** One arm of the text: whether a launch has reached it is noted. */
export interface Branch {
  readonly line: number;
  readonly arm: string;
}

/** Everything that is known of a shader. */
export interface Unit {
  /** What a name of the whole text stands for; its own compilation begins when it is asked for first. */
  readonly resolve: (name: string) => Meaning | null;
  readonly functions: string[];
  /** Helpers by name, so that each is written once. */
  readonly helpers: Map<string, string>;
  readonly regions: RegionSpec[];
  /** JavaScript that gives a thread its own `var<private>`. */
  readonly privates: string[];
  readonly sites: Site[];
  readonly branches: Branch[];
  /** The type of every expression that has been compiled, for those who ask. */
  readonly types?: Map<Expression, Type>;
  /** How often a name has been taken, so that no two share a JavaScript name. */
  names: number;
}

/** Names inside a function, the innermost last. */
export interface Scope {
  readonly unit: Unit;
  readonly names: Map<string, Meaning>;
  readonly above: Scope | null;
  readonly body: Body;
  /** JavaScript labels that `break` and `continue` leave. */
  readonly breaks?: string;
  readonly continues?: string;
}

/** What is found out about a function while its statements are compiled. */
interface Body {
  yields: boolean;
  readonly result: Type;
}

/** A unit of which nothing is compiled yet. */
export function createUnit(
  resolve: (unit: Unit, name: string) => Meaning | null,
  types?: Map<Expression, Type>,
): Unit {
  const unit: Unit = {
    resolve: (name) => resolve(unit, name),
    functions: [],
    helpers: new Map(),
    regions: [],
    privates: [],
    sites: [],
    branches: [],
    ...(types ? { types } : {}),
    names: 0,
  };
  return unit;
}

/** A JavaScript name that nothing else has. */
export function freshName(unit: Unit, name: string): string {
  return `${name}_${unit.names++}`;
}

/** A scope within another, with labels of its own where it is a loop or a switch. */
export function inner(scope: Scope, labels: Pick<Scope, 'breaks' | 'continues'> = {}): Scope {
  return { ...scope, ...labels, names: new Map(), above: scope };
}

/** What a name stands for; null where the text does not say. */
export function lookUp(scope: Scope, name: string): Meaning | null {
  for (let at: Scope | null = scope; at; at = at.above) {
    const found = at.names.get(name);
    if (found) return found;
  }
  return scope.unit.resolve(name);
}

/** A number for a place at which threads meet. */
export function siteAt(unit: Unit, line: number, what: string): number {
  return unit.sites.push({ line, what }) - 1;
}

/** JavaScript that notes an arm as reached. */
export function reached(unit: Unit, line: number, arm: string): string {
  return `V[${unit.branches.push({ line, arm }) - 1}] = 1;`;
}

/** The name of a helper, written where it is wanted first. */
export function helper(unit: Unit, name: string, write: () => string): string {
  if (!unit.helpers.has(name)) unit.helpers.set(name, `const ${name} = ${write()};`);
  return name;
}

/** Refuses what stands in a line. */
export function refuse({ line }: { readonly line: number }, message: string): never {
  throw new SyntaxError(`line ${line}: ${message}`);
}
