import type { Steps } from '../../story/steps.ts';
import type { SendMailActivities, SendMailInput } from './send-mail.contract.ts';

/**
 * Sends a mail: attempts follow each other with growing pauses until the mail server has accepted it or never will. An attempt that
 * another process has begun is waited for, so that a mail is given to the server once.
 */
export async function sendMail(
  { call, sleep, continueWith }: Steps<SendMailInput, SendMailActivities>,
  mail: SendMailInput,
): Promise<void> {
  for (;;) {
    const { is_open, pause_seconds } = await call.readMail(mail);
    if (!is_open) return;
    await sleep(pause_seconds);
    await call.attemptMail(mail);
    await continueWith(mail);
  }
}
