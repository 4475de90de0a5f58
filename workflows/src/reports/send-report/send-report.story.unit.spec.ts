import { expect, it } from 'vitest';
import { stepsOnClock } from '../../testing/clock-steps.ts';
import type { SendReportActivities, SendReportInput } from './send-report.contract.ts';
import { sendReport } from './send-report.story.ts';

it('gives its place back while another report is made again, and asks for its turn until it has it', async () => {
  const done: string[] = [];
  let busyTimes = 2;
  const activities: SendReportActivities = {
    awaitFigures: async () => ({ is_open: true, wait_seconds: 0 }),
    makeReport: async () => ({ is_made: false, is_again: true }),
    makeReportAgain: async () => {
      done.push('make again');
      busyTimes -= 1;
      return { is_made: busyTimes < 0, is_busy: busyTimes >= 0 };
    },
    requestReportMails: async () => void done.push('request mails'),
    followReportMails: async () => ({ settled: true }),
  };
  const { steps, waits } = stepsOnClock<SendReportInput, SendReportActivities>(activities, 0);
  await sendReport(steps, { schedule_id: 7, slot: 'manual-1' });
  expect(done).toEqual(['make again', 'make again', 'make again', 'request mails']);
  expect(waits).toHaveLength(2);
});
