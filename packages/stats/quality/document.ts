// The measured error rates as data (quality.json) and as the tables of the README.
import type { Cost } from './cost.ts';
import { heldOut } from './families.ts';
import type { LaunchNoise, LaunchOutcome } from './launches.ts';
import type { TaskResult } from './plan.ts';
import type { Delay, Outcome } from './trials.ts';
import type { Coverage, GateRate, VerdictRates } from './verdicts.ts';
import type { Rate } from './wilson.ts';

/** All that was measured; compact.ts writes it as quality.json. Rates are shares with Wilson's 95 % intervals. */
export interface Quality {
  readonly schemaVersion: 2;
  readonly heldOut: readonly string[];
  readonly falseAlarms: readonly Outcome[];
  readonly power: readonly Outcome[];
  readonly costs: readonly Cost[];
  readonly delays: readonly Delay[];
  readonly coverage: readonly Coverage[];
  readonly blocks: readonly VerdictRates[];
  readonly compare: readonly VerdictRates[];
  readonly gate: readonly GateRate[];
  readonly launches: readonly LaunchOutcome[];
  readonly noise: readonly LaunchNoise[];
}

/** Sorts the results of the plan into one document. */
export function collect(results: readonly TaskResult[], real: Pick<Quality, 'launches' | 'noise'>): Quality {
  const cells = results.flatMap((result) => (result.kind === 'cell' ? result.rows : []));
  return {
    schemaVersion: 2,
    heldOut,
    falseAlarms: cells.filter(({ shape }) => shape === 'none'),
    power: cells.filter(({ shape }) => shape !== 'none'),
    costs: results.flatMap((result) => (result.kind === 'cost' ? [result.row] : [])),
    delays: results.flatMap((result) => (result.kind === 'delay' ? [result.row] : [])),
    coverage: results.flatMap((result) => (result.kind === 'coverage' ? [result.row] : [])),
    blocks: results.flatMap((result) => (result.kind === 'blocks' ? [result.row] : [])),
    compare: results.flatMap((result) => (result.kind === 'compare' ? [result.row] : [])),
    gate: results.flatMap((result) => (result.kind === 'gate' ? [result.row] : [])),
    ...real,
  };
}

type Line = readonly string[];

function table([head, ...rows]: readonly [Line, ...Line[]]): string {
  const rule = head.map((_, at) => (at === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function percent(share: number): string {
  return (100 * share).toFixed(share > 0.9995 || share === 0 ? 0 : 1);
}

function interval({ rate, low, high }: Rate): string {
  return `${percent(rate)} (${percent(low)}–${percent(high)})`;
}

/** The tables of the README, Markdown. */
export function markdown(quality: Quality): string {
  const parts = [
    'Change-free series of 100 points with any alarm, in % (95 % interval):',
    falseAlarmTable(quality, 100),
    'The same for `detect` without A/A at other lengths:',
    lengthTable(quality),
    'Steps found within ±2 commits in 100 points, in %, by points after the step:',
    powerTable(quality),
    'Paired blocks: verdicts in %, by true effect and standard deviation of one block difference:',
    verdictTable(quality.blocks),
    'Two launches compared, sigma known from ten A/A launches:',
    verdictTable(quality.compare),
    ...sentences(quality),
    'P-values worked out for a series of 500 points, which is what its time goes to:',
    costTable(quality),
    ...launchLines(quality),
  ];
  return parts.join('\n\n');
}

function falseAlarmTable({ falseAlarms }: Quality, points: number): string {
  const rows = falseAlarms.filter((row) => row.points === points);
  const names = [...new Set(rows.map(({ detector }) => detector))];
  const lines = [...new Set(rows.map(({ family }) => family))].map((family) => [
    heldOut.includes(family) ? `${family} †` : family,
    ...names.map((name) => {
      const row = rows.find((each) => each.family === family && each.detector === name);
      return row ? interval(row.found) : '';
    }),
  ]);
  return `${table([['noise', ...names], ...lines])}\n\n† held out: no setting was chosen on it.`;
}

function lengthTable({ falseAlarms }: Quality): string {
  const rows = falseAlarms.filter(({ detector }) => detector === 'detect');
  const lengths = [...new Set(rows.map(({ points }) => points))].toSorted((a, b) => a - b);
  const lines = [...new Set(rows.map(({ family }) => family))].map((family) => [
    family,
    ...lengths.map((points) => {
      const row = rows.find((each) => each.family === family && each.points === points);
      return row ? interval(row.found) : '';
    }),
  ]);
  return table([['noise', ...lengths.map((points) => `n = ${points}`)], ...lines]);
}

function powerTable({ power }: Quality): string {
  const rows = power.filter(({ points, shape, effect }) => points === 100 && shape === 'step' && effect > 0);
  const kept = rows.filter(({ detector }) => detector === 'detect, A/A' || detector === 't-test splits');
  const afters = [3, 5, 10, 50];
  const keys = [
    ...new Set(
      kept
        .filter(({ effect }) => effect === 0.03 || effect === 0.05)
        .map(({ family, effect, detector }) => `${family}|${effect}|${detector}`),
    ),
  ];
  const lines = keys.map((key) => {
    const [family, effect, detector] = key.split('|');
    const found = afters.map((after) => {
      const row = kept.find(
        (each) => `${each.family}|${each.effect}|${each.detector}` === key && each.after === after,
      );
      return row ? percent(row.found.rate) : '';
    });
    return [`${family}, +${100 * Number(effect)} %, ${detector}`, ...found];
  });
  return table([['series', ...afters.map(String)], ...lines]);
}

function verdictTable(rows: readonly VerdictRates[]): string {
  const lines = rows.map(({ effect, sigma, verdicts, meanBlocks }) => [
    `${100 * effect} %, sd ${100 * sigma} %`,
    ...Object.values(verdicts).map(({ rate }) => percent(rate)),
    meanBlocks === null ? '–' : meanBlocks.toFixed(1),
  ]);
  return table([['truth', 'REGRESSED', 'IMPROVED', 'SAME', 'UNDECIDED', 'mean blocks'], ...lines]);
}

function costTable({ costs }: Quality): string {
  const lines = costs.map(({ kind, proposed, asked }) => [
    kind,
    String(proposed.median),
    String(proposed.most),
    String(asked.median),
    String(asked.most),
  ]);
  return table([['series', 'boundaries proposed, median', 'most', 'p-values, median', 'most'], ...lines]);
}

function sentences({ delays, coverage, gate }: Quality): readonly string[] {
  const delay = delays.map(
    ({ effect, medianCommits, p90Commits }) =>
      `${100 * effect} % after ${medianCommits ?? 'more than 20'} (nine in ten after ${p90Commits ?? 'more than 20'})`,
  );
  const covered = coverage.map(({ after, covered: rate }) => `${after} points after: ${interval(rate)} %`);
  const gated = gate.map(
    ({ effect, sigma, suspected }) => `${100 * effect} % at sigma ${100 * sigma} %: ${interval(suspected)}`,
  );
  return [
    `Delay of detection in commits at 1 % Gaussian noise: ${delay.join('; ')}.`,
    `Coverage of the 95 % interval of a found 5 % step: ${covered.join('; ')}.`,
    `Gate, one slower id among 50 (at 0 %: runs with any suspect), in %: ${gated.join('; ')}.`,
  ];
}

// Beside them the README shows the rules of other tools at one size of step; quality.json has all.
const ours: readonly string[] = ['detect', 'gate', 'one launch against one', 'four blocks A B B A'];

function launchLines({ launches, noise }: Quality): readonly string[] {
  if (launches.length === 0) return [];
  const shown = launches.filter(
    ({ judge, effect, after }) =>
      effect === 0 || (after !== 5 && effect < 0.1 && (ours.includes(judge) || effect === 0.05)),
  );
  const lines = shown.map(({ judge, effect, after, found }) => [
    judge,
    effect === 0 ? 'as measured' : `+${percent(effect)} % in ${after}`,
    `${found.hits} of ${found.trials}`,
    interval(found),
  ]);
  const files = [...new Set(launches.map(({ file }) => file))].map((file) => `\`${file}\``);
  return [
    `Real A/A launches (${files.join(', ')}), alarms or the injected effect found; as measured all are false:`,
    table([['judge', 'launches', 'count', '%'], ...lines]),
    'Noise between those launches, the standard deviation of ln(median) in % (0.010 is the least that is assumed):',
    table([
      ['id', 'launches', 'median, µs', 'sigma', 'robust sigma', 'gate sees'],
      ...noise.map(({ id, launches: count, medianNs, sigma, robustSigma, gateEffect }) => [
        `\`${id}\``,
        String(count),
        String(Number((medianNs / 1e3).toPrecision(4))),
        (100 * sigma).toFixed(3),
        (100 * robustSigma).toFixed(3),
        `${percent(gateEffect)} %`,
      ]),
    ]),
  ];
}
