import { expect, test } from 'vitest';
import { groupDocuments, headingId, pathFrom, slugOf, targetOf } from './document.ts';

const known = new Set(['docs/reports/README.md', 'docs/measuring.md', 'packages/kernel-scan/README.md']);
const from = 'docs/reports/headline.md';

test.each([
  ['../measuring.md#the-clock', { kind: 'document', path: 'docs/measuring.md', section: 'the-clock' }],
  ['README.md', { kind: 'document', path: 'docs/reports/README.md', section: null }],
  [
    '../../packages/kernel-scan/',
    { kind: 'document', path: 'packages/kernel-scan/README.md', section: null },
  ],
  ['#nvidia-h200', { kind: 'document', path: from, section: 'nvidia-h200' }],
  ['https://www.w3.org/TR/WGSL/', { kind: 'web', href: 'https://www.w3.org/TR/WGSL/' }],
  ['../../packages/stats/src/mad.ts', { kind: 'file', path: 'packages/stats/src/mad.ts' }],
  ['../../../../etc/passwd', { kind: 'file', path: 'etc/passwd' }],
  ['javascript:alert(1)', { kind: 'file', path: 'javascript:alert(1)' }],
  ['data:text/html,x', { kind: 'file', path: 'data:text/html,x' }],
])('%s leads to what it names', (href, target) => {
  expect(targetOf(href, from, known)).toEqual(target);
});

test('a picture is found from the document that shows it', () => {
  expect(pathFrom('suite-speed.svg', from)).toBe('docs/reports/suite-speed.svg');
});

test('a heading is called as on GitHub', () => {
  expect(slugOf('What `bench ab` says, and why')).toBe('what-bench-ab-says-and-why');
});

test('a heading has no id that a page has', () => {
  expect(headingId(slugOf('Report'))).toBe('heading-report');
});

test('documents stand under their kind, each once', () => {
  expect(
    groupDocuments([
      'README.md',
      'dashboard/README.md',
      'docs/api/fusion.md',
      'docs/measuring.md',
      'docs/reports/README.md',
      'docs/reports/gemm-sizes.md',
      'packages/kernel-kit/README.md',
      'packages/kernel-scan/README.md',
    ]).map(({ title, documents }) => [title, documents.map(({ name }) => name)]),
  ).toEqual([
    ['Start', ['All reports', 'Kernel Ladder']],
    ['Reports', ['gemm sizes']],
    ['Guides', ['measuring']],
    ['Ladders', ['scan']],
    ['API', ['fusion']],
    ['Packages', ['dashboard', 'kernel kit']],
  ]);
});
