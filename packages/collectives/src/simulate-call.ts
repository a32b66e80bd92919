// A whole call by the simulation of events: the host, the launch, and the schedule played message by message.
import { phasesOf } from './algorithms.ts';
import { framed, place } from './network.ts';
import type { Network, Protocol } from './network.ts';
import { hostUs } from './predict.ts';
import type { AlgorithmName } from './predict.ts';
import { schedules } from './schedules/index.ts';
import type { Algorithm } from './schedules/index.ts';
import { simulate } from './simulate.ts';

/** An algorithm that has schedules of its own. */
export type ScheduledName = Exclude<AlgorithmName, 'auto'>;

/** What a call consists of. */
export interface SimulatedCall {
  readonly network: Network;
  readonly ranks: number;
  readonly algorithm: ScheduledName;
}

const elementBytes = 4;

// A tree's schedule sends whole vectors step by step; what the closed form of `tree` pipelines is not played.
const played: { readonly [Name in ScheduledName]: readonly Algorithm[] } = {
  ring: ['ring'],
  tree: ['double-tree'],
  'halving-doubling': ['halving-doubling'],
  direct: ['one-shot', 'two-shot'],
  hierarchical: ['hierarchical'],
};

/**
 * The time of a call of f32 elements in µs: the longer of the host's part and the launch with the fastest protocol's messages. Throws
 * RangeError when the topology cannot place the ranks.
 */
export function simulateCall(bytes: number, { network, ranks, algorithm }: SimulatedCall): number {
  const placement = place(network, ranks);
  const shape = { ranks, elements: Math.ceil(bytes / elementBytes), nodes: placement.nodes };
  const times = played[algorithm].flatMap((name) => {
    const striped = phasesOf(name, bytes, placement).some((phase) => phase.striped);
    return prompterOrFuller(network).map(
      (protocol) =>
        simulate(schedules[name](shape), framed(network, protocol), elementBytes, { striped }).moveUs,
    );
  });
  return Math.max(hostUs(network, ranks), network.kernelUs + Math.min(...times));
}

// Of a schedule that is played step by step a protocol has its hand-shake and its payload alone: one that is neither prompter nor fuller
// than another is never the fastest.
function prompterOrFuller({ protocols }: Network): readonly Protocol[] {
  const kept: Protocol[] = [];
  for (const one of protocols.toSorted((a, b) => a.stepUs - b.stepUs || b.efficiency - a.efficiency))
    if (kept.every(({ efficiency }) => one.efficiency > efficiency)) kept.push(one);
  return kept;
}
