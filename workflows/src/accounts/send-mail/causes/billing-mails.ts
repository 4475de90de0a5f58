import type { DueMail, RecordedEvent } from '@tapwise/adapters';
import {
  closedAfterMs,
  type Directory,
  idleAfterMs,
  mailDay,
  pauseChange,
  planCatalogue,
  serviceEnd,
  type TeamBilling,
  teamBilling,
  teamOfPayment,
  wasOverdue,
} from '@tapwise/domain';

const hourMs = 3_600_000;
const dayMs = 86_400_000;
type Team = Directory['teams'] extends ReadonlyMap<number, infer TeamState> ? TeamState : never;
type Mail = Pick<DueMail, 'kind' | 'facts'> & { readonly key: string };

export const billingMailPrefixes: readonly string[] = ['paymentNotification-', 'billing-'];

/**
 * The mails to the admins of a team when the payment provider reports a change of their subscription, or a payment; or when it was asked
 * and knew of one that no notification has brought.
 */
export function billingMails(
  { event, position, recordedAt }: Pick<RecordedEvent, 'event' | 'position' | 'recordedAt'>,
  directory: Directory,
): DueMail[] {
  if (event.type !== 'PaymentNotificationReceived' && event.type !== 'PaymentObserved') return [];
  const { fact } = event.data;
  if (fact === null) return [];
  const teamId = teamOfPayment(directory.billing, fact);
  const team = teamId === undefined ? undefined : directory.teams.get(teamId);
  if (teamId === undefined || team === undefined) return [];
  const billing = teamBilling(directory.billing, teamId);
  const type = event.type === 'PaymentObserved' ? typeOf(fact, directory) : event.data.event_type;
  const at = providerInstant(event.data);
  const mails = [
    pauseMail({ fact, at, position }, directory, billing),
    type === undefined ? undefined : mailOf({ type, fact }, directory, billing),
  ];
  return mails.flatMap((mail) => (mail === undefined ? [] : toAdmins(team, mail, recordedAt.toISOString())));
}

type Fact = NonNullable<Extract<RecordedEvent['event'], { type: 'PaymentObserved' }>['data']['fact']>;

/** What an observation and the notification of the same change have in common, so that either is mailed, once. */
const providerInstant = ({ updated_at, occurred_at }: { updated_at: string | null; occurred_at: string }): string =>
  updated_at ?? occurred_at;

/** The notification that would have brought what was observed; a plain renewal is not mailed. */
function typeOf(fact: Fact, { billing: { checkouts } }: Directory): string | undefined {
  if (fact.kind === 'transaction') {
    if (fact.outcome !== 'completed') return undefined;
    return checkouts.has(fact.transaction_id) ? 'subscription.activated' : 'transaction.completed';
  }
  if (fact.kind !== 'subscription') return undefined;
  return { canceled: 'subscription.canceled', past_due: 'subscription.past_due' }[fact.status as 'canceled'];
}

const changes = {
  'subscription.activated': 'subscription-started',
  'subscription.canceled': 'subscription-ended',
} as const;

interface Notified {
  readonly type: string;
  readonly fact: Fact;
}

/** When a pause is scheduled, or begins without having been, and when it is taken back or ends. */
function pauseMail(
  { fact, at, position }: { readonly fact: Fact; readonly at: string; readonly position: bigint },
  directory: Directory,
  billing: TeamBilling,
): Mail | undefined {
  if (fact.kind !== 'subscription') return undefined;
  const change = pauseChange(directory.billing.book, fact.subscription_id, position);
  if (change === undefined) return undefined;
  const kind = `subscription-${change.kind}` as const;
  const key = `${kind}|${fact.subscription_id}|${at}`;
  if (change.kind === 'restarted') return { kind, key, facts: { plan: planOf(billing) } };
  // What is paid for is used up.
  const stays = [change.at, billing.paid_until ?? ''].toSorted().at(-1) ?? change.at;
  return { kind, key, facts: { plan: planOf(billing), day: mailDay(stays) } };
}

function mailOf({ type, fact }: Notified, directory: Directory, billing: TeamBilling): Mail | undefined {
  if (type in changes) {
    const kind = changes[type as keyof typeof changes];
    const id = fact.kind === 'adjustment' ? null : fact.subscription_id;
    return { kind, key: `${kind}|${id}`, facts: { plan: planOf(billing) } };
  }
  const failed = type === 'subscription.past_due' || type === 'transaction.payment_failed';
  if (failed && billing.first_failure !== null) return issue(billing, billing.first_failure, 'first');
  const isFixed = type === 'transaction.completed' && fact.kind === 'transaction';
  if (!isFixed || !wasOverdue(directory.billing, fact.transaction_id)) return undefined;
  return { kind: 'billing-fixed', key: `billing-fixed|${fact.transaction_id}`, facts: {} };
}

function issue({ subscription, grace_until }: TeamBilling, failedAt: string, which: 'first' | 'again'): Mail {
  const key = `billing-issue|${subscription?.subscription_id}|${failedAt}|${which}`;
  return { kind: 'billing-issue', key, facts: { day: mailDay(grace_until ?? failedAt) } };
}

const counts = new Intl.NumberFormat('en-US');

function planOf({ subscription }: TeamBilling): string {
  if (subscription === null) return 'as bought';
  const { plan, period } = subscription;
  const billed = period === 'annual' ? 'billed once a year' : 'billed each month';
  return `${counts.format(planCatalogue[plan].installs)} installs a month, ${billed}`;
}

/** Days before the end of a trial on which admins are mailed. */
const trialDays = [7, 3, 1, 0] as const;
/** A mail that could not be asked for in this time is of no use: what it announces has come nearer. */
const latestMs = 12 * hourMs;

/** The mails about a coming end that are due at `now`, ms. */
export function endingMails(directory: Directory, now: number): DueMail[] {
  return [...directory.teams.values()].flatMap((team) => {
    if (team.demo || team.closed) return [];
    const billing = teamBilling(directory.billing, team.team_id);
    return endingsOf(team, billing)
      .filter(({ at }) => at <= now && now < at + latestMs)
      .flatMap(({ at, ...mail }) => toAdmins(team, mail, new Date(at).toISOString()));
  });
}

function endingsOf(team: Team, billing: TeamBilling): (Mail & { readonly at: number })[] {
  const end = serviceEnd(team, billing);
  const all: (Mail & { readonly at: number })[] = [];
  const { grace_until, first_failure } = billing;
  if (grace_until !== null && first_failure !== null) {
    all.push({ ...issue(billing, first_failure, 'again'), at: Date.parse(grace_until) - 3 * dayMs });
  }
  if (end === null) return all;
  const ends = new Date(end).toISOString();
  const named = (kind: 'trial-ending' | 'pulls-end' | 'recording-ends', day: number, days: number) => ({
    kind,
    key: `${kind}|${team.team_id}|${ends}|${days}`,
    at: day - days * dayMs,
    facts: { ends, days, day: mailDay(new Date(day).toISOString()) },
  });
  const isTrial = billing.paid_until === null && billing.subscription === null;
  if (isTrial) all.push(...trialDays.map((days) => named('trial-ending', end, days)));
  return [...all, named('pulls-end', end + idleAfterMs, 3), named('recording-ends', end + closedAfterMs, 30)];
}

/** The mails about the installs of a month that are due. @param installs of the month so far. @param month `YYYY-MM`. */
export function usageMails(
  team: Team,
  billing: TeamBilling,
  usage: { installs: number; month: string; now: number },
): DueMail[] {
  const { subscription, state } = billing;
  if (team.demo || subscription === null || state === 'canceled') return [];
  const limit = planCatalogue[subscription.plan].installs;
  const step = [100, 80].find((percent) => usage.installs * 100 >= limit * percent);
  if (step === undefined) return [];
  const facts = {
    percent: step,
    month: usage.month,
    installs: counts.format(usage.installs),
    limit: counts.format(limit),
  };
  const key = `plan-usage|${team.team_id}|${usage.month}|${step}`;
  return toAdmins(team, { kind: 'plan-usage', key, facts }, new Date(usage.now).toISOString());
}

const toAdmins = (team: Team, { key, facts, kind }: Mail, requestedAt: string): DueMail[] =>
  team.members
    .filter(({ access }) => access === 'admin')
    .map(({ account_id: accountId }) => ({
      kind,
      key: `${key}|${accountId}`,
      to: { accountId },
      requestedAt,
      facts: { ...facts, team_id: team.team_id, path: '/client/payments' },
    }));
