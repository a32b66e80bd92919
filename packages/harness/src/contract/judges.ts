// Who compares outputs with an oracle: this thread, unless a process has others.
import { formatCase } from '@kernel-ladder/schema/measuring';
import type { CaseParams, Problem } from './family.ts';
import { inputsLike } from './inputs.ts';
import type { InputRequest } from './inputs.ts';
import { sameThreadMovers } from './movers.ts';
import type { Movers } from './movers.ts';
import { largestOf } from './scalars.ts';
import type { Arrays } from './scalars.ts';
import { worse } from './oracle.ts';
import type { Accuracy, Finding, Oracle } from './oracle.ts';
import { stretchOf, whole } from './part.ts';
import type { Part } from './part.ts';
import { createRandom, seedOf } from './random.ts';

/** One case on inputs of its own. */
export interface Trial<Case extends CaseParams> {
  readonly family: Problem<Case>;
  readonly params: Case;
  /** What the oracle draws its choices from. */
  readonly seed: number;
  readonly inputs: Arrays;
}

/** `beside`: whoever asks for a judgement goes on with other work meanwhile. */
export type How = 'beside';

/** The judge of one case's outputs. */
export interface Judge {
  /** Begins with the reference, where that may go on beside other work; verifying begins with it otherwise. */
  readonly prepare: () => void;
  /** The time that this takes counts as waited for, unless it goes on beside other work. */
  readonly verify: (outputs: Arrays, accuracy: Accuracy, how?: How) => Promise<Finding>;
  /** The name of the oracle. */
  readonly name: () => Promise<string>;
  /** Memory for the bytes of an output that is going to be judged; the next one of that name overwrites it, but not while it is judged. */
  readonly memory: (output: string, bytes: number) => ArrayBufferLike;
  /** Who sums up and copies what lies in such memory. */
  readonly movers: Movers;
  readonly free: () => void;
}

/** Generates the inputs of cases, and judges what comes out of them. */
export interface Judges {
  readonly inputs: <Case extends CaseParams>(
    family: Problem<Case>,
    request: InputRequest<Case>,
  ) => Promise<Arrays>;
  readonly judge: <Case extends CaseParams>(trial: Trial<Case>) => Judge;
  /** Whether both go on beside what the thread that asks does meanwhile. */
  readonly isBeside: <Case extends CaseParams>(family: Problem<Case>, params: Case) => boolean;
  /** Waits until nothing of what was asked or begun goes on. */
  readonly settled: () => Promise<void>;
}

/** Does everything at once, in the thread that asks: in a page there is no other. */
export const sameThread: Judges = {
  inputs: async (family, request) => inputsLike(family, request),
  isBeside: () => false,
  settled: async () => {},
  judge: (trial) => {
    let made: Oracle | null = null;
    const oracle = () => (made ??= oracleOf(trial));
    return {
      prepare: () => {},
      verify: async (outputs, accuracy) => findingOf(oracle(), { outputs, accuracy }),
      name: async () => oracle().name,
      memory: (_, bytes) => new ArrayBuffer(bytes),
      movers: sameThreadMovers,
      free: () => {},
    };
  },
};

/** The oracle of a trial, or one part of it; its choices are the same in every thread. */
export function oracleOf<Case extends CaseParams>(
  { family, params, seed, inputs }: Trial<Case>,
  part: Part = whole,
): Oracle {
  const judging = createRandom(seedOf(`judging ${formatCase(family.params, params)}`, seed));
  return family.oracle(params, inputs, judging, part);
}

/** What an oracle, or a part of one, is asked. */
export interface Question {
  readonly outputs: Arrays;
  readonly accuracy: Accuracy;
  readonly part?: Part;
}

/** What an oracle says of outputs, with the largest magnitude among those that fall to its part. */
export function findingOf(oracle: Oracle, { outputs, accuracy, part = whole }: Question): Finding {
  const finding = oracle.verify(outputs, accuracy);
  if (!finding.passed) return finding;
  const largest = largestOf(
    Object.values(outputs).map((array) => {
      const { from, to } = stretchOf(array.length, part);
      return array.subarray(from, to);
    }),
  );
  return largest === undefined ? finding : { ...finding, largest };
}

/** What all parts of an oracle say together, in their order. */
export function joined(findings: readonly Finding[]): Finding {
  const { largest, ...finding } = findings.reduce(worse);
  return finding.passed && largest !== undefined ? { ...finding, largest } : finding;
}

/** The same judges, and how long they have been waited for, in ms, but for what they do beside other work. */
export function clockedJudges(judges: Judges): { readonly judges: Judges; readonly spentMs: () => number } {
  let spent = 0;
  const clocked = async <T>(work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    try {
      return await work();
    } finally {
      spent += performance.now() - start;
    }
  };
  return {
    spentMs: () => spent,
    judges: {
      ...judges,
      judge: (trial) => {
        const judge = judges.judge(trial);
        const verify: Judge['verify'] = (outputs, accuracy, how) => {
          const verified = () => judge.verify(outputs, accuracy, how);
          return how === 'beside' ? verified() : clocked(verified);
        };
        return { ...judge, verify };
      },
    },
  };
}
