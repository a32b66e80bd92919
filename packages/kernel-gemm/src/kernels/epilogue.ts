// What may be done to a sum before it is stored: every epilogue is bend(scale · sum + added).

/** One epilogue, as the generators, the kernel files and the reference all read it. */
export interface EpilogueSpec {
  readonly scale: number;
  /** A bias per column, shared by all matrices of a batch; or a residual of C's own shape. */
  readonly adds: 'nothing' | 'bias' | 'residual';
  readonly bend: 'no' | 'relu' | 'gelu';
}

/**
 * The epilogues by name. The scale is a power of two, so that integers stay exact. GELU is the tanh form of
 * Hendrycks and Gimpel (2016), x/2·(1 + tanh(√(2/π)·(x + 0.044715·x³))).
 */
export const epilogues = {
  none: { scale: 1, adds: 'nothing', bend: 'no' },
  bias: { scale: 1, adds: 'bias', bend: 'no' },
  relu: { scale: 1, adds: 'nothing', bend: 'relu' },
  'bias-relu': { scale: 1, adds: 'bias', bend: 'relu' },
  'bias-gelu': { scale: 1, adds: 'bias', bend: 'gelu' },
  'scale-residual': { scale: 0.5, adds: 'residual', bend: 'no' },
} as const satisfies { readonly [name: string]: EpilogueSpec };

/** The name of an epilogue. */
export type Epilogue = keyof typeof epilogues;

/** What an epilogue does. */
export function specOf(epilogue: Epilogue): EpilogueSpec {
  return epilogues[epilogue];
}

/** The input that an epilogue reads besides A and B; null when it reads none. */
export function addedInput(epilogue: Epilogue): 'bias' | 'residual' | null {
  const { adds } = specOf(epilogue);
  return adds === 'nothing' ? null : adds;
}
