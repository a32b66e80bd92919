// Names of types, with what stands between < and > behind them.
import type { Expression, Name } from '../syntax/tree.ts';
import { scalars, scalarOf, vectorOf } from './types.ts';
import type { Scalar, Type } from './types.ts';
import { lookUp, refuse } from './unit.ts';
import type { Scope } from './unit.ts';

const named: { readonly [name: string]: Scalar } = {
  bool: scalars.bool,
  i32: scalars.i32,
  u32: scalars.u32,
  f32: scalars.f32,
  f16: scalars.f16,
};

const suffixes: { readonly [suffix: string]: Scalar } = {
  f: scalars.f32,
  h: scalars.f16,
  i: scalars.i32,
  u: scalars.u32,
};

/** Gives the number that an expression of constants comes to. */
type CountOf = (expression: Expression) => number;

/** The type that a name stands for; null where it stands for none. */
export function typeNamed(scope: Scope, name: Name, countOf: CountOf): Type | null {
  const meaning = lookUp(scope, name.name);
  if (meaning) return meaning.is === 'type' ? meaning.type : null;
  return named[name.name] ?? vectorNamed(scope, name, countOf) ?? generated(scope, name, countOf);
}

/** The type that an expression names. Throws where it names none. */
export function typeOf(scope: Scope, expression: Expression, countOf: CountOf): Type {
  const type = expression.kind === 'name' ? typeNamed(scope, expression, countOf) : null;
  return type ?? refuse(expression, `${expression.kind === 'name' ? expression.name : 'this'} is no type`);
}

// A vector without the type of its parts takes that of its arguments: `vec4(1, 2, 3, 4)` is null here.
function vectorNamed(scope: Scope, { name, args: [of] }: Name, countOf: CountOf): Type | null {
  const [, size, suffix = ''] = /^vec([234])([fhiu]?)$/.exec(name) ?? [];
  if (size === undefined) return null;
  const part = suffixes[suffix] ?? (of ? scalarOf(typeOf(scope, of, countOf)) : null);
  return part && vectorOf(Number(size), part);
}

function generated(scope: Scope, { name, args }: Name, countOf: CountOf): Type | null {
  const [first, second, third] = args;
  if (!first) return null;
  const part = () => typeOf(scope, first, countOf);
  if (name === 'array') return { kind: 'array', of: part(), count: second ? countOf(second) : null };
  if (name === 'atomic') return { kind: 'atomic', of: scalarOf(part()) };
  if (!/^subgroup_matrix_(?:left|right|result)$/.test(name) || !second || !third || first.kind !== 'name')
    return null;
  // Columns come first: a left matrix is as wide as the sums are long.
  return { kind: 'matrix', component: first.name, columns: countOf(second), rows: countOf(third) };
}
