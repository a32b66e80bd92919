// The parts at work: those that are on the device, and those whose judges have yet to speak.
import { isApart, isOnHostClock } from './parts.ts';
import type { Part } from './parts.ts';

/** Who is at work, and who may be next. */
export interface Crowd {
  /** Waits until a part may have its turn on the device. */
  readonly roomFor: (part: Part) => Promise<void>;
  /** Begins with a part; `work` tells that the device is free of it, at the latest by its end. Resolves when it is. */
  readonly enter: (part: Part, work: (onFree: () => void) => Promise<void>) => Promise<void>;
  /** Waits until nobody is on the device. */
  readonly cleared: () => Promise<void>;
  readonly hasFailed: () => boolean;
  /** Waits for the last to end; throws the first fault. */
  readonly gone: () => Promise<void>;
}

/** How many parts may be on the device, and behind how many that are not judges may still be at work. */
export interface Room {
  readonly sharing: number;
  readonly judging: number;
}

interface Member {
  readonly part: Part;
  isFree: boolean;
  readonly free: Promise<void>;
  readonly ended: Promise<void>;
}

/** Nobody yet. What the host's clock times has nothing beside it; and a part follows those that it needs to know of. */
export function createCrowd(room: Room): Crowd {
  const members = new Set<Member>();
  const faults: unknown[] = [];
  const next = async () => {
    await Promise.race([...members].map(({ isFree, free, ended }) => (isFree ? ended : free)));
  };
  const enter: Crowd['enter'] = (part, work) => {
    const { promise: free, resolve } = Promise.withResolvers<void>();
    const onFree = () => {
      member.isFree = true;
      resolve();
    };
    const start = async () => {
      await work(onFree).catch((fault: unknown) => faults.push(fault));
      members.delete(member);
      onFree();
    };
    const member: Member = { part, isFree: false, free, ended: Promise.resolve().then(start) };
    members.add(member);
    return free;
  };
  return {
    enter,
    roomFor: async (part) => {
      while (!mayEnter(part, [...members], room)) await next();
    },
    cleared: async () => {
      while (onDevice([...members]).length > 0) await next();
    },
    hasFailed: () => faults.length > 0,
    gone: async () => {
      while (members.size > 0) await next();
      if (faults.length > 0) throw faults[0];
    },
  };
}

function onDevice(members: readonly Member[]): readonly Member[] {
  return members.filter(({ isFree }) => !isFree);
}

function mayEnter(part: Part, members: readonly Member[], { sharing, judging }: Room): boolean {
  if (isOnHostClock(part)) return members.length === 0;
  const present = onDevice(members);
  if (present.length >= sharing || members.length - present.length > judging) return false;
  if (present.some((member) => isOnHostClock(member.part))) return false;
  return members.every((member) => isApart(member.part, part));
}
