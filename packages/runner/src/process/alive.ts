// Whether a process is still there, and still the same.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';

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

/**
 * When the process of that number was started: numbers are given out again. In ticks since the system was on Linux, as `ps` writes
 * it on macOS and BSD. Null where nobody says, as on Windows.
 */
export function bornAt(pid: number): string | null {
  return bornByProc(pid) ?? bornByPs(pid);
}

function bornByProc(pid: number): string | null {
  try {
    // After the name, which may hold anything, the start is the twentieth word.
    const [, rest = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return rest.split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

/** The same in UTC and English, so that two processes read one text. */
export function bornByPs(pid: number): string | null {
  return askPs(pid, 'lstart');
}

/** The number of the user whose process it is; null where nobody says. */
export function ownerOf(pid: number): number | null {
  const uid = statOf(`/proc/${pid}`)?.uid ?? askPs(pid, 'uid');
  return uid === null ? null : Number(uid);
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function askPs(pid: number, column: 'lstart' | 'uid'): string | null {
  if (process.platform === 'win32') return null;
  try {
    const said = execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 5000,
    }).trim();
    return said === '' ? null : said;
  } catch {
    return null;
  }
}
