// Toy, the language of the MLIR tutorial (mlir.llvm.org/docs/Tutorials/Toy): functions over tensors of numbers, without types; `main`
// prints. What its text is made of.

/** An expression. */
export type ToyExpression =
  | { readonly kind: 'literal'; readonly shape: readonly number[]; readonly values: readonly number[] }
  | { readonly kind: 'name'; readonly name: string; readonly line: number }
  | {
      readonly kind: 'call';
      /** A function of the program, or an operation; `+` is `add`, `*` is `mul`. */
      readonly callee: string;
      readonly operands: readonly ToyExpression[];
      readonly line: number;
    };

/** A statement: a variable, perhaps of another shape than its value; a result; or what is printed. */
export type ToyStatement =
  | {
      readonly kind: 'var';
      readonly name: string;
      readonly shape: readonly number[] | null;
      readonly value: ToyExpression;
      readonly line: number;
    }
  | { readonly kind: 'return'; readonly value: ToyExpression; readonly line: number }
  | { readonly kind: 'print'; readonly value: ToyExpression; readonly line: number };

/** A function. */
export interface ToyFunction {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly body: readonly ToyStatement[];
}

/** Functions by name. */
export type ToyProgram = ReadonlyMap<string, ToyFunction>;

/** A program that is none; the line is counted from 1. */
export class ToyError extends Error {
  override readonly name = 'ToyError';
  readonly line: number;
  constructor(line: number, message: string) {
    super(`line ${line}: ${message}`);
    this.line = line;
  }
}
