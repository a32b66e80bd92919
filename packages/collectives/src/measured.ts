// What was measured on one H200, as the model's terms: a training step's passes, and the rate at which vectors are combined.
import type { TrainingStep } from './overlap.ts';
import measured from './measured-h200.json' with { type: 'json' };

const product = 'gemm/register/m=2048,n=2048,k=2048';
const width = 2048;
const floatBytes = 4;

/** The rows, by run and id. */
export const { machine, rows } = measured;

/**
 * A step of so many linear layers Y = X·W with 2048 x 2048 weights and a batch of 2048, in f32. Forward is one product a layer,
 * backward two: dX = dY·Wᵀ and dW = Xᵀ·dY, each timed in the layout in which its operands lie.
 */
export function linearStep(layers: number): TrainingStep {
  const backwardNs = medianNs(`${product},layout=nt,f32`) + medianNs(`${product},layout=tn,f32`);
  return {
    forwardUs: (layers * medianNs(`${product},f32`)) / 1e3,
    backwardUs: (layers * backwardNs) / 1e3,
    gradientBytes: layers * width * width * floatBytes,
  };
}

/**
 * γ in GB/s: a ring of 8 ranks on one device combines 7 vectors in all, and its combining steps move 3 of the 5 vectors that all
 * its steps move, so that they take 3/5 of its time.
 */
export function measuredReduceGBps(): number {
  const [ranks, elements] = [8, 33_554_432];
  const combinedBytes = (ranks - 1) * elements * floatBytes;
  const combiningNs = (3 / 5) * medianNs(`allreduce/ring/n=${elements},ranks=${ranks},f32`);
  return combinedBytes / combiningNs;
}

function medianNs(id: string): number {
  const row = rows.find((each) => each.id === id);
  if (!row) throw new Error(`measured-h200.json has no row ${id}`);
  return row.medianNs;
}
