// The whole ladder: the kernels alone, and the pipelines that feed them.
import type { Family, VariantKind, WgslLoader } from '@kernel-ladder/harness';
import type { StreamCase } from './cases.ts';
import { family } from './family.ts';
import { pipelineRow, pipelines } from './pipeline/rows.ts';
import { wallRow } from './pipeline/wall.ts';

/** The family with its pipelines beside its kernels; who runs them brings the texts of the kernels. */
export function streams(load: WgslLoader): Family<StreamCase, VariantKind> {
  const rows = pipelines.map((pipeline) => pipelineRow(pipeline, load));
  return { ...family, variants: [...family.variants, wallRow(load), ...rows] };
}
