// Faults of votes and of the built-in functions: an answer of some lanes taken for one of all, a lane that is another's.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { WarpCase } from '../cases/kinds.ts';

const isMixed = (params: WarpCase) => 'degree' in params && Number(params.degree) > 1 && !('run' in params);
const isOne = (builtin: string) => (params: WarpCase) =>
  'builtin' in params && ['every', builtin].includes(String(params.builtin)) && !('chains' in params);

/** The faults of `divergent`, `voted`, `waterfall` and `builtins`. */
export const voteFaults: readonly Fault<WarpCase>[] = [
  {
    name: 'one-round-short',
    summary: 'leaves out the first round of one of the keys',
    of: 'divergent',
    change: edit(
      'keyed.wgsl.ts',
      'case 1u: {\n      for (var round = first;',
      'case 1u: {\n      for (var round = first + 1u;',
    ),
    answer: 'wrong-value',
    takes: isMixed,
  },
  {
    name: 'any-for-all',
    summary: 'shares the rounds where any lane has the key of the first',
    of: 'voted',
    change: edit('keyed.wgsl.ts', 'subgroupAll(key', 'subgroupAny(key'),
    answer: 'wrong-value',
    takes: isMixed,
  },
  {
    name: 'first-key-for-all',
    summary: 'takes the result of the first key for all lanes',
    of: 'waterfall',
    change: edit('keyed.wgsl.ts', 'if (key == turn)', 'if (waits)'),
    answer: 'wrong-value',
    takes: isMixed,
  },
  {
    name: 'own-key-in-turn',
    summary: 'does a share of the rounds of its own key when another one has its turn',
    of: 'waterfall',
    change: edit('keyed.wgsl.ts', 'rounds_of(turn, start', 'rounds_of(key, start'),
    answer: 'wrong-value',
    takes: isMixed,
  },
  {
    name: 'next-lane',
    summary: 'shuffles from the lane behind the one that is asked for',
    of: 'builtins',
    change: edit('repeat.wgsl.ts', '(3u * lane + trip) % there', '(3u * lane + trip + 1u) % there'),
    answer: 'wrong-value',
    takes: isOne('shuffle'),
  },
  {
    name: 'absent-lane-counts',
    summary: 'takes what comes from a lane that is not there',
    of: 'builtins',
    change: edit('repeat.wgsl.ts', '((lane & ~3u) + 1u) < there', '((lane & ~3u) + 1u) < size'),
    answer: 'wrong-value',
    takes: (params) =>
      isOne('quad-broadcast')(params) && 'workgroup' in params && Number(params.workgroup) % 4 === 1,
  },
];
