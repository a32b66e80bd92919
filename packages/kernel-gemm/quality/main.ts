// Prints the table of detection in the README: `pnpm --filter @kernel-ladder/kernel-gemm quality`.
import { gemmCase } from '../src/cases.ts';
import type { GemmCase } from '../src/cases.ts';
import { detected, faults, judged } from './detection.ts';

// Rows of a large product: K and N are what the bounds of a row depend on.
const products: readonly GemmCase[] = (['uniform', 'integers'] as const).flatMap((fill) => [
  gemmCase([1024, 1024, 1024], { fill }),
  gemmCase([64, 4096, 4096], { fill }),
  gemmCase([64, 4096, 4096], { fill, dtype: 'f16-f32' }),
  gemmCase([64, 4096, 4096], { fill, dtype: 'f16' }),
]);

for (const params of products) {
  const judge = judged(params);
  const started = performance.now();
  judge.passes(judge.right);
  const milliseconds = Math.round(performance.now() - started);
  const shares = faults.map((fault) => detected(judge, fault, 40)).map(({ found, of }) => `${found}/${of}`);
  console.log(
    [params.m, params.n, params.k, params.dtype, params.fill, ...shares, `${milliseconds} ms`].join(' | '),
  );
}
