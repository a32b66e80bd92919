// The code of a rung: its WGSL, or what of it differs from the rung before.
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { codeRungs } from '../model/code-rungs.ts';
import type { CodeRung } from '../model/code-rungs.ts';
import { latestRun } from '../model/rung.ts';
import { seriesStyle } from '../theme.ts';
import { SplitButton } from '../ui/difference.tsx';
import { KernelPasses } from '../ui/kernel-button.tsx';
import { KernelDifference } from '../ui/kernel-difference.tsx';
import { Swatch } from '../ui/marks.tsx';
import { Hint } from '../ui/section.tsx';
import type { Shown } from './shown.ts';

/** Draws the section; nothing where the run built no kernel. */
export function CodeSection({ shown }: { readonly shown: Shown }): VNode | null {
  const { family, selection, state } = shown;
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (state.rung !== null) section.current?.scrollIntoView({ block: 'start' });
  }, [state.rung]);
  const run = latestRun(family, selection.case);
  const rungs = run === null ? [] : codeRungs(family, selection.case, run);
  if (rungs.length === 0) return null;
  const place = rungs.findIndex(({ variant }) => variant === state.rung);
  const rung = rungs[place];
  return (
    <section id="code" ref={section} aria-labelledby="code-title">
      <header>
        <h2 id="code-title">Code of the rungs</h2>
      </header>
      <Picker rungs={rungs} shown={shown} />
      {rung ? <Code rung={rung} before={rungs[place - 1]} shown={shown} /> : null}
      {state.rung !== null && !rung ? <Hint>The newest run has no kernel of “{state.rung}”.</Hint> : null}
    </section>
  );
}

interface CodeProps {
  readonly rung: CodeRung;
  readonly before: CodeRung | undefined;
  readonly shown: Shown;
}

function Code({ rung, before, shown }: CodeProps): VNode {
  const { family, state } = shown;
  if (!before)
    return (
      <>
        <Hint>The first rung: there is none before it to differ from.</Hint>
        <Whole rung={rung} />
      </>
    );
  return (
    <>
      <Choice before={before} shown={shown} />
      {state.isWhole ? (
        <Whole rung={rung} />
      ) : (
        <KernelDifference
          id="code-difference"
          before={{ name: before.variant, hash: before.hash }}
          after={{ name: rung.variant, hash: rung.hash }}
          recorded={family.kernels}
          isSplit={state.isSplit}
          heading="h3"
        />
      )}
    </>
  );
}

function Picker({ rungs, shown }: { readonly rungs: readonly CodeRung[]; readonly shown: Shown }): VNode {
  const { state, theme, go } = shown;
  return (
    <div class="legend" role="group" aria-label="Rung whose code is shown">
      {rungs.map(({ variant, place }) => {
        const isOn = variant === state.rung;
        return (
          <button
            key={variant}
            id={`code-${variant}`}
            type="button"
            aria-pressed={isOn}
            class="choice"
            onClick={() => go({ rung: isOn ? null : variant })}
          >
            <Swatch style={seriesStyle(theme, place)} />
            {variant}
          </button>
        );
      })}
    </div>
  );
}

function Choice({ before, shown }: { readonly before: CodeRung; readonly shown: Shown }): VNode {
  const { state, go } = shown;
  const choices = [
    ['difference', `Difference to ${before.variant}`, false],
    ['whole', 'Whole text', true],
  ] as const;
  return (
    <div class="code-choice">
      <div class="scales" role="group" aria-label="What is shown of the code">
        {choices.map(([id, words, own]) => (
          <button
            key={id}
            id={`show-${id}`}
            type="button"
            aria-pressed={own === state.isWhole}
            onClick={() => go({ isWhole: own })}
          >
            {words}
          </button>
        ))}
      </div>
      {state.isWhole ? null : <SplitButton isSplit={state.isSplit} onSplit={(isSplit) => go({ isSplit })} />}
    </div>
  );
}

function Whole({ rung: { variant, hash, isRecorded } }: { readonly rung: CodeRung }): VNode {
  if (isRecorded) return <KernelPasses hash={hash} />;
  return <Hint>The text of {variant}’s kernel was not recorded: bench records texts with each run.</Hint>;
}
