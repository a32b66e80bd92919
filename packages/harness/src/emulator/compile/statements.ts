// Statements of a shader as JavaScript.
import type { Block, Declaration, Statement } from '../syntax/tree.ts';
import { binary } from './arithmetic.ts';
import { compileExpression, compileType } from './expressions.ts';
import { load } from './places.ts';
import type { Type } from './types.ts';
import { freshName, inner, reached, refuse } from './unit.ts';
import type { Scope } from './unit.ts';
import { as, concrete, writeCode, zeroOf } from './values.ts';
import type { Place, Value } from './values.ts';

/** Compiles the statements of a block, in a scope of their own. */
export function compileBlock(scope: Scope, block: Block): string {
  const own = inner(scope);
  return block.statements.map((statement) => compileStatement(own, statement)).join('\n');
}

function compileStatement(scope: Scope, statement: Statement): string {
  switch (statement.kind) {
    case 'declaration':
      return compileLocal(scope, statement);
    case 'block':
      return `{\n${compileBlock(scope, statement)}\n}`;
    case 'assign':
      return compileAssignment(scope, statement);
    case 'call-statement':
      return `${compileExpression(scope, statement.call).code};`;
    case 'if':
      return compileIf(scope, statement);
    case 'loop':
      return compileLoop(scope, statement);
    case 'switch':
      return compileSwitch(scope, statement);
    default:
      return compileJump(scope, statement);
  }
}

function compileJump(scope: Scope, statement: Statement & { kind: 'break' | 'continue' | 'return' }): string {
  switch (statement.kind) {
    case 'break':
      return `break ${scope.breaks ?? refuse(statement, 'nothing to break')};`;
    case 'continue':
      return `break ${scope.continues ?? refuse(statement, 'nothing to continue')};`;
    case 'return':
      if (!statement.value) return 'return;';
      return `return ${as(compileExpression(scope, statement.value), scope.body.result).code};`;
    default:
      return statement satisfies never;
  }
}

function compileLocal(scope: Scope, declared: Declaration): string {
  const type = declared.type ? compileType(scope, declared.type) : null;
  const given = declared.value ? compileExpression(scope, declared.value) : null;
  const value = given
    ? type
      ? as(given, type)
      : declared.keyword === 'const'
        ? given
        : concrete(given)
    : zeroOf(type ?? refuse(declared, 'a variable has a type or a value'));
  const name = freshName(scope.unit, declared.name);
  if (declared.keyword === 'var') {
    const place: Place = { in: 'thread', read: name, write: (code) => `${name} = ${code};` };
    scope.names.set(declared.name, { is: 'variable', type: value.type, place });
    return `let ${name} = ${copied(value)};`;
  }
  if (value.type.kind === 'pointer') return compilePointer(scope, declared.name, value);
  if (value.known !== undefined) {
    scope.names.set(declared.name, { is: 'value', value });
    return '';
  }
  scope.names.set(declared.name, { is: 'value', value: { type: value.type, code: name } });
  return `const ${name} = ${copied(value)};`;
}

// What it points at is settled where it is made.
function compilePointer(scope: Scope, name: string, { place, ...value }: Value): string {
  if (place?.in !== 'memory') {
    scope.names.set(name, { is: 'value', value: { ...value, ...(place ? { place } : {}) } });
    return '';
  }
  const offset = freshName(scope.unit, name);
  scope.names.set(name, { is: 'value', value: { ...value, place: { ...place, offset } } });
  return `const ${offset} = ${place.offset};`;
}

// Arrays and structures change where they stand: each variable has its own.
function copied({ type, code, place }: Value): string {
  const isShared = (type.kind === 'array' || type.kind === 'struct') && place !== undefined;
  return isShared ? `L.copy(${code})` : code;
}

function compileAssignment(
  scope: Scope,
  { target, op, value, line }: Statement & { kind: 'assign' },
): string {
  const given = compileExpression(scope, value);
  if (!target) return given.code === '' ? '' : `${given.code};`;
  const { place, type } = compileExpression(scope, target);
  if (!place) return refuse({ line }, 'only variables take values');
  if (op === '=') return write(place, { ...as(given, type), code: copied(as(given, type)) }, line);
  if (place.in === 'thread') return write(place, changed(scope, op, load(place, type, line), given), line);
  const offset = freshName(scope.unit, 'at');
  const fixed = { ...place, offset };
  const after = write(fixed, changed(scope, op, load(fixed, type, line), given), line);
  return `{ const ${offset} = ${place.offset};\n${after} }`;
}

function changed(scope: Scope, op: string, old: Value, given: Value): Value {
  return as(binary(scope.unit, op, [old, given]), old.type);
}

function write(place: Place, value: Value, line: number): string {
  return place.in === 'thread' ? place.write(value.code) : writeCode(place, value, line);
}

function compileIf(scope: Scope, statement: Statement & { kind: 'if' }): string {
  const { condition, line } = statement;
  const { code, known } = compileExpression(scope, condition);
  // One arm is all there is where a constant decides.
  if (known === true) return `{\n${compileBlock(scope, statement.yes)}\n}`;
  if (known === false) return statement.no ? compileStatement(scope, statement.no) : '';
  const [yes, no] = [reached(scope.unit, line, 'then'), reached(scope.unit, line, 'else')];
  const other = statement.no ? compileStatement(scope, statement.no) : '';
  return `if (${code}) {\n${yes}\n${compileBlock(scope, statement.yes)}\n} else {\n${no}\n${other}\n}`;
}

// `continue` leaves the inner label, so that what comes after each turn is done: it sees no names of the turn.
function compileLoop(scope: Scope, statement: Statement & { kind: 'loop' }): string {
  const { first, condition, body, each, until, line } = statement;
  const { unit } = scope;
  const [loop, turn] = [freshName(unit, 'loop'), freshName(unit, 'turn')];
  const around = inner(scope);
  const begin = first ? compileStatement(around, first) : '';
  const labelled = inner(around, { breaks: loop, continues: turn });
  const test = condition ? `if (!${compileExpression(around, condition).code}) break;` : '';
  const turns = compileBlock(labelled, body);
  const close = each ? compileStatement(around, each) : '';
  const last = until ? `if (${compileExpression(around, until).code}) break;` : '';
  const lines = [
    `${loop}: while (true) {`,
    `if (--T.fuel < 0) T.endless(${line});`,
    test,
    reached(unit, line, 'loop'),
    `${turn}: {`,
    turns,
    '}',
    close,
    last,
    '}',
  ];
  return `{\n${begin}\n${lines.join('\n')}\n}`;
}

function compileSwitch(scope: Scope, { of, cases, line }: Statement & { kind: 'switch' }): string {
  const { unit } = scope;
  const subject = concrete(compileExpression(scope, of));
  const [name, label] = [freshName(unit, 'subject'), freshName(unit, 'choice')];
  const within = inner(scope, { breaks: label });
  const ordered = [
    ...cases.filter(({ selectors }) => !selectors.includes(null)),
    ...cases.filter(({ selectors }) => selectors.includes(null)),
  ];
  const arms = ordered.map(({ selectors, body }) => {
    const tests = selectors.map((selector) =>
      selector ? `${name} === ${as(compileExpression(scope, selector), subject.type).code}` : 'true',
    );
    const note = subject.known === undefined ? reached(unit, line, tests.join(' ')) : '';
    return `if (${tests.join(' || ')}) {\n${note}\n${compileBlock(within, body)}\n}`;
  });
  return `${label}: {\nconst ${name} = ${subject.code};\n${arms.join(' else ')}\n}`;
}

/** The type of a variable outside of functions, and its value where it has one. */
export function declaredType(scope: Scope, declared: Declaration): Type {
  if (declared.type) return compileType(scope, declared.type);
  if (declared.value) return concrete(compileExpression(scope, declared.value)).type;
  return refuse(declared, 'a variable has a type or a value');
}
