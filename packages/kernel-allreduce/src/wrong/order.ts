// Overwrites what is still read, or reads what is not there yet.
import { mutate } from '@kernel-ladder/harness';
import type { Fault, Pass, Plan } from '@kernel-ladder/harness';
import type { AllreduceCase } from '../cases/kind.ts';
import { changePass } from './changes.ts';

/** Faults of this class. */
export const wrongOrder: readonly Fault<AllreduceCase>[] = [
  {
    name: 'unstaged',
    summary: 'overwrites vectors that others still read',
    of: 'one-shot',
    change: withoutStaging,
    answer: 'wrong-value',
    takes: ({ place, ranks }) => place === 'in' && ranks > 1,
  },
  {
    name: 'stale-staging',
    summary: 'stages nothing before it overwrites',
    of: 'one-shot',
    change: withoutPass(1),
    answer: 'wrong-value',
    takes: ({ place, n, ranks }) => place === 'in' && n > 0 && ranks > 1,
  },
  {
    name: 'copy-skipped',
    summary: 'leaves out the copy that a launch in place begins with',
    of: 'tree',
    change: (plan) => ({ ...plan, passes: plan.passes.slice(1) }),
    answer: 'unwritten',
    takes: ({ place, n, ranks }) => place === 'in' && n > 0 && ranks > 1,
  },
  {
    name: 'steps-swapped',
    summary: 'takes the second step of a ring before the first',
    of: 'ring',
    change: swapSteps,
    answer: 'wrong-value',
    takes: ({ place, n, ranks }) => place === 'in' && ranks > 2 && n >= 4 * ranks,
  },
];

// A one-shot in place copies inputs, stages and combines. Without the staging ranks read where others have already
// written: which of them came first is no matter of luck where each move is a dispatch of its own.
function withoutStaging({ passes: [copy, , combine], ...plan }: Plan): Plan {
  if (!copy || !combine) throw new Error('a one-shot in place has three passes');
  const [x, moves, z] = combine.workgroups;
  const reading = mutate(combine.wgsl, 'if (term >= 0x80000000u) {', 'if (true) {');
  const alone = Array.from({ length: moves }, (_, move): Pass => ({
    ...combine,
    wgsl: mutate(reading, 'let record = group.y * RECORD;', `let record = ${move}u * RECORD;`),
    workgroups: [x, 1, z],
  }));
  return { ...plan, passes: [copy, ...alone] };
}

function withoutPass(index: number): (plan: Plan) => Plan {
  return (plan) => changePass(plan, index, () => []);
}

// The copy of all inputs comes first.
function swapSteps(plan: Plan): Plan {
  const [copy, first, second, ...others] = plan.passes;
  if (!copy || !first || !second) throw new Error('a ring of three ranks has two steps at least');
  return { ...plan, passes: [copy, second, first, ...others] };
}
