// Results of a hostile history: every text that a run may have of its ids tries to become markup.
import type { Result, Run } from '@kernel-ladder/schema';
import { slowedBy } from './history.ts';

/** What every text is made of: run as a script or drawn as an element, it leaves `window.broken` or an element `s-hostile`. */
export const hostileText =
  '"\'><s-hostile></s-hostile><img src=x onerror="window.broken=1"><script>window.broken=1</script>]]>&amp;\u0000\u202E{{1}}';

/** No space and no slash: part of an id. */
const idText = '"><s-hostile>&amp;%2F%23#?+;';

/** Names that every object of JavaScript has a value for. */
const inherited = { family: 'constructor', variant: 'valueof', param: 'constructor' } as const;

const slowerFrom = 5;

/** Which of the runs it is; `hash` is that of the recorded kernel. */
export interface PlacedResults {
  readonly at: number;
  readonly hash: string;
  readonly software: boolean;
}

/** Rungs, a case whose name is markup, a family and a rung that objects inherit, a peer, a failure and a skip. */
export function hostileResults({ results }: Run, { at, hash, software }: PlacedResults): readonly Result[] {
  const own = results.filter(({ family, kind }) => family === 'reduce' && kind === 'gpu');
  const moved = own.map((result, place) => ({
    ...movedBy(result, place === 0 && at >= slowerFrom ? 1.3 : 1, at),
    kernelHash: hash,
    params: { n: result.params['n'] ?? 0, dtype: 'f32' },
  }));
  const clean = moved.map((one) => ({
    ...one,
    comparable: !software,
    comparableReasons: software ? (['software-adapter'] as const) : [],
  }));
  const [first, second] = clean;
  if (!first || !second) throw new Error('the recorded run has no two rungs of reduce');
  return [...clean, ...oddlyNamed(first), peerOf(second), ...untimedOf(second, at)];
}

function oddlyNamed(first: Result): readonly Result[] {
  const caseName = `n=${idText},f32`;
  const odd = {
    ...first,
    case: caseName,
    id: `reduce/${first.variant}/${caseName}`,
    params: { ...first.params, n: idText },
  };
  const { family, variant, param } = inherited;
  const named = {
    ...first,
    family,
    variant,
    id: `${family}/${variant}/${param}=1,f32`,
    case: `${param}=1,f32`,
    params: { [param]: 1, dtype: 'f32' },
  };
  return [odd, named, { ...named, variant: 'two', id: `${family}/two/${param}=1,f32` }];
}

function peerOf(second: Result): Result {
  const { kernelHash: _, dispatch: __, loc: ___, ...bare } = second;
  return {
    ...bare,
    variant: 'peer',
    id: `reduce/peer/${second.case}`,
    kind: 'peer',
    peer: {
      name: hostileText,
      version: hostileText,
      api: 'cuda',
      settings: { [hostileText]: hostileText },
      timedBy: hostileText,
    },
  };
}

function untimedOf(second: Result, at: number): readonly Result[] {
  const {
    timing: _t,
    metrics: _m,
    secondary: _s,
    ...untimed
  } = { ...second, variant: 'failing', id: `reduce/failing/${second.case}` };
  const failed: Result =
    at < 3
      ? { ...second, variant: 'failing', id: `reduce/failing/${second.case}` }
      : { ...untimed, status: 'failed', reason: { code: 'wrong-result', message: hostileText } };
  const skipped: Result = {
    ...untimed,
    variant: 'skipped',
    id: `reduce/skipped/${second.case}`,
    status: 'skipped',
    reason: { code: `feature:${hostileText}`, message: hostileText },
  };
  return [failed, skipped];
}

// Its rates follow from its times; those that are shares of a peak need one.
function movedBy(result: Result, factor: number, at: number): Result {
  const moved = slowedBy(result, factor * (1 + 0.004 * (at % 3)));
  const { pctOfPeak: _, ...metrics } = moved.metrics ?? {};
  return { ...moved, metrics };
}
