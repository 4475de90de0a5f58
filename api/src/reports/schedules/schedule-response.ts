import type { ReportRecipientRow, ReportSchedule, ReportSendRow } from '@tapwise/contract/report-schedules';
import {
  columnsOfView,
  type ExistingReportSchedule,
  findAccount,
  findMembership,
  nextReportSlot,
  type ReportRecipient,
  type SendSummary,
  sendState,
} from '@tapwise/domain';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { newestSends, type SchedulesContext } from './own-schedule.ts';

/** The next instant at which it is due, ISO 8601; `null` while it is paused. */
export function nextAt({ deps }: SchedulesContext, { status, report }: ExistingReportSchedule): string | null {
  if (status !== 'active') return null;
  const clock = { cadence: report.cadence, everySeconds: deps.settings.reportEverySeconds };
  return new Date(nextReportSlot(clock, deps.now().getTime()).at).toISOString();
}

export async function scheduleResponse(
  context: SchedulesContext,
  schedule: ExistingReportSchedule,
): Promise<ReportSchedule> {
  const { deps } = context;
  const { schedule_id, report } = schedule;
  const [last] = newestSends(context, schedule_id);
  const listed = schedule.recipients.filter((recipient) => recipient.listed);
  return {
    id: schedule_id,
    ...report,
    status: schedule.status === 'paused' ? 'paused' : 'active',
    recipients: await Promise.all(listed.map((recipient) => recipientResponse(deps, schedule, recipient))),
    next_at: nextAt(context, schedule),
    last: last === undefined ? null : { send_id: last.due.send_id, at: last.due.due_at, state: sendState(last) },
    author: await authorName(deps, schedule),
  };
}

/** Who made it; `null` once that person has left the team. */
export async function authorName(
  deps: ApiDependencies,
  { created_by, team_id }: ExistingReportSchedule,
): Promise<string | null> {
  const membership = findMembership(deps.directory.state, created_by);
  if (membership?.team.team_id !== team_id) return null;
  return (await deps.vault.decrypt(membership.account.name)) ?? null;
}

export async function recipientResponse(
  deps: ApiDependencies,
  { report, team_id }: ExistingReportSchedule,
  { recipient_id: _id, account_id, state, expires_at, ...recipient }: ReportRecipient,
): Promise<ReportRecipientRow> {
  const membership = account_id === null ? undefined : findMembership(deps.directory.state, account_id);
  const access = membership?.team.team_id === team_id ? membership.access : undefined;
  const cut = access === 'restricted' ? columnsOfView(report.view, 'restricted').cut : [];
  const email = await emailOf(deps, { account_id, address: recipient.address });
  return { account_id, email, state, cut, expires_at: state === 'pending' ? expires_at : null };
}

async function emailOf(
  { directory, vault }: ApiDependencies,
  { account_id, address }: Pick<ReportRecipient, 'account_id' | 'address'>,
): Promise<string | null> {
  const cipher = account_id === null ? address : findAccount(directory.state, account_id)?.email;
  return cipher == null ? null : ((await vault.decrypt(cipher)) ?? null);
}

/** A send with what became of each recipient: once it has ended as it ended, before as far as it is decided. */
export async function sendResponse(
  deps: ApiDependencies,
  schedule: ExistingReportSchedule,
  send: SendSummary,
): Promise<ReportSendRow> {
  const { due, made, claimed, ended } = send;
  const full = made?.variants.find(({ variant }) => variant === 'full') ?? made?.variants[0];
  const waiting = (claimed?.mails ?? []).map(({ recipient_id }) => {
    return { recipient_id, state: 'waiting', reason: null };
  });
  const recipients = ended?.recipients ?? waiting;
  const emails = new Map(
    await Promise.all(
      schedule.recipients.map(async (recipient) => [recipient.recipient_id, await emailOf(deps, recipient)] as const),
    ),
  );
  return {
    send_id: due.send_id,
    slot: due.slot,
    at: due.due_at,
    state: sendState(send),
    reason: ended?.reason ?? null,
    from: due.from,
    to: due.to,
    rows: made?.rows ?? null,
    position: made?.position ?? null,
    incomplete: made?.incomplete ?? [],
    file: full?.file ?? null,
    recipients: recipients.map(({ recipient_id, state, reason }) => {
      return { email: emails.get(recipient_id) ?? null, state, reason };
    }),
  };
}
