import { type MailAttachment, type OutgoingMail, type ReportFiles, reportRecipientToken } from '@tapwise/adapters';
import {
  addressKey,
  cadenceText,
  cutName,
  type ExistingReportSchedule,
  findAccountIdByEmailHash,
  findMembership,
  htmlBody,
  linksOf,
  type MailBlock,
  type MailFacts,
  type MailOutcome,
  plainBody,
  type ReportVariant,
  type RequestedMail,
  readStoredMail,
  type StoredReportMail,
} from '@tapwise/domain';
import type { MailContext } from './mail-context.ts';

type Skipped = Extract<MailOutcome, { skipped: unknown }>;

const mostAttachedBytes = 10 * 1024 * 1024;
const contentTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const;

/**
 * The mail of a scheduled report, with what holds now: whether the recipient still wants it, and what their role may see.
 * @param to the address, in the form in which mails are sent.
 */
export async function composeReportMail(
  context: MailContext,
  mail: RequestedMail,
  to: string,
): Promise<OutgoingMail | Skipped> {
  const { reports, vault, publicUrl } = context;
  const { account_id: accountId } = mail;
  const { scheduleId, recipientId, sendId } = idsOf(mail);
  const schedule = await reports?.readSchedule(scheduleId);
  if (reports === undefined || schedule === undefined) return { skipped: 'over' };
  if (!wantsReport(schedule, recipientId)) return { skipped: 'unwanted' };
  const variant = variantFor(context, accountId ?? memberWith(context, schedule, to));
  const stored = await reports.files.read({ sendId, variant, part: 'mail' });
  if (stored === undefined) return { skipped: 'over' };
  const report = readStoredMail(stored.toString('utf8'));
  const attachments = await attachmentsOf(reports.files, { sendId, variant }, report);
  const token = reportRecipientToken(vault, scheduleId, recipientId);
  const path = accountId === null ? undefined : `/client/automation/reports/${scheduleId}`;
  const page = path === undefined ? undefined : `${publicUrl}${path}`;
  const blocks = [...report.blocks, ...closing(report, page, `${publicUrl}/confirm-report#token=${token}`)];
  const words = { subject: report.subject, text: plainBody(blocks), html: htmlBody(blocks), links: linksOf(blocks) };
  const unsubscribe = `${publicUrl}/unsubscribe/report.${token}`;
  return { id: mail.mail_id, kind: mail.kind, to, ...words, createdAt: mail.requested_at, unsubscribe, attachments };
}

/** The person of the team who has signed in with an address since it was added as one outside. */
function memberWith(
  { directory, vault }: MailContext,
  { team_id }: ExistingReportSchedule,
  email: string,
): number | null {
  const key = addressKey(email);
  if (key === undefined) return null;
  const accountId = findAccountIdByEmailHash(directory, vault.keyedHash('email', key));
  if (accountId === undefined) return null;
  return findMembership(directory, accountId)?.team.team_id === team_id ? accountId : null;
}

function variantFor({ directory }: MailContext, accountId: number | null): ReportVariant {
  const access = accountId === null ? undefined : findMembership(directory, accountId)?.access;
  return access === 'restricted' ? 'restricted' : 'full';
}

const idsOf = ({ facts }: RequestedMail) => ({
  scheduleId: Number(facts.schedule_id),
  recipientId: String(facts.recipient_id),
  sendId: String(facts.send_id),
});

/** A person who asked for the report alone need not be a recipient. */
function wantsReport({ recipients }: ExistingReportSchedule, recipientId: string): boolean {
  const recipient = recipients.find(({ recipient_id }) => recipient_id === recipientId);
  if (recipient === undefined || !recipient.listed)
    return recipientId.startsWith('account-') && recipient?.state !== 'unsubscribed';
  return recipient.state === 'confirmed';
}

async function attachmentsOf(
  files: ReportFiles,
  id: { readonly sendId: string; readonly variant: ReportVariant },
  { file }: StoredReportMail,
): Promise<MailAttachment[]> {
  if (file === null || file.bytes > mostAttachedBytes) return [];
  const content = await files.read({ ...id, part: 'table' });
  if (content === undefined) return [];
  return [{ name: file.name, contentType: contentTypes[file.name.endsWith('.csv') ? 'csv' : 'xlsx'], content }];
}

/** Where people of the team go on, and how the report is stopped: the only link of others. @param page of the report. */
function closing({ file }: StoredReportMail, page: string | undefined, stop: string): MailBlock[] {
  const isTooLarge = file !== null && file.bytes > mostAttachedBytes;
  const large =
    page === undefined
      ? 'The file is too large to send'
      : 'The file is too large to send. It is on the page of the report:';
  return [
    ...(isTooLarge ? [{ text: large }] : []),
    ...(page === undefined ? [] : [{ label: 'Open the report', link: page }]),
    { label: 'Stop this report', link: stop },
  ];
}

/** What the mail says that asks an address; `undefined` when it is not asked any more. */
export async function reportConfirmFacts(
  context: MailContext,
  mail: RequestedMail,
  common: MailFacts,
): Promise<MailFacts | undefined> {
  const { reports, directory, vault, publicUrl } = context;
  const { scheduleId, recipientId } = idsOf(mail);
  const schedule = await reports?.readSchedule(scheduleId);
  const recipient = schedule?.recipients.find(({ recipient_id }) => recipient_id === recipientId);
  const isAsked = recipient?.listed === true && (recipient.state === 'pending' || recipient.state === 'bad');
  if (schedule === undefined || !isAsked || recipient.request_id !== mail.facts.request_id) return undefined;
  const team = directory.teams.get(schedule.team_id);
  const author = findMembership(directory, schedule.created_by)?.account.name;
  const named = async (cipher: string | undefined, absent: string): Promise<string> =>
    cutName((cipher === undefined ? undefined : await vault.decrypt(cipher)) ?? absent);
  return {
    ...common,
    team: await named(team?.name, 'A team'),
    author: await named(author, 'A person'),
    report: cutName(schedule.report.name),
    cadence: cadenceText(schedule.report.cadence),
    link: `${publicUrl}/confirm-report#token=${reportRecipientToken(vault, scheduleId, recipientId)}`,
  };
}
