// Whether the timed launches did their work: a launch must be right, and take the same time, whatever earlier ones have left.
import { sendPasses } from '@kernel-ladder/gpu';
import type { EncodePass, Gpu } from '@kernel-ladder/gpu';
import type { CarryOver } from '@kernel-ladder/schema';
import { relaunch } from './check.ts';
import type { Relaunch } from './check.ts';
import { beginJudging } from './judge-outputs.ts';
import type { Begun, Launched } from './judge-outputs.ts';
import { compareTimes, timeAlike } from './compare-times.ts';
import type { Attempt, ComparisonRequest, Times } from './compare-times.ts';
import type { CaseParams } from '../contract/family.ts';
import type { How } from '../contract/judges.ts';
import { flawless, worse } from '../contract/oracle.ts';
import { hasFailed, joinReports } from './report.ts';
import type { Report } from './report.ts';
import type { Refilled } from '../launch/case-pair.ts';

/** A launch that has been timed, and what tells whether its times are those of its work. */
export interface CarryOverRequest<Case extends CaseParams> extends ComparisonRequest<Case> {
  /** Inputs filled in another way; null where the variant takes none. */
  readonly refilled: Refilled | null;
  readonly how?: How | undefined;
  /** Told once no launch that is yet to come is timed; waited for. */
  readonly onTimed?: () => void | Promise<void>;
}

/** What was found, and what it took. */
export interface CarriedOver {
  readonly report: Report;
  /** Checksums of the other inputs' outputs. */
  readonly sums: readonly number[];
  /** Checksums of the outputs of what was filled in another way, where that was tried. */
  readonly refilledSums?: readonly number[];
  /** The host's time to submit a launch, of each that was submitted by itself, in ms. */
  readonly submitsMs: readonly number[];
  readonly facts: Pick<CarryOver, 'launches' | 'ratio'>;
}

/**
 * Times launches that follow the timed ones beside launches on overwritten outputs and scratch and on inputs in turn, then
 * checks launches on other inputs over what was left. A kernel that returns when it has been here before, that keeps its
 * result, or that does a part of the work each time, is wrong in the one or faster in the other.
 */
export async function checkCarryOver<Case extends CaseParams>(
  gpu: Gpu,
  request: CarryOverRequest<Case>,
): Promise<CarriedOver> {
  const { other } = request;
  const times = await compareTimes(gpu, request);
  // The launch back to the timed inputs is held against others on those where none of them was.
  if (!times.onOthers) await request.onTimed?.();
  // The last of the overwritten launches ran on the other inputs.
  const { report, sums } = await beginJudging(gpu, request, { data: other, how: request.how });
  const facts = factsOf(times);
  if (hasFailed(report) || times.excess)
    return { report: times.excess ?? report, sums, submitsMs: [], facts };
  const back = await relaunchBack(gpu, request, times);
  if (hasFailed(back.report)) return { report: back.report, sums, submitsMs: [], facts };
  const { taken, ...again } = await relaunchAgain(gpu, request);
  const settled = back.attempt ? await compareTimes(gpu, request, [back.attempt]) : times;
  const reports = [report, back.report, again.report, ...(settled.excess ? [settled.excess] : [])];
  const submitsMs = [...back.submitsMs, taken];
  const together = joinReports(reports, (found) => found.reduce(worse));
  return { ...again, report: together, sums, submitsMs, facts: factsOf(settled) };
}

// Beside the launches that were compared, one on the timed inputs and one on those that come last.
function factsOf({ launches, ratio }: Times): CarriedOver['facts'] {
  return { launches: launches + 2, ratio };
}

interface Back extends Pick<CarriedOver, 'report' | 'submitsMs'> {
  /** What the launch took, where that is to be held against the others. */
  readonly attempt: Attempt | null;
}

// Other inputs may be quicker to work on. Where launches were seen on those alone, this one, which finds nothing of its own either, is timed.
async function relaunchBack<Case extends CaseParams>(
  gpu: Gpu,
  request: CarryOverRequest<Case>,
  { onOthers }: Times,
): Promise<Back> {
  const inputs = { from: request.other, to: request.spec.data, how: request.how };
  if (!onOthers) {
    const { report, taken } = await relaunchTaking(gpu, request, inputs);
    return { report, attempt: null, submitsMs: [taken] };
  }
  const take = (encode: EncodePass) => timeAlike(gpu, request, encode);
  const { report, taken } = await relaunchTaking(gpu, request, inputs, take);
  return { report, attempt: { ...onOthers, overwritten: taken }, submitsMs: [] };
}

// Over what the timed inputs have left: on inputs of another fill and structure, which no text that is made for the timed ones suits.
async function relaunchAgain<Case extends CaseParams>(
  gpu: Gpu,
  request: CarryOverRequest<Case>,
): Promise<Pick<Taken, 'taken'> & Pick<CarriedOver, 'report' | 'refilledSums'>> {
  const { spec, other, refilled, how } = request;
  const from = spec.data;
  if (!refilled) {
    const { report, taken } = await relaunchTaking(gpu, request, { from, to: other, how });
    return { report, taken };
  }
  const { report, sums, taken } = await relaunchTaking(gpu, request, { from, to: refilled.data, how });
  const named = joinReports([report], ([found = flawless]) =>
    found.passed ? found : { ...found, message: `on ${refilled.name}: ${found.message}` },
  );
  return { report: named, taken, refilledSums: sums };
}

interface Taken extends Begun {
  readonly taken: number;
}

// What `take` has of the launch: the host's time to submit it when left out, in ms.
async function relaunchTaking<Case extends CaseParams>(
  gpu: Gpu,
  request: Launched<Case>,
  inputs: Omit<Relaunch, 'send'>,
  take = (encode: EncodePass) => sendPasses(gpu, [encode]),
): Promise<Taken> {
  let taken = 0;
  const send = async (encode: EncodePass) => {
    taken = await take(encode);
  };
  return { ...(await relaunch(gpu, request, { ...inputs, send })), taken };
}
