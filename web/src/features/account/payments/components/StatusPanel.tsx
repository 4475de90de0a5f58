import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { formatDay, formatInstant } from '../../../../shared/calendar/instants.ts';
import { ConfirmDialog } from '../../../../shared/ui/dialogs/ConfirmDialog.tsx';
import { daysLeft } from '../../../frame/shell/index.ts';
import type { BillingStatus, Plan } from '../api/billing-types.ts';
import { paymentsMessages as words } from '../messages.ts';
import { amountText, type Choice, countText, priceText } from '../model/offers.ts';
import type { PlanState } from '../model/plan-state.ts';
import { ProviderLink } from './ProviderLink.tsx';
import screen from './payments.module.css';
import styles from './status-panel.module.css';
import { UsageBar } from './UsageBar.tsx';
import type { Billing } from './use-billing.ts';

interface Props {
  billing: Billing;
  status: BillingStatus;
  planState: PlanState;
  /** What is chosen below: without a plan its limit is shown. */
  choice: Choice;
  /** By the server's clock, in milliseconds. */
  now: number;
  /** Why nothing can be changed at all; `null` when it can. */
  refusal: string | null;
}

/** What is running and until when, beside how much of it is used. */
export function StatusPanel({ billing, status, planState, choice, now, refusal }: Props) {
  const chosen = status.plans.find(({ level }) => level === choice.level);
  return (
    <div className={styles.panel}>
      <section aria-label={words.status}>
        <h2>
          {nameOf(planState, status.plans)} <Chip planState={planState} left={daysLeft(status, now)?.text ?? null} />
        </h2>
        {planState.kind !== 'billing_issue' && <p>{textOf(planState, status, now)}</p>}
        <Actions billing={billing} status={status} planState={planState} refusal={refusal} />
      </section>
      <UsageBar usage={status.usage} limit={status.usage.limit ?? chosen?.installs ?? null} />
    </div>
  );
}

function nameOf(planState: PlanState, plans: readonly Plan[]): string {
  if ('subscription' in planState && planState.subscription !== null) {
    const { plan, period } = planState.subscription;
    const installs = plans.find(({ level }) => level === plan)?.installs ?? 0;
    return `${words.planName(countText(installs))}, ${words.period[period]}`;
  }
  if (planState.kind === 'trial') return words.trial;
  if (planState.kind === 'ended') return planState.of === 'trial' ? words.trialEnded : words.planEnded;
  return words.plan;
}

function Chip({ planState, left }: { planState: PlanState; left: string | null }) {
  const [text, tone] = {
    active: [words.chips.active, 'good'] as const,
    billing_issue: [words.chips.failed, 'bad'] as const,
    pausing: [words.chips.pausing, 'plain'] as const,
    paused: [words.chips.paused, 'plain'] as const,
    cancelling: [words.chips.cancelling, 'plain'] as const,
    cancelled: [left, 'blue'] as const,
    trial: [left, 'blue'] as const,
    ended: [left, 'bad'] as const,
  }[planState.kind];
  return (
    text !== null && (
      <span className={screen.chip} data-tone={tone}>
        {text}
      </span>
    )
  );
}

/** A failed payment is said above all else, so not here. */
function textOf(planState: Exclude<PlanState, { kind: 'billing_issue' }>, status: BillingStatus, now: number): string {
  switch (planState.kind) {
    case 'trial':
      return words.trialUntil(formatInstant(planState.until));
    case 'ended':
      return words.stopped[status.service];
    case 'active':
      return nextPayment(status);
    case 'pausing':
      return words.pausedUntil(formatDay(planState.until));
    case 'paused':
      return pauseText(planState, now);
    case 'cancelling':
      return words.endsOn(formatDay(planState.until));
    case 'cancelled':
      return words.cancelledUntil(formatDay(planState.until));
  }
}

function pauseText({ subscription, until, resumes }: Extract<PlanState, { kind: 'paused' }>, now: number): string {
  const isServed = until !== null && Date.parse(until) > now;
  return [
    words.pausedSince(formatDay(subscription.paused_from)),
    ...(until === null ? [] : [(isServed ? words.staysUntil : words.paidTimeEnded)(formatDay(until))]),
    resumes === null ? words.restartsByHand : words.restartsOn(formatDay(resumes)),
  ].join(' ');
}

function nextPayment({ nextBillDate, nextPaymentAmount, nextPaymentCurrency }: BillingStatus): string {
  const amount = amountText(nextPaymentAmount, nextPaymentCurrency);
  const day = formatDay(nextBillDate);
  return amount === null ? words.nextPaymentOn(day) : words.nextPayment(amount, day);
}

type ActionsProps = Pick<Props, 'billing' | 'status' | 'planState' | 'refusal'>;

/** The ways to pause, to take that back, and to the provider's own pages. */
function Actions({ billing, status, planState, refusal }: ActionsProps) {
  const [asks, setAsks] = useState(false);
  const { kind } = planState;
  if (kind === 'trial' || kind === 'ended' || kind === 'cancelled') return null;
  const busy = billing.busy !== null || billing.awaited !== null;
  const wish = kind === 'active' || kind === 'billing_issue' ? 'pause' : 'restart';
  const reason = refusal ?? (kind === 'billing_issue' ? words.cardFirst : null);
  function press(): void {
    if (reason !== null || busy) return;
    if (kind === 'paused') setAsks(true);
    else void billing.alter(wish);
  }
  const hint = reason ?? { pause: words.pauseHint, restart: kind === 'paused' ? null : words.restartHint }[wish];
  return (
    <>
      <div className={styles.actions}>
        <Button disabledFocusable={reason !== null || busy} title={reason ?? undefined} onClick={press}>
          {wish === 'pause' ? words.pause : words.restart}
        </Button>
        <ProviderLink url={status.updateURL}>{words.updateCard}</ProviderLink>
        {wish === 'pause' && <ProviderLink url={status.cancelURL}>{words.cancel}</ProviderLink>}
      </div>
      {hint !== null && <p className="text-13 muted m-0">{hint}</p>}
      {asks && planState.kind === 'paused' && (
        <ConfirmDialog
          title={words.restartTitle}
          action={words.restart}
          cancel={words.back}
          onClose={() => setAsks(false)}
          onConfirm={() => {
            setAsks(false);
            void billing.alter('restart');
          }}
        >
          {words.restartText(priceOf(planState.subscription, status.plans))}
        </ConfirmDialog>
      )}
    </>
  );
}

/** What a period of a plan costs by the list. */
function priceOf({ plan, period }: { plan: number; period: Choice['period'] }, plans: readonly Plan[]): string {
  const matchingPlan = plans.find(({ level }) => level === plan);
  return matchingPlan === undefined ? '' : priceText(matchingPlan[period]);
}
