// A kernel without its loads from global memory, and one without its stores to it.
import type { Expression } from '../emulator/syntax/tree.ts';
import { printExpression } from '../emulator/syntax/print.ts';
import { loadedValues } from './data.ts';
import { exitsOf, isLoad, isMatrixLoad, placed } from './flow.ts';
import { Refusal } from './refusal.ts';
import { calleeOf, indicesOf, plainType, rootOf, spaceOf } from './shader.ts';
import type { Shader } from './shader.ts';
import { call, nameWith } from './sink.ts';
import type { Sink } from './sink.ts';
import { rewriteFunctions } from './rewrite.ts';
import { partsOf } from './visit.ts';
import type { Part } from './visit.ts';
import type { Perturbed } from './perturbed.ts';

/**
 * Each load gives a number made of the place that it would read, so that no product of it is the same in every turn of a loop, and all
 * addresses are computed still. Refused where what is loaded decides where something lies in global memory or how often a loop turns.
 */
export function withoutLoads(shader: Shader): Perturbed {
  const { names } = shader;
  refuseDeciding(shader);
  const types = new Set<string>();
  let places = 0;
  const globals = rewriteFunctions(shader.globals, {
    expression: (part, rewrite) => {
      if (!isLoad(names, part)) return null;
      const made = standIn(shader, part, types);
      if (made) places++;
      return (
        made && {
          ...made,
          args: made.args.map((arg) => rewrite({ ...part, expression: arg, role: 'index' })),
        }
      );
    },
  });
  if (places === 0) throw new Refusal('it loads nothing from global memory');
  return { globals, behind: [...types].map(standInFunction).join('\n'), places };
}

function refuseDeciding(shader: Shader): void {
  const { names } = shader;
  const loaded = loadedValues(shader);
  if (exitsOf(shader).some((exit) => loaded.has(exit)))
    throw new Refusal('what it loads decides how often its loops turn');
  for (const part of placed(shader))
    for (const each of partsOf(part)) {
      const { expression, fn } = each;
      const root = expression.kind === 'index' ? rootOf(names, fn, expression) : null;
      if (expression.kind !== 'index' || root === null || spaceOf(names, root) !== 'storage') continue;
      if (loaded.has({ ...each, expression: expression.index, role: 'index' }))
        throw new Refusal('what it loads decides where it goes in global memory');
    }
}

// Null in an arm that a constant rules out, which nothing is known of.
function standIn({ names, types: known }: Shader, part: Part, types: Set<string>) {
  const { expression } = part;
  if (isMatrixLoad(names, part, 'storage') && expression.kind === 'call')
    return standInMatrix(expression, types);
  const type = known.get(expression);
  if (!type) return null;
  const plain = plainType(type);
  if (plain === null || /bool/.test(plain))
    throw new Refusal(`it loads whole values at ${printExpression(expression)}`);
  types.add(plain);
  return call(nameFor(plain), [placeOf(expression)]);
}

const componentTypes: { readonly [name: string]: string } = { i8: 'i32', u8: 'u32' };

function standInMatrix({ callee, args }: Expression & { readonly kind: 'call' }, types: Set<string>) {
  const [matrix] = callee.args;
  const [component] = matrix?.kind === 'name' ? matrix.args : [];
  const [, offset] = args;
  if (matrix?.kind !== 'name' || component?.kind !== 'name' || !offset) return null;
  const type = componentTypes[component.name] ?? component.name;
  types.add(type);
  const value = call(nameFor(type), [call('u32', [offset])]);
  return { kind: 'call' as const, callee: matrix, args: [value], line: callee.line };
}

// Which element it is, whatever the rows are long.
function placeOf(expression: Expression): Expression {
  const [first, ...others] = indicesOf(expression).map((index) => call('u32', [index]));
  return others.reduce<Expression>(
    (left, right) => ({ kind: 'binary', op: '+', left, right, line: expression.line }),
    first ?? call('u32', []),
  );
}

function nameFor(type: string): string {
  return `stand_in_${nameWith(type)}`;
}

// Floats lie between 1 and 2, the parts of a vector apart from each other; integers are such halves in pairs.
function standInFunction(type: string): string {
  const [, size, of = type] = /^vec([234])<(\w+)>$/.exec(type) ?? [];
  const parts = [0, 1, 2, 3].slice(0, Number(size ?? 1));
  if (of === 'f16') {
    const halves = parts.map((part) => `bitcast<vec2<f16>>(((place & 0xffu) | ${0x3c00 + 0x100 * part}u)).x`);
    return write(type, `${type}(${halves.join(', ')})`);
  }
  const words = parts.map((part) =>
    of === 'f32'
      ? `((place & 0xfffffu) | ${0x3f800000 + 0x100000 * part}u)`
      : `((place & 0xff00ffu) | ${0x3c003c00 + 0x1000100 * part}u)`,
  );
  const bits = size === undefined ? (words[0] ?? '') : `vec${size}<u32>(${words.join(', ')})`;
  return write(type, of === 'u32' ? bits : `bitcast<${type}>(${bits})`);
}

function write(type: string, value: string): string {
  return `fn ${nameFor(type)}(place: u32) -> ${type} {\n  return ${value};\n}`;
}

/** Each value that would be stored is kept instead. Refused where matrices are stored, whose elements nobody can look at. */
export function withoutStores(shader: Shader, sink: Sink): Perturbed {
  const { types } = shader;
  refuseMatrices(shader);
  let places = 0;
  const globals = rewriteFunctions(shader.globals, {
    statement: (fn, statement, rewrite) => {
      if (statement.kind !== 'assign' || !statement.target || !isGlobal(shader, fn, statement.target))
        return null;
      const { target } = statement;
      // An arm that a constant rules out.
      if (!types.has(target)) return null;
      const plain = plainType(types.get(target));
      if (plain === null) throw new Refusal(`it stores whole values at ${printExpression(target)}`);
      places++;
      const value = rewrite({ fn, expression: statement.value, role: 'value' });
      const place = rewrite({ fn, expression: placeOf(target), role: 'index' });
      return [sink.keepOnly(call(plain, [value]), plain), sink.keepOnly(place, 'u32')];
    },
  });
  if (places === 0) throw new Refusal('it stores nothing in global memory');
  return { globals, behind: '', places };
}

function refuseMatrices(shader: Shader): void {
  for (const { fn, expression } of placed(shader)) {
    const [pointer] = expression.kind === 'call' ? expression.args : [];
    if (calleeOf(expression) === 'subgroupMatrixStore' && pointer && isGlobal(shader, fn, pointer))
      throw new Refusal('it stores matrices, whose elements nobody can look at');
  }
}

function isGlobal({ names }: Shader, fn: string, place: Expression): boolean {
  const root = rootOf(names, fn, place);
  return root !== null && spaceOf(names, root) === 'storage';
}
