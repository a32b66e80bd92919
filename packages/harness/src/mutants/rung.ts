// The mutants of one rung: found in what it launches over all cases, sampled, and compiled once.
import type { DeviceFacts, Gpu } from '@kernel-ladder/gpu';
import type { CaseParams, Family, Variant } from '../contract/family.ts';
import { planFor } from '../contract/plan.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';
import { maskNumbers } from './generate.ts';
import { decidedConditions } from './live.ts';
import { capLoops } from './loops.ts';
import { launchedBy, mutantsOfLaunch, textMutants, textsOf } from './plan.ts';
import type { Launched, LaunchedText, PlacedMutant } from './plan.ts';
import { scopesOf } from './scopes.ts';
import { stratified } from './sample.ts';
import { tokensOf } from './tokens.ts';

/** A rung, and where its kernels come from. */
export interface Rung<Case extends CaseParams> {
  readonly family: Family<Case>;
  readonly variant: Variant<Case>;
  readonly load: WgslLoader;
}

/** Mutants that compile, and how many of those drawn did not. */
export interface Sampled {
  readonly mutants: readonly PlacedMutant[];
  readonly stillborn: number;
}

type Candidate = PlacedMutant & { readonly text?: string };

/** Where mutants are looked for: a device, and what is launched on it. */
export interface Scene<Case extends CaseParams> {
  readonly facts: DeviceFacts;
  /** All cases of the family where left out. */
  readonly cases?: readonly Case[];
}

/** Every mutant of what a rung launches, each once, some of which do not compile. */
export function mutantsOfRung<Case extends CaseParams>(
  rung: Rung<Case>,
  scene: Scene<Case>,
): readonly Candidate[] {
  return [...mutantsInTurn(rung, scene)].flat();
}

/** Which mutants are looked for, at that moment: of which files, and of which lines of them. */
export interface Wanted {
  readonly isFile: (file: string) => boolean;
  readonly isMutant: (mutant: Pick<PlacedMutant, 'file' | 'line' | 'before' | 'after'>) => boolean;
}

/** The same case by case, made as they are asked for; what is not wanted is left out. */
export function* mutantsInTurn<Case extends CaseParams>(
  rung: Rung<Case>,
  scene: Scene<Case>,
  wanted?: Wanted,
): Generator<readonly Candidate[]> {
  const found = new Map<string, Candidate>();
  const isFresh = createFreshness();
  for (const launched of launchesOf(rung, scene)) {
    const before = found.size;
    const add = (mutant: Candidate) => void (found.has(mutant.key) || found.set(mutant.key, mutant));
    const asked = { has: (key: string) => found.has(key), ...(wanted ? { wants: wanted.isMutant } : {}) };
    for (const text of textsOf(launched).filter(({ file }) => wanted?.isFile(file) !== false))
      if (isFresh(text)) for (const mutant of textMutants(text, asked)) add(mutant);
    for (const mutant of mutantsOfLaunch(launched.plan)) if (wanted?.isMutant(mutant) !== false) add(mutant);
    yield [...found.values()].slice(before);
  }
}

/** How many mutants are drawn, of what is launched in which cases. */
export interface Draw<Case extends CaseParams> extends Omit<Scene<Case>, 'facts'> {
  readonly most: number;
  readonly seed: number;
}

/** Draws mutants, as many of each operator as of any other, until `most` of them compile. */
export async function sampleMutants<Case extends CaseParams>(
  gpu: Gpu,
  rung: Rung<Case>,
  { most, seed, ...scene }: Draw<Case>,
): Promise<Sampled> {
  const mutants: PlacedMutant[] = [];
  let stillborn = 0;
  for (const { text, ...mutant } of stratified(mutantsOfRung(rung, { ...scene, facts: gpu.facts }), seed)) {
    if (mutants.length >= most) break;
    if (text === undefined || (await compiles(gpu, capLoops(text, 1)))) mutants.push(mutant);
    else stillborn++;
  }
  return { mutants, stillborn };
}

function* launchesOf<Case extends CaseParams>(
  { family, variant, load }: Rung<Case>,
  { facts, cases = casesOf(family) }: Scene<Case>,
): Generator<Launched> {
  for (const params of cases) {
    const plan = planFor(variant, params, facts);
    if (!('skip' in plan) && plan.passes.length > 0) yield launchedBy(plan, load);
  }
}

// Texts that differ in their numbers alone have the same mutants, unless those rule out other branches. What computes the same with
// some numbers may be a mistake with others: a few of each form are looked at.
const mostOfForm = 4;

function createFreshness(): (text: LaunchedText) => boolean {
  const seen = new Set<string>();
  const forms = new Map<string, number>();
  return ({ file, text, grid }) => {
    const name = [file, grid, text].join('\n');
    if (seen.has(name)) return false;
    seen.add(name);
    const tokens = tokensOf(text);
    const decided = decidedConditions(tokens, scopesOf(tokens, grid)).map(({ value }) => value);
    const form = [file, grid.map((count) => count > 1), decided, maskNumbers(text)].join('\n');
    const count = forms.get(form) ?? 0;
    forms.set(form, count + 1);
    return count < mostOfForm;
  };
}

function casesOf<Case extends CaseParams>({ cases, edgeCases }: Family<Case>): readonly Case[] {
  return [...Object.values(cases).flat(), ...edgeCases.flatMap((set) => set.cases)];
}

async function compiles(gpu: Gpu, code: string): Promise<boolean> {
  gpu.device.pushErrorScope('validation');
  gpu.device.createShaderModule({ code });
  return (await gpu.device.popErrorScope()) === null;
}
