// A sum over the lanes of a subgroup in three ways. With partial subgroups, partners are asked whether they are there; without, no lane looks.
import { each } from '@kernel-ladder/kernel-kit';

/** How lanes add up what they hold. */
export type SumMethod = 'down' | 'xor' | 'builtin';

/** Where a sum is written: its name, the type of what each lane holds, the most lanes that a subgroup may have. */
export interface SumShape {
  readonly name: string;
  readonly type: string;
  readonly mostLanes: number;
  /** Every subgroup of the workgroup has all its lanes. */
  readonly isWhole: boolean;
}

/** A function of what a lane holds, its number, and how many lanes are there: lane 0 gets the sum; with `builtin` all do, with `xor` all of whole subgroups. */
export function sumFunction(method: SumMethod, shape: SumShape): string {
  const { name, type, mostLanes, isWhole } = shape;
  const head = `fn ${name}(own: ${type}, lane: u32, there: u32) -> ${type} {`;
  if (method === 'builtin') return `${head}\n  return subgroupAdd(own);\n}\n`;
  // A device may have subgroups of fewer lanes: what a shuffle brings from behind the last of them does not count.
  const levels = each(Math.log2(mostLanes), (level) => {
    const reach = `${2 ** level}u`;
    const [shuffle, partner] =
      method === 'down'
        ? ['subgroupShuffleDown', `lane + ${reach}`]
        : ['subgroupShuffleXor', `(lane ^ ${reach})`];
    const given = `${shuffle}(sum, ${reach})`;
    return `  sum += ${isWhole ? given : `select(${type}(), ${given}, ${partner} < there)`};`;
  });
  return `${head}\n  var sum = own;\n${levels}\n  return sum;\n}\n`;
}
