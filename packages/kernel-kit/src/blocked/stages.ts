// The loop of the register-blocked kernel over two stages of workgroup memory: while slice s is multiplied from one, slice s + 1 goes from
// registers into the other, and the loads of slice s + 2 start. One barrier a slice; both stages are spelt out, so that offsets are constants.
import { indent } from '../text.ts';
import { depthOf } from './blocked-product.ts';
import type { BlockedProduct } from './blocked-product.ts';
import type { Layout } from './layout.ts';
import { multiplyLast, multiplyStage } from './product.ts';
import { stagingOf } from './staging.ts';

/** Lines that multiply all slices of a workgroup. */
export function loopOverStages(product: BlockedProduct, layout: Layout): string {
  const { bk } = layout;
  const { fetch, deposit } = stagingOf(layout);
  const { batch, parts } = product;
  const steps = depthOf(product, 2 * bk) / bk;
  const after = parts > 1 ? `layer * ${steps * bk}u + ` : '';
  const load = (slice: string) => `{
  let next_k = ${after}${slice} * ${bk}u;
${indent(fetch(layout, { k: 'next_k + ', more: batch > 1 ? ', layer' : '' }), 2)}
}`;
  // Behind the last slices the last one is loaded again: nobody reads it, and a branch would stand between loads and products.
  const stage = (
    index: number,
  ) => `// Slice ${index} of the pair is complete, and everyone has finished with the one before it.
workgroupBarrier();
${multiplyStage(layout, index, `${deposit(layout, 1 - index)}\n${load(`min(slice + ${index + 2}u, ${steps - 1}u)`)}`)}`;
  return `${load('0u')}
${deposit(layout, 0)}
${load('1u')}
for (var pair = 0u; pair < ${steps / 2}u; pair++) {
  let slice = pair * 2u;
${indent(stage(0), 2)}
${indent(stage(1), 2)}
}
${multiplyLast(layout)}`;
}
