// What a run was measured on.
import type { Machine } from '@kernel-ladder/schema';
import type { VNode } from 'preact';
import { formatAmount, formatTime } from '../format.ts';
import { roofsOf } from '../machine.ts';
import { Facts } from '../ui/facts.tsx';
import type { Fact } from '../ui/facts.tsx';
import { Section } from '../ui/section.tsx';

/** Draws it. */
export function MachineSection({ machine }: { readonly machine: Machine }): VNode {
  const limits = Object.entries(machine.limits);
  return (
    <Section id="environment" title="Environment">
      <Facts facts={factsOf(machine)} />
      <h3>Timer</h3>
      <Facts facts={timerFacts(machine)} />
      <h3>Roofs measured in this run</h3>
      <Facts
        facts={roofsOf(machine).map(({ name, measured, peak }) => [
          name,
          `${measured ?? 'not measured'}${peak === null ? '' : `; datasheet ${peak}`}`,
        ])}
      />
      <details>
        <summary>{machine.features.length} features of the device</summary>
        <p>{machine.features.join(', ')}</p>
      </details>
      <details>
        <summary>{limits.length} limits of the device</summary>
        <Facts facts={limits.map(([name, value]) => [name, value.toLocaleString('en')])} />
      </details>
    </Section>
  );
}

function factsOf(machine: Machine): readonly Fact[] {
  const { adapter, card, llc } = machine;
  return [
    [
      'Adapter',
      `${adapter.name} (${[adapter.vendor, adapter.architecture, adapter.device].filter(Boolean).join(', ')})`,
    ],
    ['Backend', machine.backend],
    ['Driver', machine.driver],
    ...(card ? [['Card', `${card.id} at ${card.bus}`] as const] : []),
    ['System', machine.os],
    ...(machine.cpu === undefined ? [] : [['CPU', machine.cpu] as const]),
    ['Node', machine.node],
    ['webgpu (Dawn)', machine.webgpu],
    ['Toggles', machine.toggles.join(', ') || 'none'],
    ...(llc
      ? [['Last-level cache', `${formatAmount(llc.bytes / 2 ** 20)} MiB, from ${llc.source}`] as const]
      : []),
    ['Software adapter', machine.software ? 'yes: times say nothing about speed' : 'no'],
    ['Machine key', machine.key],
  ];
}

function timerFacts({ timer }: Machine): readonly Fact[] {
  return [
    ['Tick', `${formatTime(timer.tickNs)}${timer.quantized ? ', quantized to 65,536 ns' : ''}`],
    ['Empty pass', formatTime(timer.passOverheadNs)],
    ['Empty dispatch', formatTime(timer.dispatchNs)],
  ];
}
