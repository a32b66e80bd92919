// A shader's text as a program for the emulator's machine.
import { parse } from '../syntax/parse.ts';
import type { Declaration, Expression, Fn, Global } from '../syntax/tree.ts';
import { compileExpression, compileType, countOf } from './expressions.ts';
import { compileBlock, declaredType } from './statements.ts';
import { nothing } from './types.ts';
import type { Type } from './types.ts';
import { createUnit, freshName, inner, refuse } from './unit.ts';
import type { Branch, CompiledFunction, Meaning, RegionSpec, Scope, Site, Unit } from './unit.ts';
import { as, zeroOf } from './values.ts';

/** A compiled entry point. */
export interface Kernel {
  readonly text: string;
  readonly regions: readonly RegionSpec[];
  readonly sites: readonly Site[];
  readonly branches: readonly Branch[];
  readonly workgroupSize: readonly [x: number, y: number, z: number];
  /** Null where the device chooses. */
  readonly subgroupSize: number | null;
  /** JavaScript of a function of the machine's parts that gives `main` and a maker of what each thread owns. */
  readonly script: string;
}

/** Compiles the compute entry point of a text. Throws a `SyntaxError` with the line of what it does not know. */
export function compileKernel(text: string): Kernel {
  return compileGlobals(text, parse(text));
}

/** The types of all expressions that the entry point of a tree reaches; those in an arm that a constant rules out have none. */
export function typesIn(globals: readonly Global[]): ReadonlyMap<Expression, Type> {
  const types = new Map<Expression, Type>();
  compileGlobals('', globals, types);
  return types;
}

function compileGlobals(text: string, globals: readonly Global[], types?: Map<Expression, Type>): Kernel {
  const byName = new Map(globals.map((global) => [global.name, global]));
  const resolved = new Map<string, Meaning>();
  const unit = createUnit((self, name) => {
    const known = resolved.get(name);
    const global = byName.get(name);
    if (known || !global) return known ?? null;
    const meaning = resolve(self, global);
    resolved.set(name, meaning);
    return meaning;
  }, types);
  const main = globals.find(
    (global): global is Fn => global.kind === 'fn' && global.attributes.has('compute'),
  );
  if (!main) throw new SyntaxError('the text has no @compute function');
  // Memory stands in its own order, whatever is read first.
  for (const global of globals) if (isShared(global)) unit.resolve(global.name);
  const body = compileEntry(unit, main);
  const scope = outermost(unit);
  const sizes = (main.attributes.get('workgroup_size') ?? []).map((size) => countOf(scope, size));
  const [pinned] = main.attributes.get('subgroup_size') ?? [];
  return {
    text,
    regions: unit.regions,
    sites: unit.sites,
    branches: unit.branches,
    workgroupSize: [sizes[0] ?? 1, sizes[1] ?? 1, sizes[2] ?? 1],
    subgroupSize: pinned ? countOf(scope, pinned) : null,
    script: scriptOf(unit, body),
  };
}

function scriptOf(unit: Unit, main: string): string {
  const regions = unit.regions.map(({ code }, index) => `const ${code} = R[${index}];`);
  return [
    "'use strict';",
    'const F = Math.fround, H = Math.f16round;',
    ...regions,
    ...unit.helpers.values(),
    ...unit.functions,
    main,
    `return { main, own: () => ({ ${unit.privates.join(', ')} }) };`,
  ].join('\n');
}

function isShared(global: Global): boolean {
  return global.kind === 'declaration' && global.keyword === 'var' && global.space[0] !== 'private';
}

function outermost(unit: Unit): Scope {
  return { unit, names: new Map(), above: null, body: { yields: false, result: nothing } };
}

function resolve(unit: Unit, global: Global): Meaning {
  const scope = outermost(unit);
  switch (global.kind) {
    case 'alias':
      return { is: 'type', type: compileType(scope, global.type) };
    case 'struct': {
      const members = global.members.map(({ name, type }) => ({ name, type: compileType(scope, type) }));
      return { is: 'type', type: { kind: 'struct', name: global.name, members } };
    }
    case 'fn':
      return { is: 'function', fn: compileFunction(unit, global) };
    case 'declaration':
      return global.keyword === 'var' ? resolveVariable(unit, global) : resolveConstant(unit, global);
    default:
      return global satisfies never;
  }
}

function resolveConstant(unit: Unit, declared: Declaration): Meaning {
  const scope = outermost(unit);
  if (!declared.value) return refuse(declared, `${declared.name} has no value`);
  const given = compileExpression(scope, declared.value);
  const value = declared.type ? as(given, compileType(scope, declared.type)) : given;
  if (value.known !== undefined) return { is: 'value', value };
  const code = freshName(unit, declared.name);
  unit.functions.push(`const ${code} = ${value.code};`);
  return { is: 'value', value: { type: value.type, code } };
}

function resolveVariable(unit: Unit, declared: Declaration): Meaning {
  const scope = outermost(unit);
  const type = declaredType(scope, declared);
  const [space, access] = declared.space;
  const code = freshName(unit, declared.name);
  if (space === 'private') {
    const first = declared.value ? as(compileExpression(scope, declared.value), type) : zeroOf(type);
    unit.privates.push(`${code}: ${first.code}`);
    const read = `T.own.${code}`;
    return {
      is: 'variable',
      type,
      place: { in: 'thread', read, write: (value) => `${read} = ${value};` },
    };
  }
  const [binding] = declared.attributes.get('binding') ?? [];
  unit.regions.push({
    name: declared.name,
    code,
    type,
    binding: binding ? countOf(scope, binding) : null,
    isWritable: space === 'workgroup' || access === 'read_write',
  });
  const isStorage = space !== 'workgroup';
  return { is: 'variable', type, place: { in: 'memory', region: code, offset: '0', isStorage } };
}

function compileFunction(unit: Unit, fn: Fn): CompiledFunction {
  const outside = outermost(unit);
  const result = fn.result ? compileType(outside, fn.result) : nothing;
  const scope: Scope = { ...inner(outside), body: { yields: false, result } };
  const parameters = fn.parameters.map(({ name, type }) => {
    const own = { type: compileType(scope, type), code: freshName(unit, name) };
    scope.names.set(name, { is: 'value', value: own });
    return own;
  });
  const code = freshName(unit, fn.name);
  const body = compileBlock(scope, fn.body);
  const { yields } = scope.body;
  const names = parameters.map((parameter) => parameter.code).join(', ');
  unit.functions.push(`function${yields ? '*' : ''} ${code}(${names}) {\n${body}\n}`);
  return { name: code, parameters: parameters.map(({ type }) => type), result, yields };
}

// The builtin values of a thread stand in `T.input`.
function compileEntry(unit: Unit, main: Fn): string {
  const scope = inner(outermost(unit));
  const reads = main.parameters.map(({ name, type, attributes, line }) => {
    const [builtin] = attributes.get('builtin') ?? [];
    if (builtin?.kind !== 'name') return refuse({ line }, `parameter ${name} of main is no builtin value`);
    const code = freshName(unit, name);
    scope.names.set(name, { is: 'value', value: { type: compileType(scope, type), code } });
    return `const ${code} = T.input.${builtin.name};`;
  });
  return `function* main() {\n${reads.join('\n')}\n${compileBlock(scope, main.body)}\n}`;
}
