// Walks `main` of a Toy program and every function that it calls, at the place of the call, with operands for parameters: what values
// are is the caller's business. Over expressions that is inlining; over numbers it is an interpreter.
import type { Shape } from '../graph/types.ts';
import type { ToyOperations } from './operations.ts';
import { ToyError } from './syntax.ts';
import type { ToyExpression, ToyFunction, ToyProgram } from './syntax.ts';

/** What is done with values of one kind. */
export interface Values<Value> {
  readonly literal: (values: readonly number[], shape: Shape) => Value;
  readonly reshape: (value: Value, shape: Shape) => Value;
  /** An operation whose operands have been verified, and the shape of its result. */
  readonly operate: (name: string, operands: readonly Value[], shape: Shape) => Value;
}

/** A value and its shape. */
interface Shaped<Value> {
  readonly value: Value;
  readonly shape: Shape;
}

interface Walking<Value> {
  readonly program: ToyProgram;
  readonly operations: ToyOperations;
  readonly values: Values<Value>;
  readonly printed: Value[];
  /** The functions under way. */
  readonly calls: readonly string[];
}

/** What `main` prints, in order. Throws a ToyError at a name that nobody has, at shapes that do not fit, and at recursion. */
export function walkToy<Value>(
  program: ToyProgram,
  operations: ToyOperations,
  values: Values<Value>,
): readonly Value[] {
  const main = program.get('main');
  if (!main || main.parameters.length > 0) throw new ToyError(1, 'there is no function main()');
  const walking: Walking<Value> = { program, operations, values, printed: [], calls: ['main'] };
  walkFunction(walking, main, []);
  return walking.printed;
}

type Known<Value> = ReadonlyMap<string, Shaped<Value>>;

function walkFunction<Value>(
  walking: Walking<Value>,
  { parameters, body }: ToyFunction,
  operands: readonly Shaped<Value>[],
): Shaped<Value> | null {
  const known = new Map<string, Shaped<Value>>();
  for (const [at, operand] of operands.entries()) known.set(parameters[at] ?? '', operand);
  for (const statement of body) {
    const found = valueOf(walking, known, statement.value);
    if (statement.kind === 'return') return found;
    if (statement.kind === 'print') walking.printed.push(found.value);
    if (statement.kind === 'var') known.set(statement.name, shapedAs(walking, found, statement));
  }
  return null;
}

function shapedAs<Value>(
  { values }: Walking<Value>,
  found: Shaped<Value>,
  { shape, line }: { readonly shape: Shape | null; readonly line: number },
): Shaped<Value> {
  if (!shape) return found;
  const [count, wanted] = [found.shape, shape].map((each) => each.reduce((all, length) => all * length, 1));
  if (count !== wanted)
    throw new ToyError(
      line,
      `<${found.shape.join(', ')}> has ${count} elements, <${shape.join(', ')}> ${wanted}`,
    );
  return { value: values.reshape(found.value, shape), shape };
}

function valueOf<Value>(
  walking: Walking<Value>,
  known: Known<Value>,
  expression: ToyExpression,
): Shaped<Value> {
  switch (expression.kind) {
    case 'literal': {
      const { values, shape } = expression;
      return { value: walking.values.literal(values, shape), shape };
    }
    case 'name': {
      const found = known.get(expression.name);
      if (!found) throw new ToyError(expression.line, `there is no variable ${expression.name}`);
      return found;
    }
    case 'call':
      return called(
        walking,
        expression,
        expression.operands.map((each) => valueOf(walking, known, each)),
      );
    default:
      return expression satisfies never;
  }
}

function called<Value>(
  walking: Walking<Value>,
  { callee, line }: { readonly callee: string; readonly line: number },
  operands: readonly Shaped<Value>[],
): Shaped<Value> {
  const own = walking.program.get(callee);
  if (own) return inlined(walking, { own, line }, operands);
  const operation = walking.operations[callee];
  if (!operation) throw new ToyError(line, `there is no function or operation ${callee}`);
  const shapes = operands.map(({ shape }) => shape);
  const shape = operation.verify(shapes);
  if (typeof shape === 'string')
    throw new ToyError(
      line,
      `${callee} ${shape}, not ${shapes.map((each) => `<${each.join(', ')}>`).join(' and ')}`,
    );
  const values = operands.map(({ value }) => value);
  return { value: walking.values.operate(callee, values, shape), shape };
}

function inlined<Value>(
  walking: Walking<Value>,
  { own, line }: { readonly own: ToyFunction; readonly line: number },
  operands: readonly Shaped<Value>[],
): Shaped<Value> {
  const { name, parameters } = own;
  if (walking.calls.includes(name))
    throw new ToyError(line, `${name} calls itself: it has no end to be inlined`);
  if (operands.length !== parameters.length)
    throw new ToyError(line, `${name} takes ${parameters.length} operands, not ${operands.length}`);
  const result = walkFunction({ ...walking, calls: [...walking.calls, name] }, own, operands);
  if (!result) throw new ToyError(line, `${name} returns nothing`);
  return result;
}
