// The reader's own ticks as a whole: how many, where they are kept, and the way into a checkout and back.
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ownDone, progressText } from '../model/ticks.ts';
import { addressOf } from '../state.ts';
import { counted } from '../ui/counted.ts';
import { Download } from '../ui/download.tsx';
import { Icon } from '../ui/icon.tsx';
import { Hint, Section } from '../ui/section.tsx';
import type { CurriculumShown } from './curriculum-shown.ts';

const place = 'packages/curriculum/own/progress.json';

/** Draws the section. */
export function OwnTicksSection(shown: CurriculumShown): VNode {
  return (
    <Section id="own-ticks" title="Your ticks">
      <Summary {...shown} />
      <Hint>
        They are kept in this browser alone, and count in no bar above. To have them counted, export them, put
        the file at <code>{place}</code> of your checkout and publish with <code>pnpm dashboard</code>. If
        there is such a file already, import it first: the export then has both.
      </Hint>
      <Files {...shown} />
    </Section>
  );
}

function Summary({ completion: { items, total }, mine }: CurriculumShown): VNode {
  return (
    <p>
      <Icon name="yours" /> {counted(mine.ticks.length, 'tick')} of yours: {ownDone(items, mine)} of{' '}
      {total.tickable} items ticked whole.{' '}
      <a href={addressOf({ page: 'curriculum', status: 'tickable' })}>What there is to tick</a>
      {mine.ticks.length === 0 ? null : (
        <>
          {' · '}
          <a href={addressOf({ page: 'curriculum', status: 'yours' })}>what you have ticked</a>
        </>
      )}
    </p>
  );
}

function Files({ mine, onImport }: CurriculumShown): VNode {
  const [said, say] = useState('');
  return (
    <>
      <div class="own-files">
        {mine.ticks.length === 0 ? null : (
          <Download
            id="export-ticks"
            file="progress.json"
            content={() => new Blob([progressText(mine)], { type: 'application/json' })}
          >
            Export
          </Download>
        )}
        <label for="import-ticks">
          <span>Import</span>
          <input
            id="import-ticks"
            type="file"
            accept=".json,application/json"
            onChange={async ({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              if (file) say(onImport(file.name, await file.text()));
              // The same file can be chosen again once it was mended.
              currentTarget.value = '';
            }}
          />
        </label>
      </div>
      <p class="hint" role="status">
        {said}
      </p>
    </>
  );
}
