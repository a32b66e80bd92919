// The state of every item at one commit, from what is known there.
import type { Curriculum } from './curriculum.ts';
import { describeNeeds, lacks, missingFeatures, needsNoMachine } from './needs.ts';
import { isCorrectSomewhere } from './rules/correct.ts';
import { evaluate } from './rules/evaluate.ts';
import type { Context, Verdict } from './rules/verdict.ts';
import { unmet } from './rules/verdict.ts';
import type { MachineRows, Snapshot } from './snapshot.ts';
import type { Check, CheckState, Item, ItemState, Progress, Rule, Tick } from './types.generated.ts';

/** A learner who has ticked nothing. */
export const noProgress: Progress = { schemaVersion: 1, ticks: [] };

/**
 * Every item with its state and evidence. A pure function of what is known: history adds `regressed` (see
 * `completion`), nothing else. Results of machines that do not meet an item's needs never prove it.
 */
export function itemStates(
  curriculum: Curriculum,
  snapshot: Snapshot,
  progress: Progress = noProgress,
): ReadonlyMap<string, ItemState> {
  const states = new Map<string, ItemState>();
  const stateOf = (id: string): ItemState | undefined => {
    const known = states.get(id);
    const item = curriculum.items.get(id);
    if (known || !item) return known;
    const state = judge(item, {
      snapshot,
      progress,
      isProven: (other) => stateOf(other)?.state === 'proven',
    });
    states.set(id, state);
    return state;
  };
  for (const id of curriculum.items.keys()) stateOf(id);
  return new Map(
    [...curriculum.items.keys()].flatMap((id) => states.get(id) ?? []).map((one) => [one.id, one]),
  );
}

interface Known {
  readonly snapshot: Snapshot;
  readonly progress: Progress;
  readonly isProven: (item: string) => boolean;
}

function judge(item: Item, known: Known): ItemState {
  if (item.kind === 'self' || item.kind === 'out') return judgeTicked(item, known);
  const features = missingFeatures(item.needs ?? [], known.snapshot.machines);
  return {
    ...about(item),
    ...(item.rule ? judgeProof(item, item.rule, known) : {}),
    ...(features.length > 0 ? { state: 'not-applicable', missingFeatures: features } : {}),
  };
}

// What comes before an item must be proven as well: its own rule alone makes it no more than implemented.
function judgeProof(item: Item, rule: Rule, known: Known): Partial<ItemState> {
  const { evidence, missing, met } = judgeRule(item, rule, known);
  if (!met) {
    const state = isCorrectSomewhere(rule, known.snapshot) ? 'implemented' : 'not-started';
    return { state, evidence, missing };
  }
  const before = (item.after ?? []).filter((id) => !known.isProven(id));
  if (before.length === 0) return { state: 'proven', evidence, missing };
  const first = before.map((id) => ({ what: `item ${id}, proven first` }));
  return { state: 'implemented', heldBackBy: before, evidence, missing: [...missing, ...first] };
}

function about(item: Item): ItemState {
  const [track = '', phase = ''] = (item.places[0] ?? '').split('/');
  const { id, title, kind, family, nearest } = item;
  return {
    id,
    title,
    kind,
    family,
    track,
    phase,
    state: 'not-started',
    evidence: [],
    missing: [],
    ...(nearest ? { nearest } : {}),
  };
}

// As seen from the machine that shows most: one machine must prove the whole rule.
function judgeRule(item: Item, rule: Rule, { snapshot, isProven }: Known): Verdict {
  const needs = item.needs ?? [];
  const meeting = snapshot.machines.filter(({ machine }) => lacks(needs, machine).length === 0);
  const seenFrom: readonly (MachineRows | null)[] = meeting.length > 0 ? meeting : [null];
  const verdicts = seenFrom.map((machine): Verdict => {
    const context: Context = { snapshot, machine, needs, isProven };
    return evaluate(rule, context);
  });
  const best = verdicts.toSorted((a, b) => score(b) - score(a))[0] ?? unmet(item.evidence);
  if (meeting.length > 0 || needsNoMachine(needs)) return best;
  const what = { what: `a run on a machine with ${describeNeeds(needs)}` };
  return { ...best, met: false, missing: [what, ...best.missing] };
}

function score({ met, evidence }: Verdict): number {
  return (met ? 1e6 : 0) + evidence.filter((row) => row.met).length;
}

function judgeTicked(item: Item, known: Known): ItemState {
  const ticks = known.progress.ticks.filter((tick) => tick.item === item.id);
  const checklist = item.checklist?.map((check) => judgeCheck(check, ticks, known));
  const isTicked = checklist ? checklist.every(({ ticked }) => ticked) : ticks.length > 0;
  const open = item.kind === 'out' ? 'not-applicable' : 'not-started';
  const unticked = (checklist ?? []).filter(({ ticked }) => !ticked);
  return {
    ...about(item),
    state: isTicked ? 'ticked' : open,
    evidence: ticks.map((tick) => tickRow(tick)),
    missing: unticked.map(({ title, offered }) => ({
      what: offered ? `a tick for "${title}", which evidence backs` : `a tick for "${title}"`,
    })),
    ...(checklist ? { checklist } : {}),
  };
}

function tickRow({ item, check, date, note, link }: Tick): ItemState['evidence'][number] {
  return {
    id: check === undefined ? item : `${item}: ${check}`,
    metric: 'tick',
    value: [date, note, link].filter((part) => part !== undefined).join(' '),
    threshold: 'ticked by the learner',
    met: true,
    machine: null,
    commit: null,
  };
}

function judgeCheck(check: Check, ticks: readonly Tick[], { snapshot, isProven }: Known): CheckState {
  const holds = (rule: Rule): boolean => evaluate(rule, { snapshot, machine: null, needs: [], isProven }).met;
  const tick = ticks.findLast((one) => one.check === check.title);
  const isAllowed = !check.requires || holds(check.requires);
  const isBacked = check.offeredBy ? holds(check.offeredBy) : check.requires !== undefined && isAllowed;
  const ticked = tick !== undefined && isAllowed;
  return {
    title: check.title,
    ticked,
    offered: !ticked && isBacked,
    ...(isAllowed ? {} : { blocked: true }),
    ...(tick ? { date: tick.date } : {}),
  };
}
