// A device that other processes use too: beside them while nothing is timed, alone while something is, and left while only processors work.
import type { DeviceUse, FamilyEvent } from '@kernel-ladder/schema';

/** The device, as the ids of one process may use it. */
export interface SharedDevice {
  /** Whether other processes may be at work on it. */
  readonly isShared: boolean;
  /** Whether nobody else is on it, or will be by the time that this process is. */
  readonly isAlone: () => boolean;
  /** Gives up the use so far and waits for another; the same one again changes nothing. */
  readonly use: (use: DeviceUse) => Promise<void>;
}

/** A device that is this process's own: every use is granted at once. */
export const ownDevice: SharedDevice = { isShared: false, isAlone: () => true, use: async () => {} };

/** Who is told of what a process wants, and what it waits for when it has asked. */
export interface Asking {
  readonly emit: (event: FamilyEvent) => void;
  readonly granted: () => Promise<void>;
}

/** A device that is not used yet; one question at a time. */
export function createSharedDevice({ emit, granted }: Asking): SharedDevice {
  let current: DeviceUse = 'none';
  return {
    isShared: true,
    isAlone: () => current === 'alone',
    use: async (use) => {
      if (use === current) return;
      current = use;
      emit({ type: 'device', use });
      if (use !== 'none') await granted();
    },
  };
}

/** Lets others have the device while `work` takes processors alone, and waits for it behind that, to use it as it is said. */
export async function aside<T>(
  { use }: SharedDevice,
  work: () => Promise<T>,
  then: DeviceUse = 'shared',
): Promise<T> {
  await use('none');
  return work().finally(() => use(then));
}

/** The same with what may be done at any time, and is not worth it on a device of one's own. What goes wrong shows when it is asked for. */
export async function leaveFor(
  device: SharedDevice,
  work: () => Promise<unknown>,
  then?: DeviceUse,
): Promise<void> {
  if (!device.isShared) return;
  await aside(device, () => work().catch(() => {}), then);
}

/** Has the device alone while `work` goes on; it is shared behind that, whatever comes of it. */
export async function alone<T>({ use }: SharedDevice, work: () => Promise<T>): Promise<T> {
  await use('alone');
  return work().finally(() => use('shared'));
}
