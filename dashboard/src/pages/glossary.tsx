// Every word of the site with its meaning.
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { glossary, wordOf } from '../glossary.ts';
import { noteLine } from '../messages.ts';
import { addressOf } from '../state.ts';
import { Raw } from '../ui/raw.tsx';
import { Section } from '../ui/section.tsx';
import type { PageContext, Tree } from './context.ts';
import '../documents.css';

/** Shows the words, and the one that the address names in view. */
export async function glossaryPage({ state: { item } }: PageContext): Promise<Tree> {
  const isUnknown = item !== null && wordOf(item) === null;
  return {
    controls: null,
    notices: isUnknown ? <Raw nodes={[noteLine(`No word “${item}” here.`)]} /> : null,
    body: <Glossary item={item} />,
  };
}

function Glossary({ item }: { readonly item: string | null }): VNode {
  useEffect(() => {
    if (item !== null) document.getElementById(idOf(item))?.scrollIntoView({ block: 'center' });
  }, [item]);
  return (
    <Section id="glossary" title="Words">
      <dl class="glossary">
        {glossary.map(({ word, meaning }) => (
          <div key={word} id={idOf(word)} class={word === item ? 'selected' : undefined}>
            <dt>
              <a
                href={addressOf({ page: 'glossary', item: word })}
                aria-current={word === item ? 'true' : undefined}
              >
                {word}
              </a>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

const idOf = (word: string): string => `word-${word.replaceAll(' ', '-')}`;
