// A syntax tree as text again: everything between its own parentheses, so that no order of operators is left to be known.
import type { Block, Declaration, Expression, Fn, Global, Name, Statement, Typed } from './tree.ts';

/** The text of a shader. Directives, which the tree does not hold, are put in front by whoever has them. */
export function print(globals: readonly Global[]): string {
  return `${globals.map(printGlobal).join('\n')}\n`;
}

function printGlobal(global: Global): string {
  switch (global.kind) {
    case 'alias':
      return `alias ${global.name} = ${printExpression(global.type)};`;
    case 'struct':
      return `struct ${global.name} {\n${global.members.map((member) => `  ${printTyped(member)},\n`).join('')}}`;
    case 'fn':
      return printFunction(global);
    case 'declaration':
      return `${printDeclaration(global)};`;
    default:
      return global satisfies never;
  }
}

function printFunction({ name, attributes, parameters, result, body }: Fn): string {
  const given = parameters.map(printTyped).join(', ');
  const back = result ? ` -> ${printExpression(result)}` : '';
  return `${printAttributes(attributes)}fn ${name}(${given})${back} ${printBlock(body, '')}`;
}

function printTyped({ name, type, attributes }: Typed): string {
  return `${printAttributes(attributes)}${name}: ${printExpression(type)}`;
}

function printAttributes(attributes: Fn['attributes']): string {
  const all = [...attributes].map(([name, args]) =>
    args.length === 0 ? `@${name}` : `@${name}(${args.map(printExpression).join(', ')})`,
  );
  return all.map((attribute) => `${attribute} `).join('');
}

function printDeclaration({ keyword, name, space, attributes, type, value }: Declaration): string {
  const where = space.length > 0 ? `<${space.join(', ')}>` : '';
  const typed = type ? `: ${printExpression(type)}` : '';
  const given = value ? ` = ${printExpression(value)}` : '';
  return `${printAttributes(attributes)}${keyword}${where} ${name}${typed}${given}`;
}

function printBlock({ statements }: Block, indent: string): string {
  const own = `${indent}  `;
  return `{\n${statements.map((statement) => `${own}${printStatement(statement, own)}\n`).join('')}${indent}}`;
}

function printStatement(statement: Statement, indent: string): string {
  switch (statement.kind) {
    case 'block':
      return printBlock(statement, indent);
    case 'if':
      return printIf(statement, indent);
    case 'loop':
      return printLoop(statement, indent);
    case 'switch':
      return printSwitch(statement, indent);
    default:
      return `${printSimple(statement)};`;
  }
}

type Simple = Exclude<Statement, { readonly kind: 'block' | 'if' | 'loop' | 'switch' }>;

// What ends with a semicolon, or stands in the head of a `for`.
function printSimple(statement: Simple): string {
  switch (statement.kind) {
    case 'declaration':
      return printDeclaration(statement);
    case 'assign': {
      const { target, op, value } = statement;
      const given = printExpression(value);
      return target === null ? `_ = ${given}` : `${printPlace(target)} ${op === '=' ? '' : op}= ${given}`;
    }
    case 'call-statement':
      return printExpression(statement.call);
    case 'return':
      return statement.value ? `return ${printExpression(statement.value)}` : 'return';
    case 'break':
    case 'continue':
      return statement.kind;
    default:
      return statement satisfies never;
  }
}

function printIf({ condition, yes, no }: Statement & { readonly kind: 'if' }, indent: string): string {
  const other = no ? ` else ${printStatement(no, indent)}` : '';
  return `if (${printExpression(condition)}) ${printBlock(yes, indent)}${other}`;
}

function printLoop(loop: Statement & { readonly kind: 'loop' }, indent: string): string {
  const { first, condition, body, each } = loop;
  if (first === null && condition === null && (each === null || each.kind === 'block'))
    return printBareLoop(loop, indent);
  const [begin, next] = [first, each].map((part) => (part ? printHead(part) : ''));
  return `for (${begin}; ${condition ? printExpression(condition) : ''}; ${next}) ${printBlock(body, indent)}`;
}

function printBareLoop({ body, each, until }: Statement & { readonly kind: 'loop' }, indent: string): string {
  if (each === null && until === null) return `loop ${printBlock(body, indent)}`;
  const own = `${indent}  `;
  const closing = each?.kind === 'block' ? each.statements : [];
  const lines = closing.map((part) => `${own}  ${printStatement(part, `${own}  `)}\n`);
  const last = until ? `${own}  break if ${printExpression(until)};\n` : '';
  const turns = printBlock(body, indent).slice(0, -1 - indent.length);
  return `loop ${turns}${own}continuing {\n${lines.join('')}${last}${own}}\n${indent}}`;
}

function printHead(statement: Statement): string {
  switch (statement.kind) {
    case 'block':
    case 'if':
    case 'loop':
    case 'switch':
      throw new SyntaxError(`line ${statement.line}: no head of a loop`);
    default:
      return printSimple(statement);
  }
}

function printSwitch({ of, cases }: Statement & { readonly kind: 'switch' }, indent: string): string {
  const own = `${indent}  `;
  const arms = cases.map(({ selectors, body }) => {
    const chosen = selectors.map((selector) => (selector ? printExpression(selector) : 'default'));
    return `${own}case ${chosen.join(', ')}: ${printBlock(body, own)}\n`;
  });
  return `switch (${printExpression(of)}) {\n${arms.join('')}${indent}}`;
}

/** The text of an expression, or of a type. */
export function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'number':
      return expression.text;
    case 'name':
      return printName(expression);
    case 'unary':
      return `(${expression.op}${printExpression(expression.of)})`;
    case 'binary':
      return `(${printExpression(expression.left)} ${expression.op} ${printExpression(expression.right)})`;
    case 'index':
      return `${printExpression(expression.of)}[${printExpression(expression.index)}]`;
    case 'member':
      return `${printExpression(expression.of)}.${expression.name}`;
    case 'call':
      return `${printName(expression.callee)}(${expression.args.map(printExpression).join(', ')})`;
    default:
      return expression satisfies never;
  }
}

function printName({ name, args }: Name): string {
  return args.length === 0 ? name : `${name}<${args.map(printExpression).join(', ')}>`;
}

// What is written to: `*pointer` stands bare there.
function printPlace(target: Expression): string {
  return target.kind === 'unary' ? `${target.op}${printExpression(target.of)}` : printExpression(target);
}
