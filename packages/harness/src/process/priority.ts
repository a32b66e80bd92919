// Who gives way to whom on the processors. Linux has a priority for each thread, which those that it starts have as well; elsewhere it would be that of
// the whole process. It may only be lowered.
import { constants, getPriority, platform, setPriority } from 'node:os';

const { PRIORITY_BELOW_NORMAL: belowNormal, PRIORITY_LOW: low } = constants.priority;

/** The calling thread gives way to those that talk to a device. */
export function yieldToOthers(): void {
  lowerTo(belowNormal);
}

/** The calling thread, and all that it starts, give way to those who judge as well. */
export function yieldToAll(): void {
  lowerTo(low);
}

function lowerTo(priority: number): void {
  if (platform() === 'linux' && getPriority() < priority) setPriority(priority);
}
