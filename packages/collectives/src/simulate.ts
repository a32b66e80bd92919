// Plays a schedule message by message over a machine. Where a closed form assumes that every message has a link to
// itself, this lets messages meet: in a rank's port, in a node's fabric, in a network adapter.
import { interOf, place, transferUs } from './network.ts';
import type { Network } from './network.ts';
import type { Schedule } from './schedule.ts';
import { createBatch, load, order } from './simulate-batch.ts';
import type { Batch } from './simulate-batch.ts';

/** What a simulation found. */
export interface Simulation {
  /** Until the last rank has its result, launch excluded. */
  readonly moveUs: number;
  readonly transfers: number;
  /** Bytes that left a rank. */
  readonly sentBytes: number;
  /** Of these, bytes that left a node. */
  readonly interBytes: number;
}

/**
 * Plays a schedule. A rank sends when it has combined all that it received in earlier steps; steps of different ranks
 * overlap. A message takes each resource on its way for bytes/rate, in the order of the requests, and arrives a latency later; a
 * rank combines one message at a time.
 * @param network framed by a protocol
 * @param elementBytes size of an element of the schedule
 */
export function simulate(schedule: Schedule, network: Network, elementBytes: number): Simulation {
  const state = createState(schedule, network);
  const batch = createBatch(schedule.ranks);
  let transfers = 0;
  for (let index = 0; index < schedule.stepCount; index += 1) {
    load(batch, schedule.step(index), elementBytes);
    const isContended = batch.sharesPorts || sharesLinks(state, batch);
    const sequence = isContended ? order(batch, state.ready) : null;
    for (let i = 0; i < batch.count; i += 1) move(state, batch, sequence ? (sequence[i] ?? 0) : i);
    settle(state);
    transfers += batch.count;
  }
  const moveUs = state.ready.reduce((latest, time) => Math.max(latest, time), 0);
  return { moveUs, transfers, sentBytes: state.sentBytes, interBytes: state.interBytes };
}

interface State {
  readonly network: Network;
  /** When a rank has all that earlier steps sent it, and all that this step sends it. */
  readonly ready: Float64Array;
  readonly next: Float64Array;
  /** When a rank's port, each direction, and its arithmetic are free. */
  readonly egress: Float64Array;
  readonly ingress: Float64Array;
  readonly combining: Float64Array;
  /** When a node's fabric and its adapters, each direction, have done what they were asked for. */
  readonly fabric: Float64Array;
  readonly adapterOut: Float64Array;
  readonly adapterIn: Float64Array;
  readonly nodeOf: Int32Array;
  readonly adapterOf: Int32Array;
  /** The last step that used an adapter, each direction. */
  readonly usedOut: Int32Array;
  readonly usedIn: Int32Array;
  step: number;
  sentBytes: number;
  interBytes: number;
}

function createState({ ranks }: Schedule, network: Network): State {
  const { nodes } = place(network, ranks);
  const { ranksPerNode, inter } = network;
  const adapters = inter?.adaptersPerNode ?? 1;
  const each = () => new Float64Array(ranks);
  return {
    network,
    ready: each(),
    next: each(),
    egress: each(),
    ingress: each(),
    combining: each(),
    fabric: new Float64Array(nodes),
    adapterOut: new Float64Array(nodes * adapters),
    adapterIn: new Float64Array(nodes * adapters),
    nodeOf: Int32Array.from({ length: ranks }, (_, rank) => Math.floor(rank / ranksPerNode)),
    adapterOf: Int32Array.from({ length: ranks }, (_, rank) => Math.floor((rank * adapters) / ranksPerNode)),
    usedOut: new Int32Array(nodes * adapters).fill(-1),
    usedIn: new Int32Array(nodes * adapters).fill(-1),
    step: 0,
    sentBytes: 0,
    interBytes: 0,
  };
}

// Whether two messages of the step meet in a fabric or an adapter; only then does their order matter.
function sharesLinks(state: State, batch: Batch): boolean {
  if (state.network.intra.sharedGBps < Infinity) return true;
  if (!state.network.inter) return false;
  state.step += 1;
  for (let i = 0; i < batch.count; i += 1) {
    if (meets(state, batch.from[i] ?? 0, batch.to[i] ?? 0)) return true;
  }
  return false;
}

function meets({ adapterOf, nodeOf, usedOut, usedIn, step }: State, from: number, to: number): boolean {
  if (nodeOf[from] === nodeOf[to]) return false;
  const out = adapterOf[from] ?? 0;
  const into = adapterOf[to] ?? 0;
  const isUsed = usedOut[out] === step || usedIn[into] === step;
  usedOut[out] = step;
  usedIn[into] = step;
  return isUsed;
}

// Arrays are written in place here and below: this runs tens of millions of times.
function move(state: State, batch: Batch, index: number): void {
  const to = batch.to[index] ?? 0;
  const bytes = batch.bytes[index] ?? 0;
  const isInside = state.nodeOf[batch.from[index] ?? 0] === state.nodeOf[to];
  const arrival = isInside ? moveInside(state, batch, index) : moveAcross(state, batch, index);
  state.sentBytes += bytes;
  let done = arrival;
  if (batch.reduces[index] === 1) {
    const start = Math.max(arrival, state.combining[to] ?? 0, state.ready[to] ?? 0);
    done = start + transferUs(bytes, state.network.reduceGBps);
    state.combining[to] = done;
  }
  if (done > (state.next[to] ?? 0)) state.next[to] = done;
}

function moveInside(state: State, batch: Batch, index: number): number {
  const from = batch.from[index] ?? 0;
  const to = batch.to[index] ?? 0;
  const bytes = batch.bytes[index] ?? 0;
  const { bandwidthGBps, sharedGBps, latencyUs } = state.network.intra;
  const request = state.ready[from] ?? 0;
  let end =
    Math.max(request, state.egress[from] ?? 0, state.ingress[to] ?? 0) + transferUs(bytes, bandwidthGBps);
  if (sharedGBps < Infinity)
    end = Math.max(end, draw(state.fabric, state.nodeOf[from] ?? 0, request, bytes / (sharedGBps * 1e3)));
  state.egress[from] = end;
  state.ingress[to] = end;
  return end + latencyUs;
}

function moveAcross(state: State, batch: Batch, index: number): number {
  const from = batch.from[index] ?? 0;
  const to = batch.to[index] ?? 0;
  const { bandwidthGBps, latencyUs, messageUs } = interOf(state.network);
  const bytes = batch.bytes[index] ?? 0;
  const duration = messageUs + transferUs(bytes, bandwidthGBps);
  state.interBytes += bytes;
  const request = state.ready[from] ?? 0;
  const out = draw(state.adapterOut, state.adapterOf[from] ?? 0, request, duration);
  const end = Math.max(out, draw(state.adapterIn, state.adapterOf[to] ?? 0, request, duration));
  return end + latencyUs;
}

// A shared resource serves requests one after another at its full rate; returns when it has served this one.
function draw(resource: Float64Array, index: number, request: number, duration: number): number {
  const end = Math.max(resource[index] ?? 0, request) + duration;
  resource[index] = end;
  return end;
}

// What this step sent is there when the next one asks for it.
function settle({ ready, next }: State): void {
  for (let rank = 0; rank < ready.length; rank += 1) {
    if ((next[rank] ?? 0) > (ready[rank] ?? 0)) ready[rank] = next[rank] ?? 0;
  }
}
