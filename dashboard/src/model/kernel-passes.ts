// Two kernels pass by pass: which texts stand beside each other.
import type { KernelText } from '@kernel-ladder/schema';

/** A text of a kernel, and the passes that run it. */
export interface PassText {
  readonly file: string;
  readonly text: string;
  /** As in `2` or `1, 3`, of so many. */
  readonly places: readonly number[];
  readonly passes: number;
  /** Workgroups of each of these passes. */
  readonly workgroups: readonly (readonly number[])[];
  /** Names of the buffers that the first of these passes binds. */
  readonly bindings: readonly string[];
}

/** Texts in the order of their first passes, each once: a kernel often runs one text again with other buffers. */
export function passTexts({ passes }: Pick<KernelText, 'passes'>): readonly PassText[] {
  const numbered = passes.map((pass, at) => ({ ...pass, place: at + 1 }));
  return [...Map.groupBy(numbered, ({ text }) => text)].map(([text, own]) => ({
    text,
    file: own[0]?.file ?? '',
    places: own.map(({ place }) => place),
    passes: passes.length,
    workgroups: own.map(({ workgroups }) => workgroups),
    bindings: (own[0]?.bindings ?? []).map((bound) => (typeof bound === 'string' ? bound : bound.buffer)),
  }));
}

/** A text of one kernel beside one of the other; null where only one of them has such a pass. */
export interface PassPair {
  readonly before: PassText | null;
  readonly after: PassText | null;
}

/** Pairs texts of the same file first, then the others in their order. */
export function pairPasses(
  before: Pick<KernelText, 'passes'>,
  after: Pick<KernelText, 'passes'>,
): readonly PassPair[] {
  const old = [...passTexts(before)];
  const take = (at: number) => (at < 0 ? null : (old.splice(at, 1)[0] ?? null));
  const byFile = passTexts(after).map((own) => ({
    after: own,
    before: take(old.findIndex(({ file }) => file === own.file)),
  }));
  const pairs = byFile.map((pair): PassPair => ({ ...pair, before: pair.before ?? take(0) }));
  return [...pairs, ...old.map((left): PassPair => ({ before: left, after: null }))];
}
