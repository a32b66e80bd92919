// Kernels that the compiler writes beside rungs that somebody wrote by hand: time and lines of both, and why one of them is ahead.
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import type { Params } from '@kernel-ladder/schema';
import { cell, mainMachine, speedUp, timeText, timedOf, timeUs } from './data.ts';
import { heldBackBy } from './limits.ts';
import { timeHead } from './metric-columns.ts';
import { sourceCells, sourceColumns, writeReport } from './report.ts';
import type { Report, ReportInput } from './report.ts';

/** One operation as either sees it: its rungs written by hand, and the parameters that say the same problem. */
interface Operation {
  readonly op: string;
  readonly family: string;
  readonly rungs: readonly string[];
  readonly isSame: (generated: Params, byHand: Params) => boolean;
}

const areRows = (own: Params, other: Params): boolean =>
  own['n'] === other['columns'] && own['rows'] === other['rows'] && (other['mask'] ?? 'none') === 'none';

const operations: readonly Operation[] = [
  {
    op: 'add',
    family: 'elementwise',
    rungs: ['vec4', 'unrolled'],
    isSame: (own, other) => other['op'] === 'add' && Number(own['n']) * rowsIn(own) === other['n'],
  },
  { op: 'softmax', family: 'softmax', rungs: ['resident', 'subgroup'], isSame: areRows },
  {
    op: 'layernorm',
    family: 'norm',
    rungs: ['resident', 'subgroup'],
    isSame: (own, other) => other['op'] === 'layernorm' && areRows(own, other),
  },
  {
    op: 'matmul-bias-relu',
    family: 'gemm',
    rungs: ['register', 'register-pipelined'],
    isSame: (own, other) =>
      other['epilogue'] === 'bias-relu' &&
      other['layout'] === 'nn' &&
      other['batch'] === 1 &&
      ['m', 'n', 'k'].every((key) => other[key] === own['n']),
  },
];

// As many rows as columns where nothing is said.
function rowsIn({ n, rows }: Params): number {
  return Number(rows) >= 0 ? Number(rows) : Number(n);
}

interface Pair {
  readonly op: string;
  readonly generated: Row;
  readonly byHand: Row;
}

const columns = [
  'operation',
  'case',
  `generated, ${timeHead}`,
  `handwritten, ${timeHead}`,
  'rung',
  'speed, generated over handwritten',
  'lines, generated',
  'lines, handwritten',
  'why',
  ...sourceColumns,
];

/** Every operation that both have timed in one run, beside the best of the rungs by hand. */
export function generated(input: ReportInput): Report {
  const machine = mainMachine(input);
  const pairs = operations.flatMap((operation) => pairsOf(machine, operation));
  const isKnown = input.families.some(({ name }) => name === 'fusion');
  const absent = operations.filter(({ op }) => isKnown && !pairs.some((pair) => pair.op === op));
  return writeReport({
    name: 'generated-handwritten',
    title: 'Generated and hand-written kernels',
    intro:
      'The compiler of [fusion](../../packages/fusion/README.md) writes a kernel from a composition of operators; the families have rungs that somebody wrote for just that operation. Both were timed in one run on the same shape and type; of several rungs by hand the fastest counts. Lines are those of the WGSL that ran, without comments and blanks. Why one is ahead is computed: bytes that it asks memory for, passes, else what holds the slower one back.',
    sections: [
      {
        title: 'One operation, two authors',
        text: '',
        columns,
        rows: pairs.map(rowOf),
        sources: pairs.flatMap(({ generated: own, byHand }) => [own, byHand]),
      },
    ],
    missing: absent.map(
      ({ op, family, rungs }) =>
        `\`fusion/fused/op=${op}\` beside \`${family}/${rungs.join('` or `')}\` on one shape in one run`,
    ),
  });
}

function pairsOf(machine: MachineRows | null, { op, family, rungs, isSame }: Operation): readonly Pair[] {
  const own = timedOf(machine, 'fusion').filter(
    ({ result }) => result.variant === 'fused' && result.params['op'] === op,
  );
  const others = timedOf(machine, family).filter(({ result }) => rungs.includes(result.variant));
  return own.flatMap((row) => {
    const same = others.filter(
      (other) =>
        other.run.id === row.run.id &&
        other.result.dtype.in === row.result.dtype.in &&
        isSame({ ...row.result.params, rows: rowsIn(row.result.params) }, other.result.params),
    );
    const [byHand] = same.toSorted((a, b) => timeUs(a) - timeUs(b));
    return byHand ? [{ op, generated: row, byHand }] : [];
  });
}

function rowOf({ op, generated: own, byHand }: Pair): readonly string[] {
  return [
    op,
    `\`${own.result.case}\``,
    timeText(own),
    timeText(byHand),
    `\`${byHand.result.family}/${byHand.result.variant}\``,
    speedUp(own, byHand),
    cell(own.result.loc?.wgsl),
    cell(byHand.result.loc?.wgsl),
    reasonFor(own, byHand),
    ...sourceCells(own),
  ];
}

// Times as far apart as two launches of one kernel are.
const alike = 0.03;

/** Why the generated kernel takes longer, or less long, than the one by hand. */
export function reasonFor(own: Row, byHand: Row): string {
  const ratio = timeUs(own) / timeUs(byHand);
  if (Math.abs(ratio - 1) <= alike) return 'none is ahead: both wait for the same thing';
  const [slow, fast, name] =
    ratio > 1 ? [own, byHand, 'the generated one'] : [byHand, own, 'the one by hand'];
  const bytes = slow.result.work.implBytes / fast.result.work.implBytes;
  if (bytes > 1 + alike) return `${name} asks memory for ${cell(bytes, '×')} the bytes`;
  const [more, less] = [slow, fast].map(({ result }) => result.dispatch?.passes ?? 1);
  if (more !== undefined && less !== undefined && more > less)
    return `${name} takes ${more} passes, the other ${less}`;
  return `${name} is held back by ${heldBackBy(slow)}`;
}
