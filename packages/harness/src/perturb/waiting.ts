// A kernel without its barriers, one without its atomics, and one that waits for no other workgroup.
import type { Expression, Statement } from '../emulator/syntax/tree.ts';
import { exitsOf, taintOf } from './flow.ts';
import type { Taint } from './flow.ts';
import type { Perturbed } from './perturbed.ts';
import { Refusal } from './refusal.ts';
import { calleeOf, indicesOf, isBarrier, rootOf, spaceOf } from './shader.ts';
import type { Shader } from './shader.ts';
import { call } from './sink.ts';
import type { Sink } from './sink.ts';
import { rewriteFunctions } from './rewrite.ts';
import type { Part } from './visit.ts';

/** No barrier is left. Refused where a loop ends by what other threads write: it might never end. */
export function withoutBarriers(shader: Shader): Perturbed {
  const shared = taintOf(shader, (part) => isShared(shader, part));
  let places = 0;
  const globals = rewriteFunctions(shader.globals, {
    statement: (_, statement) => {
      if (!isBarrier(statement)) return null;
      places++;
      return [];
    },
    expression: (part, rewrite) => {
      const [pointer] = part.expression.kind === 'call' ? part.expression.args : [];
      if (!isUniformLoad(part) || !pointer) return null;
      places++;
      const place = pointer.kind === 'unary' ? pointer.of : pointer;
      const isAtomic = shader.types.get(place)?.kind === 'atomic';
      return isAtomic ? call('atomicLoad', [pointer]) : rewrite({ ...part, expression: place });
    },
  });
  if (places === 0) throw new Refusal('it has no barriers');
  if (exitsOf(shader).some((exit) => shared.has(exit)))
    throw new Refusal('its loops end by what other threads write');
  return { globals, behind: '', places };
}

// What other threads of the workgroup may have written.
function isShared({ names }: Shader, part: Part): boolean {
  if (part.expression.kind !== 'name') return isUniformLoad(part);
  const root = rootOf(names, part.fn, part.expression);
  return root !== null && spaceOf(names, root) === 'workgroup';
}

function isUniformLoad({ expression }: Part): boolean {
  return calleeOf(expression) === 'workgroupUniformLoad';
}

/** Atomics whose result nobody uses are left out; their places and values are computed. Refused where loops wait by them. */
export function withoutAtomics(shader: Shader, sink: Sink): Perturbed {
  let places = 0;
  const globals = rewriteFunctions(shader.globals, {
    statement: (fn, statement, rewrite) => {
      const done = updateIn(statement);
      if (!done) return null;
      places++;
      const of = (expression: Expression) => rewrite({ fn, expression, role: 'value' });
      return [
        ...indicesOf(done.pointer).map((index) => sink.keepOnly(call('u32', [of(index)]), 'u32')),
        sink.keepOnly(call('u32', [of(done.value)]), 'u32'),
      ];
    },
  });
  if (places === 0) throw new Refusal('it has no atomics whose result nobody uses');
  if (waitsForOthers(shader)) throw new Refusal('its loops wait by its atomics');
  return { globals, behind: '', places };
}

const updates = /^atomic(?:Add|Sub|Max|Min|And|Or|Xor)$/;

function updateIn(statement: Statement): { readonly pointer: Expression; readonly value: Expression } | null {
  const called =
    statement.kind === 'call-statement'
      ? statement.call
      : statement.kind === 'assign' && !statement.target
        ? statement.value
        : null;
  if (called?.kind !== 'call' || !updates.test(calleeOf(called))) return null;
  const [pointer, value] = called.args;
  return pointer && value ? { pointer, value } : null;
}

/** Loops that end by what other workgroups publish are left out: what they bring is nothing. */
export function withoutWaits(shader: Shader): Perturbed {
  const published = othersWords(shader);
  const waits = new Set(exitsOf(shader).flatMap((exit) => (published.has(exit) ? [exit.loop] : [])));
  if (waits.size === 0) throw new Refusal('it waits for no other workgroup');
  const globals = rewriteFunctions(shader.globals, {
    statement: (_, statement) => (waits.has(statement) ? [] : null),
  }).map((global) => {
    if (global.kind !== 'fn' || !global.result || global.result.kind !== 'name') return global;
    const { result, body } = global;
    const last = body.statements.at(-1);
    if (
      last?.kind === 'return' ||
      !shader.names.functions.get(global.name)?.body.statements.some((each) => waits.has(each))
    )
      return global;
    const value: Expression = { kind: 'call', callee: result, args: [], line: global.line };
    return {
      ...global,
      body: {
        ...body,
        statements: [...body.statements, { kind: 'return' as const, value, line: global.line }],
      },
    };
  });
  return { globals, behind: '', places: waits.size };
}

/** Whether a loop ends by what other workgroups publish. */
export function waitsForOthers(shader: Shader): boolean {
  const published = othersWords(shader);
  return exitsOf(shader).some((exit) => published.has(exit));
}

// What other workgroups may have published: atomics of global memory that are looked at.
function othersWords(shader: Shader): Taint {
  const { names } = shader;
  return taintOf(shader, ({ fn, expression }) => {
    if (expression.kind !== 'call' || !/^atomic(?:Load|CompareExchangeWeak)$/.test(calleeOf(expression)))
      return false;
    const [pointer] = expression.args;
    const root = pointer ? rootOf(names, fn, pointer) : null;
    return root !== null && spaceOf(names, root) === 'storage';
  });
}
