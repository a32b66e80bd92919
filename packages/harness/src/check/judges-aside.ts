// Judges of awkward cases, on a device that somebody else may be waiting for.
import { aside } from '../contract/shared-device.ts';
import type { SharedDevice } from '../contract/shared-device.ts';
import type { CaseParams } from '../contract/family.ts';
import type { Judges, Trial } from '../contract/judges.ts';

// An oracle takes a ms or two: giving the device up and asking for it again takes as long.
const leastWork = 2 ** 20;

/** Judges that leave the device while they look at much, and have it again behind that, beside others or while nobody waits to have it alone. */
export function judgesAside(device: SharedDevice, judges: Judges): Judges {
  if (!device.isShared) return judges;
  return {
    ...judges,
    judge: (trial) => {
      const judge = judges.judge(trial);
      if (!isLong(trial)) return judge;
      return { ...judge, verify: (...asked) => aside(device, () => judge.verify(...asked), 'yielding') };
    },
  };
}

function isLong<Case extends CaseParams>({ family, params }: Trial<Case>): boolean {
  const { flops, minBytes } = family.work(params);
  return flops >= leastWork || minBytes >= leastWork;
}
