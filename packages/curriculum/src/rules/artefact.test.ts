// A write-up proves what it says, not that it is there.
import { describe, expect, test } from 'vitest';
import { readSections } from '../page.ts';
import { takeSnapshot } from '../snapshot.ts';
import { evidenceOf, sha } from '../testing.ts';
import type { SectionCondition } from '../types.generated.ts';
import { evaluateArtefact } from './artefact.ts';

describe('a write-up', () => {
  const text = `# A\n\n## Ladder\n\nOver the first.\n\n| rung | time, µs |\n| --- | --- |\n| \`f fast\` | 1 |\n\n## Notes\n\nNothing.\n`;
  const page = { path: 'docs/reports/a.md', commit: sha('1'), rows: 1, missing: 0, intact: true };
  const lacks = (sections: readonly SectionCondition[]) => {
    const snapshot = takeSnapshot(evidenceOf([], [], [{ ...page, sections: readSections(text) }]));
    const context = { snapshot, machine: null, needs: [], isProven: () => false };
    const { missing } = evaluateArtefact({ rule: 'artefact', path: page.path, sections }, context);
    return missing.map(({ what }) => what);
  };

  test.for([
    [{ heading: 'Ladder', columns: ['rung', 'time'], rows: 1, naming: ['fast'], says: ['first'] }, []],
    [{ heading: '*', rows: 1 }, []],
    [{ heading: 'Ladders', rows: 1 }, ['docs/reports/a.md: it has no section “Ladders”']],
    [
      { heading: 'Ladder', columns: ['speed'], rows: 1 },
      ['docs/reports/a.md: section “Ladder” has 0 of 1 rows with speed'],
    ],
    [{ heading: 'Notes', rows: 1 }, ['docs/reports/a.md: section “Notes” has 0 of 1 rows with numbers']],
    [
      { heading: 'Ladder', naming: ['fast', 'fas'] },
      ['docs/reports/a.md: section “Ladder” has no row of fas'],
    ],
    [{ heading: 'Ladder', rows: 1, without: ['slow'] }, []],
    [
      { heading: 'Ladder', rows: 1, without: ['fast'] },
      ['docs/reports/a.md: section “Ladder” has a row of fast'],
    ],
    [
      { heading: 'Notes', says: ['What went wrong'] },
      ['docs/reports/a.md: section “Notes” does not say “What went wrong”'],
    ],
  ] as const)('%o: %o', ([section, missing]) => {
    expect(lacks([section])).toEqual(missing);
  });

  test('that lacks rows is whole for those who ask for other rungs, and for nobody who asks for the page', () => {
    const lacking = `${text}\n## Missing rows\n\n- \`f/slow\`: no result\n- \`f/lost\`: no result\n`;
    const snapshot = takeSnapshot(
      evidenceOf([], [], [{ ...page, missing: 2, sections: readSections(lacking) }]),
    );
    const context = { snapshot, machine: null, needs: [], isProven: () => false };
    const metBy = (...sections: readonly SectionCondition[]) =>
      evaluateArtefact({ rule: 'artefact', path: page.path, sections }, context).met;
    expect(metBy({ heading: 'Ladder', naming: ['fast'] })).toBe(true);
    expect(metBy({ heading: 'Ladder', rows: 1 })).toBe(false);
    expect(metBy({ heading: 'Ladder', naming: ['fast'] }, { heading: 'Ladder', rows: 1 })).toBe(false);
    expect(metBy({ heading: '*', naming: ['fast', 'slow'] })).toBe(false);
  });
});
