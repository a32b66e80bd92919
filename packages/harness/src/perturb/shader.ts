// A kernel's final text as a tree with types, in which every name is told from those of other functions.
import { typesIn } from '../emulator/compile/kernel.ts';
import { nameOf, scalarOf } from '../emulator/compile/types.ts';
import type { Type } from '../emulator/compile/types.ts';
import { parse } from '../emulator/syntax/parse.ts';
import { print } from '../emulator/syntax/print.ts';
import type { Declaration, Expression, Fn, Global, Statement } from '../emulator/syntax/tree.ts';
import { statementsIn } from './visit.ts';

/** A kernel, read. */
export interface Shader {
  /** `enable`, `requires` and `diagnostic`, which the tree does not hold. */
  readonly directives: string;
  readonly globals: readonly Global[];
  /** Of what the entry point reaches; the nodes of the tree as it was read are the keys. */
  readonly types: ReadonlyMap<Expression, Type>;
  readonly names: Names;
}

/** What names stand for; a local one has its function in front: `main/sum`. */
export interface Names {
  readonly functions: ReadonlyMap<string, Fn>;
  /** Of variables outside of functions. */
  readonly variables: ReadonlyMap<string, Declaration>;
  readonly locals: ReadonlyMap<string, ReadonlySet<string>>;
  /** The names of the members of structures. */
  readonly structs: ReadonlyMap<string, readonly string[]>;
  /** What `let` names point at. */
  readonly pointers: ReadonlyMap<string, Expression>;
}

/** Reads a final text. Throws a `SyntaxError` on what the emulator cannot read. */
export function readShader(text: string): Shader {
  const globals = parse(text);
  const directives = (text.match(/^(?:enable|requires|diagnostic)\b[^;]*;/gm) ?? []).join('\n');
  return { directives, globals, types: typesIn(globals), names: namesIn(globals) };
}

/** The text of a tree, with what comes behind it. */
export function writeShader(
  { directives }: Pick<Shader, 'directives'>,
  globals: readonly Global[],
  behind = '',
): string {
  return `${directives}\n${trustedWith(directives)}${print(globals)}${behind}`;
}

const trusts = [
  [/\benable\s+subgroups\b/, 'subgroup_uniformity'],
  [/\benable\s+chromium_experimental_subgroup_matrix\b/, 'chromium.subgroup_matrix_uniformity'],
] as const;

// Without a barrier, or a load that is the same for all, no compiler sees that lanes go the same way.
function trustedWith(directives: string): string {
  const rules = trusts.flatMap(([feature, rule]) =>
    feature.test(directives) && !directives.includes(rule) ? [`diagnostic(off, ${rule});\n`] : [],
  );
  return rules.join('');
}

/** The compute entry point. */
export function entryOf(globals: readonly Global[]): Fn {
  const entry = globals.find(
    (global): global is Fn => global.kind === 'fn' && global.attributes.has('compute'),
  );
  if (!entry) throw new SyntaxError('the text has no @compute function');
  return entry;
}

function namesIn(globals: readonly Global[]): Names {
  const functions = globals.filter((global) => global.kind === 'fn');
  const declarations = functions.flatMap((fn) =>
    [...statementsIn(fn.body)].flatMap((statement) =>
      statement.kind === 'declaration' ? [{ fn: fn.name, declared: statement }] : [],
    ),
  );
  const localsOf = (fn: Fn) => [
    ...fn.parameters.map(({ name }) => name),
    ...declarations.flatMap(({ fn: of, declared }) => (of === fn.name ? [declared.name] : [])),
  ];
  return {
    functions: new Map(functions.map((fn) => [fn.name, fn])),
    variables: new Map(
      globals.flatMap((global) => (global.kind === 'declaration' ? [[global.name, global]] : [])),
    ),
    structs: new Map(
      globals.flatMap((global) =>
        global.kind === 'struct' ? [[global.name, global.members.map(({ name }) => name)]] : [],
      ),
    ),
    locals: new Map(functions.map((fn) => [fn.name, new Set(localsOf(fn))])),
    pointers: new Map(
      declarations.flatMap(({ fn, declared: { name, value } }) =>
        value?.kind === 'unary' && value.op === '&' ? [[`${fn}/${name}`, value.of]] : [],
      ),
    ),
  };
}

/** A name as the whole text knows it. */
export function keyOf({ locals }: Names, fn: string, name: string): string {
  return locals.get(fn)?.has(name) === true ? `${fn}/${name}` : name;
}

/** The variable that a place lies in, pointers followed; null for what is no place. */
export function rootOf(names: Names, fn: string, place: Expression): string | null {
  switch (place.kind) {
    case 'name': {
      const key = keyOf(names, fn, place.name);
      const to = names.pointers.get(key);
      return to ? rootOf(names, fn, to) : key;
    }
    case 'index':
    case 'member':
      return rootOf(names, fn, place.of);
    case 'unary':
      return place.op === '&' || place.op === '*' ? rootOf(names, fn, place.of) : null;
    default:
      return null;
  }
}

/** The address space of a variable: that of a pointer where a parameter is one. */
export function spaceOf({ variables, functions }: Names, key: string): string {
  const [fn = '', local] = key.split('/');
  if (local === undefined) return variables.get(key)?.space[0] ?? 'none';
  const parameter = functions.get(fn)?.parameters.find(({ name }) => name === local);
  return (parameter && pointedSpace(parameter.type)) ?? 'function';
}

function pointedSpace(type: Expression): string | null {
  const [space] = type.kind === 'name' && type.name === 'ptr' ? type.args : [];
  return space?.kind === 'name' ? space.name : null;
}

/** The indices of a place, outermost first. */
export function indicesOf(place: Expression): readonly Expression[] {
  if (place.kind === 'index') return [...indicesOf(place.of), place.index];
  return place.kind === 'member' || place.kind === 'unary' ? indicesOf(place.of) : [];
}

/** A scalar or vector type by the name that a text gives it, literals settled; null for any other. */
export function plainType(type: Type | undefined): string | null {
  if (type?.kind !== 'scalar' && type?.kind !== 'vector') return null;
  const settled: { readonly [name: string]: string } = { int: 'i32', float: 'f32' };
  const { name } = scalarOf(type);
  return nameOf(type).replace(name, settled[name] ?? name);
}

/** Whether a statement is a call of a barrier. */
export function isBarrier(statement: Statement): boolean {
  return statement.kind === 'call-statement' && /^\w+Barrier$/.test(calleeOf(statement.call));
}

/** The name that a call calls; empty for what is no call. */
export function calleeOf(expression: Expression): string {
  return expression.kind === 'call' ? expression.callee.name : '';
}
