import { type EventLog, evolveAll, handleCommand, requestMail, uuidV5 } from '@tapwise/adapters';
import {
  abandonSend,
  claimMails,
  correctionMs,
  type DueReport,
  endSend,
  findMembership,
  type MailEvent,
  type MailedRecipient,
  mailDecider,
  mailStream,
  type ReportScheduleEvent,
  type ReportScheduleState,
  type ReportSend,
  refuseRecipient,
  reportMailKey,
  reportScheduleDecider,
  reportScheduleStream,
  reportSendDecider,
  reportSendSpace,
  reportSendStream,
  requireReport,
  teamStream,
} from '@tapwise/domain';

import { workflowActor } from '../../streams/actor.ts';
import { chooseRecipients, type Departures, isVouched } from './choose-recipients.ts';
import { decide } from './make-report.ts';
import { readSend, readSubject, type SendReportDependencies, type SendSubject } from './send-context.ts';
import type { SendReportInput } from './send-report.contract.ts';

/** Records who gets a mail, once, and asks for these mails under keys of their own: asking again asks for the same. */
export async function requestReportMails(deps: SendReportDependencies, input: SendReportInput): Promise<void> {
  const subject = await readSubject(deps, input);
  if (subject === undefined) return;
  if (typeof subject === 'string') {
    const at = deps.now().toISOString();
    await decide(deps, input, 'end', (state) => abandonSend(state, { state: 'skipped', reason: subject }, at));
    return;
  }
  const claimed = subject.send.claimed ?? (await claim(deps, input, subject));
  const { schedule, send } = subject;
  for (const { recipient_id, variant } of claimed?.mails ?? []) {
    const recipient = schedule.recipients.find((listed) => listed.recipient_id === recipient_id);
    const to = recipientOf(recipient_id, recipient?.address ?? null);
    if (to === undefined) continue;
    await requestMail(deps.log, workflowActor('send-report'), {
      kind: 'scheduled-report',
      key: reportMailKey(send.due, recipient_id),
      to,
      facts: {
        schedule_id: schedule.schedule_id,
        team_id: schedule.team_id,
        send_id: send.due.send_id,
        recipient_id,
        variant,
        report: send.due.report.name,
      },
      requestedAt: claimed?.claimed_at ?? send.due.due_at,
    });
  }
}

function recipientOf(
  recipientId: string,
  address: string | null,
): { readonly accountId: number } | { readonly address: string } | undefined {
  if (recipientId.startsWith('account-')) return { accountId: Number(recipientId.slice('account-'.length)) };
  return address === null ? undefined : { address };
}

async function claim(
  deps: SendReportDependencies,
  input: SendReportInput,
  subject: SendSubject,
): Promise<ReportSend['claimed']> {
  await deps.schedules.caughtUp;
  const departures = await departuresFor(deps, subject);
  const { mails, left_out } = chooseRecipients(deps, subject, isVouched(deps, subject, departures));
  const claimed_at = deps.now().toISOString();
  const { state, position } = await decide(deps, input, 'claimed', (current) =>
    claimMails(current, { mails: [...mails], left_out: [...left_out], claimed_at }),
  );
  await deps.schedules.reached(position);
  return state.due === null ? null : state.claimed;
}

/** Read only where the author is not there any more. */
async function departuresFor(
  { log, directory }: SendReportDependencies,
  { schedule }: SendSubject,
): Promise<Departures> {
  const departures = new Map<number, string>();
  if (findMembership(directory.state, schedule.created_by)?.team.team_id === schedule.team_id) return departures;
  for (const { event } of await log.readStream(teamStream(schedule.team_id))) {
    if (event.type === 'TeamMemberRemoved') departures.set(event.data.account_id, event.data.removed_at);
    if (event.type === 'TeamMemberLeft') departures.set(event.data.account_id, event.data.left_at);
  }
  return departures;
}

/** Ends the send when all its mails have ended. @returns whether it has. */
export async function followReportMails(deps: SendReportDependencies, input: SendReportInput): Promise<boolean> {
  const send = await readSend(deps, input);
  if (send === undefined || send.ended !== null) return true;
  if (send.claimed === null) return false;
  const isGone = typeof (await readSubject(deps, input)) === 'string';
  const mailed: MailedRecipient[] = [];
  for (const { recipient_id, mail_id } of send.claimed.mails) {
    const outcome = await outcomeOf(deps.log, mail_id, isGone);
    if (outcome === undefined) return false;
    mailed.push({ recipient_id, ...outcome });
  }
  const at = deps.now().toISOString();
  for (const { recipient_id, reason } of mailed) {
    if (isAddressRefused(reason)) await recordRefused(deps, send.due.schedule_id, recipient_id, at);
  }
  // First, as an ended send is not looked at again. The correction is required once.
  if (mailed.some(({ state }) => state === 'sent')) await requireCorrection(deps, send);
  const { position } = await decide(deps, input, 'end', (current) => endSend(current, mailed, at));
  await deps.schedules.reached(position);
  return true;
}

/**
 * How a mail ended; `undefined` while it has not.
 * @param isGone whether what it is about is gone: then a mail that was not asked for never will be.
 */
async function outcomeOf(
  log: EventLog,
  mailId: string,
  isGone: boolean,
): Promise<Omit<MailedRecipient, 'recipient_id'> | undefined> {
  const events = (await log.readStream(mailStream(mailId))).map(({ event }) => event as MailEvent);
  if (events.length === 0 && isGone) return { state: 'skipped', reason: skippedReasons.over };
  if (evolveAll(mailDecider, mailDecider.initialState(), events).status !== 'ended') return undefined;
  const last = events.at(-1);
  if (last?.type === 'MailSkipped') return { state: 'skipped', reason: skippedReasons[last.data.reason] };
  if (last?.type === 'MailRefused') return { state: 'failed', reason: `Refused: ${last.data.code}` };
  return { state: 'sent', reason: null };
}

const skippedReasons = {
  over: 'It is not due any more',
  unwanted: 'Does not want these mails',
  gone: 'Left the team',
  no_address: 'Has no address',
} as const;

/** Whether the server refused the address permanently. 530 to 538 are about how the sender signed in. */
const isAddressRefused = (reason: string | null): boolean => /^Refused: 5(?!3[0-8])\d\d$/.test(reason ?? '');

/** Of addresses outside the team; people of the team see what is wrong with theirs themselves. */
async function recordRefused(
  { log }: SendReportDependencies,
  scheduleId: number,
  recipientId: string,
  at: string,
): Promise<void> {
  if (!recipientId.startsWith('address-')) return;
  await handleCommand<ReportScheduleState, ReportScheduleEvent>(log, {
    stream: reportScheduleStream(scheduleId),
    decider: reportScheduleDecider,
    cause: `refused ${recipientId} ${at}`,
    context: workflowActor('send-report'),
    decide: (state) => refuseRecipient(state, recipientId, at),
  });
}

/** A report that was sent incomplete is sent once more, if it wants that and becomes complete within a day. */
async function requireCorrection({ log, now }: SendReportDependencies, { due, made }: ReportSend): Promise<void> {
  if (!due.report.correct || due.kind !== 'scheduled' || made === null || made.incomplete.length === 0) return;
  const slot = `${due.slot}-corrected`;
  const stream = reportSendStream({ schedule_id: due.schedule_id, slot });
  const corrected: DueReport = {
    ...due,
    send_id: uuidV5(reportSendSpace, stream),
    kind: 'corrected',
    slot,
    latest_at: new Date(Date.parse(due.due_at) + correctionMs).toISOString(),
    of_send_id: due.send_id,
    recorded_at: now().toISOString(),
  };
  await handleCommand(log, {
    stream,
    decider: reportSendDecider,
    cause: 'due',
    context: workflowActor('send-report'),
    decide: (state) => requireReport(state, corrected),
  });
}
