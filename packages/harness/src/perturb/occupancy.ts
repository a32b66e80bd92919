// A kernel of which half as many workgroups are at work at the same time: it is given workgroup memory that it does not need.
import type { DeviceFacts } from '@kernel-ladder/gpu';
import { residencyOf } from '../machine/devices.ts';
import type { Residency } from '../machine/devices.ts';
import { readFacts } from '../wgsl/facts.ts';
import { Refusal } from './refusal.ts';
import { readShader } from './shader.ts';
import { waitsForOthers } from './waiting.ts';

/** Bytes that a driver keeps for itself of each workgroup. */
const reserved = 1024;

/** How many workgroups a multiprocessor has room for; registers may leave less. */
export function workgroupsThatFit(
  { threads, groups, sharedBytes }: Residency,
  size: number,
  bytes: number,
): number {
  return Math.min(groups, Math.floor(threads / size), Math.floor(sharedBytes / (bytes + reserved)));
}

/** The text with so much more workgroup memory that half as many workgroups fit. Throws a `Refusal` where a device does not tell, or has not enough. */
export function withHalfTheOccupancy(text: string, facts: DeviceFacts): string {
  const residency = residencyOf(facts);
  if (!residency)
    throw new Refusal('nobody knows how many workgroups of it are at work at the same time here');
  if (waitsForOthers(readShader(text)))
    throw new Refusal('its workgroups wait for one another: of fewer at a time none might come to its end');
  const { workgroupSize, sharedBytes } = readFacts(text);
  const fit = workgroupsThatFit(residency, workgroupSize, sharedBytes);
  const wanted = Math.floor(fit / 2);
  if (wanted < 1) throw new Refusal('one workgroup of it fills a multiprocessor');
  const most = Math.min(
    facts.limits['maxComputeWorkgroupStorageSize'] ?? 0,
    residency.sharedBytes - reserved,
  );
  // The least that leaves no room for one more.
  const bytes = Math.floor(residency.sharedBytes / (wanted + 1)) - reserved + 4;
  if (bytes > most)
    throw new Refusal(
      `half of its ${fit} workgroups a multiprocessor would need ${bytes} bytes each, the limit is ${most}`,
    );
  return padded(text, Math.ceil((bytes - sharedBytes) / 4));
}

const entry = /(@compute\b[^{]*?\bfn\s+main\s*\([^{]*\{)/;

// Written where a workgroup has a number that no dispatch gives.
function padded(text: string, words: number): string {
  const id = /@builtin\(workgroup_id\)\s+(\w+)/.exec(text)?.[1];
  if (id === undefined || !entry.test(text)) throw new Refusal('its entry point does not know the workgroup');
  const touch = `\n  if (${id}.x == 0xffffffffu) {\n    padding[${id}.y % ${words}u] = ${id}.z;\n  }`;
  return `${text.replace(entry, `$1${touch}`)}\nvar<workgroup> padding: array<u32, ${words}>;\n`;
}
