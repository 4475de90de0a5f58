import { openEventLog, readLog } from '@tapwise/adapters';
import { createReportSchedules, evolveReportSchedules, reportScheduleStreamPrefixes, sendsOf } from '@tapwise/domain';
import { engineAddresses } from '../../../infra/operations/addresses/engine-addresses.ts';
import { type Customer, firstOrganization } from '../../support/people/customer.ts';
import { eventually, type Product } from '../../support/product/product.ts';

const path = '/api/asa/report_schedules';

/** A report that is sent every so many seconds. */
export interface OftenSent {
  readonly applicationId: number;
  readonly scheduleId: number;
  readonly everySeconds: number;
}

/** Schedules a report of campaigns to the customer. @param everySeconds as often as the product was told to send active reports. */
export async function scheduleReport(customer: Customer, everySeconds: number): Promise<OftenSent> {
  const { application, organization } = await firstOrganization(customer);
  const { account } = await customer.session();
  const { id } = await customer.post(path, {
    application_id: application.id,
    name: 'Spend',
    view: { call: 'campaigns', columns: ['spend', 'taps'], sort: '-spend' },
    scope: { asa_organization_id: organization.organization_id },
    range: 'last7',
    cadence: { every: 'day', time: '09:00' },
    form: { file: 'csv' },
    recipients: [{ account_id: account.user_id }],
    wait_hours: 0,
  });
  return { applicationId: application.id, scheduleId: Number(id), everySeconds };
}

/** The outcomes of the times of a report. */
export interface ComparedSends {
  /** Sends whose mails have ended. The account of the demo has no address, so theirs end without a message. */
  readonly ended: number;
  /** Times without a send, and sends that did not come to their mails. */
  readonly lost: readonly string[];
  /** Steps of sends and mails that happened twice. */
  readonly twice: readonly string[];
  /** Sends that have not ended. */
  readonly open: readonly string[];
}

/** Pauses a report, waits until its sends have ended, and reads in the log what was done about each. */
export async function compareSends(
  product: Pick<Product, 'url' | 'dataDir'>,
  { token }: Customer,
  report: OftenSent,
): Promise<ComparedSends> {
  const { applicationId, scheduleId } = report;
  const response = await fetch(`${product.url}${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ application_id: applicationId, id: scheduleId, updates: { status: 'paused' } }),
  });
  if (!response.ok) throw new Error(`The report cannot be paused: ${await response.text()}`);
  return eventually(
    () => readSends(product.dataDir, report),
    ({ open }) => open.length === 0,
    { timeoutMs: 120_000, everyMs: 2000 },
  );
}

async function readSends(dataDir: string, { scheduleId, everySeconds }: OftenSent): Promise<ComparedSends> {
  const { all, steps } = await readSteps(dataDir);
  const sends = sendsOf(all, scheduleId);
  const late = sends.filter(({ due }, index) => {
    const before = sends[index - 1]?.due.due_at;
    return before !== undefined && Date.parse(due.due_at) - Date.parse(before) !== everySeconds * 1000;
  });
  const unmailed = sends.filter(({ claimed, ended }) => ended !== null && claimed?.mails.length !== 1);
  const unended = sends.filter(({ ended }) => ended?.recipients.some(({ reason }) => reason !== 'Has no address'));
  return {
    ended: sends.filter(({ ended }) => ended?.recipients.length === 1).length,
    lost: [
      ...late.map(({ due }) => `no send right before ${due.slot}`),
      ...[...unmailed, ...unended].map(({ due, ended }) => `${due.slot} ${ended?.state}: ${ended?.reason}`),
    ],
    twice: [...steps].filter(([, count]) => count > 1).map(([step]) => step),
    open: sends.filter(({ ended }) => ended === null).map(({ due }) => due.slot),
  };
}

/** Sends, and how often each step of a send and of the mail of a report is in the log, by stream and event. */
async function readSteps(dataDir: string) {
  const log = openEventLog(engineAddresses({ DATA_DIR: dataDir } as never).EVENTSTORE_URL);
  const all = createReportSchedules();
  const steps = new Map<string, number>();
  const reportMails = new Set<string>();
  try {
    await readLog(log, { streamPrefixes: [...reportScheduleStreamPrefixes, 'mail-'] }, (events) => {
      for (const { event, position, stream } of events) {
        evolveReportSchedules(all, event, position);
        if (event.type === 'MailRequested' && event.data.kind === 'scheduled-report') reportMails.add(stream);
        if (!stream.startsWith('reportSend-') && !reportMails.has(stream)) continue;
        // An attempt that was cut off is begun once more.
        if (event.type === 'MailAttemptBegun' || event.type === 'MailDelayed') continue;
        const step = `${stream} ${event.type}`;
        steps.set(step, (steps.get(step) ?? 0) + 1);
      }
    });
  } finally {
    await log.close();
  }
  return { all, steps };
}
