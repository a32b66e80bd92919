// What the sections of a machine's roofline are drawn from, and what both say of a point.
import type { MachineRoofline } from '../model/machine-roofline.ts';
import type { RoofPoint } from '../model/roofline.ts';
import type { PageContext } from '../pages/context.ts';

/** A roofline, and where it is shown. */
export interface RooflineShown {
  readonly roofline: MachineRoofline;
  readonly machine: string;
  readonly context: PageContext;
}

/**
 * The perturbation probes of a kernel in words, a line each: `taken apart at 5b315084: memory`, and the times that say so,
 * `without loads 0.41, without arithmetic 0.97 of the time`; none of a kernel that nobody took apart.
 */
export function probeText({ probes }: Pick<MachineRoofline, 'probes'>, { id }: RoofPoint): readonly string[] {
  const found = probes.get(id);
  return found ? [`taken apart at ${found.commit}: ${found.by}`, ...linesOf(found.numbers)] : [];
}

// A box beside a point is no wider than this.
const mostLetters = 60;

function linesOf(numbers: string): readonly string[] {
  return numbers.split(', ').reduce<readonly string[]>((lines, part) => {
    const last = lines.at(-1);
    const isRoom = last !== undefined && last.length + part.length + 2 <= mostLetters;
    return isRoom ? [...lines.slice(0, -1), `${last}, ${part}`] : [...lines, part];
  }, []);
}
