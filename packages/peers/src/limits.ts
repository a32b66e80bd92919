// Cases that a full run has no time for: their rivals are the same at a quarter of the size.
import type { Problem, Skip } from '@kernel-ladder/harness';

/** Most bytes that go in and out of a case. Inputs are made anew for each library, which for twice as many takes ten seconds. */
export const mostBytes = { library: 1.25 * 2 ** 30, transfer: 2 ** 29 } as const;

/** Why a case of so much data is not run; null where it is. */
export function refuseHuge(
  { minBytes }: Pick<ReturnType<Problem['work']>, 'minBytes'>,
  most: number,
): Skip | null {
  if (minBytes <= most) return null;
  const [bytes, limit] = [minBytes, most].map((count) => (count / 2 ** 30).toFixed(2));
  return {
    skip: {
      code: 'limit:bytes',
      message: `inputs and outputs have ${bytes} GiB, a row is given at most ${limit}`,
    },
  };
}
