// What a chapter of the guide is: what there is to know, what to do, and the tables that show it. Texts name no measurement: numbers
// come from results alone.

/** The rungs of one case in the order of their ladder: what each step gains. */
export interface LadderTable {
  readonly kind: 'ladder';
  readonly title: string;
  readonly family: string;
  readonly case: string;
}

/** Rungs over one parameter of a case: what a size, a stride or a count costs. */
export interface CurveTable {
  readonly kind: 'curve';
  readonly title: string;
  readonly family: string;
  readonly variants: readonly string[];
  readonly along: string;
  /** The case with `*` for the parameter. */
  readonly pattern: string;
}

/** A table of a chapter. */
export type Table = LadderTable | CurveTable;

/** A chapter. */
export interface Chapter {
  readonly title: string;
  readonly text: readonly string[];
  /** What follows for whoever writes a kernel. */
  readonly rules: readonly string[];
  readonly tables: readonly Table[];
  /** A figure of another page, drawn of the results of a family. */
  readonly figure?: { readonly name: string; readonly title: string; readonly family: string };
}
