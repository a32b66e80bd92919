// The second dispatch of attention on matrix units where references were trusted: workgroups whose trust was wrong do theirs again, and ask
// in every step who raised one; all others return at once.
import { wideKernel } from './wide.wgsl.ts';
import type { WideTile } from './wide.wgsl.ts';
import type { WideProblem } from './wide/tail.ts';

/** Writes the kernel that takes up what the one of `tile` left. */
export function againKernel(problem: WideProblem, tile: WideTile): string {
  return wideKernel({ ...problem, isAgain: true }, { ...tile, trusts: false });
}
