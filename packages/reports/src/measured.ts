// The measured table of the root README: one row a problem, the first and the best rung of one run side by side.
import { markdownTable } from '@kernel-ladder/curriculum';
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import { breaksOnPurpose, peerGroupOf } from '@kernel-ladder/schema';
import type { Machine, PeerGroup, Result } from '@kernel-ladder/schema';
import { casesOf, mainMachine, timeUs } from './data.ts';
import type { Ladder } from './data.ts';
import { pairsBeside } from './peers.ts';
import type { Pair } from './peers.ts';
import type { ReportInput } from './report.ts';

/** A problem that the README shows: what it is called, and the case that stands for it. */
interface Problem {
  readonly title: string;
  readonly family: string;
  readonly case: string;
}

// Sizes at which the peers are measured too. A problem that has no recorded case is left out of the table until it has one.
const problems: readonly Problem[] = [
  { title: 'sum of 2²⁸ f32', family: 'reduce', case: 'n=268435456,f32' },
  {
    title: 'column sums of 65 536 × 1024 f32',
    family: 'reduce',
    case: 'n=67108864,shape=65536x1024,axes=0,f32',
  },
  {
    title: 'sums of 65 536 unequal segments, 2²⁴ f32',
    family: 'reduce',
    case: 'n=16777216,segments=65536,lengths=power-law,f32',
  },
  { title: 'inclusive scan of 2²⁶ f32', family: 'scan', case: 'n=67108864,f32' },
  { title: 'sort of 2²⁶ keys, u32', family: 'sort', case: 'n=67108864,u32' },
  {
    title: 'histogram of 2²⁶ keys, one hot bin of 256',
    family: 'atomics',
    case: 'n=67108864,bins=256,input=hot,u32',
  },
  { title: 'compaction, half of 2²⁶ kept', family: 'atomics', case: 'n=67108864,keep=50,u32' },
  { title: 'transpose 8192²', family: 'memory', case: 'rows=8192,columns=8192,f32' },
  {
    title: 'sparse product, 2²⁰ rows of 16 on average, power law',
    family: 'sparse',
    case: 'rows=1048576,nnz=16777216,pattern=power-law,f32',
  },
  { title: 'eight maps in a chain, 2²⁶ f32', family: 'fusion', case: 'n=67108864,length=8,f32' },
  { title: 'softmax, 16 384 rows of 4096', family: 'softmax', case: 'rows=16384,columns=4096,f32' },
  { title: 'layer norm, 16 384 rows of 4096', family: 'norm', case: 'rows=16384,columns=4096,f32' },
  { title: 'allreduce of 8 × 2²⁵ f32, simulated', family: 'allreduce', case: 'n=33554432,ranks=8,f32' },
  {
    title: 'convolution 3 × 3, 32 images of 56², 64 channels',
    family: 'conv',
    case: 'n=32,channels=64,size=56,kernel=3,f32',
  },
  { title: 'product 4096³, f32', family: 'gemm', case: 'm=4096,n=4096,k=4096,f32' },
  { title: 'product 4096³, f16 in, f32 out', family: 'gemm', case: 'm=4096,n=4096,k=4096,f16-f32' },
  { title: 'product 4096³, f16 throughout', family: 'gemm', case: 'm=4096,n=4096,k=4096,f16' },
  {
    title: 'f16 in, f32 out, bias and ReLU in the store',
    family: 'gemm',
    case: 'm=4096,n=4096,k=4096,epilogue=bias-relu,f16-f32',
  },
  { title: 'product 4096³, i8 in, i32 out', family: 'gemm', case: 'm=4096,n=4096,k=4096,i8-i32' },
  {
    title: 'attention B4 H16 S4096 D64, f32',
    family: 'attention',
    case: 'b=4,h=16,q=4096,k=4096,d=64,f32',
  },
  {
    title: 'attention B4 H16 S4096 D64, f16',
    family: 'attention',
    case: 'b=4,h=16,q=4096,k=4096,d=64,f16',
  },
];

/** The section as Markdown: the machine, the table, and what stands behind it. A sentence where nothing is recorded. */
export function measuredSection(input: ReportInput): string {
  const machine = mainMachine(input);
  const lines = problems.flatMap((problem) => problemLine(input, machine, problem));
  if (!machine || lines.length === 0) return 'No run on hardware is recorded yet.';
  const columns = [
    'problem',
    'first rung',
    'best rung',
    'rate',
    'of roof',
    'over the first',
    'vendor, CUDA',
    'WebGPU library',
    'commit',
  ];
  return [
    describe(machine.machine),
    markdownTable(
      columns,
      lines.map(({ cells }) => cells),
    ),
    ...(lines.some(({ isFirstLeftOut }) => isFirstLeftOut)
      ? ['¹ The device lowered its clock during the first rung, so that nothing is said over it.']
      : []),
    'Each row is of one run: the newest with most rungs of its case. Every rung at its headline size, with what holds it back, is in [docs/reports/headline.md](docs/reports/headline.md).',
    'Beside somebody else’s fastest row stands how many times as fast the best rung of a run that has both is: 2× is half the time. All of them, with intervals, versions and clocks, are in [docs/reports/beside-others.md](docs/reports/beside-others.md).',
  ].join('\n\n');
}

interface Line {
  readonly cells: readonly string[];
  readonly isFirstLeftOut: boolean;
}

function problemLine(input: ReportInput, machine: MachineRows | null, problem: Problem): readonly Line[] {
  const order = input.families.find(({ name }) => name === problem.family)?.rungs.map(({ name }) => name);
  if (!order) return [];
  const ladder = casesOf(machine, problem.family, order).find(({ caseName }) => caseName === problem.case);
  const fit = ladder?.rungs.filter(({ result }) => !breaksOnPurpose(result)) ?? [];
  const [best] = fit.toSorted((a, b) => timeUs(a) - timeUs(b));
  if (!machine || !ladder || !best) return [];
  return [line(problem, ladder, { best, order, pairs: pairsBeside(machine, best) })];
}

function line(
  { title }: Problem,
  ladder: Ladder,
  {
    best,
    order,
    pairs,
  }: { readonly best: Row; readonly order: readonly string[]; readonly pairs: readonly Pair[] },
): Line {
  const place = ({ result }: Row) => order.indexOf(result.variant);
  const [first = best] = [...ladder.rungs, ...ladder.leftOut].toSorted((a, b) => place(a) - place(b));
  const isFirstLeftOut = ladder.leftOut.includes(first);
  const { result, run } = best;
  const cells = [
    title,
    `${time(first.result)}${isFirstLeftOut ? ' ¹' : ''}`,
    `\`${result.variant}\`, ${time(result)}`,
    rate(result),
    result.metrics?.pctOfRoof === undefined ? '' : `${result.metrics.pctOfRoof.toPrecision(3)} %`,
    isFirstLeftOut ? '–' : `${digits(timeUs(first) / timeUs(best))}×`,
    ...(['cuda', 'webgpu'] as const).map((group) => besideCell(group, pairs)),
    `\`${run.commit.sha.slice(0, 8)}\``,
  ];
  return { cells, isFirstLeftOut };
}

function describe({ adapter, driver, backend, roofs }: Machine): string {
  const { f32 = 0, 'tensor:f16-f32': f16 = 0, 'tensor:i8-i32': i8 = 0 } = roofs.gflops;
  const memory = `copy ${digits(roofs.copyGBps / 1e3)} TB/s, read ${digits(roofs.readGBps / 1e3)} TB/s`;
  const units =
    f16 > 0 && i8 > 0
      ? `, matrix unit ${digits(f16 / 1e3)} TFLOP/s (f16) and ${digits(i8 / 1e3)} TOP/s (i8)`
      : '';
  // Drivers name their vendor and say their version twice.
  const version = /\d+(?:\.\d+)+/.exec(driver)?.[0] ?? driver;
  return `One ${adapter.name}, driver ${version}, ${backend}. Its roofs, measured by the newest run: ${memory}, f32 ${digits(f32 / 1e3)} TFLOP/s${units}.`;
}

function besideCell(group: PeerGroup, pairs: readonly Pair[]): string {
  const pair = pairs.find(({ peer }) => peerGroupOf(peer.result) === group);
  if (!pair) return 'not measured';
  const { peer, ratio } = pair;
  return `\`${peer.result.variant}\`, ${timeOf(peer.timing.medianNs)}: ${digits(ratio.value)}×`;
}

function time(result: Result): string {
  return timeOf(result.timing?.medianNs ?? Number.NaN);
}

function timeOf(ns: number): string {
  const us = ns / 1e3;
  return us < 1000 ? `${digits(us)} µs` : `${digits(us / 1e3)} ms`;
}

// Memory is what bounds a family whose operations are few; a product is told by its arithmetic.
function rate({ metrics, work, dtype }: Result): string {
  const isArithmetic = work.flops > 16 * work.minBytes;
  if (!isArithmetic) return `${digits(metrics?.gbps ?? Number.NaN)} GB/s`;
  return `${digits((metrics?.gflops ?? Number.NaN) / 1e3)} ${/^[iu]/.test(dtype.acc) ? 'TOP/s' : 'TFLOP/s'}`;
}

// Three digits, and whole numbers as they are.
function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
