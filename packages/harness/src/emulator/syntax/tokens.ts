// WGSL text as tokens: words, numbers and signs, each with its line.

/** A piece of a shader's text. */
export interface Token {
  readonly kind: 'word' | 'number' | 'sign' | 'end';
  readonly text: string;
  /** Lines begin at 1. */
  readonly line: number;
}

const number =
  /0[xX](?:[\da-fA-F]+\.?[\da-fA-F]*|\.[\da-fA-F]+)(?:[pP][+-]?\d+[fh]?|[iu])?|(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?[iufh]?/y;
const word = /[A-Za-z_]\w*/y;
const blank = /[^\S\n]+|\/\/[^\n]*/y;
// Longest first. Of the closing signs of a template `>>` would be two: the parser takes them one by one.
const sign = /<<=|&&|\|\||==|!=|<=|>=|->|\+\+|--|[-+*/%&|^]=|<<|[-+*/%&|^~!<>=(){}[\];:,.@]/y;

/** The tokens of a text, an end behind them. Throws on a character that begins none. */
export function tokenize(text: string): readonly Token[] {
  const code = withoutBlocks(text);
  const tokens: Token[] = [];
  let [at, line] = [0, 1];
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(code)?.[0];
    if (found === undefined || found === '') return null;
    at += found.length;
    return found;
  };
  while (at < code.length) {
    if (code[at] === '\n') {
      at++;
      line++;
    } else if (take(blank) === null) {
      tokens.push({ ...next(take, () => code.slice(at, at + 10)), line });
    }
  }
  return [...tokens, { kind: 'end', text: 'the end of the text', line }];
}

function next(take: (pattern: RegExp) => string | null, rest: () => string): Omit<Token, 'line'> {
  for (const [kind, pattern] of patterns) {
    const text = take(pattern);
    if (text !== null) return { kind, text };
  }
  throw new SyntaxError(`no token begins with "${rest()}"`);
}

const patterns = [
  ['word', word],
  ['number', number],
  ['sign', sign],
] as const;

// Comments between /* and */ leave their line breaks.
function withoutBlocks(text: string): string {
  return text.replaceAll(/\/\*.*?\*\//gs, (comment) => comment.replaceAll(/[^\n]/g, ' '));
}
