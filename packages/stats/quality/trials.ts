// One cell of the benchmark: many seeded series of one kind, judged by every detector.
import { createRandom, detect, hashSeed, quantile } from '../src/index.ts';
import { detectors } from './detectors.ts';
import type { Case, DetectorName } from './detectors.ts';
import { families, launchSigma } from './families.ts';
import type { FamilyName } from './families.ts';
import { round, wilson } from './wilson.ts';
import type { Rate } from './wilson.ts';

/** How the level moves: not at all, once, over five commits, up and down again, or in three steps up. */
export type Shape = 'none' | 'step' | 'ramp' | 'pair' | 'stairs';

/** What a cell measures. */
export interface Cell {
  readonly family: FamilyName;
  readonly points: number;
  readonly series: number;
  readonly shape: Shape;
  /** new/old − 1 of each step; 0 for shape `none`. */
  readonly effect: number;
  /** Points from the (first) change on; 0 for shape `none`. */
  readonly after: number;
}

/** One detector's record in one cell. */
export interface Outcome extends Omit<Cell, 'series'> {
  readonly detector: DetectorName;
  /** Shape `none`: series with any alarm. Else: changes found within two commits (a ramp: within two of its span). */
  readonly found: Rate;
  /** Alarms that no change explains, per commit. */
  readonly falsePerCommit: number;
  /** Of the changes found: share at the very commit, and mean distance. */
  readonly exact: number | null;
  readonly meanError: number | null;
}

interface Truth {
  readonly low: number;
  readonly high: number;
}

const rampPoints = 5;
const tolerance = 2;

/** Runs one cell; the same cell gives the same outcomes anywhere. */
export function runCell(cell: Cell): readonly Outcome[] {
  const truths = truthsOf(cell);
  const cases = Array.from({ length: cell.series }, (_, index) => makeCase(cell, index));
  return Object.entries(detectors).map(([name, detector]) => {
    const tallies = cases.map((series) => tally(detector(series), truths));
    const { series: _count, ...kind } = cell;
    return { ...kind, detector: name as DetectorName, ...sum(tallies, cell, truths.length) };
  });
}

/** Series `index` of a cell. */
export function makeCase(cell: Cell, index: number): Case {
  const id = `${cell.family}/${cell.points}/${cell.shape}/${cell.effect}/${cell.after}/${index}`;
  const random = createRandom(hashSeed(id));
  const family = families[cell.family];
  const noise = family(cell.points, random);
  const values = noise.map((value, at) => 1000 * Math.exp(value + levelAt(cell, at)));
  return { values, sigma0: launchSigma(family, random), id };
}

function levelAt({ points, shape, effect, after }: Cell, at: number): number {
  const since = at - (points - after);
  const whole = Math.log1p(effect);
  if (shape === 'none' || since < 0) return 0;
  if (shape === 'step') return whole;
  if (shape === 'ramp') return whole * Math.min(1, (since + 1) / rampPoints);
  const third = Math.floor((3 * since) / after);
  return shape === 'pair' ? (third === 0 ? whole : 0) : whole * (third + 1);
}

function place(at: number, span = 0): Truth {
  return { low: at - tolerance, high: at + span + tolerance };
}

function truthsOf({ points, shape, after }: Cell): readonly Truth[] {
  const start = points - after;
  if (shape === 'none') return [];
  if (shape === 'step') return [place(start)];
  if (shape === 'ramp') return [place(start, rampPoints - 1)];
  const second = start + Math.ceil(after / 3);
  return shape === 'pair'
    ? [place(start), place(second)]
    : [place(start), place(second), place(start + Math.ceil((2 * after) / 3))];
}

interface Tally {
  readonly found: number;
  readonly falseAlarms: number;
  readonly errors: readonly number[];
}

function tally(alarms: readonly number[], truths: readonly Truth[]): Tally {
  const hits = truths.map(({ low, high }) => alarms.filter((alarm) => alarm >= low && alarm <= high));
  const explained = new Set(hits.flat());
  const errors = hits.flatMap((near, at) => {
    const centre = (truths[at]?.low ?? 0) + tolerance;
    return near.length === 0 ? [] : [Math.min(...near.map((alarm) => Math.abs(alarm - centre)))];
  });
  return { found: errors.length, falseAlarms: alarms.length - explained.size, errors };
}

function sum(tallies: readonly Tally[], cell: Cell, changes: number) {
  const errors = tallies.flatMap((each) => each.errors);
  const falseAlarms = tallies.reduce((total, each) => total + each.falseAlarms, 0);
  const alarmed = tallies.filter((each) => each.falseAlarms > 0).length;
  const isLocated = errors.length > 0 && cell.shape !== 'ramp';
  return {
    found:
      cell.shape === 'none' ? wilson(alarmed, cell.series) : wilson(errors.length, cell.series * changes),
    falsePerCommit: Number((falseAlarms / (cell.series * cell.points)).toPrecision(3)),
    exact: isLocated ? round(errors.filter((error) => error === 0).length / errors.length) : null,
    meanError: isLocated ? round(errors.reduce((total, error) => total + error, 0) / errors.length) : null,
  };
}

/** Commits from a step until the detector (with A/A) first finds it within two commits, over growing histories. */
export interface Delay {
  readonly effect: number;
  readonly series: number;
  /** Null where that share was not found within 20 commits. */
  readonly medianCommits: number | null;
  readonly p90Commits: number | null;
}

/** Delay of a step on 80 commits of Gaussian noise of 1 %. */
export function runDelay(effect: number, series: number): Delay {
  const cell: Cell = { family: 'gaussian', points: 100, series, shape: 'step', effect, after: 20 };
  const delays = Array.from({ length: series }, (_, index) => delayOf(makeCase(cell, index), 80));
  const ascending = delays.toSorted((a, b) => a - b);
  const at = (share: number) => {
    const commits = quantile(ascending, share);
    return Number.isFinite(commits) ? commits : null;
  };
  return { effect, series, medianCommits: at(0.5), p90Commits: at(0.9) };
}

function delayOf({ values, sigma0, id }: Case, step: number): number {
  for (let end = step + 1; end <= values.length; end++) {
    const { changes } = detect({
      values: values.slice(0, end),
      direction: 'lower',
      id,
      sigma0,
      launches: 10,
    });
    if (changes.some(({ index }) => Math.abs(index - step) <= tolerance)) return end - step;
  }
  return Infinity;
}
