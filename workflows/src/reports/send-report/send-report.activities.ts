import { columnsOfView, incompleteOf } from '@tapwise/domain';
import { reportAges } from '@tapwise/projections/queries';
import pLimit from 'p-limit';
import { makeReport } from './make-report.ts';
import { removeOldFiles } from './old-files.ts';
import { followReportMails, requestReportMails } from './report-mails.ts';
import { readSend, readSubject, type SendReportDependencies, type SendSubject } from './send-context.ts';
import type { SendReportActivities, SendReportInput } from './send-report.contract.ts';

/** How often it is looked whether figures are complete. */
const lookSeconds = 30;

export function createSendReportActivities(deps: SendReportDependencies): SendReportActivities {
  // Each holds its rows in memory and asks the tables. Workbooks are written one at a time besides.
  const making = pLimit(4);
  // Tables of the past take minutes, and those of one position are made at a time.
  let isMakingAgain = false;
  // Each sees what those before it have claimed of the day's mails.
  const claiming = pLimit(1);
  return {
    awaitFigures: (send) => awaitFigures(deps, send),
    makeReport: async (send) => {
      if ((await readSend(deps, send))?.due.kind === 'again') return { is_made: false, is_again: true };
      return making(async () => ({ is_made: await makeReport(deps, send) }));
    },
    makeReportAgain: async (send) => {
      if (isMakingAgain) return { is_made: false, is_busy: true };
      isMakingAgain = true;
      try {
        return { is_made: await makeReport(deps, send), is_busy: false };
      } finally {
        isMakingAgain = false;
      }
    },
    requestReportMails: (send) => claiming(() => requestReportMails(deps, send)),
    followReportMails: async (send) => {
      const settled = await followReportMails(deps, send);
      if (settled) await removeOldFiles(deps, send.schedule_id);
      return { settled };
    },
  };
}

async function awaitFigures(deps: SendReportDependencies, input: SendReportInput) {
  const subject = await readSubject(deps, input);
  if (subject === undefined) return { is_open: false, wait_seconds: 0 };
  if (typeof subject === 'string' || subject.send.made !== null) return { is_open: true, wait_seconds: 0 };
  const leftSeconds = (Date.parse(subject.send.due.latest_at) - deps.now().getTime()) / 1000;
  if (leftSeconds <= 0 || (await isComplete(deps, subject))) return { is_open: true, wait_seconds: 0 };
  return { is_open: true, wait_seconds: Math.min(lookSeconds, leftSeconds) };
}

async function isComplete(
  { tables, completeAfterHours, now }: SendReportDependencies,
  { send: { due }, application, organization }: SendSubject,
): Promise<boolean> {
  if (tables === undefined) return false;
  const asOf = await reportAges(tables, application.application_id, organization.org_id);
  const incomplete = incompleteOf({
    asOf,
    now: now().getTime(),
    zone: organization.time_zone,
    columns: columnsOfView(due.report.view, 'full').columns,
    last: due.to,
    completeAfterHours,
  });
  return incomplete.length === 0;
}
