// WGSL for readers: a line's tokens, and a text with the numbers of its lines.
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { linesOf } from '../model/wgsl.ts';
import type { Line } from '../model/wgsl.ts';
import '../code.css';

/** Lines that are drawn of one text; no kernel of a person has so many, and a generator's could still the page. */
export const mostLines = 3000;

/** The tokens of a line, told apart by class. */
export function CodeLine({ tokens }: { readonly tokens: Line }): VNode {
  return (
    <code>
      {tokens.map(({ kind, text }, at) =>
        kind === null ? (
          text
        ) : (
          <span key={at} class={`token-${kind}`}>
            {text}
          </span>
        ),
      )}
    </code>
  );
}

/** A whole text in a box that scrolls; `label` names it. */
export function Code({ label, text }: { readonly label: string; readonly text: string }): VNode {
  const lines = useMemo(() => linesOf(text), [text]);
  return (
    <div class="scroll code-box" tabIndex={0} role="region" aria-label={label}>
      <pre class="code">
        {lines.slice(0, mostLines).map((tokens, at) => (
          <span key={at} class="code-line" data-line={at + 1}>
            <CodeLine tokens={tokens} />
            {at + 1 < lines.length ? '\n' : ''}
          </span>
        ))}
      </pre>
      {lines.length > mostLines ? <p class="hint">{leftOut(lines.length)}</p> : null}
    </div>
  );
}

/** Says that a text goes on. */
export function leftOut(lines: number): string {
  return `The first ${mostLines.toLocaleString('en')} of ${lines.toLocaleString('en')} lines; the kernel’s file has all of them.`;
}
