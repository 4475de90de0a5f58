import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import { followTeam } from '../../../../shared/server/live/live-connection.ts';
import { reportUsage } from '../../../../shared/usage/report-usage.ts';
import { accountQueryOptions } from '../../session/index.ts';
import { billingStatusQuery, changePlan, changeSubscription, openCheckout } from '../api/billing-api.ts';
import { type Awaited, hasArrived, longWait } from '../model/awaited.ts';
import type { Choice } from '../model/offers.ts';

export type Billing = ReturnType<typeof useBilling>;

/**
 * The status, and what can be asked for. Until the status shows what was asked for it is read every two seconds and nothing
 * else can be asked.
 * @param returned the page was opened by the card form, after it took a payment
 */
export function useBilling(returned: boolean) {
  const [pending, setPending] = useState<Awaited | null>(returned ? { kind: 'checkout' } : null);
  const [busy, setBusy] = useState<Awaited['kind'] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const status = useQuery(billingStatusQuery(pending !== null));
  const awaited = pending !== null && status.data !== undefined && hasArrived(pending, status.data) ? null : pending;
  if (awaited === null && pending !== null) setPending(null);
  useAccountFollows(status.data);
  useTeamNotices();
  /** @returns what is awaited from now on; `null`: the page is left */
  async function act(kind: Awaited['kind'], send: () => Promise<Awaited | null>): Promise<boolean> {
    if (busy !== null || awaited !== null) return false;
    setBusy(kind);
    setFailure(null);
    try {
      setPending(await send());
      await status.refetch();
      return true;
    } catch (error) {
      setFailure(messageOf(error));
      return false;
    } finally {
      setBusy(null);
    }
  }
  return {
    status,
    awaited,
    takesLong: useLong(awaited),
    busy,
    failure,
    subscribe: (choice: Choice) =>
      act('checkout', async () => {
        reportUsage('plan_selected', { plan: choice.level, period: choice.period });
        window.open(await openCheckout(choice), '_self');
        return null;
      }),
    alter: (kind: 'pause' | 'restart') => act(kind, async () => ({ kind, queued: await changeSubscription(kind) })),
    change: (to: Choice) => act('change', async () => ({ kind: 'change', queued: await changePlan(to), to })),
  };
}

/** The menu's badge and the banners of other screens come from the account: it is read again when the status differs. */
function useAccountFollows(status: Billing['status']['data']): void {
  const client = useQueryClient();
  const { activeSubscription = null, paidUntil, trialExpirationDate, hasBillingIssues } = status ?? {};
  const seen =
    status === undefined
      ? null
      : JSON.stringify([activeSubscription, paidUntil, trialExpirationDate, hasBillingIssues]);
  useEffect(() => {
    if (seen !== null) void client.invalidateQueries({ queryKey: accountQueryOptions().queryKey });
  }, [seen, client]);
}

/** The server reports what became known of the plan, so a change shows at once, wherever it was asked for. */
function useTeamNotices(): void {
  const client = useQueryClient();
  useEffect(
    () => followTeam(() => void client.invalidateQueries({ queryKey: billingStatusQuery(false).queryKey })),
    [client],
  );
}

/** Whether what is awaited has taken longer than it should. */
function useLong(awaited: Awaited | null): boolean {
  const [long, setLong] = useState(false);
  const waits = awaited !== null;
  if (!waits && long) setLong(false);
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => setLong(true), longWait);
    return () => clearTimeout(timer);
  }, [waits]);
  return long;
}
