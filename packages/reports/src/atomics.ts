// When to use atomics: what one for each element costs beside adding up first, and from which size on that pays.
import { shortNumber } from '@kernel-ladder/curriculum';
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import { mainMachine, ofOneRun, timeText, timeUs, timedOf } from './data.ts';
import { timeHead } from './metric-columns.ts';
import { sourceCells, sourceColumns, writeReport } from './report.ts';
import type { Report, ReportInput } from './report.ts';

/** An operation that can be done by an atomic for each element, and how else. */
interface Operation {
  readonly name: string;
  readonly family: string;
  /** The rung with an atomic for each element, and those that need fewer. */
  readonly each: string;
  readonly others: readonly string[];
  /** Cases of the curve, along one parameter. */
  readonly cases: RegExp;
  readonly along: string;
  /** Whether the others are worth it up to a value of the parameter, or from one on. */
  readonly side: 'up to' | 'from';
}

// What another way has to bring to be worth its lines.
const worth = 1.1;

const operations: readonly Operation[] = [
  {
    name: 'histogram',
    family: 'atomics',
    each: 'histogram-global',
    others: ['histogram-privatized', 'histogram-subgroup', 'histogram-lanes', 'histogram-multipass'],
    cases: /^n=67108864,bins=\d+,input=uniform,u32$/,
    along: 'bins',
    side: 'up to',
  },
  {
    name: 'histogram with one hot bin',
    family: 'atomics',
    each: 'histogram-global',
    others: ['histogram-privatized', 'histogram-subgroup', 'histogram-lanes'],
    cases: /^n=67108864,bins=\d+,input=hot,u32$/,
    along: 'bins',
    side: 'up to',
  },
  {
    name: 'reduction',
    family: 'reduce',
    each: 'atomic-element',
    others: ['atomic-subgroup', 'atomic', 'optimized'],
    cases: /^n=\d+,u32$/,
    along: 'n',
    side: 'from',
  },
  {
    name: 'append of the words that are kept',
    family: 'atomics',
    each: 'compact-element',
    others: ['compact-subgroup', 'compact-workgroup', 'compact-scan', 'compact-look-back'],
    cases: /^n=67108864,keep=\d+,u32$/,
    along: 'keep',
    side: 'from',
  },
];

/** A case of a curve: the rung with an atomic for each element, and the best of the others. */
interface Point {
  readonly at: number;
  readonly each: Row;
  readonly best: Row;
  /** How many times as fast the best of the others is. */
  readonly gain: number;
}

const intro = `An atomic is unavoidable where threads write to places that nobody knows beforehand, and replaceable where they can add up what they have before they write. The threshold is where the other way is ${worth} times as fast or more at every measured size; for places all over a graph it is how many there have to be until half of the best rate is reached.`;

/** Thresholds by operation, each with the times at the point where the gain is greatest. */
export function whenAtomics(input: ReportInput): Report {
  const machine = mainMachine(input);
  const curves = operations.map((operation) => ({ operation, points: pointsOf(machine, operation) }));
  const lines = [...curves.flatMap(lineOf), ...spreadOf(machine)];
  const isSpread = lines.length > curves.filter(({ points }) => points.length > 0).length;
  return writeReport({
    name: 'atomics',
    title: 'When to use atomics',
    intro,
    sections: [
      {
        title: 'Thresholds',
        text: '',
        columns: [
          'operation',
          'threshold',
          'gain',
          `one each, ${timeHead}`,
          `best, ${timeHead}`,
          ...sourceColumns,
        ],
        rows: lines.map(({ cells }) => cells),
        sources: lines.flatMap(({ sources }) => sources),
      },
    ],
    missing: [
      ...curves.filter(({ points }) => points.length === 0).map(({ operation }) => missed(operation)),
      ...(isSpread ? [] : ['`atomics/contention-storage` and `atomics/graph-degrees`']),
    ],
  });
}

interface Line {
  readonly cells: readonly string[];
  readonly sources: readonly Row[];
}

interface Curve {
  readonly operation: Operation;
  readonly points: readonly Point[];
}

function lineOf({ operation, points }: Curve): readonly Line[] {
  const [most] = points.toSorted((a, b) => b.gain - a.gain);
  if (!most) return [];
  const { each, best, gain, at } = most;
  const threshold = thresholdOf(operation, points);
  const cells = [operation.name, threshold, `${shortNumber(gain)} × at ${operation.along}=${at}`];
  return [{ cells: [...cells, timeText(each), timeText(best), ...sourceCells(best)], sources: [each, best] }];
}

function missed({ family, each, cases }: Operation): string {
  return `\`${family}/${each}\` and another rung at \`${cases.source}\``;
}

function pointsOf(machine: MachineRows | null, operation: Operation): readonly Point[] {
  const { family, each, others, cases, along } = operation;
  const own = timedOf(machine, family).filter(
    ({ result }) => cases.test(result.case) && [each, ...others].includes(result.variant),
  );
  const byCase = Map.groupBy(ofOneRun(machine, own), ({ result }) => result.case);
  return [...byCase.values()]
    .flatMap((rows) => {
      const first = rows.find(({ result }) => result.variant === each);
      const [best] = rows.filter((row) => row !== first).toSorted((a, b) => timeUs(a) - timeUs(b));
      if (!first || !best) return [];
      const gain = timeUs(first) / timeUs(best);
      return [{ at: Number(first.result.params[along]), each: first, best, gain }];
    })
    .toSorted((a, b) => a.at - b.at);
}

function thresholdOf({ along, side }: Operation, points: readonly Point[]): string {
  const pays = ({ gain }: Point) => gain >= worth;
  const first = points.findIndex((point) => !pays(point));
  const last = points.findLastIndex((point) => !pays(point));
  const at = side === 'up to' ? points.at(first - 1) : points[last + 1];
  if (first < 0) return `at every ${along} that was measured`;
  const isNever = side === 'up to' ? first === 0 : last === points.length - 1;
  return isNever || !at ? `at no ${along} that was measured` : `${side} ${along}=${at.at}`;
}

const targetsOf = ({ result }: Row): number => Number(result.params['targets']);

// Places of a graph are not known beforehand: how many words make atomics quick is what the curve over targets says.
function spreadOf(machine: MachineRows | null): readonly Line[] {
  const timed = timedOf(machine, 'atomics');
  const curve = ofOneRun(
    machine,
    timed.filter(({ result }) => result.variant === 'contention-storage' && 'targets' in result.params),
  ).filter(({ result }) => result.params['n'] === 2 ** 24);
  const degrees = timed.find(
    ({ result }) => result.variant === 'graph-degrees' && result.case === 'n=1048576,graph=random,u32',
  );
  const along = curve.toSorted((a, b) => targetsOf(a) - targetsOf(b));
  const best = Math.min(...along.map(timeUs));
  const slow = along.findLastIndex((row) => timeUs(row) > 2 * best);
  const [one, enough] = [along[0], along[slow + 1]];
  if (!degrees || !one || !enough) return [];
  const cells = [
    'graph edges at vertices',
    `unavoidable: from targets=${targetsOf(enough)}`,
    `${shortNumber(timeUs(one) / best)} × from one target to the best`,
    timeText(one),
    timeText(enough),
    ...sourceCells(degrees),
  ];
  return [{ cells, sources: [one, enough, degrees] }];
}
