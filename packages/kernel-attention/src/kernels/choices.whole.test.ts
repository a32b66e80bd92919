// Every choice of a generated rung is a text that the WGSL compiler takes: what no software adapter can run, too.
import { shaderText } from '@kernel-ladder/harness';
import type { Candidate, Tuning } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { combinations, emulatedDevice, validateWgsl } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { attentionCase } from '../cases.ts';
import type { AttentionCase } from '../cases.ts';
import { flash } from '../plans/flash.ts';
import { stream } from '../plans/streamed.ts';
import { wide } from '../plans/wide.ts';

const load = fileLoader(new URL('./', import.meta.url));
const h200 = emulatedDevice(32);
const square = { b: 4, h: 16, q: 4000, k: 4000, d: 64 } as const;

// A choice that differs from another one in a number alone has its text.
const same: Candidate = { scorePadding: 8, unroll: 16, part: 2048 };

test.for([
  { rung: wide, params: attentionCase({ ...square, dtype: 'f16' }) },
  { rung: wide, params: attentionCase({ ...square, mask: 'causal', d: 128, output: 'lse', dtype: 'f16' }) },
  { rung: flash, params: attentionCase({ ...square, mask: 'causal' }) },
  { rung: stream, params: attentionCase({ b: 2, h: 8, g: 4, q: 1, k: 8000, d: 128, mask: 'padding' }) },
  { rung: stream, params: attentionCase({ b: 2, h: 8, g: 4, q: 1, k: 8000, d: 80, dtype: 'f16' }) },
])('of $rung.tuning.rung, $params.d elements', async ({ rung: { tuning }, params }) => {
  const texts = choicesOf(tuning, params).flatMap((choice) => {
    const plan = tuning.plan(params, h200, choice);
    return 'skip' in plan ? [] : plan.passes.map(({ wgsl }) => shaderText(wgsl, load));
  });
  const distinct = new Set(texts);
  expect(distinct.size).toBeGreaterThan(10);
  for (const text of distinct) expect(await validateWgsl(text)).toEqual([]);
});

function isSame(choice: Candidate): boolean {
  return Object.entries(same).some(([name, value]) => choice[name] === value);
}

function choicesOf({ space }: Tuning<AttentionCase>, params: AttentionCase): readonly Candidate[] {
  const own = space(params, h200);
  if ('skip' in own) return [];
  return [...combinations(own)].filter(
    (choice) => !isSame(choice) && own.constraints.every(({ holds }) => holds(choice)),
  );
}
