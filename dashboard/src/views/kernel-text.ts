// Whether a kernel can be what made one run differ from another, in words and as a column.
import type { SiteRun } from '@kernel-ladder/schema';
import { textColumn } from '../ui/columns.tsx';
import type { Column } from '../ui/data-table.tsx';

type Compared = readonly [
  sameKernelHash: boolean | null,
  before: SiteRun | undefined,
  after: SiteRun | undefined,
];

/** A column that says it of two runs; null where a hash is missing. */
export function kernelColumn<Row>(of: (row: Row) => Compared): Column<Row> {
  const rank = (row: Row) => {
    const [same] = of(row);
    return same === null ? null : Number(same);
  };
  return textColumn('kernel', 'Kernel', rank, (row) => kernelText(...of(row)));
}

function kernelText(...[sameKernelHash, before, after]: Compared): string {
  if (before !== undefined && before.commit.sha === after?.commit.sha) return 'same commit: not the code';
  if (sameKernelHash === null) return 'not known';
  return sameKernelHash ? 'unchanged: not the kernel' : 'changed';
}
