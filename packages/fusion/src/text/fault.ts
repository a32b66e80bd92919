// Where a text is wrong, shown the way compilers show it.

/** A place in a text; both counted from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A text that is no graph. Where it could be read and its types are wrong, a GraphError says so instead. */
export class TextError extends Error {
  override readonly name = 'TextError';
  readonly line: number;
  readonly column: number;
  /** What could have stood there. */
  readonly expected: string;
  constructor(source: string, { line, column }: Place, expected: string, found: string) {
    super(pointed(source, { line, column }, `expected ${expected}, found ${found}`));
    this.line = line;
    this.column = column;
    this.expected = expected;
  }
}

/** A message with its place in front, and below it the line with a caret. */
export function pointed(source: string, { line, column }: Place, message: string): string {
  const text = source.split('\n')[line - 1] ?? '';
  return `${line}:${column}: ${message}\n  ${text}\n  ${' '.repeat(column - 1)}^`;
}
