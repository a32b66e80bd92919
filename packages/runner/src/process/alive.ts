// Whether a process is still there, and still the same.
import { readFileSync } from 'node:fs';

/** Whether there is a process of that number. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's answers so.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** When the process of that number was started, in ticks since the system was: numbers are given out again. Null where nobody says. */
export function bornAt(pid: number): string | null {
  try {
    // After the name, which may hold anything, the start is the twentieth word.
    const [, rest = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return rest.split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
