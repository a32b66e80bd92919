// Mutants of a plan: a mistake in the final text of a kernel, or in how it is launched.
import type { Mutant } from '@kernel-ladder/schema';
import type { Plan } from '../contract/family.ts';
import { generated, shaderText } from '../wgsl/wgsl.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';
import { mutantsOf } from './generate.ts';
import type { TextMutant } from './generate.ts';
import type { Grid } from './scopes.ts';
import { capLoops } from './loops.ts';

/** A mistake in what a rung launches, and the key by which it is known in the plan of every case. */
export interface PlacedMutant extends Mutant {
  readonly key: string;
}

/** A plan with the final texts of its passes. */
export interface Launched {
  readonly plan: Plan;
  readonly texts: readonly string[];
}

/** Reads the texts that a plan runs. */
export function launchedBy(plan: Plan, load: WgslLoader): Launched {
  return { plan, texts: plan.passes.map(({ wgsl }) => shaderText(wgsl, load)) };
}

/** A kernel's text as a pass launches it. */
export interface LaunchedText {
  readonly file: string;
  readonly text: string;
  readonly grid: Grid;
}

/** What the passes of a plan run, each once; a mistake is put into every pass of a file, and the last comes first. */
export function textsOf({ plan, texts }: Launched): readonly LaunchedText[] {
  const passes = plan.passes.map(({ wgsl: { file }, workgroups: grid }, index) => {
    return { file, text: texts[index] ?? '', grid };
  });
  return [...new Map(passes.map((pass) => [Object.values(pass).join('\n'), pass])).values()].toReversed();
}

/** Which mutants of a text are asked for: those whose keys are not there yet, all of them or those of some lines. */
export interface Asked {
  readonly has: (key: string) => boolean;
  readonly wants?: (mutant: Pick<Mutant, 'file' | 'line' | 'before' | 'after'>) => boolean;
}

/** The mutants of a text that are asked for. */
export function textMutants({ file, text, grid }: LaunchedText, { has, wants }: Asked) {
  const scope = {
    grid,
    has: (key: string) => has(`${file} ${key}`),
    ...(wants
      ? { wants: (lines: Pick<Mutant, 'line' | 'before' | 'after'>) => wants({ file, ...lines }) }
      : {}),
  };
  return mutantsOf(text, scope).map((mutant) => ({ ...mutant, file, key: `${file} ${mutant.key}` }));
}

/** The mistakes that can be made in launching a plan. */
export function mutantsOfLaunch(plan: Plan): readonly PlacedMutant[] {
  const files = new Set(plan.passes.map(({ wgsl }) => wgsl.file));
  return [...files].flatMap((file) =>
    launchMutants(file).filter((mutant) => mutateLaunch(plan, mutant) !== null),
  );
}

/** The same plan whose loops end after `most` trips. */
export function capped({ plan, texts }: Launched, most: number): Plan {
  return withTexts(
    plan,
    texts.map((text) => capLoops(text, most)),
  );
}

/** The plan with the mistake in it; null where the plan has no such place. */
export function mutatePlan({ plan, texts }: Launched, mutant: PlacedMutant): Plan | null {
  if (mutant.operator === 'launch') return mutateLaunch(plan, mutant);
  const { file, key } = mutant;
  const mutated = plan.passes.map(({ wgsl }, index) =>
    wgsl.file === file ? mutantsByKey(texts[index] ?? '').get(key.slice(file.length + 1))?.text : undefined,
  );
  if (mutated.every((text) => text === undefined)) return null;
  return withTexts(
    plan,
    texts.map((text, index) => mutated[index] ?? text),
  );
}

function withTexts(plan: Plan, texts: readonly string[]): Plan {
  const passes = plan.passes.map((pass, index) => ({
    ...pass,
    wgsl: generated(pass.wgsl.file, texts[index] ?? ''),
  }));
  return { ...plan, passes };
}

// The mutants of one case's text are asked for one after the other.
const known = new Map<string, ReadonlyMap<string, TextMutant>>();
const mostKnown = 16;

function mutantsByKey(text: string): ReadonlyMap<string, TextMutant> {
  const made = known.get(text) ?? new Map(mutantsOf(text).map((mutant) => [mutant.key, mutant]));
  known.delete(text);
  known.set(text, made);
  const [oldest] = known.keys();
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
  return made;
}

type LaunchChange = (plan: Plan, index: number) => Plan | null;

const launchChanges: { readonly [what: string]: LaunchChange } = {
  'is not run': (plan, index) =>
    plan.passes.length > 1 ? { ...plan, passes: plan.passes.toSpliced(index, 1) } : null,
  'has one workgroup fewer in x': (plan, index) => withFewer(plan, index, 0),
  'has one workgroup fewer in y': (plan, index) => withFewer(plan, index, 1),
  'has one workgroup fewer in z': (plan, index) => withFewer(plan, index, 2),
};

function withFewer(plan: Plan, index: number, axis: 0 | 1 | 2): Plan | null {
  const pass = plan.passes[index];
  if (!pass || pass.workgroups[axis] < 2) return null;
  const [x, y, z] = pass.workgroups.with(axis, pass.workgroups[axis] - 1);
  return { ...plan, passes: plan.passes.with(index, { ...pass, workgroups: [x ?? 1, y ?? 1, z ?? 1] }) };
}

function launchMutants(file: string): readonly PlacedMutant[] {
  const before = `the last pass of ${file}`;
  return Object.keys(launchChanges).map((after) => ({
    operator: 'launch',
    file,
    line: 0,
    before,
    after,
    key: `${before} ${after}`,
  }));
}

function mutateLaunch(plan: Plan, { file, after }: PlacedMutant): Plan | null {
  const last = plan.passes.findLastIndex(({ wgsl }) => wgsl.file === file);
  return last < 0 ? null : (launchChanges[after]?.(plan, last) ?? null);
}
