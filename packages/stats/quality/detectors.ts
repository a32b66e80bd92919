// The history detector beside the rules that other tools use, all as "where did the level change?".
import { detect, mean, studentUpperTail } from '../src/index.ts';

/** A series to judge: values in commit order, and the sigma that A/A would know. */
export interface Case {
  readonly values: readonly number[];
  readonly sigma0: number;
  readonly id: string;
}

/** Indices at which a rule sees a change. */
export type Detector = (series: Case) => readonly number[];

// Alert when a value exceeds the one before it by a percentage: github-action-benchmark's rule.
function ratioRule(ratio: number): Detector {
  return ({ values }) =>
    values.flatMap((value, index) =>
      index > 0 && value / (values[index - 1] ?? value) > ratio ? [index] : [],
    );
}

const newestPoints = 3;
const previousPoints = 20;

// Rank-sum test at every commit, newest three against the twenty before; 2.576 is p < 0.01, two-sided.
function rankSum({ values }: Case): readonly number[] {
  const alarms: number[] = [];
  for (let end = 2 * newestPoints; end <= values.length; end++) {
    const first = end - newestPoints;
    const newest = values.slice(first, end);
    const before = values.slice(Math.max(0, first - previousPoints), first);
    if (Math.abs(rankSumScore(newest, before)) > 2.576) alarms.push(first);
  }
  return alarms;
}

function rankSumScore(newest: readonly number[], before: readonly number[]): number {
  let larger = 0;
  for (const a of newest) for (const b of before) larger += (Math.sign(a - b) + 1) / 2;
  const pairs = newest.length * before.length;
  return (larger - pairs / 2) / Math.sqrt((pairs * (newest.length + before.length + 1)) / 12);
}

// Splits at the largest |t| while an ordinary t-test says p ≤ 0.001 and the step is 2 %, as Hunter and Otava do.
function tTestSplits({ values }: Case): readonly number[] {
  const logs = values.map(Math.log);
  const alarms: number[] = [];
  const open = [{ start: 0, end: logs.length }];
  for (let part = open.pop(); part; part = open.pop()) {
    const { start, end } = part;
    const split = bestSplit(logs.slice(start, end));
    if (!split || split.p > 0.001 || Math.abs(Math.expm1(split.step)) < 0.02) continue;
    const place = start + split.at;
    alarms.push(place);
    open.push({ start, end: place }, { start: place, end });
  }
  return alarms.toSorted((a, b) => a - b);
}

interface Split {
  readonly at: number;
  readonly step: number;
  readonly p: number;
}

function bestSplit(logs: readonly number[]): Split | null {
  const count = logs.length;
  if (count < 4) return null;
  const centre = mean(logs);
  const squares = logs.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  let best = { at: 0, step: 0, t: 0 };
  let sum = 0;
  for (let at = 1; at < count; at++) {
    sum += (logs[at - 1] ?? 0) - centre;
    const gain = (sum ** 2 * count) / (at * (count - at));
    const t = Math.sqrt(gain / (Math.max(1e-12, squares - gain) / (count - 2)));
    if (at >= 2 && at <= count - 2 && t > best.t) best = { at, step: -sum / at - sum / (count - at), t };
  }
  return { ...best, p: 2 * studentUpperTail(best.t, count - 2) };
}

/** Detectors by the name that the results use. */
export const detectors = {
  'detect, A/A': ({ values, sigma0, id }) =>
    detect({ values, direction: 'lower', id, sigma0, launches: 10 }).changes.map(({ index }) => index),
  detect: ({ values, id }) => detect({ values, direction: 'lower', id }).changes.map(({ index }) => index),
  't-test splits': tTestSplits,
  'rank-sum 3:20': rankSum,
  'ratio 105 %': ratioRule(1.05),
  'ratio 110 %': ratioRule(1.1),
} as const satisfies Record<string, Detector>;

/** The name of a detector. */
export type DetectorName = keyof typeof detectors;
