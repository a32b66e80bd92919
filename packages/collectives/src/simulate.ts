// Plays a schedule message by message over a machine. Where a closed form assumes that every message has a link to
// itself, this lets messages meet: in a rank's port, in a node's fabric, in a network adapter.
import { serveEarliest } from './earliest.ts';
import { interOf, transferUs } from './network.ts';
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

/** How messages use a node's adapters. */
export interface SimulateOptions {
  /** A message between nodes is spread over all adapters of both, as NCCL's one ring per adapter does; else it takes one. */
  readonly striped?: boolean;
}

/**
 * Plays a schedule. A rank sends when it has combined all that it received in earlier steps; steps of different ranks
 * overlap. A message takes each resource on its way for bytes/rate, in the order of the requests, and arrives a latency later. It
 * begins when both ends are free, ports or adapters; a rank combines one message at a time.
 *
 * Steps are worked off one after another: where a resource is shared, what a late rank sends in one step is ahead of what an
 * early one sends in the next.
 * @param network framed by a protocol
 * @param elementBytes size of an element of the schedule
 */
export function simulate(
  schedule: Schedule,
  network: Network,
  elementBytes: number,
  options: SimulateOptions = {},
): Simulation {
  const state = createState(schedule, options.striped ? stripedOf(network) : network);
  const batch = createBatch(schedule.ranks);
  let transfers = 0;
  for (let index = 0; index < schedule.stepCount; index += 1) {
    load(batch, schedule.step(index), elementBytes);
    play(state, batch);
    settle(state);
    transfers += batch.count;
  }
  const moveUs = state.ready.reduce((latest, time) => Math.max(latest, time), 0);
  return { moveUs, transfers, sentBytes: state.sentBytes, interBytes: state.interBytes };
}

// Where no two messages of the step meet, any order will do.
function play(state: State, batch: Batch): void {
  const sharesAdapters = meetInAdapters(state, batch);
  if (!sharesAdapters && !batch.sharesPorts && state.network.intra.sharedGBps === Infinity) {
    for (let i = 0; i < batch.count; i += 1) move(state, batch, i);
    return;
  }
  const sequence = order(batch, state.ready);
  if (!sharesAdapters) return sequence.forEach((index) => move(state, batch, index));
  serveEarliest(
    sequence,
    (index) => startOf(state, batch, index),
    (index) => move(state, batch, index),
  );
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

// All adapters together are one that is so many times as fast.
function stripedOf(network: Network): Network {
  if (!network.inter) return network;
  const { bandwidthGBps, adaptersPerNode } = network.inter;
  const inter = { ...network.inter, bandwidthGBps: bandwidthGBps * adaptersPerNode, adaptersPerNode: 1 };
  return { ...network, inter };
}

function createState({ ranks }: Schedule, network: Network): State {
  const { ranksPerNode, inter } = network;
  const nodes = Math.ceil(ranks / ranksPerNode);
  if (nodes > network.nodes)
    throw new RangeError(`ranks: 1 to ${network.nodes * ranksPerNode} here, not ${ranks}`);
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

// Whether two messages of the step meet in an adapter.
function meetInAdapters(state: State, batch: Batch): boolean {
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
  let end = startOf(state, batch, index) + transferUs(bytes, bandwidthGBps);
  if (sharedGBps < Infinity) end = Math.max(end, fabricEnd(state, from, transferUs(bytes, sharedGBps)));
  state.egress[from] = end;
  state.ingress[to] = end;
  return end + latencyUs;
}

function moveAcross(state: State, batch: Batch, index: number): number {
  const { bandwidthGBps, latencyUs, messageUs } = interOf(state.network);
  const bytes = batch.bytes[index] ?? 0;
  const end = startOf(state, batch, index) + messageUs + transferUs(bytes, bandwidthGBps);
  state.interBytes += bytes;
  state.adapterOut[state.adapterOf[batch.from[index] ?? 0] ?? 0] = end;
  state.adapterIn[state.adapterOf[batch.to[index] ?? 0] ?? 0] = end;
  return end + latencyUs;
}

// When the sender has the message and both ends are free: two ports in a node, two adapters between nodes.
function startOf(state: State, { from, to }: Batch, index: number): number {
  const sender = at(from, index);
  const receiver = at(to, index);
  const request = at(state.ready, sender);
  if (at(state.nodeOf, sender) === at(state.nodeOf, receiver))
    return Math.max(request, at(state.egress, sender), at(state.ingress, receiver));
  const out = at(state.adapterOut, at(state.adapterOf, sender));
  return Math.max(request, out, at(state.adapterIn, at(state.adapterOf, receiver)));
}

function at(column: Int32Array | Float64Array, index: number): number {
  return column[index] ?? 0;
}

// A shared fabric serves requests one after another at its full rate.
function fabricEnd({ fabric, nodeOf, ready }: State, from: number, duration: number): number {
  const node = nodeOf[from] ?? 0;
  const end = Math.max(fabric[node] ?? 0, ready[from] ?? 0) + duration;
  fabric[node] = end;
  return end;
}

// What this step sent is there when the next one asks for it.
function settle({ ready, next }: State): void {
  for (let rank = 0; rank < ready.length; rank += 1) {
    if ((next[rank] ?? 0) > (ready[rank] ?? 0)) ready[rank] = next[rank] ?? 0;
  }
}
