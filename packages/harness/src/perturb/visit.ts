// Walks over the tree of a kernel: every part with the role that it plays.
import type { Block, Call, Expression, Statement } from '../emulator/syntax/tree.ts';

/** What an expression is there for: its value, where something lies, which one, whether something happens, or where it is written. */
export type Role = 'value' | 'index' | 'condition' | 'place';

/** An expression in its function. */
export interface Part {
  readonly fn: string;
  readonly expression: Expression;
  readonly role: Role;
}

/** Everything in a block, blocks in blocks included. */
export function* statementsIn(block: Block): Generator<Statement> {
  for (const statement of block.statements) yield* withInner(statement);
}

function* withInner(statement: Statement): Generator<Statement> {
  yield statement;
  for (const inner of innerOf(statement)) yield* withInner(inner);
}

function innerOf(statement: Statement): readonly Statement[] {
  switch (statement.kind) {
    case 'block':
      return statement.statements;
    case 'if':
      return [statement.yes, ...(statement.no ? [statement.no] : [])];
    case 'loop':
      return [statement.first, statement.body, statement.each].filter((part) => part !== null);
    case 'switch':
      return statement.cases.map(({ body }) => body);
    default:
      return [];
  }
}

/** An expression and all that it consists of. A place is read where its role says so: what is under a `&` is not. */
export function* partsOf(part: Part): Generator<Part> {
  yield part;
  for (const [expression, role] of childrenOf(part)) yield* partsOf({ ...part, expression, role });
}

/** A part of something, and its role there. */
export type Child = readonly [expression: Expression, role: Role];

/** The direct parts of an expression, with their roles. */
export function childrenOf({ expression, role }: Pick<Part, 'expression' | 'role'>): readonly Child[] {
  switch (expression.kind) {
    case 'unary':
      return [[expression.of, expression.op === '&' || expression.op === '*' ? 'place' : role]];
    case 'binary':
      return [
        [expression.left, role],
        [expression.right, role],
      ];
    case 'index':
      return [
        [expression.of, isPlace(expression.of) ? 'place' : role],
        [expression.index, 'index'],
      ];
    case 'member':
      return [[expression.of, isPlace(expression.of) ? 'place' : role]];
    case 'call':
      return expression.args.map((arg): Child => [arg, roleIn(expression, role)]);
    default:
      return [];
  }
}

// What is published by an atomic may be what others wait for: a value with a mark in it is no number to compute with.
function roleIn({ callee }: Call, role: Role): Role {
  if (callee.name.startsWith('atomic')) return 'condition';
  return role === 'place' ? 'value' : role;
}

function isPlace({ kind }: Expression): boolean {
  return kind === 'name' || kind === 'index' || kind === 'member' || kind === 'unary';
}

/** The operands of an operator, or the arguments of a call. */
export function operandsOf(expression: Expression): readonly Expression[] {
  if (expression.kind === 'call') return expression.args;
  return expression.kind === 'binary' ? [expression.left, expression.right] : [];
}

/** The expressions that stand in a statement itself, with their roles; those in its blocks are in statements of their own. */
export function expressionsOf(statement: Statement): readonly Child[] {
  switch (statement.kind) {
    case 'declaration':
    case 'return':
      return only(statement.value, 'value');
    case 'assign':
      return [...only(statement.target, 'place'), [statement.value, 'value']];
    case 'call-statement':
      return [[statement.call, 'value']];
    case 'if':
      return [[statement.condition, 'condition']];
    case 'loop':
      return [...only(statement.condition, 'condition'), ...only(statement.until, 'condition')];
    case 'switch':
      return [[statement.of, 'condition']];
    default:
      return [];
  }
}

function only(expression: Expression | null, role: Role): readonly Child[] {
  return expression ? [[expression, role]] : [];
}
