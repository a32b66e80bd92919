// The shell: the real process around one step.
import { runStep } from './step.ts';

try {
  console.log(await runStep(process.argv.slice(2), process.env));
} catch (error) {
  // One line: what a message holds is no command to the runner.
  const message = error instanceof Error ? error.message : String(error);
  console.error(`refused: ${message.replaceAll(/\s+/g, ' ').slice(0, 1000)}`);
  process.exitCode = 1;
}
