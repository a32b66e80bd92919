// The scale of the loss in mixed precision: so large that small gradients are no zeros among halves, and less whenever it was too
// large (Micikevicius et al., 2018). A step whose gradients are not finite is left out.

/** How a loss is scaled. */
export interface LossScale {
  readonly scale: number;
  /** Steps since it has changed. */
  readonly calm: number;
}

/** Without scaling. */
export const unscaled: LossScale = { scale: 1, calm: 0 };

/** Where mixed precision begins. */
export const firstScale: LossScale = { scale: 2 ** 12, calm: 0 };

const growEvery = 200;
const most = 2 ** 16;

/** The scale after a step. */
export function nextScale({ scale, calm }: LossScale, isFinite: boolean): LossScale {
  if (!isFinite) return { scale: scale / 2, calm: 0 };
  return calm + 1 >= growEvery ? { scale: Math.min(most, scale * 2), calm: 0 } : { scale, calm: calm + 1 };
}
