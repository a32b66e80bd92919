// The syntax tree of the WGSL that kernels are written in.

/** Where in the text something stands. */
interface Placed {
  readonly line: number;
}

/** A name with what stands between < and > behind it: `vec4<f32>`, `thread`. */
export interface Name extends Placed {
  readonly kind: 'name';
  readonly name: string;
  readonly args: readonly Expression[];
}

/** A value, or the name of a type where one is called for. */
export type Expression =
  | Name
  | (Placed & { readonly kind: 'number'; readonly text: string })
  | (Placed & { readonly kind: 'unary'; readonly op: string; readonly of: Expression })
  | (Placed & {
      readonly kind: 'binary';
      readonly op: string;
      readonly left: Expression;
      readonly right: Expression;
    })
  | (Placed & { readonly kind: 'index'; readonly of: Expression; readonly index: Expression })
  | (Placed & { readonly kind: 'member'; readonly of: Expression; readonly name: string })
  | Call;

/** A function, a builtin or the constructor of a type, with its arguments. */
export interface Call extends Placed {
  readonly kind: 'call';
  readonly callee: Name;
  readonly args: readonly Expression[];
}

/** `const`, `let` or `var`, in a function or outside. */
export interface Declaration extends Placed {
  readonly kind: 'declaration';
  readonly keyword: 'const' | 'let' | 'var';
  readonly name: string;
  /** What stands in `var<…>`: the address space and the access. */
  readonly space: readonly string[];
  readonly attributes: Attributes;
  readonly type: Expression | null;
  readonly value: Expression | null;
}

/** What a function does. */
export type Statement =
  | Declaration
  | Block
  | (Placed & {
      readonly kind: 'assign';
      /** Null for `_ = value`. */
      readonly target: Expression | null;
      /** `=`, or the operator of `+=` and the like. */
      readonly op: string;
      readonly value: Expression;
    })
  | (Placed & { readonly kind: 'call-statement'; readonly call: Expression })
  | (Placed & {
      readonly kind: 'if';
      readonly condition: Expression;
      readonly yes: Block;
      readonly no: Statement | null;
    })
  | (Placed & {
      readonly kind: 'loop';
      readonly first: Statement | null;
      readonly condition: Expression | null;
      readonly body: Block;
      readonly each: Statement | null;
      /** `break if` at the end of a `continuing`. */
      readonly until: Expression | null;
    })
  | (Placed & { readonly kind: 'switch'; readonly of: Expression; readonly cases: readonly Case[] })
  | (Placed & { readonly kind: 'break' | 'continue' })
  | (Placed & { readonly kind: 'return'; readonly value: Expression | null });

/** Statements between braces. */
export interface Block extends Placed {
  readonly kind: 'block';
  readonly statements: readonly Statement[];
}

/** One arm of a `switch`; null stands for `default`. */
export interface Case {
  readonly selectors: readonly (Expression | null)[];
  readonly body: Block;
}

/** Attributes by name: `@workgroup_size(8, 8)` has two arguments, `@compute` none. */
type Attributes = ReadonlyMap<string, readonly Expression[]>;

/** A parameter of a function, or a member of a structure. */
export interface Typed extends Placed {
  readonly name: string;
  readonly type: Expression;
  readonly attributes: Attributes;
}

/** A function. */
export interface Fn extends Placed {
  readonly kind: 'fn';
  readonly name: string;
  readonly attributes: Attributes;
  readonly parameters: readonly Typed[];
  readonly result: Expression | null;
  readonly body: Block;
}

/** What stands outside of functions. */
export type Global =
  | Declaration
  | Fn
  | (Placed & { readonly kind: 'alias'; readonly name: string; readonly type: Expression })
  | (Placed & { readonly kind: 'struct'; readonly name: string; readonly members: readonly Typed[] });
