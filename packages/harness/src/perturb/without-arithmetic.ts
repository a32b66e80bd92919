// A kernel without the arithmetic on what it loads: addresses, tests, loops, loads, stores and barriers are all there.
import type { Expression, Statement } from '../emulator/syntax/tree.ts';
import { changeIn, callsOwn, dataOf, decides, isOperation, isRead, typeOf } from './data.ts';
import type { Change, Data } from './data.ts';
import { edgesOf, namesBehind, placed } from './flow.ts';
import type { Perturbed } from './perturbed.ts';
import { Refusal } from './refusal.ts';
import { calleeOf, keyOf, rootOf, spaceOf } from './shader.ts';
import type { Shader } from './shader.ts';
import { bitcast } from './sink.ts';
import type { Sink } from './sink.ts';
import { rewriteFunctions, withChildren } from './rewrite.ts';
import type { RewriteExpression } from './rewrite.ts';
import { childrenOf, operandsOf, partsOf } from './visit.ts';
import type { Part } from './visit.ts';

interface Stripping extends Data {
  readonly sink: Sink;
  /** What is read and only moves on to other memory: nothing else needs to keep it. */
  readonly moving: ReadonlySet<Expression>;
}

/**
 * Of each operation one operand is left, and every value that is read from global or workgroup memory is kept alive, unless it only moves
 * on to other memory. Nobody can keep matrices: what loads them goes with their products.
 */
export function withoutArithmetic(shader: Shader, sink: Sink): Perturbed {
  const read = dataOf(shader);
  const data = { ...read, sink, moving: movingReads(read) };
  let places = 0;
  const globals = rewriteFunctions(shader.globals, {
    expression: (part, rewrite) => {
      const left = isOperation(data, part) ? operandOf(data, part) : null;
      if (left) {
        places++;
        return keepLost(data, { part, left, rewrite });
      }
      return isRead(data, part) && !data.moving.has(part.expression) ? kept(data, part, rewrite) : null;
    },
    statement: (fn, statement, rewrite) => {
      if (decides(data, fn, statement)) return [statement];
      const change = changeIn(data, fn, statement);
      if (!change) return null;
      places++;
      return [unchanged(data, { fn, change, rewrite })];
    },
  });
  if (places === 0) throw new Refusal('it has no arithmetic on what it loads');
  return { globals, behind: '', places };
}

// `sum += x` becomes `sum = x`, `sum *= x` looks at x alone.
function unchanged(
  data: Stripping,
  {
    fn,
    change,
    rewrite,
  }: { readonly fn: string; readonly change: Change; readonly rewrite: RewriteExpression },
): Statement {
  const { shader } = data;
  const { target, value: given, op } = change;
  const value = rewrite({ fn, expression: given, role: 'value' });
  const isSum = (op === '+' || op === '-') && typeOf(shader, given) === typeOf(shader, target);
  return {
    ...change,
    target: isSum ? rewrite({ fn, expression: target, role: 'place' }) : null,
    op: '=',
    value,
  };
}

interface Left {
  readonly operand: Expression;
  readonly as: (value: Expression) => Expression;
}

const same = (value: Expression) => value;

// Functions whose result has another type than what they are given.
const specials: { readonly [name: string]: (args: readonly Expression[]) => Left | null } = {
  subgroupMatrixMultiplyAccumulate: ([, , sum]) => (sum ? { operand: sum, as: same } : null),
  dot: ([first]) =>
    first ? { operand: first, as: (of) => ({ kind: 'member', of, name: 'x', line: of.line }) } : null,
  dot4I8Packed: ([first]) => (first ? { operand: first, as: (value) => bitcast('i32', value) } : null),
  dot4U8Packed: ([first]) => (first ? { operand: first, as: same } : null),
};

// The operand that stands for the whole operation; null where none has its type.
function operandOf({ shader, loaded }: Data, { fn, expression }: Part): Left | null {
  const given = operandsOf(expression);
  const special = specials[calleeOf(expression)]?.(given);
  if (special) return special;
  const type = typeOf(shader, expression);
  if (type === null) return null;
  const fitting = given.filter((arg) => typeOf(shader, arg) === type);
  // The second summand: the first is the sum so far, in which the values of earlier turns would be lost.
  const inOrder =
    expression.kind === 'binary' && '+-'.includes(expression.op) ? fitting.toReversed() : fitting;
  const operand = inOrder.find((arg) => loaded.has({ fn, expression: arg, role: 'value' })) ?? inOrder[0];
  return operand ? { operand, as: same } : null;
}

interface Losing {
  readonly part: Part;
  readonly left: Left;
  readonly rewrite: RewriteExpression;
}

// What the other operands read is read still, and what they call is called.
function keepLost(data: Stripping, { part, left: { operand, as }, rewrite }: Losing): Expression {
  const whole = as(rewrite({ ...part, expression: operand }));
  const type = typeOf(data.shader, part.expression);
  if (type === null) return whole;
  return lostIn(data, part, operand).reduce((value, lost) => {
    const other = typeOf(data.shader, lost.expression);
    return other === null ? value : data.sink.beside({ value, type }, { value: rewrite(lost), type: other });
  }, whole);
}

function lostIn(data: Data, part: Part, left: Expression): readonly Part[] {
  return operandsOf(part.expression)
    .filter((each) => each !== left)
    .flatMap((each) => effectsIn(data, { ...part, expression: each }));
}

// The outermost reads and calls of an expression.
function effectsIn(data: Data, part: Part): readonly Part[] {
  if (data.shader.names.functions.has(calleeOf(part.expression)) || isRead(data, part)) return [part];
  return childrenOf(part).flatMap(([expression, role]) => effectsIn(data, { ...part, expression, role }));
}

function kept({ shader, sink }: Stripping, part: Part, rewrite: RewriteExpression): Expression | null {
  const type = typeOf(shader, part.expression);
  return type === null ? null : sink.keep(withChildren(part, rewrite), type);
}

// What is read and only moves on to memory that others see: nobody needs to keep it, and to wait for it at once would undo a kernel’s own
// order of loads.
function movingReads(data: Data): ReadonlySet<Expression> {
  const operands = operandNames(data);
  const moving = new Set<Expression>();
  for (const { statement, ...part } of placed(data.shader)) {
    const to = part.role === 'value' ? targetOf(data.shader, part.fn, statement) : null;
    if (to === null || operands.has(to)) continue;
    const parts = [...partsOf(part)];
    if (parts.some((each) => isOperation(data, each)) || callsOwn(data.shader, part)) continue;
    for (const each of parts) if (isRead(data, each)) moving.add(each.expression);
  }
  return moving;
}

// The variable that a statement’s value goes into; empty for memory that others see, null where it goes nowhere.
function targetOf({ names }: Shader, fn: string, statement: Statement): string | null {
  if (statement.kind === 'declaration') return keyOf(names, fn, statement.name);
  if (statement.kind === 'return') return `${fn}()`;
  if (statement.kind !== 'assign' || statement.op !== '=' || !statement.target) return null;
  const root = rootOf(names, fn, statement.target);
  return root !== null && ['storage', 'workgroup'].includes(spaceOf(names, root)) ? '' : root;
}

// Names of which something is computed or tested before it is in memory that others see.
function operandNames(data: Data): ReadonlySet<string> {
  const { shader } = data;
  const asked = [...placed(shader)].flatMap((part) =>
    [...partsOf(part)].filter((each) => isAsked(data, each)),
  );
  const edges = edgesOf(shader).filter(({ to }) => spaceOf(shader.names, to) !== 'workgroup');
  return namesBehind(shader, asked, edges);
}

// Whether more than copying is done with a part.
function isAsked(data: Data, part: Part): boolean {
  const { expression, role } = part;
  return role !== 'value' || isOperation(data, part) || /^(?:subgroup|atomic)/.test(calleeOf(expression));
}
