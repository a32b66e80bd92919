// Slopes of a number along tensors, as tensors: built by fusion out of the operators themselves, so that they are part of the graph.
import { gradients as slopesOf } from '@kernel-ladder/fusion';
import { refuseStrangers } from './tensor.ts';
import type { Tensor } from './tensor.ts';

/**
 * The slope of `loss` (one float) along each of the tensors, of its shape and type. To be called in the `fused` block that the loss
 * is made in: a loss that has been computed knows nothing of what it was computed from. Throws a GraphError where an operator has no
 * gradient, or the loss is no number.
 */
export function gradients(loss: Tensor, along: readonly Tensor[]): readonly Tensor[] {
  refuseStrangers('gradients', loss, along);
  if (loss.value.expression.op === 'input')
    throw new RangeError(`${loss.text()} has been computed: make it and its gradients in one fused block`);
  const slopes = slopesOf(
    loss.value.expression,
    along.map(({ value }) => value.expression),
  );
  return slopes.map((slope, index) => loss.device.apply(`slope along ${along[index]?.name ?? ''}`, slope));
}
