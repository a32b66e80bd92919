// The mutants that a family lists as computing the same, held against its kernels.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DeviceFacts } from '@kernel-ladder/gpu';
import { isListedAs, parseEquivalentMutants, readJson } from '@kernel-ladder/schema';
import type { EquivalentMutant } from '@kernel-ladder/schema';
import type { CaseParams, Family } from '../contract/family.ts';
import { mutantsInTurn } from '../mutants/rung.ts';
import type { Wanted } from '../mutants/rung.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';

/** Where a family's kernels and its list are, and the device that plans are made for. */
export interface EquivalentsRequest {
  readonly load: WgslLoader;
  readonly facts: DeviceFacts;
  readonly file: URL;
}

/**
 * What is listed and is no mutant of any rung, as `file:line: before → after`; nothing where there is no list. No mutants are
 * made but those that are still looked for: a list that holds is through with the first texts of each file.
 */
export function strayEquivalents<Case extends CaseParams>(
  family: Family<Case>,
  { load, facts, file }: EquivalentsRequest,
): readonly string[] {
  if (!existsSync(file)) return [];
  const path = fileURLToPath(file);
  const listed = parseEquivalentMutants(path, readJson(path, readFileSync(file, 'utf8')));
  const left = new Map(listed.map((each) => [each, isListedAs(each)]));
  const wanted: Wanted = {
    isFile: (name) => [...left.keys()].some(({ file: own }) => own === name),
    isMutant: (mutant) => [...left.values()].some((isIt) => isIt(mutant)),
  };
  const rungs = [facts, widened(facts)].flatMap((device) =>
    family.variants.map((variant) => mutantsInTurn({ family, variant, load }, { facts: device }, wanted)),
  );
  // A case of every rung before the next of any: most of what is listed is a mutant of the first.
  for (let open = rungs; open.length > 0 && left.size > 0;) {
    open = open.filter((rung) => {
      const { value, done } = rung.next();
      for (const mutant of value ?? []) for (const [each, isIt] of left) if (isIt(mutant)) left.delete(each);
      return done !== true;
    });
  }
  return [...left.keys()].map(nameOf);
}

function nameOf({ file, line, before, after }: EquivalentMutant): string {
  return `${file}${line === undefined ? '' : `:${line}`}: ${before} → ${after}`;
}

const fragment = (componentType: string, resultComponentType: string, depth: number) => ({
  componentType,
  resultComponentType,
  M: 16,
  N: 16,
  K: depth,
});

// A device that offers all that a rung may ask for: the list is of rungs that the present one cannot run, too.
function widened(facts: DeviceFacts): DeviceFacts {
  const features = [
    'subgroups',
    'subgroup-size-control',
    'shader-f16',
    'chromium-experimental-subgroup-matrix',
  ];
  return {
    ...facts,
    software: false,
    features: new Set([...facts.features, ...features]),
    limits: {
      ...facts.limits,
      maxComputeWorkgroupStorageSize: 49_152,
      maxComputeInvocationsPerWorkgroup: 1024,
    },
    subgroupMinSize: 32,
    subgroupMaxSize: 32,
    subgroupMatrixConfigs: [
      fragment('f16', 'f32', 16),
      fragment('f16', 'f16', 16),
      fragment('i8', 'i32', 32),
      fragment('u8', 'u32', 32),
    ],
  };
}
