// How a range of work is divided among threads.

/** Which part of how many. */
export interface Part {
  readonly index: number;
  readonly of: number;
}

/** Indices from `from` up to, not including, `to`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The part of `length` that is a thread's own; parts are as even as whole steps allow. */
export function spanOf(length: number, { index, of }: Part, step = 1): Span {
  const steps = Math.ceil(length / step);
  const at = (part: number) => Math.min(length, step * Math.floor((steps * part) / of));
  return { from: at(index), to: at(index + 1) };
}
