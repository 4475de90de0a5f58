import type { Step } from '../activity/step.ts';
import type { Steps } from './steps.ts';

/** Repeats a step until it says that all is done, with the pauses it asks for. */
export async function repeatStep<Input, Activities extends object>(
  { sleep, continueWith }: Steps<Input, Activities>,
  input: Input,
  step: () => Promise<Step>,
): Promise<void> {
  for (;;) {
    const end = await step();
    if (end.done) return;
    await sleep(end.again_seconds);
    await continueWith(input);
  }
}
