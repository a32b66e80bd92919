// Fits a topology's parameters to measured rows, and scores the rows that the fit did not see.
import type { Reference, ReferenceRow } from '@kernel-ladder/schema';
import { minimize } from './minimize.ts';
import type { Network } from './network.ts';
import { ncclAlgorithms, predict, predictUs } from './predict.ts';
import type { AlgorithmName, PredictedRow } from './predict.ts';

/** A row beside its prediction; `error` is predicted/measured − 1. */
export interface ComparedRow {
  readonly measured: ReferenceRow;
  readonly predicted: PredictedRow;
  readonly error: number;
  readonly isFitted: boolean;
}

/** One measured file beside its prediction. */
export interface Comparison {
  readonly algorithm: Reference['algorithm'];
  readonly ranks: number;
  readonly rows: readonly ComparedRow[];
}

/** What a fit may change: its place in a topology, where the search begins, and how to read and write it. */
export interface FreeParameter {
  readonly name: string;
  readonly initial: number;
  readonly read: (network: Network) => number;
  readonly write: (network: Network, value: number) => Network;
}

const mebi = 2 ** 20;

/** Whether the fit sees a row; the others are scored. */
export type Split = (reference: Reference, index: number) => boolean;

/** Every other size is fitted, those between are kept for the score. */
export const everyOther: Split = (_, index) => index % 2 === 1;

/** What the fit may change: one value each for all sizes, algorithms and rank counts. */
export const freeParameters: readonly FreeParameter[] = [
  launchField('kernelUs', 15),
  launchField('hostUs', 30),
  launchField('hostPerDoublingUs', 5),
  {
    name: 'reduceGBps',
    initial: 1000,
    read: (network) => network.reduceGBps,
    write: (network, reduceGBps) => ({ ...network, reduceGBps }),
  },
  intraField('latencyUs', 1),
  intraField('bandwidthGBps', 400),
  protocolField('LL128', 'pieces', 32),
];

/** Found by trial, as no slope leads to it: below it a message takes LL128, above it Simple. */
export const switchParameter: FreeParameter = protocolField('LL128', 'upToBytesPerHop', 4 * mebi);

// Half octaves from 2 to 16 MiB per hop.
const switches = Array.from({ length: 7 }, (_, index) => Math.round(mebi * 2 ** (1 + index / 2)));

/** Fits the free parameters and the switch to the fitted rows of all files; what else `fixed` says stays. Deterministic. */
export function fit(fixed: Network, references: readonly Reference[], isFitted: Split = everyOther): Network {
  const samples = samplesOf(references, isFitted);
  const fits = switches.map((bytes) => {
    const network = switchParameter.write(fixed, bytes);
    const found = minimize(
      (point) => lossOf(withPoint(network, point), samples),
      freeParameters.map(({ initial }) => Math.log(initial)),
      0.2,
    );
    return { loss: found.value, network: withPoint(network, found.point) };
  });
  const least = Math.min(...fits.map(({ loss }) => loss));
  // Sizes are octaves apart, so neighbouring switches may explain the rows equally well: the middle one is taken.
  const equal = fits.filter(({ loss }) => loss <= least * 1.000_001);
  const middle = equal[Math.floor((equal.length - 1) / 2)];
  if (!middle) throw new Error('no switch was tried');
  return rounded(middle.network);
}

// Four digits are more than the rows can tell apart.
function rounded(network: Network): Network {
  return freeParameters.reduce(
    (built, { read, write }) => write(built, Number(read(network).toPrecision(4))),
    network,
  );
}

// Positive parameters are searched on a logarithmic scale.
function withPoint(network: Network, point: readonly number[]): Network {
  return freeParameters.reduce(
    (built, { write }, index) => write(built, Math.exp(point[index] ?? 0)),
    network,
  );
}

// Mean square of the relative error, so that every size counts alike.
function lossOf(network: Network, samples: readonly Sample[]): number {
  const squares = samples.map(({ row, ranks, algorithm }) => {
    return (predictUs(row.bytes, { network, ranks, algorithm }) / row.timeUs - 1) ** 2;
  });
  return squares.reduce((sum, square) => sum + square, 0) / squares.length;
}

// A row that the fit sees.
interface Sample {
  readonly row: ReferenceRow;
  readonly ranks: number;
  readonly algorithm: readonly AlgorithmName[];
}

function samplesOf(references: readonly Reference[], isFitted: Split): readonly Sample[] {
  return references.flatMap((reference) => {
    const { ranks } = reference;
    const algorithm = algorithmsOf(reference.algorithm);
    const rows = reference.rows.filter((_, index) => isFitted(reference, index));
    return rows.map((row) => ({ row, ranks, algorithm }));
  });
}

/** Predicts every row of a file; NCCL's own choice is predicted as the faster of ring and tree. */
export function compare(network: Network, reference: Reference, isFitted: Split = everyOther): Comparison {
  const { algorithm, ranks } = reference;
  const question = { network, ranks, algorithm: algorithmsOf(algorithm) };
  const rows = reference.rows.map((measured, index) => {
    const predicted = predict(measured.bytes, question);
    return {
      measured,
      predicted,
      error: predicted.timeUs / measured.timeUs - 1,
      isFitted: isFitted(reference, index),
    };
  });
  return { algorithm, ranks, rows };
}

function algorithmsOf(algorithm: Reference['algorithm']): readonly AlgorithmName[] {
  return algorithm === 'ring' || algorithm === 'tree' ? [algorithm] : ncclAlgorithms;
}

/** Mean absolute relative error of the held-out rows below and from 1 MiB; NaN where there is none. */
export function heldOutErrors(comparison: Comparison): { readonly small: number; readonly large: number } {
  const heldOut = comparison.rows.filter(({ isFitted }) => !isFitted);
  return {
    small: mean(heldOut.filter(({ measured }) => measured.bytes < mebi)),
    large: mean(heldOut.filter(({ measured }) => measured.bytes >= mebi)),
  };
}

function mean(rows: readonly ComparedRow[]): number {
  return rows.reduce((sum, { error }) => sum + Math.abs(error), 0) / rows.length;
}

function launchField(name: 'kernelUs' | 'hostUs' | 'hostPerDoublingUs', initial: number): FreeParameter {
  return {
    name: `launch.${name}`,
    initial,
    read: (network) => network[name],
    write: (network, value) => ({ ...network, [name]: value }),
  };
}

function intraField(name: 'latencyUs' | 'bandwidthGBps', initial: number): FreeParameter {
  return {
    name: `intra.${name}`,
    initial,
    read: (network) => network.intra[name],
    write: (network, value) => ({ ...network, intra: { ...network.intra, [name]: value } }),
  };
}

function protocolField(protocol: string, name: 'pieces' | 'upToBytesPerHop', initial: number): FreeParameter {
  return {
    name: `protocols.${protocol}.${name}`,
    initial,
    read: (network) => network.protocols.find((candidate) => candidate.name === protocol)?.[name] ?? NaN,
    write: (network, value) => ({
      ...network,
      protocols: network.protocols.map((candidate) =>
        candidate.name === protocol ? { ...candidate, [name]: value } : candidate,
      ),
    }),
  };
}
