// One device for several processes: those that are timed have it alone, one after another; all else is done side by side.
import type { DeviceUse } from '@kernel-ladder/schema';

/** Somebody who uses the device: itself and no other of its name. */
export interface DeviceUser {
  readonly name: string;
}

/** Who may use the device, and how. */
export interface DeviceGate {
  /** Ends the use that `who` has, and grants another as soon as it may be; giving it up is granted at once, unsaid. */
  readonly ask: (who: DeviceUser, use: DeviceUse, granted: () => void) => void;
}

interface Asked {
  readonly who: DeviceUser;
  readonly use: DeviceUse;
  readonly granted: () => void;
}

/** Has the device alone while `work` goes on, whoever does it: somebody who does not ask. There is nobody else where there is no gate. */
export async function aloneOn<T>(
  gate: DeviceGate | undefined,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const who = { name };
  if (gate) await new Promise<void>((granted) => gate.ask(who, 'alone', granted));
  return work().finally(() => gate?.ask(who, 'none', () => {}));
}

/**
 * A device that nobody uses. Beside those who share it others may, also where somebody waits to have it alone: each of them wants to in its turn,
 * so that nobody waits for ever. Who gives way shares it while nobody waits to have it alone, or whoever waits has yet to wait for somebody who does not
 * give way. Who has had it alone is followed by the next who wants to: all that is timed at a stretch holds the others up once.
 */
export function createDeviceGate(): DeviceGate {
  const sharing = new Map<DeviceUser, DeviceUse>();
  let owner: DeviceUser | null = null;
  let waiting: readonly Asked[] = [];
  const leave = (who: DeviceUser) => {
    sharing.delete(who);
    if (owner === who) owner = null;
    waiting = waiting.filter((asked) => asked.who !== who);
  };
  const grant = (granted: readonly Asked[]) => {
    waiting = waiting.filter((asked) => !granted.includes(asked));
    for (const asked of granted) asked.granted();
  };
  const share = (use: 'shared' | 'yielding') => {
    const asked = waiting.filter((each) => each.use === use);
    for (const { who } of asked) sharing.set(who, use);
    grant(asked);
  };
  const admit = () => {
    if (owner) return;
    const first = waiting.find(({ use }) => use === 'alone');
    if (first && sharing.size === 0) {
      owner = first.who;
      return grant([first]);
    }
    share('shared');
    // Most of them take 10 ms. Who waits has to wait for the longest of those that came in time, and without them the device would be idle while somebody
    // fills buffers and compares for seconds.
    if (!first || [...sharing.values()].includes('shared')) share('yielding');
  };
  return {
    ask: (who, use, granted) => {
      leave(who);
      if (use !== 'none') waiting = [...waiting, { who, use, granted }];
      admit();
    },
  };
}
