import type { Steps } from '../../story/steps.ts';
import type { SendReportActivities, SendReportInput } from './send-report.contract.ts';

const firstPauseSeconds = 1;
const longestPauseSeconds = 60;

/**
 * Sends a report once: waits for complete figures as long as it may, makes it, asks for one mail for each recipient, and follows them to
 * completion. Each step may have been done before.
 */
export async function sendReport(
  { call, sleep, continueWith }: Steps<SendReportInput, SendReportActivities>,
  send: SendReportInput,
): Promise<void> {
  for (;;) {
    const { is_open, wait_seconds } = await call.awaitFigures(send);
    if (!is_open) return;
    if (wait_seconds === 0) break;
    await sleep(wait_seconds);
    await continueWith(send);
  }
  if (!(await call.makeReport(send)).is_made) return;
  await call.requestReportMails(send);
  let pauseSeconds = firstPauseSeconds;
  while (!(await call.followReportMails(send)).settled) {
    await sleep(pauseSeconds);
    pauseSeconds = Math.min(longestPauseSeconds, 2 * pauseSeconds);
    await continueWith(send);
  }
}
