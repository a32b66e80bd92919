// The knees of measured values along an axis.
import { knees } from '@kernel-ladder/stats';
import type { Knee } from '@kernel-ladder/stats';
import type { Axis, Value } from './axes.ts';
import type { Measured } from './metric.ts';

/** A measured value, and where it stands on the axis. */
export interface Standing {
  readonly value: Value;
  readonly measured: Measured;
}

/**
 * The knees of values in the axis' order; none on an axis of names, which has no slopes. Of equal factors slopes are exponents, of equal
 * steps relative changes by a unit.
 */
export function kneesAlong({ spacing }: Pick<Axis, 'spacing'>, row: readonly Standing[]): readonly Knee[] {
  if (spacing === 'names') return [];
  const points = row.map(({ value, measured }) => ({
    x: spacing === 'factors' ? Math.log(Number(value)) : Number(value),
    y: Math.log(measured.value),
  }));
  // A rate of nought has no logarithm.
  return points.every(({ y }) => Number.isFinite(y)) ? knees(points) : [];
}
