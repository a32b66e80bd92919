// What a family's check owes: each fault is rejected for what it is, on the software adapter.
import type { Gpu } from '@kernel-ladder/gpu';
import { expect, test } from 'vitest';
import { catchFault } from '../check/catch-fault.ts';
import { smallCases } from '../check/chosen-cases.ts';
import type { CaseParams, Family } from '../contract/family.ts';
import type { Judges } from '../contract/judges.ts';
import type { Rejection } from '../contract/rejection.ts';
import { createHostCases } from '../launch/host-cases.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';

/** Whose faults, and who judges. */
export interface FaultTests<Case extends CaseParams> {
  readonly family: Family<Case>;
  readonly load: WgslLoader;
  readonly judges: Judges;
}

/** The cases on which faults are tried, in turn: the tiny ones, then the awkward ones that a software adapter can check. */
export function faultCases<Case extends CaseParams>(family: Family<Case>): readonly Case[] {
  return [...(family.cases.tiny ?? []), ...family.edgeCases.flatMap((set) => smallCases(family, set))];
}

/**
 * Declares that the check rejects the first fault of every third rung, and the first to which it must give an answer; `gpu` has the device
 * once the tests run. A fault is a kernel to compile: `testControls` has all of them.
 */
export function testFaults<Case extends CaseParams>(gpu: () => Gpu, tests: FaultTests<Case>): void {
  const { family, load } = tests;
  const hosts = createHostCases(tests);
  test.for(firstFaults(onDevice(family)))('the check rejects $name', { timeout: 60_000 }, async (fault) => {
    // The rung is another kernel to compile: that it is right is a test of its own.
    const request = { family, fault, load, hosts, controls: null };
    const caught = await catchFault(gpu(), request, faultCases(family));
    expect(caught).toMatchObject({ rejection: fault.answer, isWhereItShows: true });
  });
}

/** Declares for each fault that its rung passes the case on which the check rejects the fault. */
export function testControls<Case extends CaseParams>(gpu: () => Gpu, tests: FaultTests<Case>): void {
  const { family, load } = tests;
  const shared = { hosts: createHostCases(tests), controls: new Map<string, string>() };
  test.for(onDevice(family))(
    'the check rejects $name, and passes its rung on the same case',
    { timeout: 60_000 },
    async (fault) => {
      const caught = await catchFault(gpu(), { family, fault, load, ...shared }, faultCases(family));
      const due = { rejection: fault.answer, isWhereItShows: true, control: 'passed' };
      expect(caught).toMatchObject(due);
    },
  );
}

/** Of faults the first of every third rung that has one, and the first of each answer that the check must give. */
export function firstFaults<F extends { readonly of: string; readonly answer: Rejection }>(
  faults: readonly F[],
): readonly F[] {
  const rungs = [...new Set(faults.map(({ of }) => of))].filter((_, index) => index % 3 === 0);
  return faults.filter(
    ({ of, answer }, index) =>
      (rungs.includes(of) && faults.findIndex((other) => other.of === of) === index) ||
      faults.findIndex((other) => other.answer === answer) === index,
  );
}

function onDevice<Case extends CaseParams>({ wrong }: Family<Case>) {
  return wrong.filter(({ emulatedOn }) => !emulatedOn);
}
