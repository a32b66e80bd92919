// What is arithmetic on data in a kernel: operations on loaded values that decide neither where something lies nor whether it happens.
import type { Expression, Statement } from '../emulator/syntax/tree.ts';
import { controlOf, isLoad, isReadOf, taintOf } from './flow.ts';
import type { Taint } from './flow.ts';
import { calleeOf, keyOf, plainType, rootOf } from './shader.ts';
import type { Shader } from './shader.ts';
import { expressionsOf, partsOf } from './visit.ts';
import type { Part } from './visit.ts';

/** A kernel, what of it comes from global memory, and which names decide about control. */
export interface Data {
  readonly shader: Shader;
  readonly loaded: Taint;
  readonly control: ReadonlySet<string>;
}

/** Follows a kernel's loaded values. */
export function dataOf(shader: Shader): Data {
  const loaded = loadedValues(shader);
  return { shader, loaded, control: controlOf(shader, loaded) };
}

/** Values that come from global memory. */
export function loadedValues(shader: Shader): Taint {
  return taintOf(shader, (part) => isLoad(shader.names, part));
}

const operators = new Set(['+', '-', '*', '/', '%']);

const functions = new Set(
  'abs ceil clamp cos dot dot4I8Packed dot4U8Packed exp exp2 floor fma inverseSqrt log log2 max min mix pow sign sin sqrt tanh trunc subgroupMatrixMultiplyAccumulate'.split(
    ' ',
  ),
);

/** Whether a part is an operation on loaded values. */
export function isOperation({ loaded }: Pick<Data, 'loaded'>, part: Part): boolean {
  const { expression, role } = part;
  if (role !== 'value') return false;
  const isOne =
    expression.kind === 'binary' ? operators.has(expression.op) : functions.has(calleeOf(expression));
  return isOne && loaded.has(part);
}

/** Whether a part reads memory that has loaded values in it, of the device or of the workgroup. */
export function isRead({ shader: { names }, loaded }: Data, part: Part): boolean {
  if (part.role !== 'value') return false;
  return ['storage', 'workgroup'].some((space) => isReadOf(names, part, space)) && loaded.has(part);
}

/** Whether what a statement computes decides about control: it stays as it is. */
export function decides(data: Data, fn: string, statement: Statement): boolean {
  const { shader, control } = data;
  const { names } = shader;
  if (expressionsOf(statement).some(([expression, role]) => makesDeciding(data, { fn, expression, role })))
    return true;
  if (statement.kind === 'declaration') return control.has(keyOf(names, fn, statement.name));
  if (statement.kind === 'return') return control.has(`${fn}()`);
  if (statement.kind !== 'assign' || !statement.target) return false;
  const root = rootOf(names, fn, statement.target);
  return root !== null && control.has(root);
}

// A structure that is made with a loaded value for a member that decides.
function makesDeciding({ shader: { names }, loaded, control }: Data, part: Part): boolean {
  return [...partsOf(part)].some(({ fn, expression }) => {
    const members = names.structs.get(calleeOf(expression)) ?? [];
    const args = expression.kind === 'call' ? expression.args : [];
    return members.some((member, index) => {
      const arg = args[index];
      const isControl = control.has(`${calleeOf(expression)}.${member}`);
      return arg && isControl && loaded.has({ fn, expression: arg, role: 'value' });
    });
  });
}

/** A statement that does arithmetic on a variable in place, `sum += x`. */
export type Change = Statement & { readonly kind: 'assign'; readonly target: Expression };

/** The statement as a change of a loaded value or by one; null where it is none. */
export function changeIn({ loaded }: Data, fn: string, statement: Statement): Change | null {
  if (statement.kind !== 'assign' || !statement.target || !operators.has(statement.op)) return null;
  const { target, value } = statement;
  const isData = [target, value].some((expression) => loaded.has({ fn, expression, role: 'value' }));
  return isData ? { ...statement, target } : null;
}

/** The scalar or vector type of an expression of the text; null where it has another, or none is known. */
export function typeOf({ types }: Shader, expression: Expression): string | null {
  return plainType(types.get(expression));
}

/** Whether an expression calls a function of the text: it may do more than compute. */
export function callsOwn({ names }: Shader, part: Part): boolean {
  return [...partsOf(part)].some(({ expression }) => names.functions.has(calleeOf(expression)));
}
