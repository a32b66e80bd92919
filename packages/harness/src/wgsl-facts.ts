// Reads a shader's launch facts off its text, so that what a result says about them is what ran.

/** Invocations and workgroup memory of one entry point. */
export interface WgslFacts {
  readonly workgroupSize: number;
  readonly sharedBytes: number;
}

type Scope = ReadonlyMap<string, string>;

const scalarBytes: { readonly [type: string]: number } = { f32: 4, i32: 4, u32: 4, f16: 2, bool: 4 };

/**
 * Reads `@workgroup_size` and the bytes of every `var<workgroup>`.
 * Sizes may use the file's own constants and + − * / %; throws on anything else.
 */
export function readFacts(text: string): WgslFacts {
  const code = text.replaceAll(/\/\/.*$/gm, '');
  const scope: Scope = new Map(
    [...code.matchAll(/^(?:const|alias)\s+(\w+)(?:\s*:\s*\w+)?\s*=\s*([^;]+);/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  const size = /@workgroup_size\(([^@]*?)\)\s*(?:@|fn)/.exec(code)?.[1] ?? '1';
  const sizes = splitTop(size).map((part) => evaluate(part, scope));
  const shared = [...code.matchAll(/var<workgroup>\s*\w+\s*:\s*([^;]+);/g)].map(([, type = '']) => typeBytes(type, scope));
  return { workgroupSize: sizes.reduce((a, b) => a * b, 1), sharedBytes: shared.reduce((a, b) => a + b, 0) };
}

function typeBytes(type: string, scope: Scope): number {
  const name = type.trim();
  const array = /^array<(.+)>$/s.exec(name);
  if (array) {
    const [element = '', count = '1'] = splitTop(array[1] ?? '');
    return typeBytes(element, scope) * evaluate(count, scope);
  }
  const wrapped = /^(?:atomic|vec2|vec3|vec4)<(.+)>$/.exec(name);
  if (wrapped) return typeBytes(wrapped[1] ?? '', scope) * lanes(name);
  const short = /^vec[234]([fiuh])$/.exec(name);
  if (short) return lanes(name) * (short[1] === 'h' ? 2 : 4);
  const alias = scope.get(name);
  if (alias !== undefined) return typeBytes(alias, scope);
  const bytes = scalarBytes[name];
  if (bytes === undefined) throw new Error(`no size known for the workgroup type "${name}"`);
  return bytes;
}

// A vec3 in an array takes the room of a vec4 (WGSL, alignment and size).
function lanes(type: string): number {
  const width = Number(/^vec([234])/.exec(type)?.[1] ?? 1);
  return width === 3 ? 4 : width;
}

function splitTop(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const char of text) {
    if ('<('.includes(char)) depth++;
    if ('>)'.includes(char)) depth--;
    if (char === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Evaluates an integer expression of literals and constants. */
function evaluate(expression: string, scope: Scope): number {
  const tokens = expression.match(/\d+|\w+|[-+*/%()]/g) ?? [];
  let at = 0;
  const peek = () => tokens[at];
  const factor = (): number => {
    const token = tokens[at++] ?? '';
    if (token === '(') {
      const inside = sum();
      at++;
      return inside;
    }
    const number = /^(\d+)[iu]?$/.exec(token + (/^[iu]$/.test(peek() ?? '') ? (tokens[at++] ?? '') : ''));
    if (number) return Number(number[1]);
    const constant = scope.get(token);
    if (constant === undefined) throw new Error(`"${token}" in "${expression}" is not a constant of the shader`);
    return evaluate(constant, scope);
  };
  const product = (): number => fold(factor, ['*', '/', '%']);
  const sum = (): number => fold(product, ['+', '-']);
  const fold = (next: () => number, operators: readonly string[]): number => {
    let value = next();
    for (let operator = peek(); operator && operators.includes(operator); operator = peek()) {
      at++;
      value = apply(operator, value, next());
    }
    return value;
  };
  return sum();
}

function apply(operator: string, a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return Math.trunc(a / b);
    default:
      return a % b;
  }
}
