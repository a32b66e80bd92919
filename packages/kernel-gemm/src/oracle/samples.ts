// Which elements of a product that is too large to compute again are looked at one by one.
import type { Random } from '@kernel-ladder/harness';
import type { GemmCase } from '../cases.ts';

/** Elements of the largest tile that a kernel of the ladder might end on. */
const lastTile = 256;

/** Indices into C: everywhere, then where kernels go wrong: corners, the four edges, the last tile, the last matrix. */
export function sampleIndices({ m, n, batch }: GemmCase, random: Random): readonly number[] {
  const between = (low: number, high: number) => random.integer(Math.max(0, low), high - 1);
  const matrix = () => (batch === 1 ? 0 : between(0, batch));
  const draw = (count: number, row: () => number, column: () => number) =>
    Array.from({ length: count }, () => (matrix() * m + row()) * n + column());
  const [anyRow, anyColumn] = [() => between(0, m), () => between(0, n)];
  const corners = [0, m - 1, (batch - 1) * m, batch * m - 1].flatMap((row) => [row * n, row * n + n - 1]);
  const indices = [
    ...draw(4096, anyRow, anyColumn),
    ...corners,
    ...[0, m - 1].flatMap((row) => draw(128, () => row, anyColumn)),
    ...[0, n - 1].flatMap((column) => draw(128, anyRow, () => column)),
    ...draw(
      512,
      () => between(m - lastTile, m),
      () => between(n - lastTile, n),
    ),
  ];
  return [...new Set(indices)].toSorted((a, b) => a - b);
}
