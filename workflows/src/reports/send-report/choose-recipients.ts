import { mailIdOf } from '@tapwise/adapters';
import {
  dayMs,
  findMembership,
  mostOutsideMails,
  outsideMailsOfDay,
  type ReportRecipient,
  type ReportVariant,
  reportMailKey,
} from '@tapwise/domain';
import type { SendReportDependencies, SendSubject } from './send-context.ts';

/** A recipient who gets a mail. */
export interface ChosenRecipient {
  readonly recipient_id: string;
  readonly mail_id: string;
  readonly variant: ReportVariant;
}

/** Who gets a mail of a send, and who does not and why. */
export interface ChosenRecipients {
  readonly mails: readonly ChosenRecipient[];
  readonly left_out: readonly { readonly recipient_id: string; readonly reason: string }[];
}

const vouchedDays = 14;

const reasons = { pending: 'Not confirmed', unsubscribed: 'Unsubscribed', bad: 'The address was refused' } as const;

export interface ChoosingDependencies {
  readonly directory: Pick<SendReportDependencies['directory'], 'state'>;
  readonly schedules: Pick<SendReportDependencies['schedules'], 'state'>;
  readonly now: () => Date;
}

/** Decides by what holds now: rights, confirmations, and the day's limit of the team. */
export function chooseRecipients(
  deps: ChoosingDependencies,
  subject: Pick<SendSubject, 'schedule' | 'send'>,
  isVouchedFor: boolean,
): ChosenRecipients {
  const { schedule, send } = subject;
  const { only_account } = send.due;
  const listed: readonly Pick<ReportRecipient, 'recipient_id' | 'account_id' | 'state'>[] =
    only_account === null
      ? schedule.recipients.filter((recipient) => recipient.listed)
      : [{ recipient_id: `account-${only_account}`, account_id: only_account, state: 'confirmed' }];
  const today = deps.now().toISOString().slice(0, 10);
  let room = mostOutsideMails - outsideMailsOfDay(deps.schedules.state, schedule.team_id, today);
  const mails: ChosenRecipient[] = [];
  const left_out: { recipient_id: string; reason: string }[] = [];
  for (const recipient of listed) {
    const reason = whyNot(deps, subject, recipient, { isVouchedFor, hasRoom: room > 0 });
    const { recipient_id, account_id } = recipient;
    if (reason !== undefined) {
      left_out.push({ recipient_id, reason });
      continue;
    }
    if (account_id === null) room -= 1;
    const mail_id = mailIdOf(reportMailKey(send.due, recipient_id));
    mails.push({ recipient_id, mail_id, variant: variantFor(deps, account_id) });
  }
  return { mails, left_out };
}

/** What the role of a person may see. */
export const variantFor = (
  { directory }: Pick<ChoosingDependencies, 'directory'>,
  accountId: number | null,
): ReportVariant => {
  const membership = accountId === null ? undefined : findMembership(directory.state, accountId);
  return membership?.access === 'restricted' ? 'restricted' : 'full';
};

function whyNot(
  { directory }: Pick<ChoosingDependencies, 'directory'>,
  { schedule }: Pick<SendSubject, 'schedule'>,
  { account_id, state }: Pick<ReportRecipient, 'account_id' | 'state'>,
  { isVouchedFor, hasRoom }: { readonly isVouchedFor: boolean; readonly hasRoom: boolean },
): string | undefined {
  if (state !== 'confirmed') return reasons[state];
  if (account_id !== null) {
    const membership = findMembership(directory.state, account_id);
    return membership?.team.team_id === schedule.team_id ? undefined : 'Left the team';
  }
  if (!isVouchedFor) return 'Its author left the team, and no admin has confirmed it since';
  return hasRoom ? undefined : 'Too many mails to addresses outside the team today';
}

/** Who left when, of a team: by account. */
export type Departures = ReadonlyMap<number, string>;

/**
 * Whether a person of the team vouches for the addresses outside it: its author, an admin who changed it since, or for two weeks
 * after the author has left whoever made it.
 */
export function isVouched(
  { directory, now }: Pick<SendReportDependencies, 'directory' | 'now'>,
  { schedule: { created_by, changed_by, team_id } }: SendSubject,
  departures: Departures,
): boolean {
  const author = findMembership(directory.state, created_by);
  if (author?.team.team_id === team_id) return true;
  const changer = findMembership(directory.state, changed_by);
  if (changer?.team.team_id === team_id && changer.access === 'admin') return true;
  const left = departures.get(created_by);
  return left === undefined || now().getTime() - Date.parse(left) < vouchedDays * dayMs;
}
