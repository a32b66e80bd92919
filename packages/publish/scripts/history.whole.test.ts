// The template of synthetic histories.
import { expect, test } from 'vitest';
import { recordedTemplate } from './history.ts';

// As many as a first view is measured with.
const series = 500;

test('the recorded history has enough to replay, whatever machine ran last', () => {
  expect(recordedTemplate().results.length).toBeGreaterThanOrEqual(series);
});
