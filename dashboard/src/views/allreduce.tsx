// The sections of allreduce: the model beside NCCL over links, ranks of one device, and the machine that is modelled.
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { callLabels } from '../charts/allreduce.ts';
import { formatNumber, formatSpeedup } from '../format.ts';
import { differs, isPlayed, modelled } from '../model/allreduce.ts';
import type { CallLine } from '../model/allreduce.ts';
import type { Parameter } from '../model/topology-parameters.ts';
import { isCalibrated, topologies } from '../topologies.ts';
import { Menu } from '../ui/menu.tsx';
import { Hint, Section } from '../ui/section.tsx';
import { Term } from '../ui/term.tsx';
import type { AllreduceShown } from './allreduce-shown.ts';
import { CallLines } from './call-lines.tsx';

/** Draws the model and what was measured over links. */
export function LinksSection({ shown }: { readonly shown: AllreduceShown }): VNode {
  const { ranks, metric, library, model, events, fault, topology } = shown;
  const lines = useMemo(() => [...model, ...events, ...library], [model, events, library]);
  const label = `${callLabels[metric]} of ${ranks} ranks over the size of a message: ${lines.map(({ name, source }) => `${name} (${source})`).join(', ')}. The table below has every point.`;
  return (
    <Section
      id="links"
      title={`${ranks} ranks over links: ${callLabels[metric].toLowerCase()}, modelled and measured`}
    >
      {fault === null ? null : <p class="note">{`${topology.name} cannot place the ranks: ${fault}.`}</p>}
      {lines.length > 0 ? (
        <CallLines id="links-chart" label={label} lines={lines} shown={shown} />
      ) : (
        <Hint>{`Nothing is modelled and nobody measured ${ranks} ranks.`}</Hint>
      )}
      <Hint>
        Dashed: the closed forms of the model. Crosses: the same schedules played message by message; of a
        tree step by step, which the closed form pipelines.{unplayedText(ranks)} Thick: measured.
      </Hint>
      <Hint>{libraryText(shown)}</Hint>
      <Ratios lines={library} />
    </Section>
  );
}

function unplayedText(ranks: number): string {
  const left = modelled.filter((algorithm) => !isPlayed(algorithm, ranks));
  return left.length === 0
    ? ''
    : ` Of ${ranks} ranks a page does not play ${left.join(', ')}: too many messages.`;
}

function libraryText({ library, topology, ranks }: AllreduceShown): string {
  const about = [...new Set(library.flatMap(({ points }) => points.map((point) => point.about)))];
  if (about.length === 0)
    return `Nobody measured NCCL on ${ranks} ranks: bench import nccl-tests reads a run of all_reduce_perf, and suite peers times NCCL where there are as many devices.`;
  const where = isCalibrated(topology)
    ? ''
    : ` ${topology.name} is another machine than theirs: a ratio says how the two differ, not how good the model is.`;
  const recorded = library.some(({ points }) => points.some(({ id }) => id !== null))
    ? ' Recorded times are those of the devices alone: the host’s part of a call is in the model and not in them.'
    : '';
  return `Measured: ${about.join('; ')}.${recorded}${where}`;
}

function Ratios({ lines }: { readonly lines: readonly CallLine[] }): VNode | null {
  const told = lines.flatMap(({ name, points }) => {
    const ratios = points.flatMap(({ ratio }) => ratio ?? []).toSorted((a, b) => a - b);
    const middle = ratios[Math.floor(ratios.length / 2)];
    const [least, most] = [ratios[0], ratios.at(-1)];
    if (middle === undefined || least === undefined || most === undefined) return [];
    return [{ name, least, middle, most, apart: ratios.filter(differs).length, count: ratios.length }];
  });
  if (told.length === 0) return null;
  return (
    <ul class="plain" id="ratios" aria-label="Model over measurement">
      {told.map(({ name, least, middle, most, apart, count }) => (
        <li key={name}>
          <b>{name}</b>: modelled time {formatSpeedup(middle)} the measured one in the middle, from{' '}
          {formatSpeedup(least)} to {formatSpeedup(most)}; {apart} of {count} sizes are a quarter or more
          apart.
        </li>
      ))}
    </ul>
  );
}

/** Draws what ranks of one device took. */
export function DeviceSection({ shown }: { readonly shown: AllreduceShown }): VNode {
  const { ranks, metric, device } = shown;
  return (
    <Section id="device" title={`${ranks} ranks of one device, measured`}>
      <Hint>
        Simulated ranks: they are buffers of one device, and a message is a read of its memory. No link is in
        these times: they rank algorithms by memory traffic and dispatches, and are no network’s. There is no
        bus: <Term word="busbw" /> is <Term word="algbw" /> × 2(n − 1)/n, the convention of nccl-tests.
      </Hint>
      {device.length > 0 ? (
        <CallLines
          id="device-chart"
          label={`${callLabels[metric]} of ${ranks} simulated ranks: ${device.map(({ name }) => name).join(', ')}. The table below has every point.`}
          lines={device}
          shown={shown}
        />
      ) : (
        <Hint>
          No plain f32 sum of {ranks} ranks was timed on this machine:{' '}
          <code>pnpm bench --select allreduce</code> measures its cases.
        </Hint>
      )}
    </Section>
  );
}

/** Draws the machine that is modelled, with its parameters as fields. */
export function TopologySection({ shown }: { readonly shown: AllreduceShown }): VNode {
  const { topology, edited, context } = shown;
  const { state, go } = context;
  const set = ({ key, usual }: Parameter, text: string) => {
    go((now) => {
      const others = now.set.filter((one) => !one.startsWith(`${key}=`));
      return { set: text === '' || Number(text) === usual ? others : [...others, `${key}=${text}`] };
    });
  };
  return (
    <Section id="topology" title="The machine that is modelled">
      <div class="choices">
        <Menu
          id="topology"
          label="topology"
          options={topologies.map(({ name }) => [name])}
          value={topology.name}
          onPick={(name) => go({ topology: name, set: [] })}
        />
        {state.set.length > 0 ? (
          <button id="usual" type="button" onClick={() => go({ set: [] })}>
            As in the file
          </button>
        ) : null}
      </div>
      <Hint>{topology.description}</Hint>
      <dl class="parameters">
        {edited.parameters.map((parameter) => (
          <Field
            key={`${topology.name} ${parameter.key}`}
            parameter={parameter}
            onSet={(text) => set(parameter, text)}
          />
        ))}
      </dl>
    </Section>
  );
}

function Field({
  parameter,
  onSet,
}: {
  readonly parameter: Parameter;
  readonly onSet: (text: string) => void;
}): VNode {
  const { key, label, unit, kind, value, usual, from, note } = parameter;
  const id = `set-${key.replaceAll('.', '-')}`;
  const origin = [...(from === null ? [] : [from]), ...(note === null ? [] : [note])].join(': ');
  return (
    <div>
      <dt>
        <label for={id}>{label}</label>
      </dt>
      <dd>
        <input
          id={id}
          type="number"
          min={kind === 'count' ? 1 : 0}
          step={kind === 'count' ? 1 : 'any'}
          value={value}
          onChange={(event) => onSet(event.currentTarget.value)}
        />{' '}
        {unit}
        {value === usual ? null : <span class="badge flag">{`${formatNumber(usual, 3)} in the file`}</span>}
        {origin === '' ? null : <span class="remark">{origin}</span>}
      </dd>
    </div>
  );
}
