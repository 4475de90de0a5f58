import type { Steps } from '../../story/steps.ts';
import type {
  ReportLastingFailuresActivities,
  ReportLastingFailuresInput,
} from './report-lasting-failures.contract.ts';

/** Reports failures of outside services when they have lasted an hour. */
export async function reportLastingFailures(
  { call, sleep, continueWith }: Steps<ReportLastingFailuresInput, ReportLastingFailuresActivities>,
  input: ReportLastingFailuresInput,
): Promise<void> {
  for (;;) {
    const { pause_seconds } = await call.reportLasting();
    await sleep(pause_seconds);
    await continueWith(input);
  }
}
