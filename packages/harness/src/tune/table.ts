// What a machine's table says to the plans of a family, as long as it speaks of the kernels that they write.
import type { DeviceFacts, Gpu } from '@kernel-ladder/gpu';
import type { TuningEntry, VariantKind } from '@kernel-ladder/schema';
import { describeKernel } from '../launch/launch.ts';
import { findCase } from '../contract/cases.ts';
import { runsItself } from '../contract/family.ts';
import type { CaseParams, Family, Plan, Tuning, Variant } from '../contract/family.ts';
import { keyOf, refusalOf } from '../contract/tuning.ts';
import { shaderText } from '../wgsl/wgsl.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';

/** Where a family's kernels and tables come from, and for which device it plans. */
export interface TableContext<Case extends CaseParams> {
  readonly family: Family<Case, VariantKind>;
  readonly load: WgslLoader;
  readonly facts: DeviceFacts;
}

/** Entries that hold, as plans look them up, and a sentence for each that does not. */
export interface Choices {
  readonly tuned: NonNullable<DeviceFacts['tuned']>;
  readonly stale: readonly string[];
}

/** The table of a machine, beside the kernels' folder: `tuning/<machine key>.json`. */
export function tableFile(machineKey: string): string {
  return `../../tuning/${machineKey}.json`;
}

/**
 * The device with what its table has for a family; the device itself where there is none. Throws InvalidDocument on a table that does not
 * follow its schema; `onStale` hears of each entry that is not used.
 */
export async function withTable<Case extends CaseParams>(
  gpu: Gpu,
  { family, load, key }: Omit<TableContext<Case>, 'facts'> & { readonly key: string },
  onStale: (sentence: string) => void = () => {},
): Promise<Gpu> {
  const file = tableFile(key);
  const text = load.find?.(file) ?? null;
  if (text === null) return gpu;
  // The validators take longer to load than all else; few machines have a table.
  const { readTuningTable } = await import('@kernel-ladder/schema');
  const { entries } = readTuningTable(`packages/kernel-${family.name}/tuning/${key}.json`, text, {
    machine: key,
    family: family.name,
  });
  const { tuned, stale } = await choicesOf({ family, load, facts: gpu.facts }, entries);
  for (const sentence of stale) onStale(sentence);
  return { ...gpu, facts: { ...gpu.facts, tuned } };
}

/** The choices of entries whose kernels are still those that were tuned. */
export async function choicesOf<Case extends CaseParams>(
  context: TableContext<Case>,
  entries: readonly TuningEntry[],
): Promise<Choices> {
  const found = await Promise.all(
    entries.map(async (entry) => ({ entry, held: await held(context, entry) })),
  );
  return {
    tuned: Object.fromEntries(
      found.flatMap(({ entry: { rung, class: of, space, at }, held: { choice } }) =>
        choice ? [[keyOf(rung, of), { choice, space, at }]] : [],
      ),
    ),
    stale: found.flatMap(({ entry, held: { why } }) =>
      why === undefined
        ? []
        : [
            `the tuned choice of ${context.family.name}/${entry.rung} for ${entry.class} is not used, for ${why}: \`bench tune ${context.family.name}/${entry.rung}\` makes another`,
          ],
    ),
  };
}

/** Why an entry does not hold any more; null while it does. */
export async function staleness<Case extends CaseParams>(
  context: TableContext<Case>,
  entry: TuningEntry,
): Promise<string | null> {
  return (await held(context, entry)).why ?? null;
}

// What holds of an entry: its choice, or why none does.
type Held =
  | { readonly choice: TuningEntry['choice']; readonly why?: undefined }
  | { readonly choice?: undefined; readonly why: string };

async function held<Case extends CaseParams>(
  { family, load, facts }: TableContext<Case>,
  entry: TuningEntry,
): Promise<Held> {
  const tuning = tuningOf(family, entry.rung);
  if (!tuning) return { why: 'there is no such rung that can be tuned' };
  // What an older rung took for a choice, or a family for a case, need not be one any more, nor have a text.
  try {
    const { params } = findCase(family, entry.case);
    const space = tuning.space(params, facts);
    if ('skip' in space) return { why: space.skip.message };
    // A parameter that the rung did not have when it was searched has its usual value; whether that is the same kernel, the hash says.
    const choice = { ...space.usual, ...entry.choice };
    const planned = tuning.plan(params, facts, choice);
    if ('skip' in planned) return { why: planned.skip.message };
    const refused = refusalOf(space, choice, facts);
    if (refused !== null) return { why: refused };
    if (isOther(space.usual, { ...space.usual, ...entry.usual }))
      return { why: 'the usual choice is another since, and nobody has compared them' };
    if (tuning.classOf(params, facts) !== entry.class)
      return { why: `${entry.case} is no case of that class` };
    const isSame = (await hashOf(planned, load)) === entry.hash;
    return isSame ? { choice } : { why: 'the kernel has changed since' };
  } catch (error) {
    return { why: error instanceof Error ? error.message : String(error) };
  }
}

function isOther(one: TuningEntry['choice'], other: TuningEntry['choice']): boolean {
  return Object.keys(other).some((key) => one[key] !== other[key]);
}

/** The hash of a plan's final texts, by which results tell kernels too. */
export async function hashOf(plan: Plan, load: WgslLoader): Promise<string> {
  const texts = plan.passes.map(({ wgsl }) => shaderText(wgsl, load));
  return (await describeKernel(plan, texts)).hash;
}

/** How a rung is tuned; undefined where it is not, or is none. */
export function tuningOf<Case extends CaseParams>(
  family: Family<Case, VariantKind>,
  rung: string,
): Tuning<Case> | undefined {
  return tunableRungs(family).find(({ name }) => name === rung)?.tuning;
}

/** The rungs that can be tuned. */
export function tunableRungs<Case extends CaseParams>(
  family: Family<Case, VariantKind>,
): readonly (Variant<Case> & { readonly tuning: Tuning<Case> })[] {
  return family.variants.flatMap((variant) =>
    runsItself(variant) || !variant.tuning ? [] : [{ ...variant, tuning: variant.tuning }],
  );
}
