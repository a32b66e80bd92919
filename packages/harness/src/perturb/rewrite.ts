// Copies of a kernel's tree in which some parts are others.
import type { Block, Expression, Fn, Global, Statement } from '../emulator/syntax/tree.ts';
import { childrenOf } from './visit.ts';
import type { Part, Role } from './visit.ts';

/** What takes the place of parts; null leaves a part to be looked into. */
export interface Rewriter {
  readonly expression?: (part: Part, rewrite: RewriteExpression) => Expression | null;
  readonly statement?: (
    fn: string,
    statement: Statement,
    rewrite: RewriteExpression,
  ) => readonly Statement[] | null;
}

/** The same expression with its parts rewritten. */
export type RewriteExpression = (part: Part) => Expression;

/** A copy of functions in which some parts are others. */
export function rewriteFunctions(globals: readonly Global[], rewriter: Rewriter): readonly Global[] {
  return globals.map((global) =>
    global.kind === 'fn' ? { ...global, body: rewriteBlock({ fn: global, rewriter }, global.body) } : global,
  );
}

interface Context {
  readonly fn: Fn;
  readonly rewriter: Rewriter;
  /** In the head of a loop nothing is for its value. */
  readonly isHead?: boolean;
}

function rewriteBlock(context: Context, block: Block): Block {
  return { ...block, statements: block.statements.flatMap((each) => rewriteStatement(context, each)) };
}

function rewriteStatement(context: Context, statement: Statement): readonly Statement[] {
  const { fn, rewriter, isHead = false } = context;
  const rewrite: RewriteExpression = (part) => rewriteExpression(rewriter, part);
  const replaced = isHead ? null : (rewriter.statement?.(fn.name, statement, rewrite) ?? null);
  if (replaced) return replaced;
  const of = (expression: Expression, role: Role) =>
    rewrite({ fn: fn.name, expression, role: isHead && role === 'value' ? 'condition' : role });
  return [withParts(context, statement, of)];
}

function withParts(
  context: Context,
  statement: Statement,
  of: (expression: Expression, role: Role) => Expression,
): Statement {
  switch (statement.kind) {
    case 'declaration':
      return { ...statement, value: statement.value && of(statement.value, 'value') };
    case 'assign':
      return {
        ...statement,
        target: statement.target && of(statement.target, 'place'),
        value: of(statement.value, 'value'),
      };
    case 'call-statement':
      return { ...statement, call: of(statement.call, 'value') };
    case 'return':
      return { ...statement, value: statement.value && of(statement.value, 'value') };
    case 'break':
    case 'continue':
      return statement;
    default:
      return withBlocks(context, statement, of);
  }
}

function withBlocks(
  context: Context,
  statement: Statement & { readonly kind: 'block' | 'if' | 'loop' | 'switch' },
  of: (expression: Expression, role: Role) => Expression,
): Statement {
  const block = (inner: Block) => rewriteBlock(context, inner);
  const one = (inner: Statement | null, isHead = false) =>
    inner && asOne(inner, rewriteStatement({ ...context, isHead }, inner));
  switch (statement.kind) {
    case 'block':
      return block(statement);
    case 'if':
      return {
        ...statement,
        condition: of(statement.condition, 'condition'),
        yes: block(statement.yes),
        no: one(statement.no),
      };
    case 'loop': {
      const { first, condition, body, each, until } = statement;
      return {
        ...statement,
        first: one(first, true),
        condition: condition && of(condition, 'condition'),
        body: block(body),
        each: one(each, true),
        until: until && of(until, 'condition'),
      };
    }
    case 'switch':
      return {
        ...statement,
        of: of(statement.of, 'condition'),
        cases: statement.cases.map((arm) => ({ ...arm, body: block(arm.body) })),
      };
    default:
      return statement satisfies never;
  }
}

// One statement where only one may stand.
function asOne({ line }: Statement, statements: readonly Statement[]): Statement {
  const [only, ...others] = statements;
  return only && others.length === 0 ? only : { kind: 'block', statements, line };
}

function rewriteExpression(rewriter: Rewriter, part: Part): Expression {
  const rewrite: RewriteExpression = (inner) => rewriteExpression(rewriter, inner);
  const replaced = rewriter.expression?.(part, rewrite) ?? null;
  return replaced ?? withChildren(part, rewrite);
}

/** The same expression, each of its direct parts rewritten. */
export function withChildren(part: Part, rewrite: RewriteExpression): Expression {
  const { expression } = part;
  const children = childrenOf(part).map(([child, role]) => rewrite({ ...part, expression: child, role }));
  const [first = expression, second = expression] = children;
  switch (expression.kind) {
    case 'unary':
    case 'member':
      return { ...expression, of: first };
    case 'binary':
      return { ...expression, left: first, right: second };
    case 'index':
      return { ...expression, of: first, index: second };
    case 'call':
      return { ...expression, args: children };
    default:
      return expression;
  }
}
