// The page that opens first: is anything wrong on this machine, and where?
import { parseSiteOverview } from '@kernel-ladder/schema';
import type { SiteOverview, SiteSpeed } from '@kernel-ladder/schema';
import { load } from '../data.ts';
import type { Loaded } from '../data.ts';
import { fileNotices } from '../messages.ts';
import { once } from '../once.ts';
import { loadSpeed } from '../run-data.ts';
import { FactsSection } from '../views/overview-facts.tsx';
import { HealthSection } from '../views/overview-health.tsx';
import { MachinesSection } from '../views/overview-machines.tsx';
import { StripSection } from '../views/overview-strip.tsx';
import { AttentionSection, HeadlineSection, RunsSection } from '../views/overview-tables.tsx';
import { FeedLink } from '../ui/feed-link.tsx';
import type { PageContext, Tree } from './context.ts';
import { machinePage } from './machine-page.tsx';
import '../grid.css';
import '../overview.css';

interface Files {
  readonly overview: SiteOverview;
  readonly speed: Loaded<SiteSpeed>;
}

const loadFiles = once(async (key: string): Promise<Loaded<Files>> => {
  const name = `${encodeURIComponent(key)}.json`;
  const [overview, speed] = await Promise.all([
    load(`data/overview/${name}`, parseSiteOverview),
    loadSpeed(key),
  ]);
  return overview.status === 'loaded'
    ? { status: 'loaded', value: { overview: overview.value, speed } }
    : overview;
});

/** Loads the overview of the machine that the address names. */
export function overviewPage(context: PageContext): Promise<Tree> {
  return machinePage(context, {
    load: ({ machine }) => loadFiles(machine.key),
    beside: ({ machine }) => <FeedLink machine={machine} />,
    notes: ({ speed }) => fileNotices(speed, 'how long the suites take'),
    draw: ({ overview, speed }, { machine }) => {
      const shown = { overview, machine: machine.key, software: machine.software };
      return (
        <>
          <HealthSection {...shown} />
          <StripSection {...shown} />
          <HeadlineSection {...shown} />
          <AttentionSection {...shown} />
          <RunsSection {...shown} />
          <FactsSection
            machine={machine.key}
            curriculum={overview.curriculum}
            speed={speed.status === 'loaded' ? speed.value : null}
          />
          <MachinesSection index={context.index} />
        </>
      );
    },
  });
}
