import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { useClock, useOnline } from '../../../../shared/page/browser-state.ts';
import { ReportBanners, ReportError } from '../../../../shared/report/index.ts';
import { serverTime } from '../../../../shared/server/http/server-clock.ts';
import { TitleRow } from '../../../frame/shell/index.ts';
import { useAccount } from '../../session/index.ts';
import { plansQuery } from '../api/billing-api.ts';
import type { BillingStatus } from '../api/billing-types.ts';
import { paymentsMessages as words } from '../messages.ts';
import { type Choice, chosenPlan } from '../model/offers.ts';
import { type PlanState, planActionOf, planStateOf } from '../model/plan-state.ts';
import { BillingNotices } from './BillingNotices.tsx';
import { ChangePlanDialog } from './ChangePlanDialog.tsx';
import { DemoDialog } from './DemoDialog.tsx';
import { PaymentsTable } from './PaymentsTable.tsx';
import { PlanChooser } from './PlanChooser.tsx';
import { PlanTable } from './PlanTable.tsx';
import styles from './payments.module.css';
import { SalesLink } from './SalesLink.tsx';
import { StatusPanel } from './StatusPanel.tsx';
import { type Billing, useBilling } from './use-billing.ts';

/** The team's plan: what it is, how much of it is used, and the ways to buy, change, pause and end it. For admins. */
export function PaymentsScreen() {
  const { account } = useAccount();
  if (account.access !== 'admin') return <Navigate to="/client/reports" replace />;
  return (
    <>
      <TitleRow title={words.title} />
      <Payments demo={account.demo} />
    </>
  );
}

function Payments({ demo }: { demo: boolean }) {
  const [params] = useSearchParams();
  const returned = params.get('checkout') === 'done';
  const billing = useBilling(returned);
  const { status } = billing;
  // Once the payment is known the address is that of Payments again: a reload must not announce it a second time.
  const confirmed = returned && billing.awaited === null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <section className={styles.page} tabIndex={0} aria-label={words.title} aria-busy={status.isPending}>
      {confirmed && <Navigate to={{ search: withoutCheckout(params).toString() }} replace />}
      <div className={styles.column}>
        <ReportBanners demo={demo} />
        {status.isError && (
          <ReportError
            error={status.error}
            answeredAt={status.data === undefined ? 0 : status.dataUpdatedAt}
            onRetry={() => void status.refetch()}
          />
        )}
        {status.data === undefined ? (
          !status.isError && <Waiting />
        ) : (
          <Plan billing={billing} status={status.data} demo={demo} />
        )}
      </div>
    </section>
  );
}

function withoutCheckout(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params);
  rest.delete('checkout');
  return rest;
}

interface PlanProps {
  billing: Billing;
  status: BillingStatus;
  demo: boolean;
}

function Plan({ billing, status, demo }: PlanProps) {
  const now = useClock(serverTime);
  const planState = planStateOf(status, now);
  const sales = useQuery(plansQuery()).data?.sales_url ?? null;
  const [choice, choose] = useChoice(status, planState);
  const [dialog, setDialog] = useState<'demo' | 'change' | null>(null);
  const online = useOnline();
  const action = planActionOf(planState);
  const refusal = online ? refusalOf(status, planState, choice) : words.offline;
  function submit(): void {
    if (demo) setDialog('demo');
    else if (refusal !== null) return;
    else if (action === 'change') setDialog('change');
    else void billing.subscribe(choice);
  }
  return (
    <>
      <BillingNotices billing={billing} status={status} planState={planState} sales={sales} />
      <StatusPanel
        billing={billing}
        status={status}
        planState={planState}
        choice={choice}
        now={now}
        refusal={online ? null : words.offline}
      />
      <PlanChooser
        choice={choice}
        choose={choose}
        submit={submit}
        plans={status.plans}
        usage={status.usage}
        changes={action === 'change'}
        refusal={demo ? null : refusal}
        busy={billing.busy !== null || billing.awaited !== null}
      />
      <PlanTable plans={status.plans} chosen={choice.level} />
      <p className={styles.foot}>
        <span>{words.anyTime}</span>
        <span>
          {words.more} <SalesLink url={sales} />
        </span>
      </p>
      <PaymentsTable payments={status.payments} />
      {dialog === 'demo' && <DemoDialog sales={sales} onClose={() => setDialog(null)} />}
      {dialog === 'change' && (
        <ChangePlanDialog billing={billing} status={status} choice={choice} onClose={() => setDialog(null)} />
      )}
    </>
  );
}

/** The plan that is chosen is in the address, so that it can be sent to who pays. */
function useChoice(status: BillingStatus, planState: PlanState): [Choice, (next: Partial<Choice>) => void] {
  const [params, setParams] = useSearchParams();
  const running = 'subscription' in planState ? planState.subscription : null;
  const currentChoice = running === null ? null : { level: running.plan, period: running.period };
  const requested = { plan: params.get('plan'), period: params.get('period') };
  const choice = chosenPlan(status.plans, requested, currentChoice, status.usage);
  return [
    choice,
    (next) => {
      const { level, period } = { ...choice, ...next };
      setParams({ plan: String(level), period }, { replace: true });
    },
  ];
}

/** Why the chosen plan cannot be bought or changed to. */
function refusalOf({ provider }: BillingStatus, planState: PlanState, { level, period }: Choice): string | null {
  if (provider === 'off') return words.off;
  if (planState.kind === 'billing_issue') return words.cardFirst;
  if (planActionOf(planState) === 'none') return words.restartToChange;
  // What was cancelled may be bought again.
  const running = planState.kind === 'active' ? planState.subscription : null;
  return running?.plan === level && running.period === period ? words.yourPlan : null;
}

function Waiting() {
  return (
    <div className={styles.waiting}>
      <p role="status" className="visually-hidden">
        Loading...
      </p>
      <span />
      <span />
      <span />
    </div>
  );
}
