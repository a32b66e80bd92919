// Error rates of the other verdicts: paired blocks, the gate, two runs, and the interval of a change.
import { compareRuns, createRandom, detect, gate, hashSeed, judgeBlocks, normal } from '../src/index.ts';
import type { Block, RandomBits, Verdict } from '../src/index.ts';
import { makeCase } from './trials.ts';
import { round, wilson } from './wilson.ts';
import type { Rate } from './wilson.ts';

/** How often a verdict fell, at one true effect and one standard deviation of the block differences (or of the launches). */
export interface VerdictRates {
  readonly effect: number;
  readonly sigma: number;
  readonly verdicts: Readonly<Record<Verdict, Rate>>;
  /** Mean blocks used; null where there are none. */
  readonly meanBlocks: number | null;
}

type Outcome = { readonly verdict: Verdict; readonly blocks: number | null };

function rates(effect: number, sigma: number, outcomes: readonly Outcome[]): VerdictRates {
  const share = (verdict: Verdict) =>
    wilson(outcomes.filter((each) => each.verdict === verdict).length, outcomes.length);
  const blocks = outcomes.flatMap((each) => (each.blocks === null ? [] : [each.blocks]));
  return {
    effect,
    sigma,
    verdicts: {
      REGRESSED: share('REGRESSED'),
      IMPROVED: share('IMPROVED'),
      SAME: share('SAME'),
      UNDECIDED: share('UNDECIDED'),
    },
    meanBlocks:
      blocks.length === 0 ? null : round(blocks.reduce((sum, count) => sum + count, 0) / blocks.length),
  };
}

/** A B B A blocks with Gaussian differences, added until `judgeBlocks` stops; `sigma` is that of one difference. */
export function blockRates(effect: number, sigma: number, trials: number): VerdictRates {
  const random = createRandom(hashSeed(`blocks/${effect}/${sigma}`));
  const outcomes = Array.from({ length: trials }, () => runBlocks(effect, sigma, random));
  return rates(effect, sigma, outcomes);
}

function runBlocks(effect: number, sigma: number, random: RandomBits): Outcome {
  const blocks: Block[] = [];
  for (;;) {
    const { verdict, needMoreBlocks } = judgeBlocks(blocks, { direction: 'lower' });
    if (needMoreBlocks === 0) return { verdict, blocks: blocks.length };
    for (let added = 0; added < needMoreBlocks; added++)
      blocks.push({ base: 1000, head: 1000 * (1 + effect) * Math.exp(sigma * normal(random)) });
  }
}

/** One launch against one launch, with a sigma from ten A/A launches. */
export function compareRates(effect: number, sigma: number, trials: number): VerdictRates {
  const random = createRandom(hashSeed(`compare/${effect}/${sigma}`));
  const outcomes = Array.from({ length: trials }, () => {
    const [base, head] = [sigma * normal(random), Math.log1p(effect) + sigma * normal(random)];
    const { verdict } = compareRuns({
      base: { medians: [1000 * Math.exp(base)] },
      head: { medians: [1000 * Math.exp(head)] },
      direction: 'lower',
      sigma0: sampleSigma(sigma, random),
      launches: 10,
    });
    return { verdict, blocks: null };
  });
  return rates(effect, sigma, outcomes);
}

function sampleSigma(sigma: number, random: RandomBits): number {
  let squares = 0;
  for (let degree = 0; degree < 9; degree++) squares += normal(random) ** 2;
  return sigma * Math.sqrt(squares / 9);
}

/** How often the gate suspects one id among 50 in a run, its newest commit slower by `effect`. */
export interface GateRate {
  readonly effect: number;
  readonly sigma: number;
  /** Of the slower id; with effect 0, of runs with any suspect among 50 unchanged ids. */
  readonly suspected: Rate;
}

/** Gaussian segments of 20 commits with A/A of ten launches, 50 ids in a run, of which one changes. */
export function gateRate(effect: number, sigma: number, trials: number): GateRate {
  const random = createRandom(hashSeed(`gate/${effect}/${sigma}`));
  let hits = 0;
  for (let trial = 0; trial < trials; trial++) {
    const rows = gate(
      Array.from({ length: 50 }, (_, at) => gateSeries(at, at === 0 ? effect : 0, sigma, random)),
    );
    if (rows.some(({ isSuspect, id }) => isSuspect && (effect === 0 || id === '0'))) hits++;
  }
  return { effect, sigma, suspected: wilson(hits, trials) };
}

function gateSeries(at: number, effect: number, sigma: number, random: RandomBits) {
  const draw = () => 1000 * Math.exp(sigma * normal(random));
  const segment = Array.from({ length: 20 }, draw);
  const sigma0 = sampleSigma(sigma, random);
  return {
    id: String(at),
    direction: 'lower',
    segment,
    newest: [draw() * (1 + effect)],
    sigma0,
    launches: 10,
  } as const;
}

/** How often the 95 % interval of a found change holds the true effect, Gaussian noise of 1 %. */
export interface Coverage {
  readonly effect: number;
  readonly after: number;
  readonly covered: Rate;
}

/** Coverage among the changes found within two commits of a step. */
export function intervalCoverage(effect: number, after: number, series: number): Coverage {
  const cell = { family: 'gaussian', points: 100, series, shape: 'step', effect, after } as const;
  let [found, covered] = [0, 0];
  for (let index = 0; index < series; index++) {
    const { values, sigma0, id } = makeCase(cell, index);
    const { changes } = detect({ values, direction: 'lower', id, sigma0, launches: 10 });
    const change = changes.find((each) => Math.abs(each.index - (100 - after)) <= 2);
    if (!change) continue;
    found++;
    if (change.ciLow <= effect && effect <= change.ciHigh) covered++;
  }
  return { effect, after, covered: wilson(covered, found) };
}
