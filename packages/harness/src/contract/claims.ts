// What a plan says of itself, held against the size of its problem.
import type { CaseParams, Demand, Plan, Problem } from './family.ts';

// Wide enough for the most wasteful rung of the families (a bitonic network over global memory passes over 2^24 keys three hundred times,
// a score matrix holds a byte an operation), and far below what would make a table of traffic meaningless.
const most = { bytesPerUnit: 300, scratchPerUnit: 4, passes: 4096, freeBytes: 2 ** 20 };

/**
 * Claims that cannot be, in words; none for a sound plan. Less traffic than the inputs and outputs have is none that
 * solves the problem; much more than a few loads an operation, or scratch beyond the operands' products, is a mistake.
 */
export function claimFaults<Case extends CaseParams>(
  family: Problem<Case>,
  params: Case,
  plan: Demand | Plan,
): readonly string[] {
  const { flops, minBytes } = family.work(params);
  const units = flops + minBytes;
  const { implBytes, longestSum } = plan;
  const scratch =
    'passes' in plan ? Object.values(plan.scratch ?? {}).reduce((sum, bytes) => sum + bytes, 0) : 0;
  const passes = 'passes' in plan ? plan.passes.length : 0;
  // A problem without arithmetic may be solved by looking at nothing: an empty sum is known.
  const least = flops > 0 && passes > 0 ? minBytes : 0;
  const claims = [
    ['implBytes', implBytes, least, most.bytesPerUnit * units + most.freeBytes],
    ['longestSum', longestSum, 0, Number.MAX_SAFE_INTEGER],
    ['scratch', scratch, 0, most.scratchPerUnit * units + most.freeBytes],
    ['passes', passes, 0, most.passes],
  ] as const;
  return claims.flatMap(([name, value, low, high]) =>
    // Not a number is outside as well.
    !(value >= low && value <= high) ? [`claims ${name} ${value}, where ${low} to ${high} can be`] : [],
  );
}
