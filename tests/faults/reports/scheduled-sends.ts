import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
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
  /** Milliseconds; the answer to the schedule had come by then. */
  readonly madeAt: number;
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
  return { applicationId: application.id, scheduleId: Number(id), everySeconds, madeAt: Date.now() };
}

/** The outcomes of the times of a report. */
export interface ComparedSends {
  /** Sends whose one mail has ended. */
  readonly ended: number;
  /** Times without a send, sends that did not reach their recipient, and mails that are not in the outbox. */
  readonly lost: readonly string[];
  /** Steps of sends and mails that happened twice. */
  readonly twice: readonly string[];
  /** Sends that have not ended. */
  readonly open: readonly string[];
}

/** Pauses a report when it is due once more, waits until its sends have ended, and reads what was done about each. */
export async function compareSends(
  product: Pick<Product, 'url' | 'dataDir'>,
  { token }: Customer,
  { report, atLeast }: { report: OftenSent /** Times that are waited for. */; atLeast: number },
): Promise<ComparedSends> {
  const { applicationId, scheduleId } = report;
  const begun = Date.now();
  // However far a busy machine is behind: times up to now are in the log when a later one is.
  await eventually(
    async () => sendsOf((await readSteps(product.dataDir)).all, scheduleId),
    (sends) => sends.length >= atLeast && Date.parse(sends.at(-1)?.due.due_at ?? '') >= begun,
    { timeoutMs: 120_000, everyMs: 2000 },
  );
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

async function readSends(dataDir: string, { scheduleId, everySeconds, madeAt }: OftenSent): Promise<ComparedSends> {
  const { all, steps } = await readSteps(dataDir);
  const outbox = new Set(await readdir(join(dataDir, 'outbox')));
  const sends = sendsOf(all, scheduleId);
  const late = sends.filter(({ due }, index) => {
    const at = Date.parse(due.due_at);
    const before = sends[index - 1]?.due.due_at;
    if (before === undefined) return at > madeAt + everySeconds * 1000;
    return at - Date.parse(before) !== everySeconds * 1000;
  });
  const unmailed = sends.filter(({ claimed, ended }) => ended !== null && claimed?.mails.length !== 1);
  const unreached = sends.filter(({ ended }) => ended?.recipients.some(({ state }) => state !== 'sent'));
  const mailIds = sends.flatMap(({ claimed, ended }) =>
    ended === null ? [] : (claimed?.mails.map(({ mail_id }) => mail_id) ?? []),
  );
  const unwritten = mailIds.filter((mailId) => !outbox.has(`scheduled-report--${mailId}.json`));
  return {
    ended: sends.filter(({ ended }) => ended?.recipients.length === 1).length,
    lost: [
      ...late.map(({ due }) => `no send right before ${due.slot}`),
      ...[...unmailed, ...unreached].map(({ due, ended }) => `${due.slot} ${ended?.state}: ${ended?.reason}`),
      ...unwritten.map((mailId) => `mail ${mailId} is not in the outbox`),
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
