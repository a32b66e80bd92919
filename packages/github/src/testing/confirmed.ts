// A confirmed run to alter, and what a pull request is told of it.
import { conclusionOf } from '@kernel-ladder/publish/compare';
import { sampleResult } from '@kernel-ladder/publish/testing';
import type { Confirmed, ConfirmedId } from '@kernel-ladder/schema';
import type { Report } from '../comment/index.ts';

/** One id that takes so many per cent longer than before. */
export function confirmedId(
  variant: string,
  percent: number,
  traits: Partial<ConfirmedId> = {},
): ConfirmedId {
  const effect = percent / 100;
  return {
    id: sampleResult(variant, 1000).id,
    verdict: percent > 2 ? 'REGRESSED' : percent < -2 ? 'IMPROVED' : 'SAME',
    inTurns: Math.abs(percent) > 2,
    effect,
    ciLow: effect - 0.01,
    ciHigh: effect + 0.01,
    leastEffect: 0.02,
    reasons: [],
    baseNs: 100_000,
    headNs: 100_000 * (1 + effect),
    sameKernelHash: percent === 0,
    ...traits,
  };
}

/** A run in which nothing changed. */
export function confirmedRun(traits: Partial<Confirmed> = {}): Confirmed {
  return {
    schemaVersion: 1,
    base: 'b'.repeat(40),
    head: 'a'.repeat(40),
    recorded: 'b'.repeat(40),
    suite: 'quick',
    machine: { key: 'test-gpu-vulkan-01234567', name: 'Test GPU', driver: '1.2.3', software: false },
    session: { stable: true, reasons: [] },
    compared: [confirmedId('one', 0)],
    geomean: { ratio: 1, ciLow: null, ciHigh: null, count: 1 },
    suspects: [],
    newlyFailing: [],
    stillFailing: [],
    failedOnce: [],
    fixed: [],
    added: [],
    gone: [],
    unmeasured: [],
    ...traits,
  };
}

/** What the pull request 12 is told of a run. */
export function reportOf(confirmed: Confirmed, traits: Partial<Report> = {}): Report {
  return {
    number: 12,
    headSha: 'c'.repeat(40),
    confirmed,
    results: [],
    changed: [],
    site: 'https://x.example/site/',
    runUrl: 'https://github.com/o/r/actions/runs/1',
    conclusion: conclusionOf(confirmed, 'confirmed'),
    ...traits,
  };
}
