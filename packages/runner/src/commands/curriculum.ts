// `bench curriculum`: how much of the curricula the results of this checkout prove.
import { audit, nextItems, parseCompletion, remedyFor } from '@kernel-ladder/curriculum';
import type { Completion, NextItem } from '@kernel-ladder/curriculum';
import type { Command } from '../command.ts';
import { readCompletion } from '../publish/completion.ts';
import type { CheckoutCompletion } from '../publish/completion.ts';
import { auditText } from '../text/audit-text.ts';
import { lookUp } from '../text/curriculum-remedy.ts';
import type { ShownItem } from '../text/curriculum-remedy.ts';
import { itemText, nextText, openText, overviewText, trackText } from '../text/curriculum-text.ts';
import { CommandFailure, exitCodes, unknown } from '../failure.ts';
import { textOf } from '../flags.ts';
import type { Given } from '../flags.ts';
import type { Io } from '../io.ts';

// As many as fit on a screen.
const mostNext = 20;

/** Shows completion. */
export const curriculum: Command = {
  usage: 'bench curriculum [--track T | --item ID] [--next | --open | --audit] [--json]',
  summary: 'shows what of the curricula is proven, by which results, and what is missing',
  flags: {
    track: { value: 'T', help: 'one track, item by item' },
    item: {
      value: 'ID',
      help: 'one item: its rule, its evidence, and the commands that bring what is missing',
    },
    next: { help: 'what to build next: what nothing else holds up first, then by effort' },
    open: { help: 'every provable item that is not proven, each with the reason' },
    audit: { help: 'each promise beside what its rule checks, and the rules that little could satisfy' },
    json: { help: '{items: [{id, kind, track, state, evidence, …}], …} on stdout' },
  },
  execute: async (given, io) => {
    const wanted = readWanted(given);
    const checkout = readCompletion(io.root, { local: true });
    for (const fault of checkout.faults) io.err(`left out: ${fault}\n`);
    const isOne = wanted.item !== undefined && !wanted.isAudit;
    const shown = isOne ? await showItem(io, checkout, wanted.item) : null;
    const view = shown ? itemView(checkout, shown) : chooseView(checkout, wanted);
    io.out(given.flags['json'] === true ? `${JSON.stringify(view.json(), null, 2)}\n` : view.text());
    if (checkout.faults.length > 0) return exitCodes.usage;
    return shown && shown.faults.length > 0 ? exitCodes.failed : exitCodes.passed;
  },
};

interface Wanted {
  readonly track: string | undefined;
  readonly item: string | undefined;
  readonly isNext: boolean;
  readonly isOpen: boolean;
  readonly isAudit: boolean;
}

function readWanted(given: Given): Wanted {
  const [stray] = given.positionals;
  if (stray !== undefined)
    throw new CommandFailure(`curriculum takes no "${stray}"; an item is named as --item ${stray}`);
  const wanted = {
    track: textOf(given, 'track'),
    item: textOf(given, 'item'),
    isNext: given.flags['next'] === true,
    isOpen: given.flags['open'] === true,
    isAudit: given.flags['audit'] === true,
  };
  if (wanted.item !== undefined && (wanted.track !== undefined || wanted.isNext))
    throw new CommandFailure('--item shows one item: --track and --next do not go with it');
  if (wanted.isAudit && (wanted.isNext || wanted.isOpen))
    throw new CommandFailure('--audit lists rules: --next and --open do not go with it');
  return wanted;
}

interface View {
  readonly json: () => unknown;
  readonly text: () => string;
}

async function showItem(
  io: Io,
  { curriculum: { items }, done }: CheckoutCompletion,
  id: string,
): Promise<ShownItem> {
  const item = items.get(id);
  const state = done.items.find((one) => one.id === id);
  if (!item || !state) throw unknown('item', id, [...items.keys()]);
  return lookUp(io, item, state);
}

function itemView(checkout: CheckoutCompletion, shown: ShownItem): View {
  return { json: () => itemJson(checkout.done, shown), text: () => itemText(checkout, shown) };
}

function chooseView(checkout: CheckoutCompletion, wanted: Wanted): View {
  const { curriculum: known, done } = checkout;
  const { track } = wanted;
  if (track !== undefined && !done.tracks.some(({ id }) => id === track))
    throw unknown(
      'track',
      track,
      done.tracks.map(({ id }) => id),
    );
  if (wanted.isAudit) return auditView(checkout, wanted);
  if (wanted.isNext) {
    const next = nextItems(known, done).filter(({ id }) => isInTrack(done, id, track));
    return { json: () => nextJson(done, next), text: () => nextText(next, mostNext) };
  }
  const shown = track === undefined ? done : onlyTrack(done, track);
  if (wanted.isOpen) {
    const items = shown.items.filter(
      ({ kind, state }) => kind !== 'self' && kind !== 'out' && state !== 'proven',
    );
    return { json: () => ({ ...shown, items }), text: () => openText(shown) };
  }
  return {
    json: () => parseCompletion('completion', shown),
    text: () => (track === undefined ? overviewText(checkout) : trackText(checkout, track)),
  };
}

function auditView({ curriculum: known, done }: CheckoutCompletion, { track, item }: Wanted): View {
  if (item !== undefined && !known.items.get(item)?.rule) {
    const provable = [...known.items.values()].filter(({ rule }) => rule);
    throw unknown(
      'provable item',
      item,
      provable.map(({ id }) => id),
    );
  }
  const items = audit(known, done).filter(
    ({ id }) => isInTrack(done, id, track) && (item === undefined || item === id),
  );
  return { json: () => ({ commit: done.commit, items }), text: () => auditText(items) };
}

function isInTrack({ tracks }: Completion, item: string, track: string | undefined): boolean {
  if (track === undefined) return true;
  return tracks.some(({ id, phases }) => id === track && phases.some(({ items }) => items.includes(item)));
}

function onlyTrack(done: Completion, track: string): Completion {
  return {
    ...done,
    tracks: done.tracks.filter(({ id }) => id === track),
    items: done.items.filter(({ id }) => isInTrack(done, id, track)),
  };
}

function itemJson({ commit }: Completion, { item, state, lackingOf }: ShownItem): unknown {
  const missing = state.missing.map((one) => ({ ...one, remedy: remedyFor(item, one, lackingOf) }));
  return { commit, items: [{ ...state, rule: item.rule ?? null, missing }] };
}

function nextJson({ commit, items }: Completion, next: readonly NextItem[]): unknown {
  const states = new Map(items.map((state) => [state.id, state]));
  return { commit, items: next.map((item) => ({ ...states.get(item.id), ...item })) };
}
