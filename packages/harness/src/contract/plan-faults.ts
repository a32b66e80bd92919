// What a device would refuse about a plan, found without launching it.
import type { DeviceFacts } from '@kernel-ladder/gpu';
import { boundBuffer } from './family.ts';
import type { BufferRange, Pass, Plan } from './family.ts';
import { shaderText } from '../wgsl/wgsl.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';
import { declaredBindings, readFacts, writableBindings } from '../wgsl/facts.ts';

/** The device that a plan is meant for, and where its texts come from. */
export interface PlanContext {
  readonly facts: DeviceFacts;
  readonly load: WgslLoader;
}

const rangeAlignment = 256;

/**
 * The faults of a plan in words, none for a sound one: a grid that is empty, in parts of workgroups or wider than the
 * device allows, a workgroup that is too large, a bound range that begins off the alignment, bindings that are not those which the
 * text declares, a buffer that is bound to be written and bound once more.
 */
export function planFaults(plan: Plan, context: PlanContext): readonly string[] {
  return plan.passes.flatMap((pass) =>
    [
      ...gridFaults(pass, context),
      ...workgroupFaults(pass, context),
      ...rangeFaults(pass),
      ...bindingFaults(pass, context),
    ].map((fault) => `${pass.wgsl.file}: ${fault}`),
  );
}

function gridFaults({ workgroups }: Pass, { facts }: PlanContext): readonly string[] {
  const most = facts.limits['maxComputeWorkgroupsPerDimension'] ?? 0;
  const isSound = workgroups.every((count) => Number.isInteger(count) && count >= 1 && count <= most);
  return isSound
    ? []
    : [`dispatches ${workgroups.join(' × ')} workgroups, where 1 to ${most} a dimension are allowed`];
}

function workgroupFaults({ wgsl }: Pass, { facts, load }: PlanContext): readonly string[] {
  const { workgroupSize, sharedBytes } = readFacts(shaderText(wgsl, load));
  const needs = {
    maxComputeInvocationsPerWorkgroup: workgroupSize,
    maxComputeWorkgroupStorageSize: sharedBytes,
  };
  return Object.entries(needs).flatMap(([limit, needed]) => {
    const offered = facts.limits[limit] ?? 0;
    return needed > offered ? [`needs ${limit} ${needed}, the device offers ${offered}`] : [];
  });
}

function rangeFaults({ bindings }: Pass): readonly string[] {
  return bindings.flatMap((binding) => {
    if (typeof binding === 'string') return [];
    const { buffer, offset, bytes } = binding;
    const isSound = [offset, bytes].every((part) => part >= 0 && part % rangeAlignment === 0) && bytes > 0;
    return isSound
      ? []
      : [`binds ${bytes} bytes of "${buffer}" at ${offset}: both are multiples of ${rangeAlignment}`];
  });
}

function bindingFaults({ wgsl, bindings }: Pass, { load }: PlanContext): readonly string[] {
  const text = shaderText(wgsl, load);
  const declared = declaredBindings(text);
  const missing = declared.filter((binding) => binding >= bindings.length);
  const stray = [...bindings.keys()].filter((binding) => !declared.includes(binding));
  const written = writableBindings(text);
  const shared = written.flatMap((binding) => {
    const bound = bindings[binding];
    if (bound === undefined) return [];
    const others = [...bindings.entries()].filter(([at, other]) => at !== binding && isShared(bound, other));
    // Two bindings may write parts of a buffer that have nothing in common; WebGPU lets none of them be read alone.
    const clashing = others.filter(([at, other]) => !written.includes(at) || overlap(bound, other));
    return clashing.map(([at]) => `binds "${boundBuffer(bound)}" to be written at ${binding}, and at ${at}`);
  });
  return [
    ...missing.map((binding) => `binds nothing at ${binding}, which the text declares`),
    ...stray.map((binding) => `binds a buffer at ${binding}, which the text does not declare`),
    ...shared,
  ];
}

function isShared(one: string | BufferRange, other: string | BufferRange): boolean {
  return boundBuffer(one) === boundBuffer(other);
}

function overlap(one: string | BufferRange, other: string | BufferRange): boolean {
  if (typeof one === 'string' || typeof other === 'string') return true;
  return one.offset < other.offset + other.bytes && other.offset < one.offset + one.bytes;
}
