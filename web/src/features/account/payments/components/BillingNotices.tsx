import { formatDay } from '../../../../shared/calendar/instants.ts';
import { NoticeBar } from '../../../../shared/ui/NoticeBar.tsx';
import type { BillingStatus } from '../api/billing-types.ts';
import { paymentsMessages as words } from '../messages.ts';
import type { Awaited } from '../model/awaited.ts';
import { countText, fittingLevel, isOutgrown } from '../model/offers.ts';
import type { PlanState } from '../model/plan-state.ts';
import { ProviderLink } from './ProviderLink.tsx';
import styles from './payments.module.css';
import { SalesLink } from './SalesLink.tsx';
import type { Billing } from './use-billing.ts';

interface Props {
  billing: Billing;
  status: BillingStatus;
  planState: PlanState;
  sales: string | null;
}

/** What has to be known or done first, the gravest at the top. */
export function BillingNotices({ billing, status, planState, sales }: Props) {
  const { awaited, failure, takesLong } = billing;
  return (
    <div className={styles.notices}>
      <div role="alert" className={styles.notices}>
        {failure !== null && <NoticeBar intent="error">{failure}</NoticeBar>}
        {planState.kind === 'billing_issue' && (
          <NoticeBar intent="error" actions={<ProviderLink url={status.updateURL}>{words.updateCard}</ProviderLink>}>
            {/* The sentence has its exact words; its full stop follows. */}
            <strong>{words.billingIssue}</strong>.
            {planState.until !== null && ` ${words.continuesUntil(formatDay(planState.until))}`}
          </NoticeBar>
        )}
      </div>
      <div role="status" className={styles.notices}>
        {awaited !== null && (
          <NoticeBar intent="info">
            {awaitedText(awaited)}{' '}
            {takesLong && (
              <>
                {words.takesLong} <SalesLink url={sales} />.
              </>
            )}
          </NoticeBar>
        )}
      </div>
      {planState.kind === 'ended' && planState.at !== null && (
        <NoticeBar intent="info">
          {(planState.of === 'trial' ? words.trialEndedOn : words.planEndedOn)(formatDay(planState.at))}
        </NoticeBar>
      )}
      {status.provider === 'off' && <NoticeBar intent="info">{words.off}</NoticeBar>}
      {status.provider === 'unavailable' && <NoticeBar intent="info">{words.providerAway}</NoticeBar>}
      <UsageNotice status={status} sales={sales} />
    </div>
  );
}

function awaitedText(awaited: Awaited): string {
  if (awaited.kind === 'checkout') return words.received;
  return awaited.queued ? words.queued : words.working;
}

const nearPart = 0.8;

/** Said from four fifths of the plan on; over it the plan that fits is named. */
function UsageNotice({ status: { usage, plans }, sales }: Pick<Props, 'status' | 'sales'>) {
  const { installs, limit } = usage;
  if (limit === null || limit === 0 || installs < limit * nearPart) return null;
  if (installs <= limit) {
    return <NoticeBar intent="info">{words.nearLimit(String(Math.floor((installs / limit) * 100)))}</NoticeBar>;
  }
  const most = isOutgrown(usage) ? Math.max(installs, usage.last_month) : installs;
  const fitting = plans.find(({ level }) => level === fittingLevel(plans, most));
  return (
    <NoticeBar intent="info" actions={fitting === undefined && <SalesLink url={sales} />}>
      {isOutgrown(usage) ? words.outgrown : words.aboveLimit}{' '}
      {fitting !== undefined && words.fittingPlan(countText(fitting.installs))}
    </NoticeBar>
  );
}
