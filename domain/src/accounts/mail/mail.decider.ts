import type { Decider } from '../../shared/decider.ts';
import { DomainError } from '../../shared/domain-error.ts';
import type { MailEvent } from './mail.events.ts';

type EventData<Type extends MailEvent['type']> = Extract<MailEvent, { type: Type }>['data'];

export type RequestedMail = EventData<'MailRequested'>;
export type MailState =
  | { status: 'absent' }
  | {
      status: 'open';
      mail: RequestedMail;
      /** Attempts that failed. */
      attempts: number;
      again_at: string | null;
      /** An attempt of which it is not recorded how it ended. */
      begun: MailAttempt | null;
    }
  | { status: 'ended'; mail: RequestedMail };

/** An attempt at a mail by the process that claimed it. */
export type MailAttempt = Pick<EventData<'MailAttemptBegun'>, 'claim' | 'over_at'>;

/** Fold of `mail-<mailId>`. */
export const mailDecider: Decider<MailState, MailEvent> = {
  initialState: () => ({ status: 'absent' }),
  evolve(state, event) {
    if (event.type === 'MailRequested') {
      const open = { status: 'open', mail: event.data, attempts: 0, again_at: null, begun: null } as const;
      return state.status === 'absent' ? open : state;
    }
    if (state.status !== 'open') return state;
    if (event.type === 'MailAttemptBegun') return { ...state, begun: event.data };
    if (event.type !== 'MailDelayed') return { status: 'ended', mail: state.mail };
    return { ...state, attempts: event.data.attempt, again_at: event.data.again_at, begun: null };
  },
};

/** Asks for a mail. Asking for the same one again changes nothing, also when it was sent long ago. */
export function requestMail(state: MailState, mail: RequestedMail): MailEvent[] {
  return state.status === 'absent' ? [{ type: 'MailRequested', data: mail }] : [];
}

/** A mail server may fall silent at each step of accepting a mail, for half a minute; of those there are some twelve. */
const longestSendingMs = 360_000;
/** And it may be a while until the process that has claimed an attempt makes it. */
const longestAttemptMs = 600_000;

/**
 * When the next attempt may begin, in milliseconds: after the pause that follows a failure, and not before an attempt that a process
 * has begun must be over.
 */
export function nextMailAttempt({ again_at, begun }: Extract<MailState, { status: 'open' }>): number {
  return Math.max(...[again_at, begun?.over_at ?? null].map((at) => (at === null ? 0 : Date.parse(at))));
}

/** Whether an attempt can still be over when others count on it. A process that stood still since its claim may come too late. */
export const isInTime = ({ over_at }: MailAttempt, at: number): boolean => at + longestSendingMs <= Date.parse(over_at);

/**
 * Claims the next attempt, if it may begin at `at`, in milliseconds. Of several who do so at the same time one gets it.
 * @throws DomainError `conflict` when the mail was not requested.
 */
export function beginMailAttempt(state: MailState, { claim, at }: { claim: string; at: number }): MailEvent[] {
  if (state.status === 'absent') throw new DomainError('conflict');
  if (state.status === 'ended' || nextMailAttempt(state) > at) return [];
  const { mail_id, kind } = state.mail;
  const begun_at = new Date(at).toISOString();
  const over_at = new Date(at + longestAttemptMs).toISOString();
  return [{ type: 'MailAttemptBegun', data: { mail_id, kind, claim, begun_at, over_at } }];
}

/** The outcome of an attempt. */
export type MailOutcome =
  | { readonly sent: 'smtp' | 'outbox' }
  | { readonly skipped: EventData<'MailSkipped'>['reason'] }
  /** `passing`: the same attempt may succeed later. */
  | { readonly failed: string; readonly passing: boolean };

/** Minutes after which an attempt that failed is made again; after the last one it is given up. */
const retryMinutes = [1, 5, 30, 120, 360, 720, 1440] as const;

/**
 * Records the outcome of an attempt. A mail that has ended stays as it is.
 * @param at milliseconds.
 * @throws DomainError `conflict` when the mail was not requested.
 */
export function endMailAttempt(state: MailState, outcome: MailOutcome, at: number): MailEvent[] {
  if (state.status === 'absent') throw new DomainError('conflict');
  if (state.status === 'ended') return [];
  const { mail_id, kind } = state.mail;
  const now = new Date(at).toISOString();
  if ('sent' in outcome) return [{ type: 'MailSent', data: { mail_id, kind, by: outcome.sent, sent_at: now } }];
  if ('skipped' in outcome) {
    return [{ type: 'MailSkipped', data: { mail_id, kind, reason: outcome.skipped, skipped_at: now } }];
  }
  const code = outcome.failed.slice(0, 40);
  const pause = outcome.passing ? retryMinutes[state.attempts] : undefined;
  if (pause === undefined) return [{ type: 'MailRefused', data: { mail_id, kind, code, refused_at: now } }];
  const again_at = new Date(at + pause * 60_000).toISOString();
  return [{ type: 'MailDelayed', data: { mail_id, kind, attempt: state.attempts + 1, code, again_at } }];
}

/** Stream of one mail. */
export const mailStream = (mailId: string): string => `mail-${mailId}`;
