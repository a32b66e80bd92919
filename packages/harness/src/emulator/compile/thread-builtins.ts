// Builtin functions by which threads meet: barriers, atomics, subgroups, the matrix unit.
import type { Name } from '../syntax/tree.ts';
import { nameOf, nothing, scalarOf, scalars, strideOf, vectorOf } from './types.ts';
import type { Type } from './types.ts';
import { refuse, siteAt } from './unit.ts';
import type { Scope } from './unit.ts';
import { as, concrete, convert, matrixCode, readCode } from './values.ts';
import type { Place, Value } from './values.ts';

/** A call with its arguments compiled. */
interface ThreadCall {
  readonly scope: Scope;
  readonly callee: Name;
  readonly args: readonly Value[];
  /** The matrix type of `subgroupMatrixLoad`. */
  readonly type: Type | null;
}

/** Compiles the call of such a builtin; null where the name is none of these. */
export function threadBuiltin(call: ThreadCall): Value | null {
  const { name } = call.callee;
  if (name.startsWith('atomic')) return atomic(call);
  if (name.startsWith('subgroupMatrix')) return matrix(call);
  if (/^(?:subgroup|quad)[A-Z]/.test(name)) return subgroup(call);
  if (name === 'workgroupBarrier' || name === 'storageBarrier') {
    const site = siteOf(call);
    return { type: nothing, code: `(yield T.barrier('${name}', ${site}))` };
  }
  if (name === 'workgroupUniformLoad') return uniformLoad(call);
  return name === 'arrayLength' ? lengthOf(call) : null;
}

// Whoever waits is a generator, and so is whoever calls it.
function siteOf({ scope, callee }: ThreadCall): number {
  scope.body.yields = true;
  return siteAt(scope.unit, callee.line, callee.name);
}

function pointed({ callee, args: [pointer] }: ThreadCall): { place: Place & { in: 'memory' }; to: Type } {
  const { type, place } = pointer ?? refuse(callee, `${callee.name} takes a pointer`);
  if (type.kind !== 'pointer' || place?.in !== 'memory')
    return refuse(callee, `${callee.name} takes a pointer to memory that threads share, not ${nameOf(type)}`);
  return { place, to: type.to };
}

const structOfExchange = (of: Type): Type => ({
  kind: 'struct',
  name: 'exchange result',
  members: [
    { name: 'old_value', type: of },
    { name: 'exchanged', type: scalars.bool },
  ],
});

function atomic(call: ThreadCall): Value {
  const { callee, args, scope } = call;
  const { place, to } = pointed(call);
  const of = scalarOf(to);
  const { region, offset, isStorage } = place;
  const rest = args.slice(1).map((arg) => as(arg, of).code);
  const operation = callee.name.slice('atomic'.length);
  const given = [offset, `'${of.name}'`, ...rest, callee.line].join(', ');
  const run = `${region}.${operation[0]?.toLowerCase()}${operation.slice(1)}(${given})`;
  // Other workgroups may come in between wherever one touches what they can see.
  if (isStorage) scope.body.yields = true;
  const code = isStorage ? `(yield T.pause(), ${run})` : run;
  if (operation === 'Store') return { type: nothing, code };
  return { type: operation.startsWith('CompareExchange') ? structOfExchange(of) : of, code };
}

function uniformLoad(call: ThreadCall): Value {
  const { place, to } = pointed(call);
  const type = to.kind === 'atomic' ? to.of : to;
  const read = readCode(place.region, place.offset, to, call.callee.line);
  return { type, code: `(yield* T.uniformLoad(${siteOf(call)}, () => ${read}))` };
}

function lengthOf({ callee, args: [pointer] }: ThreadCall): Value {
  const { type, place } = pointer ?? refuse(callee, 'arrayLength takes a pointer');
  if (type.kind !== 'pointer' || type.to.kind !== 'array' || place?.in !== 'memory')
    return refuse(callee, `arrayLength takes a pointer to an array, not ${nameOf(type)}`);
  return { type: scalars.u32, code: `${place.region}.room(${strideOf(type.to)})` };
}

const boolean = new Set(['subgroupAll', 'subgroupAny', 'subgroupElect']);

function subgroup(call: ThreadCall): Value {
  const { callee, args } = call;
  const [value, other] = args.map(concrete);
  const site = siteOf(call);
  const type = value?.type ?? scalars.bool;
  const result = boolean.has(callee.name)
    ? scalars.bool
    : callee.name === 'subgroupBallot'
      ? vectorOf(4, scalars.u32)
      : type;
  const given = [value?.code ?? 'true', other ? convert(other, 'u32').code : '0'].join(', ');
  const of = type.kind === 'scalar' || type.kind === 'vector' ? scalarOf(type).name : 'bool';
  return { type: result, code: `(yield T.ask(${site}, '${callee.name} ${of}', ${given}))` };
}

// Offset and stride count elements of the array.
function matrix(call: ThreadCall): Value {
  const { callee, args, type } = call;
  if (callee.name === 'subgroupMatrixMultiplyAccumulate') {
    const [a, b, sum] = args;
    if (!a || !b || !sum) return refuse(callee, 'three matrices are multiplied and added');
    return { type: sum.type, code: `L.multiplyAccumulate(T, ${a.code}, ${b.code}, ${sum.code})` };
  }
  const { place, to } = pointed(call);
  if (to.kind !== 'array') return refuse(callee, `${callee.name} takes a pointer to an array`);
  const order = callee.args.find((arg) => arg.kind === 'name' && arg.name.endsWith('_major'));
  const isByRow = order?.kind === 'name' && order.name === 'row_major';
  const [offset, ...rest] = args.slice(1).map((arg) => convertIndex(arg).code);
  const size = strideOf(to);
  const at = `{ offset: ${place.offset} + ${offset} * ${size}, stride: ${rest.at(-1)} * ${size}, isByRow: ${isByRow}, line: ${callee.line} }`;
  if (callee.name === 'subgroupMatrixStore')
    return { type: nothing, code: `L.storeMatrix(T, ${place.region}, ${rest[0]}, ${at})` };
  if (!type) return refuse(callee, 'subgroupMatrixLoad takes a type');
  return { type, code: `L.loadMatrix(T, ${place.region}, ${matrixCode(type)}, ${at})` };
}

function convertIndex(value: Value): Value {
  return value.type.kind === 'scalar' ? convert(value, 'u32') : value;
}
