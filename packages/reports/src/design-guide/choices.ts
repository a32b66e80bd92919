// Which rung to take, decided by recorded results: along one size of an operator the fastest of each, and where that changes.
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import { breaksOnPurpose } from '@kernel-ladder/schema';
import { ofOneRun, timedOf, timeUs } from '../data.ts';

/** An operator over its sizes: the cases of a family that differ in that size alone. */
export interface Operator {
  readonly name: string;
  readonly family: string;
  /** What the size is called. */
  readonly along: string;
  /** The size of a case of the sweep; null in any other. */
  readonly sizeOf: (row: Row) => number | null;
}

/** A stretch of sizes on which one rung is the fastest, or as fast as that. */
export interface Branch {
  readonly from: number;
  readonly to: number;
  /** At the first of these sizes, the fastest and the one behind it. */
  readonly best: Row;
  readonly next: Row;
}

/** The case in words, with one or more sizes left open: `n=*,f32` is a vector of any length. */
export function sizesOf(pattern: string, key: string): Operator['sizeOf'] {
  return ({ result }) => {
    const size = result.params[key];
    return typeof size === 'number' && result.case === pattern.replaceAll('*', String(size)) ? size : null;
  };
}

/** Operators whose choice hangs on a size. Of matrices of rows the elements are as many in all sizes, where they are recorded so. */
export const operators: readonly Operator[] = [
  { name: 'sum of a vector', family: 'reduce', along: 'n', sizeOf: sizesOf('n=*,f32', 'n') },
  { name: 'place of the greatest', family: 'reduce', along: 'n', sizeOf: sizesOf('n=*,op=argmax,f32', 'n') },
  { name: 'prefix sum', family: 'scan', along: 'n', sizeOf: sizesOf('n=*,f32', 'n') },
  { name: 'product, f32', family: 'gemm', along: 'm = n = k', sizeOf: sizesOf('m=*,n=*,k=*,f32', 'm') },
  {
    name: 'product, f16 in, f32 out',
    family: 'gemm',
    along: 'm = n = k',
    sizeOf: sizesOf('m=*,n=*,k=*,f16-f32', 'm'),
  },
  {
    name: 'product, i8 in, i32 out',
    family: 'gemm',
    along: 'm = n = k',
    sizeOf: sizesOf('m=*,n=*,k=*,i8-i32', 'm'),
  },
  { name: 'softmax', family: 'softmax', along: 'columns', sizeOf: rowsOf },
  { name: 'layer norm', family: 'norm', along: 'columns', sizeOf: rowsOf },
  {
    name: 'attention, f32',
    family: 'attention',
    along: 'q = k',
    sizeOf: sizesOf('b=4,h=16,q=*,k=*,d=64,f32', 'q'),
  },
  {
    name: 'attention, f16',
    family: 'attention',
    along: 'q = k',
    sizeOf: sizesOf('b=4,h=16,q=*,k=*,d=64,f16', 'q'),
  },
  {
    name: 'allreduce over 8 ranks',
    family: 'allreduce',
    along: 'n',
    sizeOf: sizesOf('n=*,ranks=8,f32', 'n'),
  },
  { name: 'addition of vectors', family: 'elementwise', along: 'n', sizeOf: sizesOf('n=*,op=add,f32', 'n') },
  { name: 'sort of u32', family: 'sort', along: 'n', sizeOf: sizesOf('n=*,u32', 'n') },
];

// Rows of a power of two, on which the sweeps are: what is left of 2²⁶ elements.
function rowsOf({ result }: Row): number | null {
  const { rows, columns } = result.params;
  if (typeof rows !== 'number' || typeof columns !== 'number') return null;
  const isPlain = result.case === `rows=${rows},columns=${columns},f32`;
  return isPlain && rows * columns === 2 ** 26 ? columns : null;
}

// What picks a rung and runs it is no kernel of its own; it is what a caller without a guide takes.
const selector = 'auto';

// A branch is worth a twentieth: what is closer is as fast, and another run would decide otherwise.
const worthwhile = 1.05;

/** The branches of an operator, in the order of its sizes; none where no size has two rungs in one run. */
export function branchesOf({ family, sizeOf }: Operator, machine: MachineRows | null): readonly Branch[] {
  const own = timedOf(machine, family).filter(
    (row) => row.result.variant !== selector && !breaksOnPurpose(row.result) && sizeOf(row) !== null,
  );
  const races = [...Map.groupBy(own, (row) => sizeOf(row) ?? 0)].toSorted(([a], [b]) => a - b);
  const branches: Branch[] = [];
  for (const [size, rows] of races) {
    const raced = ofOneRun(machine, rows).toSorted((a, b) => timeUs(a) - timeUs(b));
    const [best, next] = raced;
    if (!best || !next) continue;
    const last = branches.at(-1);
    const held = raced.find(({ result }) => result.variant === last?.best.result.variant);
    if (last && held && timeUs(held) <= worthwhile * timeUs(best))
      branches.splice(-1, 1, { ...last, to: size });
    else branches.push({ from: size, to: size, best, next });
  }
  return branches;
}
