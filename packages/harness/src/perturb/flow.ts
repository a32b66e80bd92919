// What flows where in a kernel: which values come from a source, and which decide about addresses and loops.
import type { Expression, Statement } from '../emulator/syntax/tree.ts';
import { calleeOf, indicesOf, keyOf, rootOf, spaceOf } from './shader.ts';
import type { Names, Shader } from './shader.ts';
import { childrenOf, expressionsOf, partsOf, statementsIn } from './visit.ts';
import type { Child, Part } from './visit.ts';

/** Whether values come from a source. Which statement comes first is left out of account: what may come from it, does. */
export interface Taint {
  readonly has: (part: Part) => boolean;
}

/** A value that goes into a variable, into a parameter, or out of a function, which is `name()`. */
export interface Edge {
  readonly from: Part | string;
  readonly to: string;
}

/** Whether a place of global memory is read, one of several. */
export function isLoad(names: Names, part: Part): boolean {
  return isReadOf(names, part, 'storage') || isMatrixLoad(names, part, 'storage');
}

/** Whether an element of an array in an address space is read. */
export function isReadOf(names: Names, { fn, expression, role }: Part, space: string): boolean {
  if (role === 'place' || !hasIndex(expression)) return false;
  const root = rootOf(names, fn, expression);
  return root !== null && spaceOf(names, root) === space;
}

/** Whether a matrix is read from an address space. */
export function isMatrixLoad(names: Names, { fn, expression }: Part, space: string): boolean {
  if (expression.kind !== 'call' || calleeOf(expression) !== 'subgroupMatrixLoad') return false;
  const [pointer] = expression.args;
  const root = pointer ? rootOf(names, fn, pointer) : null;
  return root !== null && spaceOf(names, root) === space;
}

function hasIndex(place: Expression): boolean {
  return place.kind === 'index' || (place.kind === 'member' && hasIndex(place.of));
}

/** All expressions that stand in statements, with the statements. */
export function* placed({
  names,
}: Pick<Shader, 'names'>): Generator<Part & { readonly statement: Statement }> {
  for (const [fn, { body }] of names.functions)
    for (const statement of statementsIn(body))
      for (const [expression, role] of expressionsOf(statement)) yield { fn, expression, role, statement };
}

/** What comes from expressions that a test finds. */
export function taintOf(shader: Shader, isSource: (part: Part) => boolean): Taint {
  const tainted = new Set(wholeMembers(shader, isSource));
  const has = (part: Part): boolean => {
    for (const each of readsOf(shader, part))
      if (isSource(each) || tainted.has(readBy(shader, each))) return true;
    return false;
  };
  const edges = edgesOf(shader);
  for (let before = -1; before < tainted.size;) {
    before = tainted.size;
    for (const { from, to } of edges)
      if (!tainted.has(to) && (typeof from === 'string' ? tainted.has(from) : has(from))) tainted.add(to);
  }
  return { has };
}

// All members of structures that come from a source as a whole.
function wholeMembers(shader: Shader, isSource: (part: Part) => boolean): readonly string[] {
  return [...placed(shader)].flatMap((part) =>
    [...partsOf(part)].filter(isSource).flatMap(({ expression }) => {
      const struct = structOf(shader, expression);
      return (shader.names.structs.get(struct ?? '') ?? []).map((member) => `${struct}.${member}`);
    }),
  );
}

// The variable, the member or the function whose value a part is; empty for one of neither.
function readBy(shader: Shader, { fn, expression }: Part): string {
  const { names } = shader;
  const member = memberOf(shader, expression);
  if (member !== null) return member;
  if (expression.kind === 'name') return rootOf(names, fn, expression) ?? '';
  return expression.kind === 'call' ? `${calleeOf(expression)}()` : '';
}

// Members of structures are told apart by the structure, whatever variable they are in: `Seen.kind`.
function memberOf(shader: Shader, expression: Expression): string | null {
  if (expression.kind !== 'member') return null;
  const struct = structOf(shader, expression.of);
  return struct === null ? null : `${struct}.${expression.name}`;
}

// The structure of the text that an expression is one of.
function structOf({ types, names }: Shader, expression: Expression): string | null {
  const type = types.get(expression);
  return type?.kind === 'struct' && names.structs.has(type.name) ? type.name : null;
}

/** What is read of an expression: of a structure whose member is asked for nothing but that and where it lies. */
function* readsOf(shader: Shader, part: Part): Generator<Part> {
  yield part;
  const isMember = memberOf(shader, part.expression) !== null;
  for (const [expression, role] of isMember ? placesIn(part.expression) : childrenOf(part))
    yield* readsOf(shader, { ...part, expression, role });
}

function placesIn(place: Expression): readonly Child[] {
  return indicesOf(place).map((index): Child => [index, 'index']);
}

/** All ways that values go within a kernel. */
export function edgesOf(shader: Shader): readonly Edge[] {
  const { names } = shader;
  return [...placed(shader)].flatMap(({ statement, ...part }) => {
    const calls = [...partsOf(part)].flatMap((each) => callEdges(names, each));
    return [...calls, ...statementEdges(shader, statement, part)];
  });
}

function statementEdges(shader: Shader, statement: Statement, part: Part): readonly Edge[] {
  const { names } = shader;
  const { fn } = part;
  if (statement.kind === 'declaration') return [{ from: part, to: keyOf(names, fn, statement.name) }];
  if (statement.kind === 'return') return [{ from: part, to: `${fn}()` }];
  if (statement.kind !== 'assign' || part.role !== 'value' || !statement.target) return [];
  const member = memberOf(shader, statement.target);
  const into = edgeInto(names, part, statement.target);
  return member === null ? into : [...into, { from: part, to: member }];
}

// What is stored in global memory has left the kernel.
function edgeInto(names: Names, from: Part | string, place: Expression, fn = ''): readonly Edge[] {
  const root = rootOf(names, typeof from === 'string' ? fn : from.fn, place);
  return root === null || spaceOf(names, root) === 'storage' ? [] : [{ from, to: root }];
}

function callEdges(names: Names, { fn, expression }: Part): readonly Edge[] {
  if (expression.kind !== 'call') return [];
  const { args } = expression;
  const callee = names.functions.get(expression.callee.name);
  const [pointer] = args;
  if (/^atomic(?!Load)\w+$/.test(calleeOf(expression)) && pointer)
    return args.slice(1).flatMap((arg) => edgeInto(names, { fn, expression: arg, role: 'value' }, pointer));
  if (calleeOf(expression) === 'subgroupMatrixStore' && pointer)
    return args
      .slice(2, 3)
      .flatMap((arg) => edgeInto(names, { fn, expression: arg, role: 'value' }, pointer));
  const members = names.structs.get(calleeOf(expression));
  if (members) return membersMade(calleeOf(expression), members, { fn, args });
  return (callee?.parameters ?? []).flatMap(({ name }, index) => {
    const arg = args[index];
    if (!arg) return [];
    const own = `${callee?.name}/${name}`;
    // What a function writes through a pointer is there when it comes back.
    const back =
      spaceOf(names, own) === 'function' && arg.kind !== 'unary' ? [] : edgeInto(names, own, arg, fn);
    return [{ from: { fn, expression: arg, role: 'value' } as const, to: own }, ...back];
  });
}

function membersMade(
  struct: string,
  members: readonly string[],
  { fn, args }: { readonly fn: string; readonly args: readonly Expression[] },
): readonly Edge[] {
  return args.map((expression, index) => ({
    from: { fn, expression, role: 'value' },
    to: `${struct}.${members[index]}`,
  }));
}

/** The names that decide where something lies or whether something happens, but for tests of what `data` has. */
export function controlOf(shader: Shader, data: Taint): ReadonlySet<string> {
  const exits = new Set(exitsOf(shader).map(({ expression }) => expression));
  const decides = (part: Part, each: Part) =>
    each.role === 'index' || (each.role === 'condition' && (exits.has(part.expression) || !data.has(part)));
  const deciding = [...placed(shader)].flatMap((part) =>
    [...readsOf(shader, part)].filter((each) => decides(part, each)),
  );
  return namesBehind(shader, deciding, edgesOf(shader));
}

/** The names in some parts, and those from which values come into them along the edges. */
export function namesBehind(
  shader: Shader,
  parts: readonly Part[],
  edges: readonly Edge[],
): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (part: Part) => {
    for (const each of readsOf(shader, part)) found.add(readBy(shader, each));
    found.delete('');
  };
  for (const part of parts) add(part);
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const { from, to } of edges) {
      if (!found.has(to)) continue;
      if (typeof from === 'string') found.add(from);
      else add(from);
    }
  }
  return found;
}

/** The tests by which loops end, each with its outermost loop. */
export function exitsOf({ names }: Shader): readonly (Part & { readonly loop: Statement })[] {
  return [...names.functions].flatMap(([fn, { body }]) =>
    [...statementsIn(body)].flatMap((loop) =>
      loop.kind === 'loop'
        ? testsIn(loop).map((expression) => ({ fn, expression, role: 'condition' as const, loop }))
        : [],
    ),
  );
}

// Of the loop itself, and of what leaves it or begins its next turn.
function testsIn(loop: Statement & { readonly kind: 'loop' }): readonly Expression[] {
  const own = [loop.condition, loop.until].filter((test) => test !== null);
  const inner = [...statementsIn(loop.body)].flatMap((statement) => {
    if (statement.kind === 'loop')
      return [statement.condition, statement.until].filter((test) => test !== null);
    return statement.kind === 'if' && leaves(statement) ? [statement.condition] : [];
  });
  return [...own, ...inner];
}

function leaves(statement: Statement): boolean {
  const all = [...statementsIn({ kind: 'block', statements: [statement], line: 0 })];
  return all.some(({ kind }) => kind === 'break' || kind === 'continue' || kind === 'return');
}
