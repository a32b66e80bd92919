// Stretches of a run: ids that are timed family by family, or checked rung by rung.
import type { ListedId, Result } from '@kernel-ladder/schema';
import { halve } from '@kernel-ladder/stats';
import type { Io } from '../io.ts';
import type { FamilyPackage } from '../process/families.ts';
import { measureFamily, rungOf } from '../process/measure.ts';
import type { MeasureSpec, RulerTimes } from '../process/measure.ts';
import { ownerOf } from '../process/peers.ts';
import { createDeviceGate } from '../process/device-gate.ts';
import type { DeviceGate } from '../process/device-gate.ts';
import { mostCheckers, mostSharing, mostTimers, shareOf, sideBySide } from '../process/side-by-side.ts';
import { leftOf, nothingToCover } from './coverage.ts';
import type { Coverage } from './coverage.ts';
import { inTurn } from './in-turn.ts';
import type { Turns } from './in-turn.ts';
import { isOnHostClock, mostBeside, partsOf, splitPart } from './parts.ts';
import type { Part, Stretch, TimedPart } from './parts.ts';

/** Checks ids of which none is timed: each rung, or library of peers, has a process, and several run side by side. */
export async function checkStretch(io: Io, stretch: Stretch): Promise<void> {
  const { spec } = stretch;
  const parts = partsOf(stretch.families, stretch.ids).flatMap(splitPart);
  const width = Math.min(parts.length, mostCheckers(spec.job.machine));
  const doubtful = new Set<string>();
  const onResult: MeasureSpec['onResult'] = (result, more) => {
    if (width > 1 && isDoubtful(result)) doubtful.add(result.id);
    else spec.onResult(result, more);
  };
  await atOnce(io, parts, { width, spec: { ...spec, onResult } });
  const again = parts.map((part) => ({ ...part, ids: part.ids.filter(({ id }) => doubtful.has(id)) }));
  await atOnce(io, again, { width: 1, spec });
}

interface Abreast {
  readonly width: number;
  readonly spec: MeasureSpec;
}

// So many parts at a time, whose processes share the processors.
async function atOnce(io: Io, parts: readonly Part[], { width, spec }: Abreast): Promise<void> {
  const job = { ...spec.job, beside: width };
  const onResult: MeasureSpec['onResult'] = (result, { spent, ...more } = {}) =>
    spec.onResult(result, { ...more, ...(spent ? { spent: shareOf(spent, width) } : {}) });
  await sideBySide(parts, { width, interrupt: io.interrupt }, (part, worker) => {
    const onPhase: MeasureSpec['onPhase'] = (id, phase, share) => spec.onPhase(id, phase, share, worker);
    const own = { ...spec, job, onResult, onPhase };
    return measureFamily(io, part.family, part.ids, own).finally(() => spec.onLeave?.(worker));
  });
}

// What fails beside others by memory, or by its process, may be innocent: it has another try with the device to itself.
function isDoubtful({ status, reason }: Result): boolean {
  const codes: readonly string[] = ['crashed', 'timeout', 'device-lost', 'out-of-memory'];
  return status === 'failed' && codes.includes(reason?.code ?? '');
}

/** Two halves of the kernels, those with ids; peers follow both, so that each library is started once. */
export function stretchesOf(
  families: readonly FamilyPackage[],
  ids: readonly ListedId[],
): readonly (readonly ListedId[])[] {
  const isPeer = ({ id }: ListedId) => ownerOf(families, id)?.rungs !== undefined;
  const [before, after] = halve(ids.filter((listed) => !isPeer(listed)));
  return [before, [...after, ...ids.filter(isPeer)]].filter((stretch) => stretch.length > 0);
}

/** Stretches that are timed, each with the rulers behind it. */
export interface Timed extends Omit<Stretch, 'ids'> {
  readonly stretches: readonly (readonly ListedId[])[];
  /** Begins to check awkward cases of families, in their order, with who grants the device where that is done while others are timed. */
  readonly cover?: (families: readonly FamilyPackage[], gate: DeviceGate | undefined) => Coverage;
  /** Measures the rulers in a process of its own. */
  readonly measureRulers: () => Promise<RulerTimes | null>;
  /** How many processes may be on the device; as many as the machine has room for when left out. */
  readonly sharing?: number;
  /** Gives the gate of a device that several are on again, to look at who has it. */
  readonly watch?: ((gate: DeviceGate) => DeviceGate) | undefined;
}

/**
 * Times stretches of ids; gives the rulers behind each. A process has all ids of its family, or of one library among the peers, which gets no
 * other's to see. Several are on the device, and what is timed has it to itself; awkward cases of families to come are checked meanwhile, and before all
 * else where the device has one process at a time. What the host times comes behind all other kernels and peers, peers last. What fails by memory or
 * by its process, and may have had others beside it, is tried again by itself. The last process of a stretch measures the rulers while it has the device
 * open, unless it is a peer's or dies. In software, where no ruler is, families run side by side, and peers after them.
 */
export async function timeStretches(io: Io, timed: Timed): Promise<readonly (RulerTimes | null)[]> {
  const {
    families,
    spec,
    stretches,
    sharing = mostSharing(spec.job.machine),
    watch = (own: DeviceGate) => own,
  } = timed;
  // Where awkward cases are checked meanwhile, nothing is timed until those of one family are known.
  const isBeside = sharing > 1 && timed.cover !== undefined && spec.job.edgeCases !== false;
  const order = isBeside ? besideCovers : asGiven;
  const parts = stretches.flatMap((ids) => timedParts(families, ids, order));
  const most = Math.min(sharing, mostBeside(parts));
  const gate = most > 1 ? watch(createDeviceGate()) : undefined;
  const covered = [...new Set(parts.map(({ family }) => family))];
  const coverage = timed.cover?.(covered, gate) ?? nothingToCover;
  try {
    if (!gate) await coverage.done;
    const known = () => ({ ...coverage.covered(), ...spec.covered?.() });
    return await timeParts(io, parts, {
      ...timed,
      spec: { ...spec, covered: known },
      sharing: most,
      gate,
      coverage,
    });
  } finally {
    coverage.close();
    await coverage.done.catch(() => {});
  }
}

async function timeParts(
  io: Io,
  parts: readonly TimedPart[],
  { spec, ...turns }: Turns,
): Promise<readonly (RulerTimes | null)[]> {
  const { sharing, coverage } = turns;
  const kernels = parts.filter(({ family }) => !family.rungs);
  const width = Math.min(kernels.length, mostTimers(spec.job.machine));
  const isAbreast = width > 1 && sharing === 1;
  if (isAbreast)
    await atOnce(
      io,
      kernels.map((part) => leftOf(part, coverage)),
      { width, spec },
    );
  const own = isAbreast ? parts.filter(({ family }) => family.rungs) : parts;
  const doubtful = new Set<string>();
  const onResult: MeasureSpec['onResult'] = (result, more) => {
    if (sharing > 1 && isDoubtful(result)) doubtful.add(result.id);
    else spec.onResult(result, more);
  };
  const rulers = await inTurn(io, own, { ...turns, spec: { ...spec, onResult } });
  const again = own
    .map((part) => ({ ...part, ids: part.ids.filter(({ id }) => doubtful.has(id)), isLast: false }))
    .filter(({ ids }) => ids.length > 0);
  await inTurn(io, again, { ...turns, spec, sharing: 1, gate: undefined });
  return rulers;
}

/** Who leads, and who follows before others, by what is least of them. */
interface Order {
  readonly leads: (part: Part) => number;
  readonly follows: (part: Part) => number;
}

// Nothing is timed before the first one has its inputs.
const asGiven: Order = { leads: ({ ids: [first] }) => first?.work.minBytes ?? 0, follows: () => 0 };

// Nothing is timed before the awkward cases of the first one are known. Those that have many ids to time for few rungs to check come next: while they have
// the device there is time for the rungs of the others (Johnson's rule for two machines, Naval Research Logistics Quarterly 1, 1954).
const besideCovers: Order = {
  leads: (part) => rungsAmong(part),
  follows: (part) => (part.family.rungs ? 0 : rungsAmong(part) / part.ids.length),
};

// In the order in which they have their turns.
function timedParts(
  families: readonly FamilyPackage[],
  ids: readonly ListedId[],
  order: Order,
): readonly TimedPart[] {
  const own = inOrder(
    partsOf(families, ids).flatMap((part) => (part.family.rungs ? splitPart(part) : [part])),
    order,
  );
  return own.map((part, at) => ({ ...part, isLast: at === own.length - 1 }));
}

// By rank; one of those that come first leads.
function inOrder(parts: readonly Part[], { leads, follows }: Order): readonly Part[] {
  const ranked = parts.toSorted((one, other) => rankOf(one) - rankOf(other) || follows(one) - follows(other));
  const [first] = ranked;
  if (!first) return [];
  const leading = ranked
    .filter((part) => rankOf(part) === rankOf(first))
    .reduce((one, other) => (leads(other) < leads(one) ? other : one));
  return [leading, ...ranked.filter((part) => part !== leading)];
}

function rungsAmong({ ids }: Part): number {
  return new Set(ids.map(rungOf)).size;
}

// What waits for all judges comes behind all that does not, and peers behind all kernels.
function rankOf(part: Part): number {
  return (part.family.rungs ? 2 : 0) + (isOnHostClock(part) ? 1 : 0);
}
