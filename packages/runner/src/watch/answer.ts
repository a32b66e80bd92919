// What a save brought, in words: before, after and verdict of each id, or why it is wrong.
import { isTimed, mayCompare } from '@kernel-ladder/publish';
import type { NoiseOf } from '@kernel-ladder/publish';
import type { Machine, Result } from '@kernel-ladder/schema';
import { compareRuns } from '@kernel-ladder/stats';
import type { FamilyPackage } from '../process/families.ts';
import { toSide } from '@kernel-ladder/publish/compare';
import { formatEffect, formatNs } from '../text/format.ts';
import { excerpt, placeIn } from './excerpt.ts';
import { pathOf } from './files.ts';

/** An id before a save and after it. */
export interface Step {
  readonly family: FamilyPackage;
  readonly machine: Machine;
  /** The last result that passed; null where none has. */
  readonly before: Result | null;
  readonly after: Result;
}

/** One id in a line or a few. */
export function answerText({ family, machine, before, after }: Step, noiseOf: NoiseOf): string {
  if (after.status !== 'passed') return `✗ ${after.id}  ${faultText(family, after)}`;
  if (!isTimed(after)) return `✓ ${after.id}  right, nothing to time\n`;
  const now = formatNs(after.timing.medianNs);
  if (!before || !isTimed(before)) return `✓ ${after.id}  ${now}\n`;
  const sides = { base: toSide([before]), head: toSide([after]) };
  const decision = compareRuns({ ...sides, direction: 'lower', ...noiseOf(after.id) });
  const [effect, low, high] = [decision.effect, decision.ciLow, decision.ciHigh].map(formatEffect);
  const moved = `${formatNs(before.timing.medianNs)} → ${now}  ${effect} (${low} … ${high})`;
  // Timings that must not be compared carry no verdict, here as everywhere.
  const { may, reasons } = mayCompare([before, after].map((result) => ({ machine, result })));
  const verdict = may ? decision.verdict : `UNDECIDED: ${reasons.join(', ')}`;
  const kernel = before.kernelHash === after.kernelHash ? ', the same kernel' : '';
  return `✓ ${after.id}  ${moved}  ${verdict}${kernel}\n`;
}

function faultText(family: FamilyPackage, { status, reason }: Result): string {
  const said = `${status === 'skipped' ? 'skipped: ' : ''}${reason?.code ?? 'failed'}: ${reason?.message ?? ''}\n`;
  const place = reason?.code === 'invalid-wgsl' ? placeIn(reason.message) : null;
  return place ? said + excerpt(pathOf(family, place.file), place.line, place.column) : said;
}
