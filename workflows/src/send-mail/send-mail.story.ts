import { repeatStep } from '../story/repeat-step.ts';
import type { Steps } from '../story/steps.ts';
import type { SendMailActivities } from './send-mail.activities.ts';
import type { SendMailInput } from './send-mail.contract.ts';

/** Sends a mail: attempts follow each other with growing pauses until the mail server has accepted it or never will. */
export async function sendMail(steps: Steps<SendMailInput, SendMailActivities>, input: SendMailInput): Promise<void> {
  await repeatStep(steps, input, () => steps.call.attemptMail(input));
}
