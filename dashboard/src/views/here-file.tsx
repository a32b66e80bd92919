// The file of a run in the browser, with the texts of its kernels, to be kept and recorded.
import type { VNode } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { runFileName } from '@kernel-ladder/schema';
import { finishedRun, kernelLines } from '../model/here.ts';
import type { Going } from '../model/here.ts';
import { Hint, Section } from '../ui/section.tsx';
import { recordText } from './here-words.ts';

/** Draws it; null of a run without results, which is none. */
export function HereFile({ going }: { readonly going: Going }): VNode | null {
  const run = useMemo(() => finishedRun(going), [going.ending]);
  const text = useMemo(() => (run ? `${JSON.stringify(run)}\n` : ''), [run]);
  const kernels = useMemo(() => kernelLines(going.kernels), [going.ending]);
  if (!run) return null;
  const name = runFileName(run.run.startedAt, run.run.commit);
  return (
    <Section id="here-file" title="File of this run">
      <p class="buttons">
        <Download id="here-download" name={name} text={text} words="Download the run" />
        <Download
          id="here-kernels"
          name={name.replace(/\.json$/, '.kernels.ndjson')}
          text={kernels}
          words="Download its kernels"
        />
      </p>
      <p id="here-checked">{checkedText(going)}</p>
      <Hint>
        Machine <code>{run.machine.key}</code>. {recordText(going)} Kernels that lie beside it are recorded
        with it.
      </Hint>
    </Section>
  );
}

function checkedText({ fault }: Going): string {
  if (fault === undefined) return 'Checking it against the schema of runs…';
  return fault === null
    ? 'It follows the schema of runs.'
    : `It does not follow the schema of runs: ${fault}`;
}

interface DownloadProps {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly words: string;
}

function Download({ id, name, text, words }: DownloadProps): VNode {
  const href = useMemo(() => URL.createObjectURL(new Blob([text], { type: 'application/json' })), [text]);
  useEffect(() => () => URL.revokeObjectURL(href), [href]);
  return (
    <a id={id} class="button" href={href} download={name}>
      {words}
    </a>
  );
}
