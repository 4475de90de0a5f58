import type { Steps } from '../../story/steps.ts';
import type { SendReportActivities, SendReportInput } from './send-report.contract.ts';

const firstPauseSeconds = 1;
const longestPauseSeconds = 60;
/** Until a report that is made again asks once more for its turn. */
const turnSeconds = 10;

type SendReportSteps = Steps<SendReportInput, SendReportActivities>;

/**
 * Sends a report once: waits for complete figures as long as it may, makes it, asks for one mail for each recipient, and follows them to
 * completion. Each step may have been done before.
 */
export async function sendReport(steps: SendReportSteps, send: SendReportInput): Promise<void> {
  const { call, sleep, continueWith } = steps;
  for (;;) {
    const { is_open, wait_seconds } = await call.awaitFigures(send);
    if (!is_open) return;
    if (wait_seconds === 0) break;
    await sleep(wait_seconds);
    await continueWith(send);
  }
  const { is_made, is_again } = await call.makeReport(send);
  if (!(is_again === true ? await makeAgain(steps, send) : is_made)) return;
  await call.requestReportMails(send);
  let pauseSeconds = firstPauseSeconds;
  while (!(await call.followReportMails(send)).settled) {
    await sleep(pauseSeconds);
    pauseSeconds = Math.min(longestPauseSeconds, 2 * pauseSeconds);
    await continueWith(send);
  }
}

/** Asks for its turn until it has it. @returns whether there is something to send. */
async function makeAgain({ call, sleep, continueWith }: SendReportSteps, send: SendReportInput): Promise<boolean> {
  for (;;) {
    const { is_made, is_busy } = await call.makeReportAgain(send);
    if (!is_busy) return is_made;
    await sleep(turnSeconds);
    await continueWith(send);
  }
}
