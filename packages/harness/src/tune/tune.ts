// A search on a device: what is looked at next is decided by a pure reducer over what was seen, so that a search can be cut short and taken up.
import { survey } from '@kernel-ladder/autotune';
import type { Observation, Space, Survey } from '@kernel-ladder/autotune';
import type { Gpu } from '@kernel-ladder/gpu';
import { sha256 } from '@kernel-ladder/schema/measuring';
import type { Job, Machine, TuneEvent, TuneJob, TuningEntry, VariantKind } from '@kernel-ladder/schema';
import type { CaseParams, Family } from '../contract/family.ts';
import { sameThread } from '../contract/judges.ts';
import type { Judges } from '../contract/judges.ts';
import { createCasePair } from '../launch/case-pair.ts';
import { createHostCases } from '../launch/host-cases.ts';
import { createClock } from '../measure/clock.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';
import { hashOfSpace } from './entry.ts';
import { hashOf, staleness } from './table.ts';
import { tuneSubjects } from './subjects.ts';
import type { TuneSubject } from './subjects.ts';
import { halvingOf, searchWith } from './search.ts';
import type { Search } from './search.ts';

/** A job with the machine's profile and what to tune, and what it is done with. */
export interface TuneRequest<Case extends CaseParams> {
  readonly job: Job & { readonly tune: TuneJob; readonly machine?: Machine };
  readonly gpu: Gpu;
  readonly family: Family<Case, VariantKind>;
  readonly load: WgslLoader;
  /** Who judges; this thread when left out. */
  readonly judges?: Judges;
  readonly emit: (event: TuneEvent) => void;
}

/** Tunes the rungs and cases of a job, one after another. Throws on what cannot be tuned, and where the device is lost. */
export async function tune<Case extends CaseParams>(request: TuneRequest<Case>): Promise<void> {
  const { job, gpu, family, emit } = request;
  const { subjects, notes } = tuneSubjects(family, gpu.facts, job.tune);
  if (subjects.length === 0) throw new Error(nothingText(family, notes));
  for (const message of notes) emit({ type: 'note', message });
  const start = performance.now();
  const isSpent = () => performance.now() - start >= (job.tune.budgetMs ?? Infinity);
  const settled = new Set(job.tune.settled);
  for (const subject of subjects.filter(({ key }) => !settled.has(key))) {
    const space = subject.tuning.space(subject.params, gpu.facts);
    if ('skip' in space) continue;
    const found = survey(space, gpu.facts);
    const fingerprint = await fingerprintOf(request, subject, { space, found });
    emit({ type: 'space', key: subject.key, space: describeSpace(subject, space, { found, fingerprint }) });
    if (job.tune.dryRun) continue;
    const seen = journalOf(request, subject, fingerprint);
    const known = await knownEntry(request, subject, { space, seen });
    if (known) emit({ type: 'tuned', key: subject.key, entry: known, isKnown: true });
    else await searchOne(request, { subject, space, found, seen, isSpent });
  }
}

function nothingText<Case extends CaseParams>(
  { name }: Family<Case, VariantKind>,
  notes: readonly string[],
): string {
  return `${name}: nothing to tune on this device: ${notes.join('; ') || 'no case is asked for that a rung has a choice in'}`;
}

function describeSpace<Case extends CaseParams>(
  { variant, class: shapeClass, name }: TuneSubject<Case>,
  space: Space,
  { found, fingerprint }: { readonly found: Survey; readonly fingerprint: string },
) {
  const { total, legal, refused } = found;
  return {
    fingerprint,
    rung: variant.name,
    class: shapeClass,
    case: name,
    parameters: space.values,
    usual: space.usual,
    combinations: total,
    candidates: legal.map((each) => each.name),
    refused: refused.map(({ name: of, by, why }) => ({ name: of, by, why })),
  };
}

// Two searches of one fingerprint see the same candidates, write the same kernels, and take the same steps.
async function fingerprintOf<Case extends CaseParams>(
  { job, gpu, load }: TuneRequest<Case>,
  { tuning, params, name }: TuneSubject<Case>,
  { space, found }: Pick<Search<Case>, 'space' | 'found'>,
): Promise<string> {
  const usual = tuning.plan(params, gpu.facts, space.usual);
  const kernel = 'skip' in usual ? usual.skip.message : await hashOf(usual, load);
  const { eta = 0, ...spec } = halvingOf(job, found, gpu.facts.software);
  return sha256(JSON.stringify([name, spec, String(eta), kernel])).slice(0, 16);
}

function journalOf<Case extends CaseParams>(
  { job, emit }: TuneRequest<Case>,
  { key }: TuneSubject<Case>,
  fingerprint: string,
): readonly Observation[] {
  const journal = job.tune.journal[key];
  if (!journal || journal.fingerprint === fingerprint) return journal?.observations ?? [];
  emit({ type: 'note', message: `what was seen of ${key} is of another search, and begun anew` });
  return [];
}

// The table's own answer, where it is of these values and of the kernel as it is.
async function knownEntry<Case extends CaseParams>(
  { job: { tune: wishes }, family, gpu, load, emit }: TuneRequest<Case>,
  subject: TuneSubject<Case>,
  { space, seen }: Pick<Search<Case>, 'space' | 'seen'>,
): Promise<TuningEntry | null> {
  const entry = wishes.entries.find((each) => `${each.rung} ${each.class}` === subject.key);
  if (!entry || wishes.again || seen.length > 0) return null;
  const why =
    entry.space === hashOfSpace(space)
      ? await staleness({ family, load, facts: gpu.facts }, entry)
      : 'other values may be chosen now';
  if (why === null) return entry;
  emit({ type: 'note', message: `the table’s entry for ${subject.key} is searched again, for ${why}` });
  return null;
}

async function searchOne<Case extends CaseParams>(
  request: TuneRequest<Case>,
  search: Search<Case>,
): Promise<void> {
  const { job, gpu, family, load, judges = sameThread } = request;
  const { machine, canaryNs = null, seed } = job;
  if (!machine) throw new Error('the verb tune needs the machine’s profile in its job');
  const { params } = search.subject;
  const clock = await createClock(gpu, canaryNs);
  try {
    const hosts = createHostCases({ family, judges });
    const pair = await createCasePair(gpu, { family, params, seed, hosts });
    try {
      await searchWith(request, search, {
        gpu,
        family,
        load,
        machine,
        clock,
        subject: search.subject,
        pair,
      });
    } finally {
      pair.free();
      hosts.keep([]);
    }
  } finally {
    clock?.free();
  }
}
