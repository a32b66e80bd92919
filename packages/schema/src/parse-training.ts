// Results of trainings: what no schema can say of them.
import { InvalidDocument } from './invalid.ts';
import { parser, readJson } from './parse.ts';
import type { Training } from './types.generated.ts';

const trainingShape = parser<Training>('training.schema.json');

/** Checks the result of a training; throws InvalidDocument also where it has more losses than its schedule has steps. */
export function parseTraining(file: string, value: unknown): Training {
  const training = trainingShape(file, value);
  const { losses, settings } = training;
  if (losses.length > settings.schedule.steps)
    throw new InvalidDocument(
      `${file}: /losses: ${losses.length} are more than the ${settings.schedule.steps} steps of the schedule`,
    );
  return training;
}

/** Reads the result of a training from its text. Throws as `parseTraining` does. */
export function readTraining(file: string, text: string): Training {
  return parseTraining(file, readJson(file, text));
}
