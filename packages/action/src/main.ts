// The shell of the action: what fails is one message.
import { setFailed } from '@actions/core';
import { act } from './action.ts';

try {
  await act();
} catch (error) {
  setFailed(error instanceof Error ? error.message : String(error));
}
