// What the sections of a machine's roofline are drawn from, and what both say of a point.
import { formatSpeedup } from '../format.ts';
import type { MachineRoofline } from '../model/machine-roofline.ts';
import type { RoofPoint } from '../model/roofline.ts';
import type { PageContext } from '../pages/context.ts';

/** A roofline, and where it is shown. */
export interface RooflineShown {
  readonly roofline: MachineRoofline;
  readonly machine: string;
  readonly context: PageContext;
}

/** The probes of a kernel in words, as in `half of bytes: 0.52× the time`; none where it has none. */
export function probeText({ probes }: Pick<MachineRoofline, 'probes'>, { id }: RoofPoint): readonly string[] {
  return (probes.get(id) ?? []).map(({ half, ratio }) => `half of ${half}: ${formatSpeedup(ratio)} the time`);
}
